"""Key features and descriptions: headings, labelled values and clauses become facts, or claims of the maker."""

import re
from itertools import pairwise

from triptych.english.words import kinds_of, word_set
from triptych.listing import wording
from triptych.listing.attributes import Cue, cues_in, label_of
from triptych.listing.collected import LONGEST_VALUE, WORD, Listing, add_typed, tidy
from triptych.listing.figures import Measurement, figures_in
from triptych.listing.kinds import is_product
from triptych.listing.phrases import Phrase, Span, has_verb, is_told, is_verb, trimmed
from triptych.records import Source

_MOST_WORDS = 18
_MOST_HEADING_WORDS = 4
_FEWEST_WORDS = 3
"""An afterthought of fewer words says nothing alone."""
_STATES = re.compile(
    r"(?:fits?|supports?|works?|holds?|includes?|requires?|needs?|weighs?|measures?|runs?|connects?)\b", re.I
)
"""Verbs of what can be looked up; other statements are the maker's word."""
_LONG = 12
_NAMES = re.compile(
    r"\b(?:with|via|using|featuring|thanks to|through|has|have|features?|includes?|by)\s+(?:an?|the|its|our)?\s*", re.I
)
_LABEL_NOUNS = word_set(
    "information info description details detail contents content features feature specification specifications "
    "type types material materials size sizes color colour dimensions dimension includes compatibility box note "
    "notes warranty weight power wattage voltage brand model number name origin care instructions use usage "
    "installation length capacity package"
)
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
    is_service = wording.SERVICE.search(text) and not phrase.label and not wording.NEGATIVE.search(text)
    if not WORD.search(text) or is_service:
        return
    if phrase.label:
        _read_labelled(listing, source, phrase)
    elif not phrase.is_heading or _says_something(text):
        add_phrase(listing, source, phrase)


def _says_something(heading: str) -> bool:
    """False for a heading that only names what follows: "Warranty information"."""
    words = WORD.findall(heading.lower())
    return len(words) > 1 and (words[-1] not in _LABEL_NOUNS or bool(wording.PRAISE.search(" ".join(words[:-1]))))


def _read_labelled(listing: Listing, source: Source, phrase: Phrase) -> None:
    span = phrase.start, phrase.end
    value = source.text[slice(*span)]
    name = label_of(phrase.label)
    if wording.PRAISE.search(phrase.label) or not name or (len(phrase.label.split()) > 4 and phrase.label.isupper()):
        add_phrase(listing, source, phrase._replace(label="", heading=phrase.label))
        return
    figures = figures_in(source.text, *span)
    if figures and re.search(r",|&|\band\b", phrase.label):
        name = listing.measure(figures[0])
    if re.fullmatch(r"(?:yes|no|\d+)\W*", value, re.IGNORECASE):
        start = source.text.rfind(phrase.label, 0, span[0])
        span = (start if start >= 0 else span[0]), span[1]
    end = _list_end(source.text, span)
    listing.add(source, (span[0], end), name, figure=figures[0] if figures else None)


def _list_end(text: str, span: Span) -> int:
    """Where a list is cut that is too long for a cell."""
    if span[1] - span[0] <= 2 * LONGEST_VALUE:
        return span[1]
    cut = max(text.rfind(mark, *span[:1], span[0] + 2 * LONGEST_VALUE) for mark in (",", " "))
    return cut if cut > span[0] else span[0] + 2 * LONGEST_VALUE


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
    is_talk = source.kind != "title" and is_told(text[slice(*said)])
    if is_talk:
        _salvage(listing, source, phrase, said)
    elif span[1] < said[1] and source.kind != "title" and phrase.end - span[1] > 1:
        _add_rest(listing, source, phrase, span[1])
    value = text[slice(*span)]
    words = WORD.findall(value)
    if not words or len(words) > _MOST_WORDS or len(value) > LONGEST_VALUE:
        return
    if source.kind != "title" and (
        wording.ASIDE.match(text, *whole)
        or wording.ASIDE.match(value)
        or (len(words) == 1 and not cues_in(value) and not wording.HARD.search(value))
    ):
        return
    cues, figures = cues_in(text, *span), figures_in(text, *span)
    is_negative = bool(wording.NEGATIVE.search(value)) and not (
        wording.ADDRESS.search(value) and not wording.EXCLUDES.search(value)
    )
    is_firm = is_negative or bool(figures)
    if phrase.is_tail and len(words) < _FEWEST_WORDS and not any(figure.is_named for figure in figures):
        return
    is_addressed = bool(wording.ADDRESS.search(value)) or phrase.is_tail or is_talk
    is_hard = (is_firm and not is_talk) or (
        not is_addressed and (bool(wording.HARD.search(value)) or any(cue.is_value for cue in cues))
    )
    is_praise = bool(wording.PRAISE.search(value)) or is_addressed or phrase.is_heading
    if is_praise and not is_hard and len(words) < 2:
        return
    if not is_hard and has_verb(value) and not _STATES.match(value):
        is_praise = True
    if wording.MADE_OF.search(text, *whole) and any(cue.attribute == "material" for cue in cues):
        listing.add(source, span, "material", is_claim=is_praise and not is_hard)
        return
    if len(words) <= 6 and words[-1].lower() in listing.own and add_typed(listing, source, span):
        return
    attribute = _attribute(listing, text, span, cues, figures, phrase.heading)
    if attribute:
        listing.add(source, span, attribute, figure=figures[0] if figures else None, is_claim=is_praise and not is_hard)


def _add_rest(listing: Listing, source: Source, phrase: Phrase, start: int) -> None:
    """Read on where a clause was cut because it is too long for a cell."""
    joint = re.compile(
        r"[\s,]*(?:for|to|so|when|while|without|by|in|as|that|even|from|with|on|through|and|or)?\s*"
    ).match(source.text, start, phrase.end)
    begin = joint.end() if joint else start
    if begin < phrase.end:
        add_phrase(listing, source, phrase._replace(start=begin, is_heading=False, is_tail=True))


def _salvage(listing: Listing, source: Source, phrase: Phrase, span: Span) -> None:
    """Keep what such talk names on its way: "… with a playtime of up to 8 hours"."""
    parts = [m.end() for m in _NAMES.finditer(source.text, *span)]
    for start, end in pairwise([*parts, span[1]]):
        value = source.text[start:end]
        if 2 <= len(value.split()) <= _LONG and (wording.HARD.search(value) or cues_in(value)):
            add_phrase(listing, source, phrase._replace(start=start, end=end, is_heading=False))


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
    lead = wording.LEAD.match(text, start, end)
    if lead and lead.end() < end:
        start = lead.end()
    article = wording.OPENING.match(text, start, end)
    start = article.end() if article else start
    return trimmed(text, start, end)


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
    if wording.MADE_FOR.match(value):
        return "made for"
    if (
        cues
        and cues[0].is_value
        and (cues[0].start, cues[-1].end) == span
        and len({cue.attribute for cue in cues}) == 1
    ):
        return cues[0].attribute
    first = next((cue.attribute for cue in cues if cue.attribute in ("included", "compatibility")), None)
    if first:
        return first
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
