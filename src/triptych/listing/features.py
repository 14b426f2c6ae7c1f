"""Key features and descriptions: headings, labelled values and clauses become facts, or claims of the maker."""

import re
from dataclasses import dataclass, field
from functools import cache

from triptych.english.words import kinds_of
from triptych.listing.attributes import Cue, Measurement, cues_in, figures_in, label_of, size_of
from triptych.listing.kinds import Kind, is_product
from triptych.listing.lists import listed_words, pattern
from triptych.listing.phrases import Phrase, Span, has_verb, is_told, is_verb, mend, trimmed
from triptych.records import Fact, Product, Source


@cache
def listed(name: str) -> re.Pattern[str]:
    """The words of a list as a pattern; in the list `_` is a blank or a hyphen, `*` the rest of a word."""
    spelt = [word.replace("*", r"\w*").replace("_", "[- ]") for word in sorted(listed_words(name))]
    return re.compile(rf"\b(?:{'|'.join(spelt)})\b", re.IGNORECASE)


LONGEST_VALUE = 140
_MOST_FACTS = 400
OF_WHOLE = frozenset({"material", "colour", "insulation", "connection", "connector"})
"""Values that a phrase can give of a part alone."""
WORD = re.compile(r"[^\W_](?:[\w'’]|[-./+](?=\w))*")
_FILLERS = listed_words("filler")


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
        dangling = pattern("dangling").search(source.text, start, end)
        end = dangling.start() if dangling else end
        value = tidy(source.text[start:end])
        name = " ".join(attribute.split())[:60].strip(" -:,.")
        last = next(reversed(self.found.values()), None)
        if figure and figure.unit and last and not figure.is_named and figure.unit == last.unit:
            # "8 hours of playtime, 32 hours in all": of what, is said once.
            between = source.text[last.evidence.end : start]
            is_near = (last.evidence.source, last.evidence.source_id) == (source.kind, source.id)
            name = last.attribute if is_near and not re.search(r"[.;!?]\s", between) else name
        if not value or not name or len(self.found) >= _MOST_FACTS:
            return
        key = name.lower(), re.sub(r"\W+", "", value.lower())
        if key[1] and key not in self.found:
            evidence = source.evidence(start, end)
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


def read_phrase(listing: Listing, source: Source, phrase: Phrase) -> None:
    """Add what a phrase of a feature states."""
    text = source.text[phrase.start : phrase.end]
    is_service = listed("service").search(text) and not phrase.label and not pattern("negative").search(text)
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
    if listed("praise").search(phrase.label) or not name or (len(phrase.label.split()) > 4 and phrase.label.isupper()):
        add_phrase(listing, source, phrase._replace(label="", heading=phrase.label))
        return
    figures = figures_in(source.text, *span)
    if figures and re.search(r",|&|\band\b", phrase.label):
        name = listing.measure(figures[0])
    if re.fullmatch(r"(?:yes|no|\d+)\W*", value, re.IGNORECASE):
        start = source.text.rfind(phrase.label, 0, span[0])
        span = (start if start >= 0 else span[0]), span[1]
    span = span[0], min(span[1], span[0] + 2 * LONGEST_VALUE)
    listing.add(source, span, name, figure=figures[0] if figures else None)


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
    is_checkable = bool(listed("checkable").search(value))
    is_aside = listed("aside").match(text, *whole) or listed("aside").match(value)
    if source.kind != "title" and (is_aside or (len(words) == 1 and not cues_in(value) and not is_checkable)):
        return
    cues, figures = cues_in(text, *span), figures_in(text, *span)
    is_addressed = bool(listed("address").search(value)) or (source.kind != "title" and is_told(value))
    is_plain = not is_addressed and (is_checkable or any(cue.is_value for cue in cues))
    is_hard = is_plain or bool(pattern("negative").search(value) or figures)
    is_praise = bool(listed("praise").search(value)) or is_addressed or phrase.is_heading or has_verb(value)
    if is_praise and not is_hard and len(words) < 2:
        return
    if len(words) <= 6 and words[-1].lower() in listing.own and add_typed(listing, source, span):
        return
    is_material = listed("made of").search(text, *whole) and any(cue.attribute == "material" for cue in cues)
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
    if (lead := pattern("lead").match(text, start, end)) and lead.end() < end:
        start = lead.end()
    article = pattern("opening").match(text, start, end)
    return trimmed(text, article.end() if article else start, end)


def _shortened(text: str, span: Span) -> Span:
    """A long clause without its last purpose or circumstance, or only its purpose."""
    start, end = span
    purpose = re.search(r"\bdesigned (?:for|to)\s+(?:either\s+)?", text[start:end], re.IGNORECASE)
    if purpose and len(WORD.findall(text[start:end])) > _MOST_WORDS:
        start += purpose.end()
    while len(WORD.findall(text[start:end])) > _MOST_WORDS or end - start > LONGEST_VALUE:
        links = [match.start() for match in pattern("link").finditer(text[start:end])]
        cuts = [link for link in links if len(text[start : start + link].split()) >= 3]
        if not cuts:
            break
        end = start + cuts[-1]
    return trimmed(text, start, end)


def _attribute(
    listing: Listing, text: str, span: Span, cues: list[Cue], figures: list[Measurement], heading: str
) -> str:
    """What a clause is about: its figure, its head, its cues, its heading."""
    value = text[slice(*span)]
    if pattern("made for").match(value):
        return "made for"
    is_one = len({cue.attribute for cue in cues}) == 1
    if is_one and cues[0].is_value and (cues[0].start, cues[-1].end) == span:
        return cues[0].attribute
    for cue in cues:
        if cue.attribute in ("included", "compatibility"):
            return cue.attribute
    head = _head_noun(listing, value)
    telling = [cue for cue in cues if cue.attribute not in ("material", "colour", "audience")]
    if figures and (figures[0].is_named or not (telling or (head and has_verb(value)))):
        return listing.measure(figures[0])
    ending = [cue for cue in telling if head and text[cue.start : cue.end].lower().endswith(head)]
    if best := ending[-1:] or [cue for cue in telling if cue.is_value]:
        return best[0].attribute
    if head and not (telling and has_verb(value)):
        return head
    if telling:
        return telling[0].attribute
    about = cues_in(heading) if len(heading.split()) < _MOST_HEADING_WORDS else []
    return about[0].attribute if about else "feature"


def _head_noun(listing: Listing, value: str) -> str:
    """The noun a phrase is about: the last before a preposition or verb."""
    words = [m[0].lower() for m in WORD.finditer(tidy(value))]
    stop = next(
        (i for i, word in enumerate(words) if i and (word in listed_words("preposition") or is_verb(word))), len(words)
    )
    for i in range(stop - 1, -1, -1):
        word = words[i]
        if word in listed_words("no head") or word in listing.own or not word.isalpha() or len(word) < 3:
            continue
        kinds = kinds_of(word)
        is_noun = kinds[0] == "N" or (i > 0 and "N" in kinds and kinds[0] in "VG")
        return word if is_noun and len(words) > 1 else ""
    return ""
