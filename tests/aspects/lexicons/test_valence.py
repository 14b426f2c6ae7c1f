"""How good or bad words and turns of phrase are."""

from triptych.aspects.lexicons._valence import judging_phrases, value_of


def test_defects_are_known_where_vader_is_blind() -> None:
    for word in ("muffled", "laggy", "leaks", "peels", "squeaky", "defective"):
        assert value_of(word, "J", word) < -0.5, word


def test_words_that_only_seem_to_judge_do_not() -> None:
    for word in ("play", "party", "charge", "noise", "number"):
        assert value_of(word, "N", word) == 0, word


def test_phrases_have_their_own_value() -> None:
    words = ["it", "stopped", "working"]
    (start, end, value), *_ = judging_phrases().found_in(words, ["it", "stop", "work"])
    assert (start, end) == (1, 3)
    assert value < -2
