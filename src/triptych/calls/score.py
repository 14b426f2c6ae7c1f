"""Reading a judge's reply: a whole score from 1 to 5, or why there is none. Nothing is guessed or clamped.

Where the server gives log-probabilities, the expectation over the score digit comes from the tokens around it.
"""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from triptych.models import TokenLogprobs
from triptych.records import FailureKind

SCORE_LINE = "Score- <score>N</score>"
"""How a reply ends."""

# What is inside is checked after the match; it is bounded so that no reply takes more than linear time.
_TAG = re.compile(r"<\s{0,3}score\s{0,3}>(.{0,60}?)<\s{0,3}/\s{0,3}score\s{0,3}>", re.IGNORECASE | re.DOTALL)
_OPENING = re.compile(r"<\s{0,3}score\s{0,3}>", re.IGNORECASE)
# A line that begins with Score; list, quote, heading and emphasis marks before it do not count.
_SCORE_LINE = re.compile(r"[\s>#*_`~+\-•]*score(?![a-z0-9])", re.IGNORECASE)
_EVIDENCE = re.compile(r"[\s>#*_`~+\-•]*evidence\b", re.IGNORECASE)
_QUOTATION = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|‘[^’\n]*’|(?<!\w)'[^'\n]*'")
_WHOLE = re.compile(r"\s*([1-5])\s*", re.ASCII)
# How much of the text before or after a tag tells an echo of the rubric from a score of the judge's own.
_ECHO_CHARACTERS = 40
_FEWEST_ECHO_CHARACTERS = 12

# Tokens kept on either side of the digit, so that the tag can be recognised again.
_AROUND = 12
# Below this much probability on whole scores the distribution says nothing about the score.
_LEAST_MASS = 0.5
_MOST_MASS = 1.02

# How models mark what they think before they answer.
_REASONING = [
    (re.compile(rf"<\s*{name}\s*>", re.IGNORECASE), re.compile(rf"<\s*/\s*{name}\s*>", re.IGNORECASE))
    for name in ("think", "thinking", "thought", "reasoning", "reflection", "analysis", "scratchpad", "seed:think")
] + [
    (re.compile(re.escape(opening), re.IGNORECASE), re.compile(re.escape(closing), re.IGNORECASE))
    for opening, closing in (
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
        ("<|channel|>analysis<|message|>", "<|end|>"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"),
        ("<|START_THINKING|>", "<|END_THINKING|>"),
    )
]

# Each of those marks has one of these words in it; most replies have none and are left alone.
_REASONING_WORDS = ("think", "thought", "reasoning", "reflection", "analysis", "scratchpad")


class Score(NamedTuple):
    """A score that was read from a reply."""

    value: int
    """1 to 5."""
    explanation: str
    """What stood before it."""


class NoScore(NamedTuple):
    """Why a reply has no score."""

    kind: FailureKind
    """In a few words, for counting."""
    advice: str
    """What to tell the model when it is asked again."""
    detail: str = ""
    """What differs from reply to reply."""


def read_score(text: str, finish_reason: str | None = None, echoes: frozenset[str] = frozenset()) -> Score | NoScore:
    """The score of a reply, by these rules:

    reasoning is dropped; the score is the tag on a line that begins with `Score`, else the only tag that is not
    quoted; it is a whole number from 1 to 5. Lines that differ are several scores. `echoes` are the rubric's own tags
    (see `echoes_in`), which never count.
    """
    if finish_reason in ("tool_calls", "function_call"):
        return NoScore("tool call instead of a reply", "Do not call a tool; answer in words.")
    if finish_reason in ("refusal", "content_filter"):
        return NoScore("refused", "You are asked only to assess a text; please do so.")
    said = drop_reasoning(text)
    tags = list(_TAG.finditer(said, max(0, said.find("<"))))
    if echoes:
        tags = [tag for tag in tags if echoes.isdisjoint(_contexts(said, tag))]
    usable = [tag for tag in tags if _SCORE_LINE.match(said, _line_start(said, tag.start()))]
    is_several = len({tag[1].strip() for tag in usable}) > 1
    # A reply that was cut may only be on its way to the score, unless the score line is there.
    if not usable and finish_reason != "length":
        usable = [tag for tag in tags if not _is_quoted(said, tag)]
        is_several = len(usable) > 1
    if is_several:
        return NoScore("several scores", "You gave several scores. Give exactly one.")
    if not usable:
        return _why_none(said, text, finish_reason)
    tag = usable[-1]
    whole = _WHOLE.fullmatch(tag[1])
    if not whole:
        shown = " ".join(tag[1].split())[:40]
        advice = f"{shown!r} is not a whole number from 1 to 5."
        return NoScore("not a whole score from 1 to 5", advice, repr(shown))
    return Score(int(whole[1]), _explanation(said, tag))


# A reply is asked about twice in a row: for its score, and whether it obeyed the case.
@lru_cache(maxsize=16)
def drop_reasoning(text: str) -> str:
    """The reply without the blocks in which a model thinks aloud."""
    lowered = text.lower()
    if not any(word in lowered for word in _REASONING_WORDS):
        return text
    for opening, closing in _REASONING:
        while begun := opening.search(text):
            ended = closing.search(text, begun.end())
            text = text[: begun.start()] + (text[ended.end() :] if ended else "")
        # Some chat templates open the block in the prompt: the reply then holds only its end.
        ends = list(closing.finditer(text))
        if ends:
            text = text[ends[-1].end() :]
    return text


def echoes_in(rubric_text: str) -> frozenset[str]:
    """The score tags of a rubric's own text with the text beside each: a reply that repeats one says nothing."""
    tags = (tag for tag in _TAG.finditer(rubric_text) if _WHOLE.fullmatch(tag[1]))
    return frozenset(context for tag in tags for context in _contexts(rubric_text, tag))


def _score_digit(text: str) -> tuple[int, int] | None:
    """Where the digit of the last score on a `Score` line, or of the last tag, is in a text, and which digit."""
    tags = list(_TAG.finditer(text))
    on_score_lines = [tag for tag in tags if _SCORE_LINE.match(text, _line_start(text, tag.start()))]
    for tag in (on_score_lines or tags)[-1:]:
        if whole := _WHOLE.fullmatch(tag[1]):
            return tag.start(1) + whole.start(1), int(whole[1])
    return None


Distribution = dict[int, float]
"""How probable each score was when the judge gave one of them; the shares sum to 1."""


def expected_score(shares: Distribution) -> float:
    """The mean of a distribution."""
    return min(5.0, max(1.0, math.fsum(score * share for score, share in shares.items())))


def around_score(tokens: TokenLogprobs) -> TokenLogprobs:
    """The few tokens around the score digit: all that is worth keeping of a reply's log-probabilities."""
    place = _place(tokens) if tokens else None
    return tokens[max(0, place[0] - _AROUND) : place[0] + _AROUND + 1] if place else ()


def distribution(tokens: TokenLogprobs, score: int) -> Distribution | None:
    """The distribution over 1–5 at the digit of `score`; None where the tokens do not show it."""
    place = _place(tokens) if tokens else None
    if place is None or place[2] != score:
        return None
    index, before, _ = place
    alternatives = tokens[index][1]
    shares = [math.exp(min(logprob, 1.0)) for logprob in alternatives.values()]
    # Rounded, these can be a little over 1; more cannot be a distribution, and NaN is none.
    if not math.fsum(shares) <= _MOST_MASS:
        return None
    alternative = re.compile(re.escape(before) + r"\s*([1-5])(?![\d.,/])")
    mass: dict[int, float] = {}
    for text, logprob in alternatives.items():
        if found := alternative.match(text):
            digit = int(found[1])
            mass[digit] = mass.get(digit, 0.0) + math.exp(min(0.0, logprob))
    total = math.fsum(mass.values())
    if total < _LEAST_MASS or score not in mass:
        return None
    return {digit: share / total for digit, share in sorted(mass.items())}


def _place(tokens: TokenLogprobs) -> tuple[int, str, int] | None:
    """The token that holds the digit, what it has before it, and the digit."""
    found = _score_digit("".join(token for token, _ in tokens))
    if found is None:
        return None
    offset, digit = found
    for index, (token, _) in enumerate(tokens):
        if offset < len(token):
            return index, token[:offset].lstrip(), digit
        offset -= len(token)
    return None


def _why_none(said: str, text: str, finish_reason: str | None) -> NoScore:
    end = f"End with one line: {SCORE_LINE}, where N is 1, 2, 3, 4 or 5."
    if finish_reason == "length":
        is_reasoning = text.strip() and not said.strip()
        kind: FailureKind = "cut off while reasoning" if is_reasoning else "cut off while replying"
        return NoScore(kind, f"Your reply was too long and was cut off. Be brief. {end}")
    if not said.strip():
        return NoScore("empty reply", f"Your reply was empty. {end}")
    if _OPENING.search(said):
        return NoScore("no complete score tag", f"Your score tag was not complete. {end}")
    return NoScore("no score", f"Your reply had no score. {end}")


def _is_quoted(said: str, tag: re.Match[str]) -> bool:
    """True for a tag that repeats what somebody else wrote: in quotation marks, or on a line of evidence."""
    start = _line_start(said, tag.start())
    end = said.find("\n", tag.end())
    line = said[start : end if end >= 0 else len(said)]
    if _EVIDENCE.match(line):
        return True
    within = (quote.span() for quote in _QUOTATION.finditer(line))
    return any(first < tag.start() - start and tag.end() - start < last for first, last in within)


def _contexts(text: str, tag: re.Match[str]) -> list[str]:
    """A tag with the text before and after it, in one normal form; nothing where there is too little of it."""
    before = " ".join(text[max(0, tag.start() - 3 * _ECHO_CHARACTERS) : tag.start()].split())[-_ECHO_CHARACTERS:]
    after = " ".join(text[tag.end() : tag.end() + 3 * _ECHO_CHARACTERS].split())[:_ECHO_CHARACTERS]
    score = f"<score>{tag[1].strip()}</score>"
    contexts = [f"{before} {score}"] if len(before.removesuffix("Score-").strip()) >= _FEWEST_ECHO_CHARACTERS else []
    return [*contexts, f"{score} {after}"] if len(after) >= _FEWEST_ECHO_CHARACTERS else contexts


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _explanation(said: str, tag: re.Match[str]) -> str:
    """The text before the score line or, where the judge gave its reasons last, after it."""
    before = said[: _line_start(said, tag.start())].strip()
    if reasons := before or said[tag.end() :].strip():
        return reasons
    line = said[: tag.start()].strip()
    label = _SCORE_LINE.match(line)
    return line[label.end() :].strip(" \t-–—:=*_`") if label else line
