"""What reviews teach about words."""

from triptych.aspects.learnt_words import is_general, never_judged


def test_words_of_all_goods_are_general() -> None:
    assert all(map(is_general, ("recommend", "great", "buy")))
    assert not any(map(is_general, ("leak", "battery", "soft")))


def test_people_and_places_are_never_judged() -> None:
    assert {"husband", "day", "website"} <= never_judged()
    assert never_judged().isdisjoint({"battery", "camera", "fabric"})
