"""Sayings: short clauses of a reviewer that can be reported."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from triptych.aspects import aspects_praised_in
from triptych.aspects.opinion_words import is_of_another as is_of_older
from triptych.aspects.opinion_words import judgings_in
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.units import units
from triptych.english.words import denies, is_plural, kinds_of
from triptych.records import Direction, Evidence, Mention, Product, Reading, Review
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._phrases import clip, quotable, quote
from triptych.writers._voices import (
    LIKELY,
    OVERALL,
    Voice,
    breaks_off,
    is_of_another,
    is_readable,
    is_real_sentence,
    is_under,
    sizes_of,
    stems_of,
    told_in,
    worth_of,
)

_FEWEST, _LONGEST = 2, 14
_FEWEST_QUOTED = 4
_RATED = ("voltage", "current", "power")
_LONGEST_SUBJECT = 5
_LINKING = frozenset("CW.")
"""Kinds of word that may join a second verb to a clause."""
_SOFTENED = re.compile(r"\b(?:an? (?:little|bit|tad)|little bit|slightly|too) \w")
_STRONG = 0.9
"""A reading as sure as this holds against the learnt opinion."""
_CONTRARY = 0.3
_GOOD_NEWS = 0.5
_CONTENT = 4
"""So many stars are given by who is content."""
_CLEAR: dict[Direction, float] = {"+": 1.0, "-": 4.0}
"""What the learnt opinion makes of a clause that judges without a judging word: much of what upset people write."""

_Clause = tuple[int, int, bool]
"""Where a clause of a review begins and ends, and whether a "but" behind it takes it back."""


def sayings_of(product: Product, reading: Reading, pronoun: str) -> tuple[Voice, ...]:
    """All that are sure, tell something, and are about this product: those well written and that tell most first."""
    names, sizes = stems_of(product.title), _ratings_of(product) | sizes_of(product.title)
    known = names | stems_of(reading.kind or "") | stem_list("canned", "plain")
    mentions: dict[str, list[tuple[str, Mention]]] = {}
    for aspect in reading.aspects:
        for mention in aspect.mentions:
            mentions.setdefault(mention.review_id, []).append((aspect.name, mention))
    found = []
    for review in product.reviews:
        for sentence, parts in _clauses_in(review.text, pronoun):
            if not is_real_sentence(sentence, names) or not word_list("shop").isdisjoint(sentence.words):
                continue
            clauses = list(_spans(product.id, review, parts))
            for span in clauses or _whole(product.id, review, sentence, pronoun):
                heard = _heard(span, mentions.get(review.id, ()))
                if heard is None or not told_in(span.text) - known or is_of_another(span, sizes):
                    continue
                is_good = heard.direction == "+"
                # On what can only be quoted both opinions agree.
                if not clauses and not (judges(span.text, heard.direction) and (worth_of(span.text) > 0) == is_good):
                    continue
                if not is_under("con" if is_good else "pro", span, review.text):
                    found.append(heard._replace(is_tidy=bool(clauses) and is_tidy(sentence)))
    return tuple(sorted(found, key=lambda voice: (not voice.is_tidy, -len(told_in(voice.span.text) - known))))


def _ratings_of(product: Product) -> dict[str, set[float]]:
    """The volts, amperes and watts that the listing states: who names others speaks of another model."""
    stated = sizes_of(" . ".join(product.key_features))
    return {unit: stated[unit] for unit in stated if units()[unit].dimension in _RATED}


def clauses_in(spans: Iterable[Evidence], product: Product, pronoun: str) -> Iterator[Voice]:
    """The clauses inside some spans of reviews that can be told without quotation marks."""
    reviews = {review.id: review for review in product.reviews}
    for around in spans:
        review = reviews.get(around.source_id)
        if review is None or around.source != "review":
            continue
        for sentence, parts in _clauses_in(review.text, pronoun):
            for span in _spans(product.id, review, parts, around, is_blame=True):
                if is_tidy(sentence):
                    yield Voice(span, "+", "", 1.0, is_tidy=True)


def is_reportable(span: Evidence, review: Review, pronoun: str) -> bool:
    """True for a clause of a tidy sentence that can be told without quotation marks."""
    return span.source == "review" and any(
        (start, end) == (span.start, span.end) and is_tidy(sentence)
        for sentence, parts in _clauses_in(review.text, pronoun)
        for start, end, _ in parts
    )


def blames(text: str) -> bool:
    """True for bad news in a word of its own and no good one, or for a little too much of something."""
    is_bad = judges(text, "-") and (not judges(text, "+") or any(map(denies, text.lower().split())))
    return is_bad or bool(_SOFTENED.search(text.lower()))


def _spans(
    product_id: str, review: Review, parts: Sequence[_Clause], around: Evidence | None = None, *, is_blame: bool = False
) -> Iterator[Evidence]:
    """The clauses of a sentence inside a span, or all, without those that praise and are taken back."""
    for start, end, is_taken_back in parts:
        if (is_blame or not is_taken_back) and (around is None or (around.start <= start and end <= around.end)):
            yield clip(product_id, review, start, end)


@lru_cache(maxsize=1024)
def _clauses_in(text: str, pronoun: str) -> tuple[tuple[Sentence, tuple[_Clause, ...]], ...]:
    """The sentences of a review, each with its clauses that read well alone: they will be asked for again soon."""
    return tuple((sentence, tuple(_clauses(sentence, pronoun))) for sentence in spoken_sentences(text))


def _whole(product_id: str, review: Review, sentence: Sentence, pronoun: str) -> Iterator[Evidence]:
    """A short sentence that can only be quoted: "works well for basic use"."""
    first = sentence.words[0]
    is_barred = first in word_list("openers") or (
        first in ("it", "they", "it's", "they're") and not first.startswith(pronoun)
    )
    barred = CONTRAST | word_list("speaking", "supposing")
    if is_barred or len(sentence) < _FEWEST_QUOTED or not barred.isdisjoint(sentence.words):
        return
    span = clip(product_id, review, sentence.starts[0], sentence.ends[-1])
    if is_readable(span.text, slips=0) and not breaks_off(span.end, review.text) and quote(span, _LONGEST):
        yield span


def is_tidy(sentence: Sentence) -> bool:
    """True for a sentence that begins with a capital or ends with a stop, and does not shout."""
    text = sentence.text[sentence.starts[0] : sentence.ends[-1]]
    is_marked = next(filter(str.isalpha, text), "").isupper() or sentence.kinds[-1] == "."
    return is_marked and not text.isupper() and word_list("slang").isdisjoint(sentence.words)


def _heard(span: Evidence, mentions: Sequence[tuple[str, Mention]]) -> Voice | None:
    """How a clause is read; None where sides differ or nothing is sure."""
    inside = [
        (name, mention)
        for name, mention in mentions
        if mention.start < span.end and mention.end > span.start
        if mention.polarity != "neutral" and mention.sureness >= LIKELY
    ]
    sides = {"-" if "negative" in mention.polarity else "+" for _, mention in inside}
    if len(sides) != 1:
        return None
    side: Direction = "+" if "+" in sides else "-"
    sureness = max(mention.sureness for _, mention in inside)
    worth = worth_of(span.text) * (1 if side == "+" else -1)
    if (worth < -_CONTRARY and sureness < _STRONG) or not (worth >= _CLEAR[side] or judges(span.text, side)):
        return None
    return Voice(span, side, _aspect(span, [name for name, _ in inside]), sureness)


def _aspect(span: Evidence, names: Sequence[str]) -> str:
    """Which of the aspects of its sentence a clause is about, by its words."""
    if set(names) == {OVERALL}:
        return OVERALL
    stems, implied = stems_of(span.text), aspects_praised_in(span.text)
    return next((name for name in names if name != OVERALL and (name in implied or stems_of(name) & stems)), "")


def judges(text: str, side: Direction) -> bool:
    """True where a word of a clause praises or blames by itself, negation worked in; what is only denied may blame."""
    worths = [each.worth for each in judgings_in(text)]
    if side == "+":
        return max(worths, default=0.0) > 0
    return min(worths, default=0.0) < 0 or any(denies(word) for one in kept_sentences(text) for word in one.words)


def _clauses(sentence: Sentence, pronoun: str) -> Iterator[_Clause]:
    """Clauses with a subject and a verb that can be read alone and are well written."""
    words, kinds = sentence.words, sentence.kinds
    numbers = clause_numbers(sentence)[0]
    cuts = [0, *(n for n in range(1, len(words)) if numbers[n] != numbers[n - 1] or _splices(words, n)), len(words)]
    for first, end in pairwise(cuts):
        behind = words[end : end + 3]
        while first < end and (kinds[first] in ".C" or words[first] in word_list("leads") or words[first] in CONTRAST):
            first += 1
        while end > first and (kinds[end - 1] == "." or words[end - 1] in word_list("trailing")):
            end -= 1
        # "Soft, fit well, | the top stays", "clear, crisp | & loud"
        is_cut_list = "," in words[first:end] and behind[:1] in ([","], ["&"], ["/"])
        is_cut_list |= sentence.text[sentence.ends[end - 1] : sentence.ends[end - 1] + 1] == "-"  # "up to 2 | -3 hours"
        if _is_whole(sentence, first, end, pronoun) and not is_cut_list:
            start, stop = sentence.starts[first], sentence.ends[end - 1]
            text = sentence.text[start:stop]
            is_sound = 0 < quotable(text)[1] <= _LONGEST and is_readable(text, slips=0)
            if is_sound and not breaks_off(stop, sentence.text):
                yield start, stop, not CONTRAST.isdisjoint(behind)


def _splices(words: list[str], n: int) -> bool:
    """True at a comma between two clauses: "comfort is excellent, the controls work"."""
    return words[n] == "," and words[n + 1 : n + 2] in (["the"], ["it"], ["they"])


def _is_whole(sentence: Sentence, first: int, end: int, pronoun: str) -> bool:
    """True for a subject of a few words, a verb that agrees with it, and something behind it."""
    words, kinds = sentence.words[first:end], sentence.kinds[first:end]
    before = sentence.words[max(0, first - 4) : end]
    if not _FEWEST <= len(words) <= _LONGEST or not word_list("supposing").isdisjoint(before):
        return False
    if (
        not word_list("speaking", "personal").isdisjoint(words)
        or words[0] in word_list("vague")
        or kinds_of(words[0])[:1] == "V"
    ):
        return False
    if is_of_older(words) or "used" in words[:_LONGEST_SUBJECT]:
        return False
    if kinds[-1] in "TI" or (kinds[-1] == "J" and kinds[-2] in "IT") or _runs_on(kinds):
        return False
    subject, _, short = words[0].partition("'")
    if kinds[0] == "S" and short in ("s", "re", "ve"):
        return subject == pronoun and kinds[1] not in "NP"
    verb = next((n for n, kind in enumerate(kinds) if kind in "BMVDX"), 0)
    if not 0 < verb <= _LONGEST_SUBJECT or any(kind not in "TJNPSRC" for kind in kinds[:verb]):
        return False
    if verb == len(words) - 1 and kinds[verb] not in "VD":
        return False
    if kinds[0] == "S":
        agrees = pronoun != "it" or kinds[verb] != "V" or words[verb].endswith("s")
        return words[0] == pronoun and agrees and (first == 0 or words[verb] not in ("was", "were", "had", "did"))
    if kinds[verb - 1] not in "NP" or words[verb] in word_list("singular" if is_plural(words[verb - 1]) else "plural"):
        return False
    # "Fit, material and length are": a subject that began before.
    return first == 0 or words[0] in ("the", "its", "their") or sentence.kinds[first - 1] == "." or kinds[0] != "N"


def _runs_on(kinds: list[str]) -> bool:
    """True where a second verb has a subject of its own that nothing joins: "easy to use pairing was smooth"."""
    for n in [n for n, kind in enumerate(kinds) if kind == "B"][1:]:
        start = n
        while start and kinds[start - 1] in "TJNPSRG":
            start -= 1
        if start and kinds[start - 1] not in _LINKING:
            return True
    return False
