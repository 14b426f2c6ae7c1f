"""What each reviewer says of a need, by their clauses and by a network."""

from answered import excerpts_of, product_of
from triptych.needs.hearing import heard_from, votes_on, weigh
from triptych.needs.stances import Vote
from triptych.needs.words import words_of
from triptych.records import NeedKind


def votes(*reviews: str, need: str, kind: NeedKind = "feature") -> list[Vote]:
    """What each reviewer says."""
    found = votes_on(words_of(need, kind), excerpts_of(product_of(*reviews)))
    return [vote for vote in found if vote.excerpt.is_review]


def test_each_reviewer_has_one_vote() -> None:
    found = votes(
        "Easy to clean. Really easy to clean, I mean it.", "A pain to clean. Nothing else.", need="easy to clean"
    )
    assert [(vote.excerpt.source.id, vote.sign) for vote in found] == [("r1", 1), ("r2", -1)]


def test_it_is_shown_by_words_that_say_so() -> None:
    (vote,) = votes("It came on Monday. It is a pain to clean, the pulp sticks. Nice colour.", need="easy to clean")
    assert vote.sign == -1
    assert "pain to clean" in vote.excerpt.text


def test_who_says_nothing_of_it_takes_no_side() -> None:
    assert [
        vote for vote in votes("My mother has the same in red.", "Fast delivery.", need="easy to clean") if vote.sign
    ] == []


def test_a_short_review_that_says_it_plainly_is_heard() -> None:
    assert [vote.sign for vote in votes("It is loud.", need="quiet")] == [-1]


def test_the_listing_is_heard_too() -> None:
    product = product_of("Nice.", key_features=["Easy to clean"])
    found = votes_on(words_of("easy to clean", "feature"), excerpts_of(product))
    assert [vote.sign for vote in found if not vote.excerpt.is_review and vote.sign] == [1]


def test_two_opinions_weigh_more_than_one() -> None:
    clause, network, both = weigh([0.7, 0.0, 0.1, 0.0]), weigh([0.1, 0.0, 0.7, 0.0]), weigh([0.7, 0.0, 0.7, 0.0])
    assert both[0] > max(clause[0], network[0])
    assert sum(both) < 1
    assert weigh([0.0, 0.7, 0.0, 0.7])[1] > 0.5
    assert weigh([1.0, 0.0, 1.0, 0.0])[0] < 1


def test_a_word_in_another_meaning_is_not_heard() -> None:
    assert votes("They give near continuous run time when playing music.", need="running", kind="use") == []
    assert [vote.sign for vote in votes("I take them running every day.", need="running", kind="use")] == [1]


def test_some_reviewers_can_be_asked_by_themselves() -> None:
    excerpts = excerpts_of(product_of("So easy to clean.", "A pain to clean.", "Nice."))
    heard = heard_from({"r1", "r2"}, "easy to clean", excerpts)
    assert set(heard) == {"r1", "r2"}
    assert heard["r1"][0] > 0.8 and heard["r2"][1] > 0.8
    assert heard_from((), "easy to clean", excerpts) == {}
