"""How sure it is that a remark praises, that it blames, or that it does neither.

Two opinions are weighed, the rules' and the learnt model's, with what stands around the remark: a wish, another
product, "but", the stars. The weights are fitted on labelled reviews (`training/sureness.py`), so that the result is a
probability.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log, sqrt, tanh
from typing import NamedTuple

from triptych.aspects.direction import weigh_words
from triptych.aspects.remarks import RemarkCut, parts_of
from triptych.aspects.sentences.opinion_words import JudgedSentence
from triptych.english.negations import HARDLY, NONE, NOT
from triptych.english.sentences import words_of
from triptych.english.words import word_set

_FILE = "learnt/sureness.json"
_WISHING = word_set("wish would could should hope hoping if might may want wanted need needed looking")
_COMPARING = word_set("than other another others unlike compared previous old brand brands similar")
_SELLING = word_set(
    "seller delivery delivered shipping amazon flipkart courier package return replacement refund customer"
)
_SPEAKERS = word_set("i i've i'm i'd we we've my our")
_CONDITIONS = word_set("if when unless whenever once until")
_DENYING = NOT | NONE | HARDLY
_CAPPED = 6.0
_LONGEST_CLAUSE = 200
_LONG_REVIEW = 300
_LEANS = 0.7
_ASKED = 2.0
"""What a question mark takes off the log-odds: who asks does not tell. Too few are labelled to learn it."""
_MANY_STARS, _FEW_STARS = 5, 2


class HeardRemark(NamedTuple):
    """A part of a review that says one thing."""

    start: int
    end: int
    clause: tuple[int, int]
    """The clause around it that can be read alone."""
    sentence: int
    """Where its sentence begins."""
    is_turn: bool
    """True behind "but"."""
    worth: float
    """What the rules make of it."""
    news: float
    """What its words are worth by the stars of reviews."""
    praise: float
    """Log-odds that it praises, against its saying neither, before what is known of its aspect."""
    blame: float
    lemmas: tuple[str, ...]
    """Its nouns, verbs and qualities in dictionary form."""
    kinds: str
    """The kind of each of them."""
    is_negated: bool
    is_whole: bool
    """False for a condition, and for what cannot be read without the part before."""


class Odds(NamedTuple):
    """The probability that a remark praises and that it blames; what is left is neither."""

    praise: float
    blame: float


def remarks_in(judged: Sequence[JudgedSentence], stars: float | None, title: str | None) -> list[HeardRemark]:
    """The remarks of a review, in order."""
    found: list[HeardRemark] = []
    for remark, features in remark_features(judged, stars, title):
        praise, blame = _dot(features)
        asked = _ASKED if features["question"] else 0.0
        found.append(remark._replace(praise=praise - asked, blame=blame - asked))
    return [_widened(found, n) for n in range(len(found))]


def _widened(remarks: list[HeardRemark], n: int) -> HeardRemark:
    """The same with the clause around it: its sentence, as far as the mood does not turn and a quotation goes."""
    one = remarks[n]
    first, last = n, n
    while first > 0 and not remarks[first].is_turn and _go_together(remarks[first - 1], one, one.clause[1]):
        first -= 1
    while last + 1 < len(remarks) and not remarks[last + 1].is_turn and _go_together(one, remarks[last + 1], 0):
        last += 1
    return one._replace(clause=(remarks[first].start, remarks[last].end))


def _go_together(one: HeardRemark, other: HeardRemark, end: int) -> bool:
    if one.sentence != other.sentence or (end or other.end) - one.start > _LONGEST_CLAUSE:
        return False
    lean, others = one.praise - one.blame, other.praise - other.blame
    return lean * others > 0 or min(abs(lean), abs(others)) < _LEANS


def odds_of(remark: HeardRemark, features: dict[str, float]) -> Odds:
    """The probabilities of a remark when these features of its aspect are known."""
    praise, blame = _dot(features)
    most = max(0.0, remark.praise + praise, remark.blame + blame)
    none, praised, blamed = exp(-most), exp(remark.praise + praise - most), exp(remark.blame + blame - most)
    total = none + praised + blamed
    return Odds(praised / total, blamed / total)


def aspect_features(value: float, *, implied: bool, known: bool, own: bool, another: bool) -> dict[str, float]:
    """What the rules think of the aspect that a remark names."""
    return {
        "spoken": 1.0,
        "own value": float(own),
        "value": tanh(value / 2),
        "value for": min(max(value, 0.0), 4.0),
        "value against": min(max(-value, 0.0), 4.0),
        "implied": float(implied),
        "phrase for": min(max(value, 0.0), 4.0) * implied,
        "phrase against": min(max(-value, 0.0), 4.0) * implied,
        "own for": min(max(value, 0.0), 4.0) * own,
        "own against": min(max(-value, 0.0), 4.0) * own,
        "silent": float(abs(value) < 0.3),
        "known": float(known),
        "another": float(another),
    }


def remark_features(
    judged: Sequence[JudgedSentence], stars: float | None, title: str | None
) -> list[tuple[HeardRemark, dict[str, float]]]:
    """Each remark of a review with its features; the log-odds are still to come."""
    words = [word for one in judged for word in one.sentence.words]
    weighed = weigh_words(words, [k for one in judged for k in range(len(one.sentence))])
    titled = _title_worth(title)
    parts = [(one, part) for one in judged for part in parts_of(one.sentence, one.clauses)]
    offsets: dict[int, int] = {}
    around: dict[int, float] = {}
    total = 0
    for one in judged:
        offsets[id(one)] = total
        around[id(one)] = tanh(weighed.of(total, total + len(one.sentence)) / 4)
        total += len(one.sentence)
    news = [weighed.of(offsets[id(one)] + part.start, offsets[id(one)] + part.end) for one, part in parts]
    found: list[tuple[HeardRemark, dict[str, float]]] = []
    for n, (one, part) in enumerate(parts):
        features = _features(one, part, news[n])
        features["sentence"] = around[id(one)]
        features["before"] = tanh(news[n - 1] / 3) if n else 0.0
        features["behind"] = tanh(news[n + 1] / 3) if n + 1 < len(parts) else 0.0
        features["title"] = titled
        features["review length"] = log(min(max(10, len(words)), _LONG_REVIEW) / 40)
        if len(parts) > 1:
            features["first"], features["last"] = float(n == 0), float(n == len(parts) - 1)
        _add_stars(features, stars, news[n])
        follows_condition = part.leans_on_last and n > 0 and found[-1][1]["condition"] > 0
        features["condition"] = float(follows_condition or _is_condition(one, part))
        found.append((_remark(one, part, news[n], not (features["condition"] or part.leans_on_last)), features))
    return found


def _remark(judged: JudgedSentence, part: RemarkCut, news: float, is_whole: bool) -> HeardRemark:
    sentence = judged.sentence
    start, end = sentence.starts[part.start], sentence.ends[part.end - 1]
    told = [k for k in range(part.start, part.end) if sentence.kinds[k] in "NVDGJ" and len(sentence.words[k]) > 1]
    return HeardRemark(
        start,
        end,
        (start, end),
        sentence.starts[0],
        part.is_turn,
        _worth(judged, part),
        news,
        0.0,
        0.0,
        tuple([sentence.lemmas[k] for k in told]),
        "".join([sentence.kinds[k] for k in told]),
        _is_negated(judged, part),
        is_whole,
    )


def _is_negated(judged: JudgedSentence, part: RemarkCut) -> bool:
    """True where an odd number of words deny: "spill-proof", "never spills"."""
    words = judged.sentence.words[part.start : part.end]
    return len([word for word in words if word in _DENYING or word[-3:] == "n't" or word[-5:] == "proof"]) % 2 == 1


def _is_condition(judged: JudgedSentence, part: RemarkCut) -> bool:
    words = judged.sentence.words[part.start : part.start + 2]
    return not _CONDITIONS.isdisjoint(words)


def _worth(judged: JudgedSentence, part: RemarkCut) -> float:
    return sum(judging.worth for judging in judged.judgings if part.start <= judging.start < part.end)


def _features(judged: JudgedSentence, part: RemarkCut, news: float) -> dict[str, float]:
    sentence = judged.sentence
    words, kinds = sentence.words[part.start : part.end], sentence.kinds[part.start : part.end]
    worths = [judging.worth for judging in judged.judgings if part.start <= judging.start < part.end]
    worth, length = sum(worths), part.end - part.start
    is_own = words[0] in _SPEAKERS
    return {
        "bias": 1.0,
        "news": tanh(news / 3),
        "news a word": news / sqrt(length),
        "good news": min(max(news, 0.0), _CAPPED),
        "bad news": min(max(-news, 0.0), _CAPPED),
        "worth": tanh(worth / 3),
        "best": max([0.0, *worths]),
        "worst": max([0.0, *(-one for one in worths)]),
        "judged": float(bool(worths)),
        "agreed": (1.0 if worth > 0 else -1.0) if news * worth > 0 else 0.0,
        "both": float(news * worth > 0),
        "at odds": float(news * worth < 0),
        "length": min(length, 20) / 10,
        "short": float(length <= 2),
        "wish": float(not _WISHING.isdisjoint(words)),
        "comparison": float(not _COMPARING.isdisjoint(words)),
        "seller": float(not _SELLING.isdisjoint(words)),
        "question": float(sentence.is_question),
        "turn": float(part.is_turn),
        "leans on last": float(part.leans_on_last),
        "own": float(is_own),
        "own past": float(is_own and "D" in kinds[:4]),
        "negated": float("X" in kinds or "no" in words),
        "quality": float("J" in kinds),
        "being": float("B" in kinds),
        "doing": float("V" in kinds),
        "past": float("D" in kinds),
        "too": float("too" in words),
        "naming": float("N" in kinds),
        "you": float("you" in words[:2]),
        "number": float("0" in kinds),
    }


def _add_stars(features: dict[str, float], stars: float | None, news: float) -> None:
    if stars is None:
        features["no stars"] = 1.0
        return
    features["stars"] = (stars - 3) / 2
    features["all stars"] = float(stars >= _MANY_STARS)
    features["few stars"] = float(stars <= _FEW_STARS)
    features["stars on news"] = (stars - 3) / 2 * tanh(news)


def _title_worth(title: str | None) -> float:
    words = [word for some in words_of(title or "") for word in some]
    return tanh(weigh_words(words, range(len(words))).of(0, len(words)) / 3) if words else 0.0


def _dot(features: dict[str, float]) -> tuple[float, float]:
    weights = _weights()
    praise = blame = 0.0
    for name, value in features.items():
        if value and name in weights:
            for_, against = weights[name]
            praise += value * for_
            blame += value * against
    return praise, blame


@cache
def _weights() -> dict[str, tuple[float, float]]:
    """For each feature what it adds to the log-odds of praise and of blame."""
    stored = json.loads(files("triptych.aspects").joinpath(_FILE).read_text(encoding="utf-8"))
    return {name: (for_, against) for name, (for_, against) in stored.items()}
