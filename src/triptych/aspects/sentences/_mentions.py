"""What one review says, sentence by sentence, without looking at any other review."""

import re
from typing import NamedTuple

from triptych.aspects.lexicons._facets import Sign, facets
from triptych.aspects.sentences._mockery import sounds_mocking
from triptych.aspects.sentences._prices import PRICE, is_dear, price_frames
from triptych.aspects.sentences._terms import term_spans
from triptych.aspects.sentences.opinion_words import JudgedSentence, Span, is_relieved, is_unreal, judge_words, turned
from triptych.aspects.sentences.sentiment_targets import Leaning, is_about_another, leanings, quality_at
from triptych.english.sentences import Sentence
from triptych.english.words import kinds_of, word_set

_HEADING = re.compile(
    r"^(pros?|cons?|likes?|liked|dislikes?|good|bad|the good|the bad|did not like|didn't like|positives?|negatives?|"
    r"advantages?|disadvantages?|plus|minus|upsides?|downsides?)$"
)
_FEW_STARS = 2
_VESSELS = word_set(
    "bottle jar tube bag pack packet box can pouch pump tub cup sachet bowl drop scoop spoon carton pot"
)
_COUNTING = word_set(
    "one two three four five six seven eight ten half whole entire per each every another fifth second third"
)
_LONG = 4
_OTHER_THINGS = word_set(
    "morning afternoon evening night day week weekend month year season summer winter spring autumn weather climate "
    "people person man woman guy girl boy kid child family room flat apartment house city music foot feet"
)
"""What a product neither is nor has: "hot nights" and "a tiny room" do not speak of it."""
_FASTENING, _FAST = word_set("snap pop click"), word_set("shut closed close into together on back")
_OURSELVES = word_set("i we i've we've")
_SIMILES = (
    ["like", "a"],
    ["like", "an"],
    ["like", "the"],
    ["like", "some"],
    ["as", "a"],
    ["as", "an"],
    ["like", "those"],
)
_PERSONAL = word_set("weight height age")
_POSSESSIVES = word_set("my your his her their our body")
_NO_FAULTS = word_set("break breaks")
_BAD_HEADINGS = ("con", "dis", "bad", "the bad", "did", "neg", "min", "down")


class Spoken(NamedTuple):
    """One place of a review that speaks of something."""

    key: str
    """What, in dictionary form; empty where a turn of phrase only implies it."""
    implied: tuple[tuple[str, float | None], ...]
    """The facets a turn of phrase may imply, each with its value."""
    start: int
    end: int
    leaning: Leaning
    owner: str = ""
    """For an adjective that implies a facet: the term it stands with."""
    is_event: bool = False
    """True where a verb implies the facet: something happens to the owner."""
    is_before_owner: bool = False
    """True for an adjective right before the owner: it describes that and nothing else."""
    within: tuple[str, ...] = ()
    """Facets of a longer turn of phrase around this one, which goes before it where one of them is at home."""
    in_passing: bool = False
    """True for a thing that is named but neither judged nor what the clause is about."""


def spoken_in(sentences: list[Sentence], stars: float | None = None) -> list[Spoken]:
    """All that a review speaks of, in the order of its text."""
    return spoken_of([judge_words(sentence) for sentence in sentences], stars)


def spoken_of(all_judged: list[JudgedSentence], stars: float | None = None) -> list[Spoken]:
    """All that judged sentences speak of."""
    spoken: list[Spoken] = []
    mood = 0.0
    is_sarcastic = stars is not None and stars <= _FEW_STARS and any(sounds_mocking(one.sentence) for one in all_judged)
    for judged in all_judged:
        heading = _heading(judged.sentence)
        if heading is not None:
            mood = heading
        spoken += _spoken(judged, mood)
    return [_turned_round(one) for one in spoken] if is_sarcastic else spoken


def _turned_round(spoken: Spoken) -> Spoken:
    """The same with praise taken for its opposite."""
    leaning = spoken.leaning
    if leaning.of("") > 0:
        leaning.turn(-0.8)
    return spoken._replace(
        implied=tuple((name, -value * 0.8 if value and value > 0 else value) for name, value in spoken.implied)
    )


def _heading(sentence: Sentence) -> float | None:
    """What "Pros:" or "Cons:" at the head of a sentence says about what follows, if it has such a head."""
    for k in range(1, min(4, len(sentence))):
        if sentence.words[k] in (":", "-", "–"):
            head = " ".join(sentence.words[:k])
            if _HEADING.match(head):
                return -1.8 if head.startswith(_BAD_HEADINGS) else 1.8
            return None
    if len(sentence) <= 3 and _HEADING.match(" ".join(w for w in sentence.words if w.isalpha())):
        head = sentence.words[0]
        return -1.8 if head.startswith(_BAD_HEADINGS) else 1.8
    return None


def _spoken(judged: JudgedSentence, mood: float) -> list[Spoken]:
    sentence = judged.sentence
    spans = term_spans(sentence)
    found: list[Spoken] = []
    keys = [_key(sentence, span) for span in spans]
    for key, span, leaning in zip(keys, spans, leanings(judged, spans), strict=True):
        if mood and abs(leaning.value) < 1 and not leaning.hints:
            leaning.value, leaning.is_plainly_own = mood, True
        found.append(
            Spoken(
                key,
                (),
                sentence.starts[span[0]],
                sentence.ends[span[1] - 1],
                leaning,
                in_passing=_is_beside_the_point(sentence, span) or (not leaning.is_own and not _is_topic(judged, span)),
            )
        )
    found += _implied(judged, spans, keys)
    found += [_priced(judged, span, value) for span, value in price_frames(judged)]
    return found


def _priced(judged: JudgedSentence, span: Span, value: float) -> Spoken:
    """A sum of money as something said of the price."""
    starts, ends = judged.sentence.starts, judged.sentence.ends
    implied = ((PRICE, value),)
    return Spoken("", implied, starts[span[0]], ends[span[1] - 1], Leaning(value))


def _key(sentence: Sentence, span: Span) -> str:
    """A term in dictionary form; as written where that names more facets ("gaming", the "colours" of a screen)."""
    key = " ".join(sentence.lemmas[slice(*span)])
    terms = facets().terms
    written = " ".join(sentence.words[slice(*span)])
    return written if len(terms.get(written, ())) > len(terms.get(key, ())) else key


def _is_beside_the_point(sentence: Sentence, span: Span) -> bool:
    """True for a measure, a likeness ("like a brick") and what is the reviewer's own ("my full weight")."""
    start = span[0]
    words = sentence.words
    if sentence.lemmas[span[1] - 1] in _PERSONAL and not _POSSESSIVES.isdisjoint(words[max(0, start - 2) : start]):
        return True
    return _is_likeness(sentence, start) or _is_amount(sentence, span)


def _is_likeness(sentence: Sentence, start: int) -> bool:
    """True behind "like a", adjectives aside."""
    while start > 1 and sentence.kinds[start - 1] in "JG0":
        start -= 1
    return sentence.words[max(0, start - 2) : start] in _SIMILES


def _is_amount(sentence: Sentence, span: Span) -> bool:
    """True for a vessel that only measures: "two bottles since the fall", "a pump a day", "half the jar"."""
    start, end = span
    if end - start > 1 or sentence.lemmas[start] not in _VESSELS:
        return False
    before = sentence.words[max(0, start - 2) : start]
    after = sentence.words[end : end + 2]
    return (
        not _COUNTING.isdisjoint(before) or any(word[0].isdigit() for word in before) or after[:1] in (["a"], ["per"])
    )


def _is_topic(judged: JudgedSentence, span: Span) -> bool:
    """True for what a clause is about: its subject, or what stands before a colon."""
    sentence, clauses = judged.sentence, judged.clauses
    words, kinds = sentence.words, sentence.kinds
    start, end = span
    if len(words) - (kinds[-1] == ".") == end - start:
        return True
    if end < len(words) and (
        words[end] == ":" or kinds[end] in "BMX" or (kinds[end] in "VDR" and words[end] != "like")
    ):
        first = start
        while first > 0 and clauses[first - 1] == clauses[start]:
            first -= 1
        return all(kind in "TJNPCRDG0." for kind in kinds[first:start])
    return False


def _implied(judged: JudgedSentence, spans: list[Span], keys: list[str]) -> list[Spoken]:
    sentence = judged.sentence
    hits: dict[Span, dict[str, Sign]] = {}
    for start, end, sign in judged.signs:
        hits.setdefault((start, end), {}).setdefault(sign.facet, sign)
    found: list[Spoken] = []
    for span in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        signs = hits[span]
        around = [other for other in hits if other != span and other[0] <= span[0] and span[1] <= other[1]]
        within = tuple(dict.fromkeys(name for other in around for name in hits[other]))
        if within and signs.keys() <= set(within):
            continue
        if not _is_ours(sentence, span) and not _is_a_thing(sentence, span) and not _is_elsewhere(sentence, span):
            one = _one_implied(judged, span, signs, spans, keys)
            found.append(one._replace(within=within) if within else one)
    return found


def _is_ours(sentence: Sentence, span: Span) -> bool:
    """True for a verb of which the reviewer, not the product, is the subject: "until I give up", "I have given up".

    A longer turn of phrase says itself what the reviewer does: "stopped carrying the charger".
    """
    at, words = span[0], sentence.words
    if not at or span[1] - at >= _LONG:
        return False
    if at > 1 and words[at - 1] in ("have", "had"):
        return sentence.kinds[at] in "VDJ" and words[at - 2] in _OURSELVES
    return sentence.kinds[at] in "VD" and words[at - 1] in _OURSELVES


def _is_a_thing(sentence: Sentence, span: Span) -> bool:
    """True for a lone word used as a noun that means the quality only otherwise: "a light", "the cold", "tea break"."""
    start, end = span
    word = sentence.words[start]
    return end - start == 1 and sentence.kinds[start] in "NP" and ("J" in kinds_of(word) or word in _NO_FAULTS)


def _is_elsewhere(sentence: Sentence, span: Span) -> bool:
    """True for words that describe or belong to what follows: "hot nights", "no noise cancellation", "snaps shut"."""
    start, end = span
    if end >= len(sentence):
        return False
    last, following = sentence.kinds[end - 1], sentence.lemmas[end]
    if last == "J":
        return following in _OTHER_THINGS and all(kind in "JR" for kind in sentence.kinds[start:end])
    if last == "N":
        return f"{sentence.lemmas[end - 1]} {following}" in facets().terms
    return end - start == 1 and sentence.lemmas[start] in _FASTENING and following in _FAST


def _one_implied(
    judged: JudgedSentence, span: Span, signs: dict[str, Sign], spans: list[Span], keys: list[str]
) -> Spoken:
    sentence = judged.sentence
    start, end = span
    attributive = sentence.kinds[start] == "J" and end - start == 1
    values: list[tuple[str, float | None]] = []
    other = -0.6 if is_about_another(sentence, judged.clauses, start) else 1.0
    if is_unreal(start, sentence.words, judged.clauses) and any(
        sign.value and sign.value > 0 for sign in signs.values()
    ):
        # "wish it were louder" asks for more of what is good where it is loudness that is wanted
        signs = {name: sign for name, sign in signs.items() if sign.value is None or sign.value > 0}
    is_bad_thing, is_turned = sentence.kinds[end - 1] in "NGJ", False
    for name, sign in signs.items():
        if sign.value is None:
            values.append((name, None))
            continue
        if name == PRICE and sign.value > 0 and is_dear(judged, span):
            values.append((name, -sign.value))
            continue
        factor = turned(start, sign.value, attributive, sentence, judged.clauses)
        if sign.value < 0 and factor > 0 and is_bad_thing and is_relieved(sentence, judged.clauses, start, end):
            factor = -0.7
        is_turned |= factor < 0
        values.append((name, sign.value * (factor if factor > 0 else factor * 1.4) * other))
    n = _owner(judged, span, spans) if attributive or sentence.kinds[start] in "VD" else -1
    worth = next((value for _, value in values if value), 0.0)
    if all(value for _, value in values):
        leaning = Leaning(worth, is_plainly_own=True, is_of_another=other < 0)
    else:
        leaning = leanings(judged, [span])[0]
    is_quality = end - start == 1 or sentence.words[start + 1] == "to"
    leaning.qualities = quality_at(sentence, start, worth, is_turned) if is_quality else ()
    is_before_noun = attributive and end < len(sentence) and sentence.kinds[end] in "NPG"
    return Spoken(
        "",
        tuple(values),
        sentence.starts[start],
        sentence.ends[end - 1],
        leaning,
        keys[n] if n >= 0 else "",
        is_event=not attributive,
        # a tiny jar of cream is little cream
        is_before_owner=is_before_noun and sentence.lemmas[end] not in _VESSELS,
    )


def _owner(judged: JudgedSentence, span: Span, spans: list[Span]) -> int:
    """The term a judging word stands with: right behind an adjective, or the subject before the verb; -1 for none."""
    kinds, clauses = judged.sentence.kinds, judged.clauses
    start, end = span
    for n, (first, _) in enumerate(spans):
        if first >= end and all(kind in "JNPG0C" for kind in kinds[end:first]):
            return n
    for n in range(len(spans) - 1, -1, -1):
        last = spans[n][1]
        if last <= start and clauses[last - 1] == clauses[start]:
            between = kinds[last:start]
            return n if kinds[start] in "VD" or any(kind in "BVD" for kind in between) else -1
    return -1
