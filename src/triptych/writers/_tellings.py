"""What reviewers tell for a product and against it, each remark as short as it can be quoted, the weightiest first."""

import re
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from triptych.aspects.gists import Gist, gists_of
from triptych.aspects.quotations import Remark, Wanted, fitness_of, remarks_in
from triptych.aspects.tellings import Telling, tellings_in
from triptych.english.boundaries import seam_of
from triptych.english.clauses import CONTRAST
from triptych.english.sentences import kept_sentences, spoken_sentences
from triptych.needs.excerpts import Excerpts
from triptych.records import Direction, Evidence, Review, Source, SourceKind, group_by
from triptych.writers._grammar import stem_list, word_list, wording
from triptych.writers._phrases import quote
from triptych.writers._retold import Retold, retell
from triptych.writers._sayings import blames, is_reportable
from triptych.writers._spelling import is_known_word
from triptych.writers._voices import (
    Voice,
    breaks_off,
    is_canned,
    is_danger,
    is_of_another,
    is_readable,
    is_under,
    names_thing,
    sizes_of,
    stems_of,
    told_in,
    worth_of,
)

LONGEST = 16
"""Words of a remark that is quoted."""
_PRAISED, _PLAINLY = 0.3, 0.5
"""How likely some words must be just one remark of praise to be told, and where no word of them is good news."""
_MINDED, _CALMLY = 0.2, 0.6
"""How likely a complaint must be to be told, and one that a contented reviewer makes without "but"."""
_PLAINLY_BAD = -1.2
"""What the learnt opinion makes of a word that is a fault by itself: "broken"."""
_SUREST, _GOOD, _BAD = 0.99, 0.3, -0.5
_LONG_WORD, _FAR, _BEFORE, _NEAR = 11, 80, 6, 3
_FIGURE = re.compile(r"\d[.,]\d")
"""A number that some words were cut in: "1. | 7 oz"."""
_FINITE, _SAYING = "BMVDX", "JVDGBMR"
"""Kinds of words that say something of something."""
_MOST = 4
"""Remarks of one reviewer on either side."""
_FIT, _QUOTED = 0.6, 0.75
"""How likely a remark must be fit to be retold, and to be quoted where it cannot be."""
_RETOLD = 0.45
"""How likely the words must be in which it is retold."""
_LOOKED_AT = 30
"""How many of each side are looked at for that, the surest."""
_UPSET, _DELIGHTED = 3, 5
"""Fewer stars than the first are given by who is not content; the second by who has no title that complains."""

Told = tuple[tuple[Voice, ...], tuple[Voice, ...]]
_Remark = tuple[Review, Voice]


def tellings_of(excerpts: Excerpts, known: Container[str], it: str) -> Told:
    """What reviewers praise and what they complain of; `known` are words that say nothing, `it` its pronoun."""
    product = excerpts.product
    texts: list[tuple[Review, SourceKind, str]] = [(r, "review", r.text) for r in product.reviews]
    texts += [(r, "review_title", r.title) for r in product.reviews if r.title]
    sizes = sizes_of(product.title)
    found: dict[Direction, list[_Remark]] = {"+": [], "-": []}
    tellings = tellings_in([text for *_, text in texts], [review.stars for review, *_ in texts])
    for (review, kind, text), told in zip(texts, tellings, strict=True):
        source = Source(product.id, kind, review.id, text)
        some = {
            "+": _praised(told, text),
            "-": _minded(told, review, source),
        }
        for sort in found:
            for telling, sureness in some[sort]:
                span = source.evidence(telling.start, telling.end)
                is_told = _is_sound(span, review, text) and _says_something(span.text, product.title, known)
                is_told = is_told and not _names_another(span.text, product.title)
                is_told = is_told and not is_under("con" if sort == "+" else "pro", span, text)
                if is_told and not is_of_another(span, sizes):
                    found[sort].append((review, Voice(span, sureness, is_tidy=is_reportable(span, review, it))))
    return _praise(_fit(found["+"], "+", excerpts, it)), _complaints(_fit(found["-"], "-", excerpts, it))


def _fit(found: Sequence[_Remark], direction: Direction, excerpts: Excerpts, it: str) -> list[_Remark]:
    """Those of the surest that can be told by themselves, retold; what tells of a danger is always told."""
    surest = sorted(found, key=lambda each: (not is_danger(each[1].span.text), -each[1].sureness))[:_LOOKED_AT]
    told = retellings([(voice.span, direction) for _, voice in surest], excerpts, it)
    kept = []
    for (review, voice), retelling in zip(surest, told, strict=True):
        retold = retelling.retold if retelling.fitness >= _FIT else None
        # A headline without a verb may mean either way: "weight less".
        is_quotable = retelling.fitness >= _QUOTED and voice.span.source == "review"
        if retold or is_quotable or is_danger(voice.span.text):
            kept.append((review, voice._replace(retold=retold)))
    return kept


class Retelling(NamedTuple):
    """How likely some words can be quoted as they stand, and what they say."""

    fitness: float
    retold: Retold | None


def retellings(asked: Sequence[tuple[Evidence, Direction]], excerpts: Excerpts, it: str) -> list[Retelling]:
    """What some words of reviews say in praise or blame of a product, which is called `it`, in order."""
    read = group_by(excerpts.parts_by({span.source_id for span, _ in asked}), lambda each: each[0][1:3])
    wanted = []
    for span, direction in asked:
        parts = read.get((span.source, span.source_id), [])
        text = parts[0][0].text if parts else ""
        wanted.append(Wanted(text, span.start, span.end, direction, [part for _, part in parts]))
    remarks = remarks_in(wanted, excerpts.read_parts)
    gists, found = iter(gists_of([remark for remark in remarks if remark])), []
    for remark in remarks:
        gist = next(gists) if remark else None
        is_sure = gist and remark and gist.chance >= _RETOLD and not _is_supposed(remark, gist)
        retold = retell(gist, is_plural=it == "they") if gist and is_sure else None
        found.append(Retelling(fitness_of(remark) if remark else 0.0, retold))
    return found


def _is_supposed(remark: Remark, gist: Gist) -> bool:
    """True for what would be under some condition, and for praise of what will be: "because cleaning will be easy"."""
    before = [word.strip(".,:;!") for word in remark.text[: remark.start].lower().split()[-_NEAR:]]
    is_wish = remark.direction == "+" and not (word_list("supposing") | {"will"}).isdisjoint(gist.predicate.split())
    return is_wish or not word_list("supposing", "wishes").isdisjoint(before)


def _praised(told: Sequence[Telling], text: str) -> Iterator[tuple[Telling, float]]:
    """Praise with how likely it is."""
    for each in told:
        is_good = worth_of(text[each.start : each.end]) > 0
        if each.sort == "+" and each.chance >= (_PRAISED if is_good else _PLAINLY):
            yield each, each.chance


def _minded(told: Sequence[Telling], review: Review, source: Source) -> Iterator[tuple[Telling, float]]:
    """Complaints with how likely they are; what names a danger is told however it is put."""
    text = source.text
    blamed = [each for each in told if each.sort == "-"]
    grave = [each for each in blamed if _is_grave(text[each.start : each.end])] if is_danger(text) else []
    yield from ((each, _SUREST) for each in sorted(grave or _dangers(text), key=lambda each: -each.chance)[:1])
    for each in blamed:
        words = text[each.start : each.end]
        is_calm, is_good = _is_calm(each, text, review), worth_of(words) > _GOOD or _denies_fault(words)
        is_sure = each.chance >= (_CALMLY if is_calm else _MINDED) and not (is_calm and source.kind == "review_title")
        is_sure = is_sure and not (review.stars == _DELIGHTED and wording("softened").search(words.lower()))
        if is_sure and not is_good and not _is_of_other(each, text, review.text):
            yield each, each.chance


def _is_grave(text: str) -> bool:
    """True for bad news that names a danger: "fatal" alone names none."""
    tagged = (pair for one in kept_sentences(text) for pair in zip(one.words, one.kinds, strict=True))
    return any(kind in "NPVD" and word in word_list("dangers") for word, kind in tagged) and blames(text)


def _dangers(text: str) -> Iterator[Telling]:
    """Sentences of bad news that name a danger; those that only call something dangerous are left to others."""
    for sentence in spoken_sentences(text) if is_danger(text) else ():
        start, end = sentence.starts[0], sentence.ends[-1 - (sentence.kinds[-1] == ".")]
        if worth_of(text[start:end]) < _BAD and _is_grave(text[start:end]):
            yield Telling(start, end, "-", _SUREST)


def _is_calm(telling: Telling, text: str, review: Review) -> bool:
    """True for what a contented reviewer says without turning to what is wrong: "but", "only", "cons"."""
    before = [word.strip(".,:;!-()") for word in text[: telling.start].lower().split()[-_BEFORE:]]
    is_turned = not (CONTRAST | word_list("turning")).isdisjoint(before)
    is_happy = review.stars > _UPSET if review.stars is not None else worth_of(review.text) > 1
    return is_happy and not is_turned


def _is_of_other(telling: Telling, text: str, review: str) -> bool:
    """True for what an older one had, what was put right, and what is said beside another."""
    sentence = text[max(0, telling.start - _FAR) : telling.end].rpartition(". ")[2]
    is_past = wording("before").search(sentence) or wording("solved").search(review)
    return bool(is_past or wording("beside").match(text[telling.end :]))


def _denies_fault(text: str) -> bool:
    """True for what is not too short or has not broken, or could not be better."""
    said = text.lower()
    faults = ((wording("denied").search(said), 0.0), (wording("plainly_denied").search(said), _PLAINLY_BAD))
    is_denied = any(found and worth_of(found[1]) < least for found, least in faults)
    return is_denied or bool(wording("unrivalled").search(said))


def _praise(found: Sequence[_Remark]) -> tuple[Voice, ...]:
    """One remark of each reviewer first, the surest first."""
    ranked = [(place, voice) for place, voice in _ranked(found) if voice.span.source == "review"]
    return tuple(voice for _, voice in sorted(ranked, key=lambda each: (each[0], -each[1].sureness)))


def _complaints(found: Sequence[_Remark]) -> tuple[Voice, ...]:
    """What each minds most, dangers first, then what fails; then what some mind too."""
    told_by = [(review, told_in(voice.span.text) - stem_list("canned")) for review, voice in found]
    reviews = {review.id: review for review, _ in found}
    ranked = []
    for place, voice in _ranked(found):
        stems = told_in(voice.span.text) - stem_list("canned")
        shared = len({who.id for who, told in told_by if who.id != voice.span.source_id and not stems.isdisjoint(told)})
        ranked.append((place > 0, _order(reviews[voice.span.source_id], voice, shared), voice))
    return tuple(voice for *_, voice in sorted(ranked, key=lambda each: each[:2]))


def _ranked(found: Sequence[_Remark]) -> Iterator[tuple[int, Voice]]:
    """The remarks of each reviewer, dangers and the surest first, with their place; none says what another does."""
    seen: dict[str, list[frozenset[str]]] = {}
    texts = set[str]()
    for _, voice in sorted(found, key=lambda each: (not is_danger(each[1].span.text), -each[1].sureness)):
        told, said = told_in(voice.span.text), seen.setdefault(voice.span.source_id, [])
        is_new = all(len(told & other) * 2 <= len(told) for other in said)
        if is_new and len(said) < _MOST and voice.span.text.casefold() not in texts:
            texts.add(voice.span.text.casefold())
            yield len(said), voice
            said.append(told)


def _is_sound(span: Evidence, review: Review, source: str) -> bool:
    """True for words that can be quoted by themselves."""
    text, behind = span.text, source[span.end :].lstrip()[:1]
    if quote(span, LONGEST) is None or breaks_off(span.end, source) or behind == "?":
        return False
    if _FIGURE.search(source[max(0, span.start - 2) : span.start + 1]) or _FIGURE.search(source[span.end - 1 :][:3]):
        return False
    if wording("depends").match(source[span.end :].lower()):
        return False
    if wording("left_open").search(text.lower()) and source[span.end :][:1] == " ":
        return False  # "not properly | balanced"
    if not is_readable(text) or any(map(_is_glued, text.lower().split())):
        return False
    if span.source == "review_title":
        is_delighted = review.stars is not None and review.stars >= _DELIGHTED
        return not is_delighted and not is_canned(source)
    return text.split()[0].lower() not in word_list("joined") and _is_whole(text)


def _is_glued(word: str) -> bool:
    """True for two words that lost the blank between them: "automaticallyjuicer"."""
    return bool(seam_of(word)) or (len(word) > _LONG_WORD and word.isalpha() and not is_known_word(word))


def _is_whole(text: str) -> bool:
    """False where nothing is said of anything ("within 15 days"), and for half of what is said: "if you use it"."""
    sentence = kept_sentences(text)[0]
    verbs = sum(kind in _FINITE for kind in sentence.kinds)
    first, kind = sentence.words[0], sentence.kinds[0]
    is_half = first in word_list("supposing") or (kind == "I" and not first.startswith("with"))
    if first == "to":
        return False  # "to avoid lag" tells what for, not what.
    return not set(_SAYING).isdisjoint(sentence.kinds) and (verbs > 1 or not is_half)


def _says_something(text: str, title: str, known: Container[str]) -> bool:
    """False for words of the product's own name, and for praise or blame that would do for anything."""
    told = stems_of(text, "NPVDGJ") - stem_list("canned", "void")
    return any(stem not in known for stem in told) and not stems_of(text) <= stems_of(title)


def _names_another(text: str, title: str) -> bool:
    """True where it begins with a name that is not the product's: "kuving is best"."""
    first = text.split()[0].lower()
    return first.isalpha() and not is_known_word(first) and first not in title.lower()


def _order(review: Review, voice: Voice, shared: int) -> tuple[bool, bool, bool, bool, float, int, float]:
    """Dangers first, then what fails; what the shop did and what is put mildly last; then what takes most stars."""
    text = voice.span.text.lower()
    fails, is_mild = bool(wording("fails").search(text)), bool(wording("softened").search(text))
    is_empty = not word_list("shop").isdisjoint(text.split()) or not (fails or names_thing(text))
    is_grave = is_danger(f"{review.title or ''} {text}")
    return not is_grave, is_empty, is_mild, not fails, review.stars or _UPSET, -shared, -voice.sureness
