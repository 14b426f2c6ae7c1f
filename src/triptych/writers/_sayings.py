"""Clauses of a reviewer that can be reported without quotation marks, and whether words praise or blame."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from triptych.aspects.opinion_words import is_of_another as is_of_older
from triptych.aspects.opinion_words import judgings_in
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.words import denies, is_plural, kinds_of
from triptych.records import Direction, Evidence, Product, Review
from triptych.writers._grammar import word_list, wording
from triptych.writers._phrases import clip, quotable
from triptych.writers._voices import Voice, breaks_off, is_readable

_FEWEST, _LONGEST = 2, 14
_LONGEST_SUBJECT = 5
_LINKING = frozenset("CW.")
"""Kinds of word that may join a second verb to a clause."""

_Clause = tuple[int, int]
"""Where a clause of a review begins and ends."""


def clauses_in(spans: Iterable[Evidence], product: Product, pronoun: str) -> Iterator[Voice]:
    """The clauses inside some spans of reviews that can be told without quotation marks."""
    reviews = {review.id: review for review in product.reviews}
    for around in spans:
        review = reviews.get(around.source_id)
        if review is None or around.source != "review":
            continue
        for sentence, parts in _clauses_in(review.text, pronoun):
            for start, end in parts:
                if around.start <= start and end <= around.end and is_tidy(sentence):
                    yield Voice(clip(product.id, review, start, end), is_tidy=True)


def is_reportable(span: Evidence, review: Review, pronoun: str) -> bool:
    """True for a clause of a tidy sentence that can be told without quotation marks."""
    return span.source == "review" and any(
        (start, end) == (span.start, span.end) and is_tidy(sentence)
        for sentence, parts in _clauses_in(review.text, pronoun)
        for start, end in parts
    )


def blames(text: str) -> bool:
    """True for bad news in a word of its own and no good one, or for a little too much of something."""
    is_bad = judges(text, "-") and (not judges(text, "+") or any(map(denies, text.lower().split())))
    return is_bad or bool(wording("too_much").search(text))


@lru_cache(maxsize=1024)
def _clauses_in(text: str, pronoun: str) -> tuple[tuple[Sentence, tuple[_Clause, ...]], ...]:
    """The sentences of a review, each with its clauses that read well alone: they will be asked for again soon."""
    return tuple((sentence, tuple(_clauses(sentence, pronoun))) for sentence in spoken_sentences(text))


def is_tidy(sentence: Sentence) -> bool:
    """True for a sentence that begins with a capital or ends with a stop, and does not shout."""
    text = sentence.text[sentence.starts[0] : sentence.ends[-1]]
    is_marked = next(filter(str.isalpha, text), "").isupper() or sentence.kinds[-1] == "."
    return is_marked and not text.isupper() and word_list("slang").isdisjoint(sentence.words)


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
                yield start, stop


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
