"""What a sentence says of the price by naming a sum: "for $14 I'd expect better", "happy at under 300 bucks"."""

from triptych.aspects.sentences.opinion_words import JudgedSentence, Span
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

PRICE = "price"
_SIGNS = word_set("$ ₹ € £ rs rs. inr usd")
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


def is_dear(judged: JudgedSentence, span: Span) -> bool:
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
    return (at > 0 and words[at - 1] in _SIGNS) or (end < len(words) and words[end] in _UNITS)


def _value(judged: JudgedSentence, before: list[str]) -> float:
    if _is_short_of(judged.sentence):
        return -_WORTH
    worth = sum(judging.worth for judging in judged.judgings)
    if abs(worth) > _LEANS:
        return _WORTH if worth > 0 else -_WORTH
    return 0.0 if _SMALL.isdisjoint(before) else _WORTH / 2
