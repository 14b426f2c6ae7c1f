"""The five rows of a comparison: what the query asks first, then what sets these products apart."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from triptych.english.units import is_unit, quantities_in
from triptych.english.words import is_noun, kinds_of
from triptych.listing import AlignedAttribute, AlignedCell, figure_in, show_figures
from triptych.listing.attributes import cues_in
from triptych.needs.words import PARTICLES
from triptych.records import ATTRIBUTES, ClaimKind, Direction, Evidence, Need
from triptych.writers._brief import Brief, whole
from triptych.writers._covering import covers
from triptych.writers._findings import NOT_OF_PRODUCT
from triptych.writers._grammar import calm, capital, stem_list, title_name, word_list
from triptych.writers._phrases import listing_quote, overlap
from triptych.writers._responses import Response
from triptych.writers._retold import as_cell
from triptych.writers._voices import Voice, sizes_of, stems_of, told_in

_LONGEST_VALUE = 10
_LONGEST_QUOTE = 14
_LONGEST_WORDS = 5
_ARTICLE, _LINK = re.compile(r"^(?:an?|the) "), re.compile(r"^(?:is|are|has|have|offers?) ")
_MARKS = re.compile(r"[“”]")
_COLON = re.compile(r"\s*:(?:\s+|(?=[A-Z]))")
_WHO = re.compile(r" \([^)]*\)")
_UNCLOSED = re.compile(r"\s*\([^)]*$")
_NO_ROWS = NOT_OF_PRODUCT | {"price", "value", "faults", "performance"}
_ALIKE = 5
_HALF = 0.5
_MANY_TIMES, _FEWEST_NEW = 2, 2
_MARK, _RUN_ON = re.compile(r"[.,;:!?\n]"), 20
"""Words of a review to each mark between them, at most, for sentences to be marked off."""


_Part = tuple[str, tuple[Evidence, ...]]
"""A part of a cell, and what it rests on."""


class AttributeCell(NamedTuple):
    """What a table says of one product in one row."""

    text: str
    kind: ClaimKind
    evidence: tuple[Evidence, ...] = ()


class AttributeRow(NamedTuple):
    """An attribute and its cell for each product; None where nothing is known."""

    label: str
    cells: tuple[AttributeCell | None, ...]
    is_plain: bool = False
    """True for what few choose by: a colour, what all listings grant."""
    is_measured: bool = False
    """True for figures and counts of the listings."""
    is_asked: bool = False
    """True for what the query asks for: "carrot juice" and "orange juice" are two things then."""

    def repeats(self, other: "AttributeRow") -> bool:
        """True where it goes by the same name, or most values of it are the listing's words that the other shows."""
        if self.is_asked and other.is_asked:
            return self.label == other.label
        pairs = zip(self.cells, other.cells, strict=True)
        told = [(x, y) for x, y in pairs if x and y and not x.text.startswith("Yes") and not y.text.startswith("Yes")]
        shared = sum(any(overlap(a, b) for a in x.evidence if not a.is_review for b in y.evidence) for x, y in told)
        return is_same(self.label, other.label) or shared > self.known / 2

    @property
    def is_even(self) -> bool:
        """True for the same value in all cells, whoever says so, which tells products apart less."""
        return len({_WHO.sub("", cell.text).casefold().replace("-", " ") for cell in self.cells if cell}) == 1

    @property
    def known(self) -> int:
        """For how many products there is something to say."""
        return sum(cell is not None for cell in self.cells)


def choose_rows(briefs: Sequence[Brief], listed: Sequence[AlignedAttribute]) -> tuple[AttributeRow, ...]:
    """Exactly as many rows as a comparison has; `listed` is what their listings state."""
    rows: list[AttributeRow] = []
    for row in _candidates(briefs, listed):
        if not any(row.repeats(other) for other in rows):
            rows.append(row)
        if len(rows) == ATTRIBUTES:
            return tuple(rows)
    spare = [row for row in _always_known(briefs) if all(row.label != other.label for other in rows)]
    return tuple([*rows, *spare][:ATTRIBUTES])


def _candidates(briefs: Sequence[Brief], listed: Sequence[AlignedAttribute]) -> Iterator[AttributeRow]:
    """Rows in the order of their worth: what is asked, what all listings or reviewers speak of, what most do."""
    asked = list(_asked(briefs, {row.attribute: row for row in listed}))
    yield from (row for row in asked if row.known and not row.is_plain)
    told = [row for row in (*map(_listed, listed), *_reviewed(briefs, asked)) if row.known > 1]
    told = [row for row in told if not any(row.repeats(other) for other in asked)]
    full = [row for row in told if row.known == len(briefs) and not row.is_plain]
    partly = [row for row in told if row.known == len(briefs) - 1 and not row.is_plain]
    yield from (row for row in full if not row.is_even)
    yield from (row for row in partly if row.is_measured and not _is_named_elsewhere(row, briefs))
    yield from (row for row in partly if not (row.is_measured or row.is_even) and not _is_named_elsewhere(row, briefs))
    yield from (row for row in asked if row.is_plain)
    yield from full
    yield from (row for row in partly if row.is_even and not _is_named_elsewhere(row, briefs))
    ratings, brand, *_ = _always_known(briefs)
    known = [row for row in (*told, ratings, brand) if row.known > 1]
    yield from (row for row in known if row.known == len(briefs))
    yield from sorted(known, key=lambda row: -row.known)
    yield from (row for row in asked if not row.known)


def _is_named_elsewhere(row: AttributeRow, briefs: Sequence[Brief]) -> bool:
    """True where a listing without a value has its name or unit, or a review both, so that N/A might be wrong."""
    units = {each.unit for cell in row.cells if cell for each in quantities_in(cell.text) if each.unit}
    lacking = (brief.product for brief, cell in zip(briefs, row.cells, strict=True) if cell is None)
    for source in (source for product in lacking for source in product.sources()):
        is_named = stems_of(row.label) <= stems_of(source.text)
        is_measured = bool(units & {each.unit for each in quantities_in(source.text)})
        if is_measured or (is_named and not (units and source.is_review)):
            return True
    return False


def _always_known(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """Rows that can always be filled, for shortlists of which little is known."""
    titles = [whole(brief.product, "title", "title") for brief in briefs]
    rated = [whole(brief.product, "rating", "rating_count") for brief in briefs]
    counts = [AttributeCell(spans[0].text, "stated", spans) if spans else None for spans in rated]
    yield AttributeRow("Number of Ratings", tuple(counts))
    named = [next((fact for fact in brief.reading.facts if fact.attribute == "brand"), None) for brief in briefs]
    brands = [AttributeCell(capital(calm(fact.value)), "stated", (fact.evidence,)) if fact else None for fact in named]
    yield AttributeRow("Brand", tuple(brands))
    told = [(str(brief.reviewers), capital(brief.kind or brief.name), brief.name) for brief in briefs]
    kinds: tuple[ClaimKind, ...] = ("derived", "stated", "stated")
    for n, label in enumerate(("Reviews Read", "Kind of Product", "Short Name")):
        cells = (AttributeCell(texts[n], kinds[n], title) for texts, title in zip(told, titles, strict=True))
        yield AttributeRow(label, tuple(cells))


def _asked(briefs: Sequence[Brief], listed: Mapping[str, AlignedAttribute]) -> Iterator[AttributeRow]:
    """One row for each need; what kind of thing it is only where that is in doubt."""
    for place, response in enumerate(briefs[0].responses):
        column = [brief.responses[place] for brief in briefs]
        if response.need.kind == "budget":
            continue
        if response.need.kind == "category":
            heads = {(brief.kind or "").rpartition(" ")[2] for brief in briefs}
            if all(each.state == "met" for each in column) or len(heads) == 1:
                continue
            kinds = [(capital(b.kind or ""), whole(b.product, "title", "title")) for b in briefs]
            cells = [AttributeCell(kind, "stated", title) if kind else None for kind, title in kinds]
            yield AttributeRow("Type", tuple(cells), is_asked=True)
            continue
        # Of "two usb ports" and "windows 10" other values of the listing say nothing.
        cues = [] if any(map(str.isdigit, response.need.text)) else cues_in(response.need.text)
        named = (row.cells for cue in cues if (row := listed.get(cue.attribute)) and not row.is_dull)
        measured = _measured_by(response.need, listed)
        values = measured or next(named, [None] * len(briefs))
        cells = [
            answer_cell(each, brief, value, is_measured=bool(measured))
            for each, brief, value in zip(column, briefs, values, strict=True)
        ]
        is_settled = all(each.state == "met" and not each.for_ and not each.against for each in column)
        yield AttributeRow(_label(response), tuple(cells), is_plain=is_settled and all(cells), is_asked=True)


def _measured_by(need: Need, listed: Mapping[str, AlignedAttribute]) -> Sequence[AlignedCell | None] | None:
    """The figures of the listings that a need asks to be great or small: cable lengths for "long cable"."""
    words = set(need.text.lower().split())
    if need.kind != "feature" or word_list("scales").isdisjoint(words):
        return None
    heads = {word[:_ALIKE] for word in words - word_list("scales") | words & {"powerful"}}
    for name, row in listed.items():
        units = {word for cell in row.cells if cell for word in cell.text.lower().split() if is_unit(word)}
        if row.sort == "figure" and (units & words or any(word[:_ALIKE] in heads for word in name.split())):
            return row.cells
    return None


def _label(response: Response) -> str:
    """The need as a heading; one that is denied as sentences deny it: "Does Not Shrink"."""
    text, met = response.need.text, response.said.met
    if response.need.kind in ("use", "audience"):
        return title_name(f"for {_ARTICLE.sub('', met.partition(' good for ')[2])}")
    return title_name(_LINK.sub("", met) if response.need.kind == "exclusion" else text)


def answer_cell(
    response: Response, brief: Brief, listed: AlignedCell | None = None, *, is_measured: bool = False
) -> AttributeCell | None:
    """How a product answers a need, in a few words: what the listing says, then what reviews do.

    How many they are is not said: reading misses some. What is listed under the need's name goes before other words,
    and its figures wherever they are what is asked.
    """
    response = _as_quoted(response, brief)
    value = show_figures(response.figures) or _listed_figure(response, brief)
    is_use = response.need.kind in ("use", "audience") and response.state != "missed"
    value = value or ("" if is_use else listed_value(response, brief))
    is_told = bool(response.listing) and response.state in ("met", "partly")
    if listed and (is_measured or (is_told and not stems_of(listed.text) <= stems_of(response.need.text))):
        value = listed.text
    voices = response.voice(_LONGEST_QUOTE), response.objection(_LONGEST_QUOTE)
    said, back = (voice.point if voice else "" for voice in voices)
    new = told_in(said) - told_in(response.need.text) - stem_list("plain")
    is_shown = bool(voices[0] and voices[0].retold and len(new) >= _FEWEST_NEW)
    reported = reported_figures(response)
    is_yes = response.listing or response.for_
    is_open = response.state == "partly" and response.against and is_yes
    match "disputed" if is_open else response.state:
        case "unknown":
            parts = [value if is_measured else show_figures(response.figures)]
        case _ if reported:
            parts = [value, f"reported: {reported}"]
        case "met":
            # Where the listing says so too, what a reviewer says of it adds little to a table.
            parts = [value] if value else [_shown("yes", said, response, is_shown=is_shown)]
            parts += ["confirmed in reviews"] if value and response.is_agreed else []
            parts += [f"but {back}" if back else "not for all"] if response.against else []
        case "missed":
            no = _shown("no", back, response)
            is_named = response.need.kind != "exclusion" and _LINK.match(response.said.met)
            asked = f"{value} (you asked for {response.need.text})" if is_named else f"{value} (not as asked)"
            parts = [no] if not value else [value, no] if response.against else [asked]
        case "disputed":
            parts = [value, _differ(response, said, back, is_listed=bool(value))]
        case _:
            is_figure = value and response.need.kind == "figure"
            parts = [value, "" if is_figure else said or back or (longer.point if (longer := response.voice()) else "")]
            parts = parts if any(parts) or not response.listing else [f"yes ({who_says(response)})"]
    text = "; ".join(part for part in parts if part)
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    evidence = (*response.all_evidence, *(listed.evidence if listed and value == listed.text else ()))
    return AttributeCell(capital(text), kind, evidence) if text else None


def _as_quoted(response: Response, brief: Brief) -> Response:
    """The same without quotations from reviews that mark no sentences: in a cell nothing around them helps."""
    texts = {review.id: review.text for review in brief.product.reviews}
    loose = {who for who, text in texts.items() if len(text.split()) > _RUN_ON * (1 + len(_MARK.findall(text)))}
    whole = tuple(span for span in response.objections if span.source_id not in loose)
    return replace(response, unquoted=response.unquoted | loose, objections=whole)


def _shown(answer: str, quotation: str, response: Response, *, is_shown: bool = False) -> str:
    """Yes or no with the words that show it, else with who says so."""
    is_quoted = quotation and (is_shown or not response.listing)
    return f"{answer}: {quotation}" if is_quoted else f"{answer} ({who_says(response)})"


def who_says(response: Response) -> str:
    """Who says that a need is met or missed: "listing, reviews"."""
    spans = response.against if response.state == "missed" else response.for_
    return ", ".join(["listing"] * bool(response.listing) + ["reviews"] * bool(spans))


def _differ(response: Response, said: str, back: str, *, is_listed: bool) -> str:
    """Both sides of a need over which sources differ, where a cell begins with what the listing says or not."""
    if is_listed or (response.listing and not response.for_):
        lead = "" if is_listed else "yes by the listing, "
        return f"{lead}but {back}" if back else f"{lead}disputed in reviews"
    is_denied = len(response.against) >= _MANY_TIMES * max(1, len(response.for_))
    if is_denied and back:
        return f"mostly no: {back}" + f"; but {said}" * bool(said)
    # Of a dispute both sides must be seen; the words of one stand for themselves.
    return (f"mixed: {said}; but {back}" if said else back) if back else "disputed in reviews"


def reported_figures(response: Response, who: str = "") -> str:
    """What reviewers measured of a figure that is asked for, behind who says so: "30 mins to 6 hours"; else empty."""
    if not response.measured:
        return ""
    least, most = response.measured[0], response.measured[-1]
    return who + (least.text if least.number == most.number else f"{least.text} to {most.text}")


def _listed_figure(response: Response, brief: Brief) -> str:
    """The listing's figure of what a need gives a figure for: "up to 4 h" for 4 hours backup."""
    unit = next((each.unit for each in quantities_in(response.need.text) if each.unit), None)
    if response.need.kind != "figure" or unit is None or not response.listing:
        return ""
    return figure_in(" | ".join([*(span.text for span in response.listing), brief.product.title]), unit)


def listed_value(response: Response, brief: Brief) -> str:
    """What the listing says, in its words, where it is short and says more than the need itself."""
    need, is_missed = response.need, response.state == "missed"
    asked, sizes = stems_of(need.text.replace("-", " ")), sizes_of(brief.product.title)
    ending = {*need.text.lower().split()[-1:]}
    known, found = asked | stems_of(f"{brief.name} {brief.kind or ''}"), []
    own = {brief.name.split()[0].lower(), (brief.kind or "").rpartition(" ")[2]}
    for span in response.listing:
        # A colon is behind a heading, which may say it as well; a title strings words together.
        parts = [span.model_copy(update={"text": text}) for text in reversed(_COLON.split(span.text))]
        part = max(parts, key=lambda each: covers(each, need))
        words = part.text.lower().split()
        is_at_end = span.source != "title" or asked & stems_of(" ".join(words[-2:]).replace("-", " "))
        is_open = len(words) > 2 and kinds_of(words[-1])[:1] == "J"
        is_open |= bool(ending & PARTICLES) and ending.isdisjoint(words)
        is_new = covers(part, need) >= _HALF and not stems_of(part.text.replace("-", " ")) <= known
        is_measured = any(
            each.unit and each.number not in sizes.get(each.unit, ()) for each in quantities_in(part.text)
        )
        longest = _LONGEST_VALUE if is_missed or is_measured else _LONGEST_WORDS
        is_of_it = is_missed or (is_new and is_at_end and not is_open)
        if is_of_it and len(words) <= longest and own.isdisjoint(words):
            found.append(part)
    chosen = listing_quote(found, _LONGEST_VALUE)
    return calm(" ".join(_UNCLOSED.sub("", _MARKS.sub("’", chosen.text)).split()).strip(" .,;:-")) if chosen else ""


def _listed(row: AlignedAttribute) -> AttributeRow:
    """The row of an attribute that several listings state."""
    cells = [AttributeCell(cell.text, "stated", cell.evidence) if cell else None for cell in row.cells]
    name = f"{row.attribute}s" if row.sort == "count" and is_noun(row.attribute) else row.attribute
    is_plain = row.sort == "colour" or row.is_dull
    return AttributeRow(title_name(name), tuple(cells), is_plain, row.sort in ("figure", "count") and not row.is_dull)


def _reviewed(briefs: Sequence[Brief], asked: Sequence[AttributeRow]) -> Iterator[AttributeRow]:
    """One row for each aspect that several reviewers of a product judge and no need is about, most told of first."""
    weights, told = Counter[str](), dict[str, str]()
    for brief in briefs:
        for finding in brief.findings:
            aspect = finding.point.aspect
            weights[aspect] += finding.count
            told[aspect] = f"{told.get(aspect, aspect)} {finding.told}"
        for theme in brief.themes:
            weights[theme.name] += len(theme.liked) + len(theme.disliked)
    for aspect in sorted(weights, key=lambda aspect: -weights[aspect]):
        is_asked = any(is_same(row.label, told.get(aspect, aspect)) for row in asked)
        if weights[aspect] > 1 and not is_asked and aspect not in _NO_ROWS:
            yield AttributeRow(title_name(aspect), tuple(_said_of(aspect, brief) for brief in briefs))


def _said_of(aspect: str, brief: Brief) -> AttributeCell | None:
    """What reviewers say of an aspect, both sides where they differ, retold where it can be: "shakes a lot; sturdy"."""
    named = [finding for finding in brief.findings if finding.point.aspect == aspect]
    # What one calls wobbly another calls sturdy.
    alike = [f for f in brief.findings if named and f.thing == named[0].thing and f.direction != named[0].direction]
    findings = [*named[:1], *alike[:1]] if alike else named[:2]
    # That one is alone, for it or against it, may be misheard.
    if len(findings) == 1 and (findings[0].against or (findings[0].direction == "-" and findings[0].count == 1)):
        findings = []
    parts: dict[Direction, list[_Part]] = {"+": [], "-": []}
    for f in findings:
        parts[f.direction].append((as_cell(f.told), (*f.spans.values(), *f.against.values())))
    sides: tuple[Direction, Direction] = ("+", "-")
    for side in sides:
        remark = _remark_on(aspect, brief, side)
        if remark and (side == "-" or not parts["+"]):
            # What one says in few words tells more than the name that many have for it.
            spans = [span for _, some in parts[side] for span in some]
            parts[side] = [(remark.point, (remark.span, *spans))]
    told = [*parts["+"], *parts["-"]] if len(parts["+"]) >= len(parts["-"]) else [*parts["-"], *parts["+"]]
    evidence = tuple(span for _, spans in told for span in spans)
    text = "mixed: " * bool(parts["+"] and parts["-"]) + "; ".join(text for text, _ in told)
    return AttributeCell(capital(text), "counted", evidence) if told else None


def _remark_on(aspect: str, brief: Brief, side: Direction) -> Voice | None:
    """What a reviewer says of an aspect in fewest words, retold."""
    spans = [span for theme in brief.themes if theme.name == aspect for span in theme.spans(side).values()]
    voices = (voice for voice in (brief.praise if side == "+" else brief.complaints) if voice.retold)
    named = stems_of(aspect)
    own = [voice for voice in voices if any(overlap(voice.span, span) for span in spans)]
    own = [voice for voice in own if not named.isdisjoint(stems_of(voice.point))]
    return min(own, key=lambda voice: len(voice.point), default=None)


def is_same(one: str, other: str) -> bool:
    """True where two headings name the same thing."""
    names = (name.lower().replace("easy", "ease") for name in (one, other))
    heads, others = ({word[:_ALIKE] for word in name.split()} - word_list("empty") for name in names)
    return not heads.isdisjoint(others)
