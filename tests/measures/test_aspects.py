"""Which aspects of a reading a text speaks of."""

from collections.abc import Callable

from triptych.measures import Analysis
from triptych.measures._aspects import (
    covered_aspects,
    join_covered,
    major_aspects,
)
from triptych.measures._text import Piece

Make = Callable[..., Analysis]


def prose(text: str) -> Piece:
    return Piece(text, 0, len(text), "prose")


def test_aspects_are_matched_with_those_of_the_reading(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    found = {one.name: one for one in covered_aspects([prose("The battery is great. Penguins sing.")], reading)}
    (battery,) = [one for name, one in found.items() if "battery" in name]
    assert battery.aspect is not None and battery.spots[0].value > 0 and battery.spots[0].degree > 0


def test_places_are_those_of_the_text(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    ((covered,),) = [covered_aspects([Piece("great battery", 40, 53, "pro")], reading)]
    assert 40 <= covered.spots[0].start < 60


def test_major_aspects_are_raised_by_two_or_more(opinion: Make) -> None:
    major = major_aspects(opinion("x").sources[0].reading)
    assert major and all(aspect.reviewers.total >= 2 for aspect in major)


def test_a_quote_adds_what_the_writer_leaves_open(opinion: Make) -> None:
    reading = opinion("x").sources[0].reading
    own = covered_aspects([prose("They speak of the battery.")], reading)
    quoted = covered_aspects([prose("The battery is excellent. The screen is bright.")], reading)
    joined = {one.name: one for one in join_covered(own, quoted)}
    assert len(joined) == 2 and any(spot.degree > 0 for one in joined.values() for spot in one.spots)


def test_of_many_reviewers_a_tenth_must_raise_an_aspect(opinion: Make) -> None:
    reviews = tuple(f"The battery is great, day {n}." for n in range(27))
    few = opinion("x", (*reviews, *(f"The screen is bright, week {n}." for n in range(2)))).sources[0].reading
    enough = opinion("x", (*reviews, *(f"The screen is bright, week {n}." for n in range(4)))).sources[0].reading
    assert [len(major_aspects(reading)) for reading in (few, enough)] == [1, 2]
