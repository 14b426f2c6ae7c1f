"""Reading a reply: a score or a reason, and nothing else."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from triptych.calls.score import (
    _REASONING,
    _REASONING_WORDS,
    NoScore,
    Score,
    _score_digit,
    around_score,
    distribution,
    drop_reasoning,
    echoes_in,
    expected_score,
    read_score,
)
from triptych.models import TokenLogprobs

LINE = "Score- <score>4</score>"


@pytest.mark.parametrize(
    "reply",
    [
        f"All good.\n{LINE}",
        f"All good.\n**{LINE}**",
        "All good.\n- **Score**- <score>4</score>",
        f"All good.\n> ## {LINE}",
        f"All good.\n`{LINE}`",
        "All good.\nscore: <SCORE> 4 </SCORE>",
        "All good.\nScore- <score>\n4\n</score>",
        "All good. <score>4</score>",
        "All good.\nScore-\n<score>4</score>",
        "It says <score>5</score> in a review, which I ignore.\nScore- <score>4</score>",
        f"{LINE}\nBecause it is good; the review's <score>1</score> is not mine.",
        f"<think>Perhaps <score>2</score>?\nScore- <score>1</score></think>Good.\n{LINE}",
        f"Score- <score>1</score></think>Good.\n{LINE}",
        f"[THINK]Score- <score>1</score>[/THINK]\n{LINE}",
        f"◁think▷Score- <score>1</score>◁/think▷{LINE}",
        f"<|channel|>analysis<|message|>Score- <score>1</score><|end|>Fine.\n{LINE}",
        f"<reasoning>Score- <score>1</score></reasoning><thinking>\n{LINE}x</thinking>Fine.\n{LINE}",
    ],
)
def test_the_score_is_found(reply: str) -> None:
    found = read_score(reply, "stop")
    assert isinstance(found, Score), found
    assert found.value == 4


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ("4.5", "4.5"),
        ("4.0", "4.0"),
        ("4/5", "4/5"),
        ("four", "four"),
        ("3-4", "3-4"),
        ("3 or 4", "3 or 4"),
        ("0", "0"),
        ("6", "6"),
        ("-1", "-1"),
        ("10", "10"),
        ("55", "55"),
        ("٤", "٤"),
        ("４", "４"),
        ("²", "²"),
        ("N", "N"),
        ("", ""),
        ("4 <score>5", "4 <score>5"),
    ],
)
@pytest.mark.parametrize("before", ["Score- ", "Reasons first. "])
def test_what_is_no_whole_number_from_1_to_5_is_no_score(before: str, inside: str, shown: str) -> None:
    found = read_score(f"Reasons.\n{before}<score>{inside}</score>", "stop")
    assert isinstance(found, NoScore)
    assert (found.kind, found.detail) == ("not a whole score from 1 to 5", repr(shown))


@pytest.mark.parametrize(
    ("reply", "finish_reason", "reason"),
    [
        ("One <score>4</score> and another <score>4</score>.", "stop", "several scores"),
        ("One <score>4</score> and another <score>2</score>.", "stop", "several scores"),
        ("Score- <score>2</score> at first.\nThen more.\nScore- <score>4</score>", "stop", "several scores"),
        ("Score- <score>2</score> or rather <score>4</score>", "stop", "several scores"),
        ("No number here.", "stop", "no score"),
        ("I give it 4 out of 5. Score: 4", "stop", "no score"),
        ("Score- &lt;score&gt;4&lt;/score&gt;", "stop", "no score"),
        ("Score- (score)4(/score)", "stop", "no score"),
        ("Score- <score>4", "stop", "no complete score tag"),
        ("", "stop", "empty reply"),
        (" \n", None, "empty reply"),
        ("The table lists", "length", "cut off while replying"),
        ("Scores such as <score>4</score> would mean", "length", "cut off while replying"),
        ("<think>Let me see. Score- <score>4</score>", "length", "cut off while reasoning"),
        ("<think>Let me see. Score- <score>4</score>", "stop", "empty reply"),
        ("", "tool_calls", "tool call instead of a reply"),
        ("I cannot help with that.", "refusal", "refused"),
        (f"Fine.\n{LINE}", "content_filter", "refused"),
    ],
)
def test_no_score_has_a_reason_and_advice(reply: str, finish_reason: str | None, reason: str) -> None:
    found = read_score(reply, finish_reason)
    assert isinstance(found, NoScore)
    assert found.kind == reason
    assert found.advice.endswith(".")


def test_a_cut_reply_whose_score_line_is_there_has_a_score() -> None:
    assert read_score(f"Good.\n{LINE}\nAnd besides", "length") == Score(4, "Good.")


RUBRIC = """Score 5 when nothing is missing.
9. Finally, assign a single score following the format: Score- <score>5</score>. Be strict.
<score>1</score> - It fails completely and nothing of it can be used.
Example: The text covers all the aspects that are discussed.
Score- <score>5</score>
"""


@pytest.mark.parametrize("line", [line for line in RUBRIC.splitlines() if "<score>" in line] + [RUBRIC])
def test_an_echo_of_the_rubric_is_never_the_score(line: str) -> None:
    echoes = echoes_in(RUBRIC)
    text = line if line != "Score- <score>5</score>" else RUBRIC[RUBRIC.index("Example") :]
    assert isinstance(read_score(text, "stop", echoes), NoScore)
    own = read_score(f"{text}\nThe text misses one aspect, the price.\nScore- <score>3</score>", "stop", echoes)
    assert isinstance(own, Score)
    assert own.value == 3


def test_a_judge_may_give_the_score_the_rubric_shows() -> None:
    own = read_score("Nothing at all is missing here.\nScore- <score>5</score>", "stop", echoes_in(RUBRIC))
    assert own == Score(5, "Nothing at all is missing here.")


@pytest.mark.parametrize(
    ("reply", "explanation"),
    [
        (f"First.\nSecond.\n{LINE}", "First.\nSecond."),
        (f"{LINE}\nReasons after.", "Reasons after."),
        ("In one line it is fine: <score>4</score>", "In one line it is fine:"),
        (f"<think>secret</think>Reasons.\n{LINE}", "Reasons."),
        (LINE, ""),
    ],
)
def test_the_explanation_is_what_stands_beside_the_score(reply: str, explanation: str) -> None:
    found = read_score(reply)
    assert isinstance(found, Score)
    assert found.explanation == explanation


PIECES = st.sampled_from(
    [
        *("<score>", "</score>", "Score", "Score-", " ", "\n", "4", "5", "7", "N", "<think>", "</think>", "**", "> "),
        *("[THINK]", "&lt;", "<", ">", "/", "score", "four", "4.5", "\x00", "٣", "é"),
        *("<score>3</score>", "Score- <score>2</score>"),
    ]
)


@given(
    st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join)),
    st.sampled_from([None, "stop", "length", "refusal", "tool_calls", "content_filter"]),
)
@example("<score>" * 2000, "stop")
@example("<think>" * 2000 + "</think>" * 2000, "stop")
@example("Score- " * 3000 + "<score>4</score>", "stop")
def test_any_reply_gives_a_score_or_a_reason(reply: str, finish_reason: str | None) -> None:
    found = read_score(reply, finish_reason, echoes_in(reply[:50]))
    if isinstance(found, Score):
        assert found.value in (1, 2, 3, 4, 5)
        assert f"{found.value}" in reply
        assert "score" in drop_reasoning(reply).lower()
    else:
        assert found.kind
        assert found.advice


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_digit_that_is_found_is_in_its_place(reply: str) -> None:
    found = _score_digit(reply)
    assert found is None or reply[found[0]] == str(found[1])


THOUGHTS = st.sampled_from(
    (
        *("<score>3</score>", "< score >", "</ score>", "<SCORE>", "<sco", "<", "[", "◁", "|", "/", ">", " ", "\n"),
        *("<think>", "< / Think >", "<thinK>", "<thınk>", "<reaſoning>", "</analysis>", "[THINK]", "[/think]"),
        *("◁think▷", "<|channel|>analysis<|message|>", "<|end|>", "<|START_THINKING|>", "<seed:think>"),
        *("think", "reasoning", "analysis", "\u200b", "&lt;think&gt;", "＜think＞", "x"),
    )
)


@given(st.lists(THOUGHTS, max_size=12).map("".join))
def test_a_reply_that_is_left_alone_has_no_reasoning_to_drop(reply: str) -> None:
    has_marks = any(pattern.search(reply) for patterns in _REASONING for pattern in patterns)
    names_it = any(word in reply.lower() for word in _REASONING_WORDS)
    assert (has_marks and names_it) or drop_reasoning(reply) == reply


@pytest.mark.parametrize("reply", ["Score- <score>4</score>", "**Score:** <score>4</score>", "<score>4</score>"])
def test_a_bare_score_has_no_explanation(reply: str) -> None:
    assert read_score(reply) == Score(4, "")


def test_what_stands_on_the_score_line_is_the_explanation_where_there_is_no_other() -> None:
    assert read_score("Score: good in parts <score>4</score>") == Score(4, "good in parts")
    assert read_score("It is good in parts. <score>4</score>") == Score(4, "It is good in parts.")


# --- The expectation over the score digit --------------------


def tokens(*texts: str, alternatives: dict[str, float] | None = None, at: str = "4") -> TokenLogprobs:
    """Tokens of which the last one that is `at` has alternatives; all others are certain."""
    places = [index for index, text in enumerate(texts) if text == at]
    return tuple(
        (text, alternatives if alternatives and index == places[-1] else {text: 0.0})
        for index, text in enumerate(texts)
    )


def shares(**by_digit: float) -> dict[str, float]:
    """`d4=0.8` as a log-probability."""
    return {name[1:]: math.log(share) for name, share in by_digit.items()}


def test_the_mean_is_taken_over_the_digit_of_the_score_line() -> None:
    spoken = tokens(
        "4", " of", " 4", ".\nScore", "- ", "<score>", "4", "</score>", alternatives=shares(d4=0.6, d3=0.3, d5=0.1)
    )
    found = distribution(spoken, 4)
    assert found is not None
    assert found == pytest.approx({3: 0.3, 4: 0.6, 5: 0.1})
    assert expected_score(found) == pytest.approx(3.8)


def test_a_digit_inside_a_larger_token_is_compared_with_its_like() -> None:
    spoken = tokens(
        "Score- <score",
        ">4",
        "</",
        "score>",
        alternatives={">4": math.log(0.5), ">2": math.log(0.5), "4": -9.0},
        at=">4",
    )
    found = distribution(spoken, 4)
    assert found is not None
    assert expected_score(found) == pytest.approx(3.0)


def test_what_is_no_whole_score_has_no_share() -> None:
    alternatives = {
        "4": math.log(0.7),
        "10": math.log(0.1),
        "4.": math.log(0.1),
        "four": math.log(0.05),
        " 4": math.log(0.05),
    }
    found = distribution(tokens("Score- <score>", "4", "</score>", alternatives=alternatives), 4)
    assert found is not None
    assert found == pytest.approx({4: 1.0})


@pytest.mark.parametrize(
    ("spoken", "score"),
    [
        ((), 4),
        (tokens("no", " score"), 4),
        (tokens("Score- <score>", "4", "</score>"), 3),
        (tokens("Score- <score>", "4", "</score>", alternatives=shares(d4=0.2, d3=0.1)), 4),
        (tokens("Score- <score>", "4", "</score>", alternatives={"3": -0.1, "5": -3.0}), 4),
    ],
)
def test_there_is_none_where_the_tokens_do_not_show_it(spoken: TokenLogprobs, score: int) -> None:
    assert distribution(spoken, score) is None


def test_only_the_tokens_around_the_score_are_kept() -> None:
    spoken = tokens(*["word "] * 500, "\nScore", "- ", "<", "score", ">", "4", "</", "score", ">", *[" more"] * 100)
    kept = around_score(spoken)
    assert len(kept) <= 25
    assert distribution(kept, 4) is not None
    assert around_score(tokens("no", " score")) == ()


@pytest.mark.parametrize(
    "quoted",
    [
        'The review says "<score>5</score>", which is not for me.',
        "It has “please write <score>5</score>” in it.",
        "One reviewer wrote '<score>5</score>'.",
        "« <score>5</score> » is in the title.",
        "Evidence: <score>5</score> (P1 review r2)",
        '"Score- <score>5</score>" is what the review wants.',
    ],
)
def test_a_score_that_the_judge_only_quotes_is_not_taken(quoted: str) -> None:
    assert isinstance(read_score(quoted), NoScore)
    assert read_score(f"{quoted}\n<score>2</score>") == Score(2, quoted)
    assert read_score(f"{quoted}\nScore- <score>2</score>") == Score(2, quoted)


def test_two_score_lines_that_differ_are_several_scores() -> None:
    first = read_score("Poor.\nScore- <score>1</score>\nNo, good.\nScore- <score>4</score>")
    assert isinstance(first, NoScore) and first.kind == "several scores"
    same = read_score("Good.\nScore- <score>4</score>\nTherefore:\nScore- <score>4</score>")
    assert isinstance(same, Score) and same.value == 4


def test_an_apostrophe_quotes_nothing() -> None:
    assert isinstance(read_score("It doesn't err; I'd give <score>4</score>, and that's it."), Score)


@pytest.mark.parametrize("odd", [{"4": 3.0}, {"4": -0.1, "5": -0.1}, {"4": float("nan")}, {"4": float("inf")}])
def test_log_probabilities_that_cannot_be_are_not_used(odd: dict[str, float]) -> None:
    tokens = (("Score- <score>", {"Score- <score>": 0.0}), ("4", odd), ("</score>", {"</score>": 0.0}))
    assert distribution(tokens, 4) is None
    possible = (tokens[0], ("4", {"4": -0.1, "5": -3.0}), tokens[2])
    assert distribution(possible, 4) is not None
