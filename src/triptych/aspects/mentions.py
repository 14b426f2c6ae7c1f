"""What one review speaks of, sentence by sentence: things it names, turns of phrase, sums of money."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from triptych.aspects.lexicon import Sign, facets, not_aspects, value_of
from triptych.aspects.opinion_words import JudgedSentence, Span, is_relieved, is_unreal, judge_words, turned
from triptych.aspects.sentiment_targets import Leaning, is_about_another, leanings, quality_at
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

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
_OURSELVES = word_set("i we i've we've")
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
    keys = [" ".join(sentence.lemmas[slice(*span)]) for span in spans]
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
                in_passing=_is_amount(sentence, span) or not (leaning.is_own or _is_topic(judged, span)),
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
        if not _is_ours(sentence, span):
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
        if name == PRICE and sign.value > 0 and _is_dear(judged, span):
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
    return Spoken(
        "",
        tuple(values),
        sentence.starts[start],
        sentence.ends[end - 1],
        leaning,
        keys[n] if n >= 0 else "",
        is_event=not attributive,
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


_EVALUATING = word_set("easy easier simple hard difficult comfortable convenient pleasant fun nice quick fast great")
_TURNS = (["of", "course"], ["nice", "touch"], ["a", "fan"], ["huge", "fan"], ["big", "fan"])
_MADE = word_set("priced built designed packed packaged served prepared cooked seasoned presented decorated")


def term_spans(sentence: Sentence) -> list[tuple[int, int]]:
    """The aspect terms of a sentence, each as the positions of its first word and one past its last."""
    spans: list[tuple[int, int]] = []
    kinds = sentence.kinds
    fixed = {start: end for start, end, _ in facets().fixed.found_in(sentence.words, sentence.lemmas)}
    i, n = 0, len(kinds)
    while i < n:
        if i in fixed:
            spans.append((i, fixed[i]))
            i = fixed[i]
        elif kinds[i] in "NP":
            j = i + 1
            while j < n and kinds[j] in "NP" and j not in fixed:
                j += 1
            span = _trimmed(sentence, i, j)
            spans += [span] if span else []
            i = j
        else:
            if (kinds[i] == "V" or sentence.words[i] in _MADE) and _is_doing(sentence, i):
                spans.append((i, i + 1))
            i += 1
    return spans


def _is_doing(sentence: Sentence, i: int) -> bool:
    """True for a verb that stands for an aspect: "easy to use", "reasonably priced"."""
    words, kinds = sentence.words, sentence.kinds
    if kinds[i] == "V" and i > 1 and words[i - 1] == "to":
        return words[i - 2] in _EVALUATING
    return words[i] in _MADE and i > 0 and kinds[i - 1] == "R"


def _trimmed(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    stops = not_aspects()
    words, lemmas = sentence.words, sentence.lemmas
    terms = facets().terms
    if start and " ".join(lemmas[start - 1 : end]) in terms:
        return start - 1, end
    if " ".join(lemmas[start:end]) in terms:
        return (start, end) if any(words[k] not in stops for k in range(start, end)) or end - start > 1 else None
    if all(words[k] in stops or lemmas[k] in stops for k in range(start, end)):
        return None
    if words[start - 1 : start + 1] in _TURNS:
        return None
    if all(kind == "P" for kind in sentence.kinds[start:end]):
        return None
    return start, end


PRICE = "price"
_CURRENCIES = word_set("$ ₹ € £ rs rs. inr usd")
_UNITS = word_set("rupee rupees dollar dollars buck bucks euro euros pound pounds quid rs inr usd")
_FRAMES = word_set("for at paid pay paying spent spending spend worth under cost costs costing")
_SMALL = word_set("only just under mere")
_EXPECTING = word_set("expect expected expecting expects deserve deserved should")
_ASKING = word_set("is are does do did can could will would has have who what why how where")
_BEFORE = 4
_WORTH = 2.0
_LEANS = 0.5


def price_frames(judged: JudgedSentence) -> list[tuple[Span, float]]:
    """Where a sum of money is held against what was got for it, with what that is worth."""
    sentence = judged.sentence
    if any(sign.facet == PRICE for _, _, sign in judged.signs):
        return []
    for k in range(len(sentence)):
        if sentence.kinds[k] == "0" and _is_money(sentence, k):
            before = sentence.words[max(0, k - _BEFORE) : k]
            is_framed = not _FRAMES.isdisjoint(before) or _is_for_that(sentence, k)
            value = _value(judged, before) if is_framed else 0.0
            return [((k, k + 1), value)] if value else []
    return []


def _is_for_that(sentence: Sentence, at: int) -> bool:
    """True for "sixty quid for something that leaks"."""
    return "for" in sentence.words[at + 1 : at + 4]


def _is_dear(judged: JudgedSentence, span: Span) -> bool:
    """True for "at this price" where more was expected, or where the clause complains."""
    if judged.sentence.words[span[0]] not in ("for", "at"):
        return False
    clause = judged.clauses[span[0]]
    others = (
        judging.worth
        for judging in judged.judgings
        if judged.clauses[judging.start] == clause and not span[0] <= judging.start < span[1]
    )
    return _is_short_of(judged.sentence) or sum(others) < -_LEANS


def _is_short_of(sentence: Sentence) -> bool:
    """True where more was expected: "for what I paid I expected", "$32 for so small a jar?"."""
    return not _EXPECTING.isdisjoint(sentence.words) or (sentence.is_question and sentence.words[0] not in _ASKING)


def _is_money(sentence: Sentence, at: int) -> bool:
    """True for a number, in digits or words, with a currency before or behind it."""
    words, end = sentence.words, at + 1
    while end < len(words) and sentence.kinds[end] == "0":
        end += 1
    return (at > 0 and words[at - 1] in _CURRENCIES) or (end < len(words) and words[end] in _UNITS)


def _value(judged: JudgedSentence, before: list[str]) -> float:
    if _is_short_of(judged.sentence):
        return -_WORTH
    worth = sum(judging.worth for judging in judged.judgings)
    if abs(worth) > _LEANS:
        return _WORTH if worth > 0 else -_WORTH
    return 0.0 if _SMALL.isdisjoint(before) else _WORTH / 2


_CLAPPING = frozenset("👏🙄")
_EXCLAIMING = word_set("wow sure bravo congratulations congrats wah yay hooray gee")
_SIGHING = word_set("oh ah")
_OPENINGS = (["thank", "you"], ["well", "done"], ["love", "paying"], ["ah", "yes"])
_FORMS = re.compile(
    r"chef's kiss|take a bow|thank you [.!]|, sure (?:\.|$)|problem solved|slow clap|well played|hats off to|love how"
    r"|love the free|just what i (?:needed|wanted)|what a (?:joy|delight|treat|pleasure|privilege)"
    r"|\bif you (?:enjoy|like|love|fancy|want)\b.*\b(?:then|this is|you'll)\b"
    r"|^(?:great|perfect|excellent|brilliant|amazing|lovely)\b[^,.]* if (?:you|your)\b"
)


def sounds_mocking(sentence: Sentence) -> bool:
    """True for "Wow what a chair", "Love paying $110 for", "Great battery if your day has three hours"."""
    words = sentence.words
    if not _CLAPPING.isdisjoint(words) or words[0] in _EXCLAIMING or words[:2] in _OPENINGS:
        return True
    if words[0] in _SIGHING and any(value_of(*word) > 0 for word in _tagged(sentence, 1, 4)):
        return True
    return bool(_FORMS.search(" ".join(words)))


def _tagged(sentence: Sentence, start: int, end: int) -> Iterator[tuple[str, str, str]]:
    return zip(sentence.words[start:end], sentence.kinds[start:end], sentence.lemmas[start:end], strict=True)
