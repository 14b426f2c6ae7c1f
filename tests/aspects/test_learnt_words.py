"""What star-rated reviews teach about words."""

from triptych.aspects.learnt_words import judged_things, telling_of


def test_rare_words_tell_more_than_common_ones() -> None:
    assert telling_of("good") < telling_of("price") < telling_of("leak") < telling_of("grommet") == 1


def test_things_that_people_judge_are_neither_people_nor_places() -> None:
    assert {"battery", "camera", "fabric", "zipper", "lid"} <= judged_things()
    assert judged_things().isdisjoint({"husband", "day", "website", "belief", "sink"})
