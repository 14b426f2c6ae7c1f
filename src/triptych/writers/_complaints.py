"""Complaints: what each reviewer minds most, quoted so far that the point is in it."""

import re
from collections.abc import Container, Iterator
from math import exp

from triptych.english.sentences import kept_sentences
from triptych.english.words import denies
from triptych.records import Evidence, Mention, Product, Reading, Review, Source
from triptych.writers._grammar import stem_list, word_list, wording
from triptych.writers._phrases import narrowed, quote
from triptych.writers._sayings import blames, is_reportable, is_tidy
from triptych.writers._stretches import ReviewStretch, heard_of, mentions_by_review, stretches_in
from triptych.writers._voices import (
    Voice,
    breaks_off,
    is_canned,
    is_danger,
    is_readable,
    is_under,
    names_thing,
    stems_of,
    told_in,
    worth_of,
)

LONGEST_WHOLE = 26
"""Words of a complaint that is a whole sentence."""
SURE = 0.55
"""How likely a complaint must be one to be told in its own words."""
_LEAST = 0.0
"""The log-odds from which on a complaint is told where it comes to what others say of other products."""
_UPSET, _DELIGHTED = 3, 5
"""Fewer stars than the first are given by who is not content; the second by who has no title that complains."""
_WORD_START = re.compile(r"\b\w")
_FAR, _MANY = 80, 10
_SURER = 3.3
"""What it adds to the log-odds that a reviewer calls it a complaint, or that it is a danger."""
_CALM = 0.4
"""What it takes off that its reviewer seems content, or gives no stars."""
_PLAINER, _TIDY, _HEARD, _BAD = 1.2, 0.8, 0.65, 0.0
"""The same of a well written clause that the reading hears so surely and that is bad news."""


def complaints_of(product: Product, reading: Reading, known: Container[str], it: str) -> tuple[Voice, ...]:
    """What each reviewer minds most, dangers first, then what fails; then what some mind too.

    `known` are words that say nothing of their own, `it` is the product's pronoun. What is likelier a complaint than
    not, but not sure, is there as well: it is told only where others would put it in the same words.
    """
    heard = mentions_by_review(reading)
    found: list[tuple[Review, Voice]] = []
    more: list[Voice] = []
    for review in product.reviews:
        likely = _found(product, review, heard.get(review.id, []), known, it)
        voices: list[Voice] = []
        for each in sorted(likely, key=lambda voice: (not is_danger(voice.span.text), -voice.sureness)):
            told = told_in(each.span.text)
            if all(told.isdisjoint(told_in(voice.span.text)) for voice in voices):
                is_tidy = each.sureness >= SURE and is_reportable(each.span, review, it)
                voices.append(each._replace(is_tidy=is_tidy))
        found += [(review, voice) for voice in voices[:1]]
        more += [voice for voice in voices[1:3] if voice.sureness >= SURE]
    told_by = {voice: told_in(voice.span.text) - stem_list("canned") for _, voice in found}
    shared = {
        voice: sum(len(stems & other) > 0 for who, other in told_by.items() if who is not voice)
        for voice, stems in told_by.items()
    }
    found.sort(key=lambda each: _order(each[0], each[1], shared[each[1]]))
    # What several put in the same words is told once.
    last_first = reversed([*(voice for _, voice in found), *more])
    return tuple({voice.span.text.casefold(): voice for voice in last_first}.values())[::-1]


def _found(
    product: Product, review: Review, mentions: list[Mention], known: Container[str], it: str
) -> Iterator[Voice]:
    """The stretches of a review that are likely complaints and can be quoted."""
    sure = [(mention.start, mention.end) for mention in mentions if _is_blame(mention, review)]
    for stretch in stretches_in(review, heard_of(mentions), known):
        value, is_heard = stretch.score, any(start < stretch.end and stretch.start < end for start, end in sure)
        value -= _CALM if review.stars is None or review.stars > _UPSET else 0
        if value < -_SURER and not is_heard:
            continue
        span = _span(product.id, review, stretch)
        if value < SURE and is_heard and _is_plain(span, review, it, is_much=len(product.reviews) > _MANY):
            value = max(value + _PLAINER, _TIDY)
        is_grave = is_danger(span.text) and " proof" not in span.text.lower() and blames(span.text)
        if -_SURER <= value < _LEAST and (is_grave or _is_stated(span, review)):
            value += _SURER
        if value >= _LEAST and _is_sound(span, review, it) and _says_something(span.text, product.title, known):
            yield Voice(span, 1 / (1 + exp(-value)))


def _is_blame(mention: Mention, review: Review) -> bool:
    """True for what is surely heard as blame, and not of a delighted reviewer."""
    is_happy = review.stars is not None and review.stars >= _DELIGHTED
    return "negative" in mention.polarity and mention.sureness >= _HEARD and not is_happy


def _is_stated(span: Evidence, review: Review) -> bool:
    """True for a clause that a reviewer calls a complaint: "the only issue is that", "cons:"."""
    before = review.text[max(0, span.start - _FAR) : span.start] if span.source == "review" else ""
    is_called = any(wording("called").fullmatch(before[word.start() :]) for word in _WORD_START.finditer(before))
    return is_called and bool(stems_of(span.text, "BMVDX"))


def _is_plain(span: Evidence, review: Review, it: str, *, is_much: bool) -> bool:
    """True for a well written clause of bad news; of much reviewed products for sentences, too."""
    barred = word_list("openers", "supposing") | {"would", "should"}
    is_sentence = is_much and any(
        one.starts[0] == span.start and one.ends[-1] - span.end <= 1 and is_tidy(one) and one.words[0] not in barred
        for one in kept_sentences(review.text if span.source == "review" else "")
    )
    is_whole = is_sentence or is_reportable(span, review, it)
    return is_whole and worth_of(span.text) < _BAD and blames(span.text)


def _span(product_id: str, review: Review, stretch: ReviewStretch) -> Evidence:
    """A stretch as evidence, without what leads it in."""
    text = (review.title or "") if stretch.source == "review_title" else review.text
    span = Source(product_id, stretch.source, review.id, text).evidence(stretch.start, stretch.end)
    while lead := wording("called").match(span.text) or wording("led").match(span.text):
        if len(span.text[lead.end() :].split()) <= 1:
            break
        span = narrowed(span, lead.end(), len(span.text))
    return span


def _is_sound(span: Evidence, review: Review, it: str) -> bool:
    """True for words that can be quoted and are in no list of what is good."""
    text = span.text
    source = review.text if span.source == "review" else text
    if wording("before").search(source[max(0, span.start - _FAR) : span.end].rpartition(". ")[2]):
        return False
    if wording("solved").search(review.text) or wording("beside").match(source[span.end :]):
        return False
    if span.source == "review_title":
        is_delighted = review.stars is not None and review.stars >= _DELIGHTED
        return not is_delighted and not is_canned(review.title or "") and quote(span, LONGEST_WHOLE) is not None
    if text.split()[0].lower() in word_list("joined") or text.isupper() or _lacks_noun(text) or _is_cut(text):
        return False
    if it != "they" and text.lower().startswith(("they", "their", "these", "those")):
        return False
    is_whole = not breaks_off(span.end, review.text) and not is_under("pro", span, review.text)
    return is_whole and is_readable(text) and quote(span, LONGEST_WHOLE) is not None


def _is_cut(text: str) -> bool:
    """True for what denies a quality of nothing that is named, or only how often: "not so extreme", "no matter how"."""
    sentence = kept_sentences(text)[0]
    is_bare = denies(sentence.words[0]) and set("NPVDGBS").isdisjoint(sentence.kinds)
    return is_bare or sentence.words[:2] == ["no", "matter"]


def _lacks_noun(text: str) -> bool:
    """True where an article at the end has lost its noun: "one major, or rather fatal"."""
    sentence = kept_sentences(text)[-1]
    words, kinds = sentence.words, sentence.kinds
    articles = (n for n, word in enumerate(words) if word in ("a", "an", "the", "one"))
    last = max((n for n in articles if words[n + 1 : n + 2] not in (["bit"], ["little"], ["tad"])), default=None)
    return last is not None and "J" in kinds[last:] and not set(kinds[last + 1 :]) & set("NPGVDB")


def _says_something(text: str, title: str, known: Container[str]) -> bool:
    """False for words of the product's own name and of blame that would do for anything."""
    told = stems_of(text, "NPVDGJ") - stem_list("canned", "void")
    return any(stem not in known for stem in told) and not stems_of(text) <= stems_of(title)


def _order(review: Review, voice: Voice, shared: int) -> tuple[bool, bool, bool, bool, int, float, float]:
    """Dangers first, then what fails; what the shop did and what is put mildly last; then what others mind too."""
    text = voice.span.text.lower()
    fails, is_mild = bool(wording("fails").search(text)), bool(wording("softened").search(text))
    is_empty = not word_list("shop").isdisjoint(text.split()) or not (fails or names_thing(text))
    is_grave = is_danger(f"{review.title or ''} {text}")
    return not is_grave, is_empty, is_mild, not fails, -shared, review.stars or _UPSET, -voice.sureness
