"""What could be cut, and limits of words."""

from collections.abc import Callable

from triptych.measures import Analysis
from triptych.measures.brevity import measure

Make = Callable[..., Analysis]


def test_trivia_is_beside_the_point(opinion: Make) -> None:
    trivia = measure(opinion("A courier wore a green cap. Somebody's nephew collects stamps."))
    told = measure(opinion("The battery lasts ten hours. The speakers are weak."))
    assert trivia.value == 0 and told.value > 0.9
    assert any("green cap" in note for note in trivia.notes)


def test_a_hundred_words_are_over_the_limit_of_an_explanation(explanation: Make, opinion: Make) -> None:
    assert measure(explanation("word " * 99)).over == 0
    assert measure(explanation("word " * 100)).over > 0
    assert measure(opinion("word " * 300)).over == 0


def test_what_answers_the_query_matters(explanation: Make) -> None:
    assert measure(explanation("At $250 it is under $300.")).value > 0.9


def test_length_grows_with_words(opinion: Make) -> None:
    assert measure(opinion("The battery is great.")).length < measure(opinion("The battery is great. " * 20)).length
