"""The learnt weights of words: sums over any part of a text, and good and bad news told apart."""

import pytest

from triptych.aspects.direction import weigh_words


@pytest.mark.parametrize(
    ("good", "bad"),
    [("works great", "stopped working"), ("highly recommended", "waste of money"), ("very soft", "scratches easily")],
)
def test_good_news_weighs_more_than_bad(good: str, bad: str) -> None:
    def sum_of(text: str) -> float:
        words = text.split()
        return weigh_words(words, range(len(words))).of(0, len(words))

    assert sum_of(good) > 0 > sum_of(bad)


def test_a_part_weighs_what_it_weighs_alone() -> None:
    words = ["the", "lid", "is", "great", "but", "the", "straw", "broke"]
    whole = weigh_words(words, range(len(words)))
    alone = weigh_words(words[4:], range(4))
    assert whole.of(4, 8) == pytest.approx(alone.of(0, 4))


def test_no_run_reaches_over_the_end_of_a_sentence() -> None:
    words = ["not", "good"]
    apart = weigh_words(words, [0, 0]).of(0, 2)
    assert apart == pytest.approx(weigh_words(["not"], [0]).of(0, 1) + weigh_words(["good"], [0]).of(0, 1))
    assert apart != pytest.approx(weigh_words(words, [0, 1]).of(0, 2))


def test_a_run_weighs_the_same_wherever_it_stands() -> None:
    first = weigh_words(["a", "very", "good", "lid"], range(4))
    assert first.of(1, 4) == pytest.approx(weigh_words(["very", "good", "lid"], range(3)).of(0, 3))
