"""What star-rated reviews teach about words."""

from triptych.aspects.learnt_words import never_judged, telling_of


def test_rare_words_tell_more_than_common_ones() -> None:
    assert telling_of("good") < telling_of("price") < telling_of("leak") < telling_of("grommet") == 1


def test_people_and_places_are_never_judged() -> None:
    assert {"husband", "day", "website"} <= never_judged()
    assert never_judged().isdisjoint({"battery", "camera", "fabric"})
