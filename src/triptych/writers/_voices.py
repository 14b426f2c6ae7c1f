"""Voices: what single reviewers say, each remark whole and sure enough to be quoted as it stands."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from triptych.aspects.lexicon import judged_things, weigh_words
from triptych.english.clauses import CONTRAST
from triptych.english.meanings import is_common
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.units import quantities_in
from triptych.english.words import closed_words, is_noun, kinds_of, open_words, stem_of, word_set
from triptych.listing.kinds import is_product
from triptych.records import Aspect, Direction, Evidence, Point, Product, Reading
from triptych.writers._phrases import overlap, quote, quoted

SURE: dict[Direction, float] = {"+": 0.75, "-": 0.62}
"""Of a hundred remarks as sure as this, some seven are misread, of complaints, of which fewer
may be missed, some fourteen (docs/design/004)."""
LIKELY = 0.65
"""Sure enough to be one of many who are counted roughly."""
_POSSIBLE = 0.6
"""Sure enough to be quoted where nothing surer is said on that side: silence would mislead more often."""
OVERALL = "overall"
"""The aspect of what is said of the product as a whole: praise without content."""
_LONGEST_SENTENCE = 24
_THEY, _IT = word_set("they these them they're"), word_set("it this it's its")
_THIS_THING = re.compile(r"\b(?:these|this) ([a-z]{3,})(?: ([a-z]{3,}))?\b")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_PRONOUN = re.compile(r"\b(?:they|these|them|it|this)\b")
_TURNING = CONTRAST | word_set("if otherwise other-wise except unless until")
"""Words of praise that is taken back, or only supposed."""
_POINTING = word_set("this that these those which")
_MY = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
SPEAKING = word_set("i im i'd i'm i've i'll we we've we'd")
PERSONAL = SPEAKING | word_set("me us myself mine he she his her him you your you're u this these that here")
_NAMING = word_set("it they them this these its their it's they're")
_ROUNDS = 4
_LONG_REVIEW = 300
_HEADING = re.compile(r"\b(pro|con)s\b")
_STOP = re.compile(r"[.!?] ")
_FORMS = (("ly", ""), ("ly", "le"), ("less", ""), ("ness", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""))
_DANGERS = word_set(
    "shock shocks electricity electrocuted fatal fire flames smoke burnt burned burning burns explode exploded injury "
    "injured dangerous unsafe"
)
_FEWEST_OVERALL = 2
"""Words of its own that praise of the whole must have to say anything."""
_LONGEST_PLAIN = 32
"""Words of a sentence that does without marks."""
_NEAR = 3
"""So near behind a remark "but" takes it back."""
OPENERS = word_set(
    "like as where that which when until till if then than to because since while whereas unless whether before after "
    "who whom whose why how except although though even with without for from by of in on at so being having not "
    "still yet already again moreover otherwise"
)
"""Words that a clause begins with when the rest of its sentence is needed to read it."""
WISHES = word_set(
    "wish wishes wished hope hopes hoped hoping wanted needed looking should might expected expecting worried afraid "
    "guess"
)
"""Words of remarks on what is not, or not yet."""
_HEARSAY = word_set(
    "suppose supposed heard others people someone usually previous previously earlier compared compare other another "
    "initially maybe perhaps say says said saying claim claims claimed mention mentioned told advertised promised"
)
"""Words of remarks that are somebody else's, or about another product."""
PLAIN = word_set(
    "good great nice best better awesome amazing excellent wonderful fantastic super superb perfect perfectly love "
    "loved loving like liked favorite favourite happy satisfied impressed product item thing one buy bought purchase "
    "purchased recommend recommended worth money really very so overall is be have has do does did quality awsome "
    "bad worst worse poor terrible horrible disappointed waste useless ok okay fine decent definitely highly go"
)
"""Praise and blame that would do for anything on sale."""


CANNED = frozenset(
    map(
        stem_of,
        word_set(
            "okay fair moderate horrible worthless unsatisfactory rubbish absolute utterly disappointed job experience "
            "expected hope hopes regret regrets get got way little bit star stars review reviews purchase brand meh "
            "purpose average nothing special alright mediocre satisfying mixed feelings view update month months year "
            "years week weeks buyer avoid wasted hopeless fake mark match claims company downside downsides reason "
            "never flipkart amazon matter money believe positive negative"
        ),
    )
)
"""Words that say no more than good or bad, or that this is a review."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One reviewer's remark on an aspect."""

    span: Evidence
    """What is quoted: the whole sentence where that is short."""
    direction: Direction
    """Good news or bad."""
    aspect: str
    """What it is about."""
    sureness: float
    """The calibrated probability that it is read rightly."""
    is_telling: bool
    """False for praise or blame without content: "great product"."""
    is_cut: bool = False
    """True for the beginning of something longer."""
    is_tidy: bool = False
    """True for a clause of a well written sentence, which can be told without quotation marks."""

    @property
    def said(self) -> str:
        """The quotation, with its marks."""
        return quoted(self.span).replace("”", " …”") if self.is_cut else quoted(self.span)

    @property
    def told(self) -> str:
        """As it follows "one says": in our own sentence where it is tidy, else quoted."""
        if not self.is_tidy:
            return self.said
        text = _MY.sub("their", quote(self.span) or self.span.text)
        is_bare = kinds_of(text.split()[0].lower().replace("’", "'"))[:1] == "N" and text[1:2].islower()
        is_bare = is_bare and "’" not in text.split()[0]
        return f"that {'the ' * is_bare}{text if text[:2].isupper() else text[:1].lower() + text[1:]}"

    @property
    def is_of_product(self) -> bool:
        """True for words that all are known and none of which is about who speaks, unless they name the aspect."""
        words = _words_of(self.span.text)
        is_whole = not self.is_cut and words[0] not in OPENERS and not words[0].startswith("can")
        is_plain = _TURNING.isdisjoint(words) and (self.names_aspect or SPEAKING.isdisjoint(words))
        return is_whole and is_plain and is_readable(self.span.text)

    @property
    def is_sure(self) -> bool:
        """True where few remarks like this one are misread."""
        return self.sureness >= SURE[self.direction]

    @property
    def names_aspect(self) -> bool:
        """True where the quotation has the aspect's own name, as a noun."""
        return stem_of(self.aspect.rpartition(" ")[2].lower()) in stems_of(self.span.text, "NP")


def voices_of(product: Product, reading: Reading) -> tuple[Voice, ...]:
    """What reviewers say, the aspect that most speak of first."""
    reviews = {review.id: review.text for review in product.reviews}
    known = stems_of(f"{product.title} {reading.kind or ''}") | {stem_of(word) for word in PLAIN}
    names = stems_of(product.title)
    sizes = sizes_of(product.title)
    against: dict[tuple[Direction, str], list[Evidence]] = {}
    for aspect in reading.aspects:
        for point in aspect.points:
            for span in point.quotes:
                against.setdefault((point.direction, span.source_id), []).append(span)
    themes: list[tuple[int, list[Voice]]] = []
    for aspect in reading.aspects:
        voices = []
        for point in aspect.points:
            other: Direction = "-" if point.direction == "+" else "+"
            for span in point.quotes:
                sureness = _sureness(aspect, point, span)
                review = reviews.get(span.source_id, "")
                found = (
                    whole_remark(span, review, against.get((other, span.source_id), ()))
                    if sureness >= _POSSIBLE
                    else None
                )
                if point.direction == "-" and found and not _is_on_product(found):
                    continue
                if found and is_under("con" if point.direction == "+" else "pro", found, review):
                    continue
                if (
                    found
                    and is_real(found, names)
                    and not is_of_another(found, sizes)
                    and not breaks_off(found, review)
                ):
                    fewest = _FEWEST_OVERALL if aspect.name == OVERALL else 1
                    is_telling = len(told_in(found.text) - known) >= fewest
                    voices.append(Voice(found, point.direction, aspect.name, sureness, is_telling))
        likely = [point for point in aspect.points if point.sureness >= LIKELY]
        themes.append((len({(p.direction, who) for p in likely for who in p.reviewers}), voices))
    return tuple(voice for _, voices in sorted(themes, key=lambda theme: -theme[0]) for voice in voices)


def is_under(heading: str, span: Evidence, review: str) -> bool:
    """True for a remark under "pros" or "cons", where its reviewer has such lists."""
    found = _HEADING.findall(review[: span.start].lower())
    return bool(found) and found[-1] == heading


def breaks_off(span: Evidence, review: str) -> bool:
    """True for the end of a long review that the shop cut short."""
    text = review.rstrip()
    return len(text) > _LONG_REVIEW and span.end >= len(text) and text[-1].isalnum() and bool(_STOP.search(text))


def _sureness(aspect: Aspect, point: Point, span: Evidence) -> float:
    """That of the mention a quotation holds."""
    inside = [
        mention.sureness
        for mention in aspect.mentions
        if mention.review_id == span.source_id and mention.start < span.end and mention.end > span.start
    ]
    return max(inside, default=point.sureness)


def whole_remark(
    span: Evidence, review: str, contrary: Sequence[Evidence] = (), longest: int = _LONGEST_SENTENCE
) -> Evidence | None:
    """The sentence around a remark, or the remark where that is long or turns round; None where neither reads well."""
    spoken = (s for s in spoken_sentences(review) if s.starts[0] <= span.start and span.end <= s.ends[-1])
    marked = (s for s in kept_sentences(review) if s.starts[0] <= span.start < s.ends[-1])
    sentence = next(chain(spoken, marked), None)
    if sentence is None:
        return None
    start, end = sentence.starts[0], max(sentence.ends[-1], span.end)
    around = span.model_copy(update={"start": start, "end": end, "text": review[start:end]})
    is_short = len(around.text.split()) <= longest
    is_even = CONTRAST.isdisjoint(sentence.words) and not any(overlap(around, other) for other in contrary)
    if is_short and is_even and quote(around, longest):
        return around
    behind = [word for word, at in zip(sentence.words, sentence.starts, strict=True) if at >= span.end]
    if not CONTRAST.isdisjoint(behind[:_NEAR]):
        return None
    is_cut = sentence.starts[0] < span.start
    if (
        not _has_edges(span, sentence)
        or quote(span) is None
        or (is_cut and not can_be_read_alone(span))
        or any(overlap(span, other) for other in contrary)
    ):
        return None
    return span


@lru_cache(maxsize=4096)
def worth_of(text: str) -> float:
    """What the learnt opinion makes of some words: above 0 for good news."""
    words = _words_of(text)
    return weigh_words(words, range(len(words))).of(0, len(words)) if words else 0.0


@lru_cache(maxsize=20_000)
def is_known_word(word: str) -> bool:
    """False for what is in no list and few reviews have: misspelt or glued words."""
    if not word[0].isalpha() or "'" in word or "-" in word:
        return True
    forms = [word, *(word.removesuffix(end) + back for end, back in _FORMS if word.endswith(end))]
    return any(each in closed_words() or each in open_words() or is_common(each) for each in forms)


def is_readable(text: str, slips: int = 1) -> bool:
    """False where words are misspelt or glued to others; one that is only rare does no harm."""
    return sum(not is_known_word(word) for word in _words_of(text)) <= slips


def _words_of(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def is_in_run_on(span: Evidence, review: str) -> bool:
    """True where nothing marks off where a remark begins and ends."""
    return any(_is_run_on(s) for s in spoken_sentences(review) if s.starts[0] <= span.start < s.ends[-1])


def _is_run_on(sentence: Sentence) -> bool:
    return len(sentence.kinds) > _LONGEST_PLAIN and "." not in sentence.kinds[:-1]


def _has_edges(span: Evidence, sentence: Sentence) -> bool:
    """True where a remark begins and ends at a mark or link word, or where a new subject begins."""
    first = next((n for n, end in enumerate(sentence.ends) if end > span.start), 0)
    last = next((n for n, start in enumerate(sentence.starts) if start >= span.end), len(sentence))
    kinds = sentence.kinds
    if _is_run_on(sentence):
        return first == 0 and last == len(kinds)
    is_begun = first == 0 or kinds[first - 1] in ".C" or kinds[first] in "ST"
    # "Smooth, and the click and the wheel are not": behind "and" a sentence may go on with the same subject.
    is_ended = last == len(kinds) or kinds[last] in ".STW" or sentence.words[last] in OPENERS | CONTRAST
    return is_begun and is_ended


def can_be_read_alone(span: Evidence) -> bool:
    """False for a clause that nobody reads without the rest of its sentence."""
    sentence = kept_sentences(quote(span, len(span.text)) or "")
    if len(sentence) != 1 or sentence[0].words[0] in OPENERS or sentence[0].kinds[0] in "BM":
        return False
    if sentence[0].kinds[0] in "VJN" and sentence[0].kinds[1:2] == ["S"]:  # "[easy to] clean you can …"
        return False
    return _is_sentence(sentence[0])


def _is_sentence(sentence: Sentence) -> bool:
    """True where something is said of something: a subject before a verb, or a quality with its noun."""
    verb = next((n for n, kind in enumerate(sentence.kinds) if kind in "BMVD"), None)
    if verb is not None and any(kind in "NPSO" for kind in sentence.kinds[:verb]):
        return True
    return any(one in "JG0" and other in "NP" for one, other in zip(sentence.kinds, sentence.kinds[1:], strict=False))


def called_they(product: Product) -> bool:
    """True where reviewers call a product "they" more often than "it"."""
    words = Counter(word for review in product.reviews for word in _PRONOUN.findall(review.text.lower()))
    return sum(words[word] for word in _THEY) > sum(words[word] for word in _IT)


def called_in(product: Product) -> str:
    """What reviewers call a product ("these shoes"): three do, or two where half of them use the word; else empty."""
    texts = [review.text.lower() for review in product.reviews]
    counts = Counter(
        noun
        for text in texts
        for noun in {word for pair in _THIS_THING.findall(text) for word in pair if is_noun(word)}
        if stem_of(noun) not in CANNED and noun not in PLAIN
    )
    noun, many = counts.most_common(1)[0] if counts else ("", 0)
    is_usual = is_product(noun) or sum(noun in text for text in texts) * 2 >= len(texts)
    return noun if many > (1 if is_usual else 2) else ""


def sizes_of(title: str) -> dict[str, set[float]]:
    """The figures of a title by unit."""
    sizes: dict[str, set[float]] = {}
    for found in quantities_in(title):
        if found.unit:
            sizes.setdefault(found.unit, set()).add(found.number)
    return sizes


def _is_on_product(span: Evidence) -> bool:
    """False for a complaint of somebody who speaks of no product: "I refuse to pay such prices"."""
    words = span.text.lower().replace("’", "'").split()
    return words[0] not in SPEAKING or any(word.strip(",.!") in _NAMING for word in words)


def is_of_another(span: Evidence, sizes: Mapping[str, set[float]]) -> bool:
    """True where a reviewer names another size than the title: "I got the 40 oz"."""
    named = [(found.unit, found.number) for found in quantities_in(span.text)]
    return any(number not in sizes[unit] for unit, number in named if unit and unit in sizes)


def is_real(span: Evidence, names: set[str], *, may_wish: bool = False) -> bool:
    """False for hearsay, questions, wishes and fears, and where a name is not among the product's own."""
    return all(is_real_sentence(sentence, names, may_wish=may_wish) for sentence in kept_sentences(span.text))


def is_real_sentence(sentence: Sentence, names: set[str], *, may_wish: bool = False) -> bool:
    """The same for one sentence."""
    if _points_back(sentence) or sentence.is_question or not _HEARSAY.isdisjoint(sentence.words):
        return False
    if not may_wish and not WISHES.isdisjoint(sentence.words):
        return False
    is_loud = sentence.text[sentence.starts[0] : sentence.ends[-1]].isupper()
    for n, (kind, start) in enumerate(zip(sentence.kinds, sentence.starts, strict=True)):
        word = sentence.words[n]
        is_named = kind == "P" and sentence.text[start].isupper() and not is_loud
        if n and is_named and len(word) > 2 and stem_of(word) not in names:
            return False
    return True


_BACKWARD = re.compile(
    r"\b(?:this|that|these|such|same) (?:reason|issue|problem|flaw|case|purpose|matter)"
    r"|(?:because of|due to) (?:this|that)"
)


def _points_back(sentence: Sentence) -> bool:
    """True for a sentence on what the one before said: "That alone makes it worth it"."""
    if _BACKWARD.search(" ".join(sentence.words)):
        return True
    if sentence.words[0] in ("that's", "thats"):
        return True
    return sentence.words[0] in _POINTING and sentence.kinds[1:2] != [] and sentence.kinds[1] in "BMVDR"


def is_danger(text: str) -> bool:
    """True for what a shopper must hear before all else."""
    return not _DANGERS.isdisjoint(_words_of(text))


def names_thing(text: str) -> bool:
    """True where a text names a part or an aspect that people judge: "the lid", not "the product"."""
    return any(
        kind in "NP" and lemma in judged_things() and not is_product(lemma) and stem_of(lemma) not in CANNED | PLAIN
        for sentence in kept_sentences(text)
        for word, kind, lemma in zip(sentence.words, sentence.kinds, sentence.lemmas, strict=True)
    )


def stems_of(text: str, kinds: str = "") -> set[str]:
    """The stems of a text's words, or only of those of some kinds."""
    return {
        stem_of(word)
        for sentence in kept_sentences(text)
        for word, kind in zip(sentence.words, sentence.kinds, strict=True)
        if word[0].isalnum() and (not kinds or kind in kinds)
    }


def told_in(text: str) -> set[str]:
    """The stems of what a text tells; that it is about such a product tells nothing."""
    return {
        stem_of(word)
        for sentence in kept_sentences(text)
        for word, kind, lemma in zip(sentence.words, sentence.kinds, sentence.lemmas, strict=True)
        if kind in "NPVDGJ" and word[0].isalnum() and not (kind in "NP" and is_product(lemma))
    }


def telling(voices: Sequence[Voice], direction: Direction) -> Iterator[Voice]:
    """One voice of each aspect with something to say, what most speak of first; what is less sure only alone."""
    found = sorted((v for v in voices if v.direction == direction and v.is_telling), key=lambda voice: -voice.sureness)
    sure = [voice for voice in found if voice.is_sure]
    order = list(dict.fromkeys(voice.aspect for voice in voices))
    yield from _by_theme(sorted(sure, key=lambda voice: order.index(voice.aspect))) if sure else found[:1]


def _by_theme(voices: Sequence[Voice]) -> list[Voice]:
    """First one voice of each theme, then the second of each; each reviewer sparingly, nothing twice."""
    chosen: list[Voice] = []
    names = sorted(dict.fromkeys(voice.aspect for voice in voices), key=lambda name: name == OVERALL)
    for _ in range(_ROUNDS):
        for name in names:
            heard = {voice.span.source_id for voice in chosen}
            fresh = [v for v in voices if v.aspect == name and not any(overlap(v.span, o.span) for o in chosen)]
            if fresh:
                chosen.append(min(fresh, key=lambda v: (not v.names_aspect, v.span.source_id in heard)))
    return chosen
