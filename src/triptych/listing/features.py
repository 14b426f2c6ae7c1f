"""Key features and descriptions: headings, labelled values and clauses become facts, or claims of the maker."""

import re
from dataclasses import dataclass, field

from triptych.english.words import kinds_of, word_set
from triptych.listing.attributes import Cue, Measurement, cues_in, figures_in, label_of, size_of
from triptych.listing.kinds import Kind, is_product
from triptych.listing.phrases import Phrase, Span, has_verb, is_told, is_verb, mend, trimmed
from triptych.records import Evidence, Fact, Product, Source


def _any_of(words: str) -> re.Pattern[str]:
    """A pattern of whole words; `_` is a blank, `*` the rest of a word."""
    spelt = [word.replace("*", r"\w*").replace("_", "[- ]") for word in words.split()]
    return re.compile(rf"\b(?:{'|'.join(spelt)})\b", re.IGNORECASE)


PRAISE = _any_of(
    "best more_than perfect* great excellent premium superior stylish elegant sleek beautiful* attractive amazing "
    "awesome ideal* easy easily easier effortless* convenien* comfort* comfy durab* sturdy strong powerful smooth* "
    "quick* high_quality top_quality quality favou?rite unique advanced innovative enhanced efficient* reliable "
    "long_lasting soft luxur* modern trendy cute fun delight* enjoy* experience seamless* immersive crystal_clear "
    "crisp rich deep ultra super exceptional* outstanding flawless* incredible hassle worry versatile responsive "
    "fresh* clean safe* secure* better optimal maximum precise* accurate* gentle lightweight compact portable "
    "breathable functional friendly wide_range buttery"
)
"""Words that recommend rather than state."""
ADDRESS = _any_of("you your yours yourself we our us i my let say imagine")
"""Words that speak to the shopper."""
NEGATIVE = re.compile(
    r"\b(?:no(?![.\d]| \d)|not(?! only)|never|cannot|(?:ca|do|does|wo|is)n['’]?t|(?<!not )only|separately|excluded|"
    r"non[- ]\w+|"
    r"except|unsuitable|incompatible)\b",
    re.IGNORECASE,
)
"""Words that say what a product is not, or lacks."""
HARD = _any_of(
    r"\w+_?(?:proof|free|resistant|safe|certified|approved|compatible|washable) included includes? made_(?:of|from|"
    r"in|with) "
    "built_in adjustable detachable removable foldable rechargeable automatic auto anti_* dual double triple single "
    r"\d* \w*\d\w*"
)
"""Words that can be looked up or tried."""
SERVICE = _any_of(
    "please kindly contact_us call_(?:us|our|on) customer_(?:care|service|support) toll_?free click refund "
    "replacement_within e-?mail visit reach_out feel_free refer_to eligible_for before_(?:purchase|buying|ordering) "
    "seller (?:the|your|product)_images? disclaimer photograph* easy_returns satisf* happy_to_help "
    "years_of_experience committed_to millions_of requested_to follow_the_instructions www https? in_case_of_any "
    "note_that subject_to_change may_vary slight_variations? do_not_worry don['’]?t_worry mentioned_on"
)
"""What a shop says about buying rather than about the product."""
MADE_OF = _any_of("(?:made|built|crafted|constructed|engineered)_(?:up_)?(?:of|from|with|using|in)")
MADE_FOR = re.compile(
    r"(?:suitable|ideal|perfect|great|best|designed|useful|made|gifts?|suited|good|recommended|"
    r"suits?)\s+(?:gifts?\s+)?for\b"
    r"|for\b",
    re.IGNORECASE,
)
"""The beginning of a phrase that says what or whom a product is for."""
ASIDE = _any_of(
    "if when since once after before like such_as for_any in_case unless whenever wherever as whether because "
    "no_matter in_addition moreover so without with_over"
)
"""The beginning of a clause that cannot be read alone."""
LEAD = re.compile(
    r"(?:(?:it['’]?s|it|they|that|which|also|and|while|where|plus|features?|there (?:is|are)) )*"
    r"(?:(?:is|are|has|have|had|comes?|features?|includes?|offers?|provides?|supports?|boasts?|contains?|equipped|"
    r"engineered|"
    r"designed|built|crafted|constructed|made up|made|consists?|gives?|having|featuring|offering|including|providing|"
    r"with|"
    r"using|uses?|delivers?|being)\s+)+(?:(?:with|of|from|in|to|for|by|up|an?|the|its|both|also|you|us)\s+)*",
    re.IGNORECASE,
)
""" "comes with a", "is made of": what a cell leaves out."""
OPENING = re.compile(
    r"(?:(?:an?|the|its|our|your|this|these|and|or|also|that|it['’]?s|as well as|besides|plus|moreover|even|thanks "
    r"to)\s+)+",
    re.IGNORECASE,
)
"""Small words at the beginning of a clause that a cell leaves out."""
DANGLING = re.compile(r"[\s,&/-]+(?:and|or|with|for|the|an?|of|to|in|&|,)$|[\s,&/-]+$", re.IGNORECASE)
"""Small words left over at an end."""


LONGEST_VALUE = 140
_MOST_FACTS = 400
OF_WHOLE = frozenset({"material", "colour", "insulation", "connection", "connector"})
"""Values that a phrase can give of a part alone."""
WORD = re.compile(r"[^\W_](?:[\w'’]|[-./+](?=\w))*")
_FILLERS = word_set(
    "a an the this these those that its our your it they we you his her their with and or of also all very for"
)


@dataclass(slots=True)
class Listing:
    """What is known of a product while its sources are read."""

    product: Product
    kind: Kind | None
    own: frozenset[str]
    """Words that mean the product itself: its kind, its brand and model, "product"."""
    found: dict[tuple[str, str], Fact] = field(default_factory=dict)

    def measure(self, figure: Measurement) -> str:
        """What a figure measures in a product of this kind."""
        if figure.is_named or figure.attribute != "size" or not self.kind:
            return figure.attribute
        return size_of(self.kind.text)

    def add(
        self, source: Source, span: Span, attribute: str, *, figure: Measurement | None = None, is_claim: bool = False
    ) -> None:
        """Keep a fact, once."""
        start, end = trimmed(source.text, *span)
        dangling = DANGLING.search(source.text, start, end)
        end = dangling.start() if dangling else end
        value = tidy(source.text[start:end])
        name = " ".join(attribute.split())[:60].strip(" -:,.")
        if not value or not name or len(self.found) >= _MOST_FACTS:
            return
        key = name.lower(), re.sub(r"\W+", "", value.lower())
        if key[1] and key not in self.found:
            evidence = Evidence(
                product_id=source.product_id, source=source.kind, source_id=source.id, start=start, end=end,
                text=source.text[start:end],
            )  # fmt: skip
            number, unit = (figure.number, figure.unit) if figure else (None, None)
            self.found[key] = Fact(
                attribute=name, value=value, number=number, unit=unit, evidence=evidence, is_claim=is_claim
            )


def tidy(text: str) -> str:
    """A value as a cell shows it: one line, without the debris of scraping."""
    return " ".join(mend(text).split())


def uncovered(text: str, span: Span, typed: list[Span]) -> list[Span]:
    """The words of a phrase that no typed value covers."""
    return [
        m.span()
        for m in WORD.finditer(text, *span)
        if not any(a <= m.start() < b for a, b in typed) and m[0].lower() not in _FILLERS
    ]


def add_typed(listing: Listing, source: Source, span: Span) -> list[Span]:
    """Keep the values of a phrase that say by themselves what they are; their places."""
    text = source.text
    taken: list[Span] = []
    for figure in figures_in(text, *span):
        if any(a < figure.end and figure.start < b for a, b in taken):
            continue
        words = WORD.findall(text[slice(*span)].lower())
        whole = span if len(words) <= 7 and listing.own.isdisjoint(words) else (figure.start, figure.end)
        listing.add(source, whole, listing.measure(figure), figure=figure)
        taken.append(whole)
    for cue in cues_in(text, *span):
        if cue.is_value and not any(a < cue.end and cue.start < b for a, b in taken):
            # The rubber of a "rubber base" is none of the whole: what follows the value is a part.
            after = [word for word in WORD.findall(text[cue.end : span[1]].lower()) if word not in _FILLERS]
            is_of_whole = not after or not listing.own.isdisjoint(after) or any(map(str.isdigit, after[0]))
            if cue.attribute not in OF_WHOLE or is_of_whole:
                listing.add(source, (cue.start, cue.end), cue.attribute)
                taken.append((cue.start, cue.end))
    return taken


_MOST_WORDS = 18
_MOST_HEADING_WORDS = 4
_NO_HEADS = word_set(
    "use product item way time thing things day days life world need needs lot one ones hand hands experience ease "
    "quality design feature features performance technology material materials year years range variety etc"
)
_PREPOSITIONS = word_set(
    "of in on at by with from for about into over after before under between through during without within against "
    "to that which who when while as so than like via per up upon using and or & where if"
)


def read_phrase(listing: Listing, source: Source, phrase: Phrase) -> None:
    """Add what a phrase of a feature states."""
    text = source.text[phrase.start : phrase.end]
    is_service = SERVICE.search(text) and not phrase.label and not NEGATIVE.search(text)
    if not WORD.search(text) or is_service:
        return
    if phrase.label:
        _read_labelled(listing, source, phrase)
    else:
        add_phrase(listing, source, phrase)


def _read_labelled(listing: Listing, source: Source, phrase: Phrase) -> None:
    span = phrase.start, phrase.end
    value = source.text[slice(*span)]
    name = label_of(phrase.label)
    if PRAISE.search(phrase.label) or not name or (len(phrase.label.split()) > 4 and phrase.label.isupper()):
        add_phrase(listing, source, phrase._replace(label="", heading=phrase.label))
        return
    figures = figures_in(source.text, *span)
    if figures and re.search(r",|&|\band\b", phrase.label):
        name = listing.measure(figures[0])
    if re.fullmatch(r"(?:yes|no|\d+)\W*", value, re.IGNORECASE):
        start = source.text.rfind(phrase.label, 0, span[0])
        span = (start if start >= 0 else span[0]), span[1]
    listing.add(
        source, (span[0], min(span[1], span[0] + 2 * LONGEST_VALUE)), name, figure=figures[0] if figures else None
    )


def add_phrase(listing: Listing, source: Source, phrase: Phrase) -> None:
    """Keep a clause as a fact or a claim, without its subject where that is the product."""
    text = source.text
    whole = phrase.start, phrase.end
    owner = re.match(r"(?:\S+\s+){1,9}?with\s+", text[slice(*whole)], re.IGNORECASE)
    if owner and WORD.findall(owner[0].lower())[-2] in listing.own and not has_verb(owner[0]):
        add_typed(listing, source, (whole[0], whole[0] + owner.end()))
        whole = whole[0] + owner.end(), whole[1]
    said = _predicate(listing, text, whole)
    span = _shortened(text, said)
    if said[1] - span[1] > 1:
        add_typed(listing, source, (span[1], said[1]))
    value = text[slice(*span)]
    words = WORD.findall(value)
    if not words or len(words) > _MOST_WORDS or len(value) > LONGEST_VALUE:
        return
    if source.kind != "title" and (
        ASIDE.match(text, *whole)
        or ASIDE.match(value)
        or (len(words) == 1 and not cues_in(value) and not HARD.search(value))
    ):
        return
    cues, figures = cues_in(text, *span), figures_in(text, *span)
    is_addressed = bool(ADDRESS.search(value)) or (source.kind != "title" and is_told(value))
    is_hard = bool(NEGATIVE.search(value) or figures) or (
        not is_addressed and (bool(HARD.search(value)) or any(cue.is_value for cue in cues))
    )
    is_praise = bool(PRAISE.search(value)) or is_addressed or phrase.is_heading or has_verb(value)
    if is_praise and not is_hard and len(words) < 2:
        return
    if len(words) <= 6 and words[-1].lower() in listing.own and add_typed(listing, source, span):
        return
    is_material = MADE_OF.search(text, *whole) and any(cue.attribute == "material" for cue in cues)
    attribute = "material" if is_material else _attribute(listing, text, span, cues, figures, phrase.heading)
    if attribute:
        listing.add(source, span, attribute, figure=figures[0] if figures else None, is_claim=is_praise and not is_hard)


def _predicate(listing: Listing, text: str, span: Span) -> Span:
    """What is said, without the product as its subject and without "comes with a"."""
    start, end = span
    tokens = list(WORD.finditer(text, start, end))
    for i, token in enumerate(tokens[:10]):
        if is_verb(token[0].lower()) and i:
            before = tokens[i - 1][0].lower()
            first = tokens[0][0].lower()
            is_product_subject = before in listing.own or (is_product(before) and first in ("this", "these", "our"))
            if is_product_subject or (first in ("it", "this", "they", "these") and i <= 2):
                start = token.start()
            break
    if (lead := LEAD.match(text, start, end)) and lead.end() < end:
        start = lead.end()
    article = OPENING.match(text, start, end)
    return trimmed(text, article.end() if article else start, end)


def _shortened(text: str, span: Span) -> Span:
    """A long clause without its last purpose or circumstance, or only its purpose."""
    start, end = span
    purpose = re.search(r"\bdesigned (?:for|to)\s+(?:either\s+)?", text[start:end], re.IGNORECASE)
    if purpose and len(WORD.findall(text[start:end])) > _MOST_WORDS:
        start += purpose.end()
    while len(WORD.findall(text[start:end])) > _MOST_WORDS or end - start > LONGEST_VALUE:
        cuts = [
            m.start()
            for m in re.finditer(
                r"(?i)\s(?:for|(?<!up )to|so|when|while|without|by|in|as|that|even|from|with|on|through|and|or)\s",
                text[start:end],
            )
        ]
        cuts = [cut for cut in cuts if len(text[start : start + cut].split()) >= 3]
        if not cuts:
            break
        end = start + cuts[-1]
    return trimmed(text, start, end)


def _attribute(
    listing: Listing, text: str, span: Span, cues: list[Cue], figures: list[Measurement], heading: str
) -> str:
    """What a clause is about: its figure, its head, its cues, its heading."""
    value = text[slice(*span)]
    if MADE_FOR.match(value):
        return "made for"
    if (
        cues
        and cues[0].is_value
        and (cues[0].start, cues[-1].end) == span
        and len({cue.attribute for cue in cues}) == 1
    ):
        return cues[0].attribute
    for cue in cues:
        if cue.attribute in ("included", "compatibility"):
            return cue.attribute
    head = _head_noun(listing, value)
    telling = [cue for cue in cues if cue.attribute not in ("material", "colour", "audience")]
    if figures and (figures[0].is_named or not (telling or (head and has_verb(value)))):
        return listing.measure(figures[0])
    ending = [cue for cue in telling if head and text[cue.start : cue.end].lower().endswith(head)]
    if ending:
        return ending[-1].attribute
    values = [cue for cue in telling if cue.is_value]
    if values:
        return values[0].attribute
    if head and not has_verb(value):
        return head
    if telling:
        return telling[0].attribute
    if head:
        return head
    about = cues_in(heading) if len(heading.split()) < _MOST_HEADING_WORDS else []
    return about[0].attribute if about else "feature"


def _head_noun(listing: Listing, value: str) -> str:
    """The noun a phrase is about: the last before a preposition or verb."""
    words = [m[0].lower() for m in WORD.finditer(tidy(value))]
    stop = next((i for i, word in enumerate(words) if i and (word in _PREPOSITIONS or is_verb(word))), len(words))
    for i in range(stop - 1, -1, -1):
        word = words[i]
        if word in _NO_HEADS or word in listing.own or not word.isalpha() or len(word) < 3:
            continue
        kinds = kinds_of(word)
        is_noun = kinds[0] == "N" or (i > 0 and "N" in kinds and kinds[0] in "VG")
        return word if is_noun and len(words) > 1 else ""
    return ""
