"""Key features and descriptions: headings, labelled values and clauses become facts, or claims of the maker."""

import re

from triptych.aspects.listing import wording
from triptych.aspects.listing.attributes import Cue, cues_in, label_of
from triptych.aspects.listing.collected import LONGEST_VALUE, WORD, Listing, add_typed, tidy
from triptych.aspects.listing.figures import Measurement, figures_in
from triptych.aspects.listing.kinds import is_product
from triptych.aspects.listing.phrases import Phrase, Span, has_verb, is_verb, trimmed
from triptych.english.words import kinds_of, word_set
from triptych.records import Source

_MOST_WORDS = 18
_LABEL_NOUNS = word_set(
    "information info description details detail contents content features feature specification specifications type "
    "types material "
    "materials size sizes color colour dimensions dimension includes compatibility box note notes warranty weight "
    "power "
    "wattage voltage brand model number name origin care instructions use usage installation length capacity package"
)
_NO_HEADS = word_set(
    "use product item way time thing things day days life world need needs lot one ones hand hands experience ease "
    "quality design feature features performance technology material materials year years range variety etc"
)
_PREPOSITIONS = word_set(
    "of in on at by with from for about into over after before under between through during without within against to "
    "that which who when while as so than like via per up upon using and or & where if"
)


def read_phrase(listing: Listing, source: Source, phrase: Phrase) -> None:
    text = source.text[phrase.start : phrase.end]
    if not WORD.search(text) or (wording.SERVICE.search(text) and not phrase.label):
        return
    if phrase.label:
        _read_labelled(listing, source, phrase)
    elif not phrase.is_heading or _says_something(text):
        add_phrase(listing, source, phrase)


def _says_something(heading: str) -> bool:
    """False for a heading that only names what follows: "Warranty information"."""
    words = WORD.findall(heading.lower())
    return len(words) > 1 and (words[-1] not in _LABEL_NOUNS or bool(wording.PRAISE.search(heading)))


def _read_labelled(listing: Listing, source: Source, phrase: Phrase) -> None:
    span = phrase.start, phrase.end
    value = source.text[slice(*span)]
    name = label_of(phrase.label)
    if wording.PRAISE.search(phrase.label) or not name or (len(phrase.label.split()) > 4 and phrase.label.isupper()):
        add_phrase(listing, source, phrase._replace(label="", heading=phrase.label))
        return
    figures = figures_in(source.text, *span)
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
    span = _shortened(text, _predicate(listing, text, whole))
    value = text[slice(*span)]
    words = WORD.findall(value)
    if not words or len(words) > _MOST_WORDS or len(value) > LONGEST_VALUE:
        return
    if wording.ASIDE.match(value) and source.kind != "title":
        return
    if len(words) == 1 and source.kind != "title" and not cues_in(value) and not figures_in(value):
        return
    cues, figures = cues_in(text, *span), figures_in(text, *span)
    is_firm = bool(wording.NEGATIVE.search(value)) or bool(figures)
    is_addressed = bool(wording.ADDRESS.search(value)) or phrase.is_tail
    is_hard = is_firm or (not is_addressed and (bool(wording.HARD.search(value)) or any(cue.is_value for cue in cues)))
    is_praise = bool(wording.PRAISE.search(value)) or is_addressed or phrase.is_heading
    if is_praise and not is_hard and not 2 <= len(words) <= 12:
        return
    if wording.MADE_OF.search(text, *whole) and any(cue.attribute == "material" for cue in cues):
        listing.add(source, span, "material", is_claim=is_praise and not is_hard)
        return
    if len(words) <= 6 and words[-1].lower() in listing.own and add_typed(listing, source, span):
        return
    attribute = _attribute(listing, text, span, cues, figures, phrase.heading)
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
                r"\s(?:for|to|so|when|while|without|by|in|as|that|even|from|with|on|through|and|or)\s", text[start:end]
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
    if any(cue.attribute == "included" for cue in cues):
        return "included"
    head = _head_noun(listing, value)
    telling = [cue for cue in cues if cue.attribute not in ("material", "colour", "audience")]
    if figures and (figures[0].is_named or not telling):
        return figures[0].attribute
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
    about = cues_in(heading)
    return about[0].attribute if about else "feature"


def _head_noun(listing: Listing, value: str) -> str:
    """The noun a phrase is about, with the noun before it: "carry loop"."""
    words = [m[0].lower() for m in WORD.finditer(tidy(value))]
    stop = next((i for i, word in enumerate(words) if i and (word in _PREPOSITIONS or is_verb(word))), len(words))
    for i in range(stop - 1, -1, -1):
        word = words[i]
        if word in _NO_HEADS or word in listing.own or not word.isalpha() or len(word) < 3:
            continue
        if kinds_of(word)[0] == "N":
            return word
    return ""
