"""Headlines and stars: quoted where they make sure of what a reviewer minds or likes."""

import pytest

from briefed import a_point, a_product, a_reading
from triptych.records import Direction, Product, Review
from triptych.writers._headlines import headlines_of, starred_in
from triptych.writers._voices import stems_of


def reviewed(*reviews: tuple[str | None, str, float | None]) -> Product:
    """A kettle with reviews of these titles, texts and stars."""
    rows = [Review(id=f"r{n}", title=title, text=text, stars=stars) for n, (title, text, stars) in enumerate(reviews)]
    return a_product([]).model_copy(update={"reviews": tuple(rows)})


@pytest.mark.parametrize(
    ("title", "stars", "direction"),
    [
        ("The lid is not secure", None, "-"),
        ("Looks nice but leaks everywhere", 3.0, "-"),
        ("Looks nice but leaks everywhere", 5.0, None),
        ("Very easy to clean", None, "+"),
        ("Very bad", 1.0, None),
        ("To avoid leaks, close the lid", None, None),
    ],
)
def test_a_headline_tells_what_its_writer_minds_or_likes(
    title: str, stars: float | None, direction: Direction | None
) -> None:
    product = reviewed((title, "I use it daily.", stars))
    found = list(headlines_of(product, stems_of("very bad")))
    assert [voice.direction for voice in found if direction] == [direction] * bool(direction)
    assert not any(voice.direction == "-" for voice in found if direction is None)
    assert all(voice.span.resolves_in(product) and voice.said == f"“{title}”" for voice in found)


def test_few_stars_make_sure_of_a_complaint_and_long_reviews_are_cut() -> None:
    bad = "the lid broke after a week and water leaks on the table every single morning i am tired of it"
    product = reviewed((None, bad, 1.0), (None, "the spout is broken", 2.0), (None, bad, 3.0), (None, bad, None))
    found = list(starred_in(product, a_reading(product, {}), set()))
    assert {voice.span.source_id for voice in found} == {"r0", "r1"}
    (cut,) = [voice for voice in found if voice.is_cut]
    assert cut.said == "“the lid broke after a week and water leaks on the table every single morning …”"
    assert all(voice.direction == "-" and voice.span.resolves_in(product) for voice in found)


def test_what_cost_the_fifth_star_is_clipped() -> None:
    text = "I like the color and the size, the lid is useless and broke, but it boils fast."
    product = reviewed((None, text, 4.0), (None, text, 5.0))
    points = [a_point(product, "lid", "-", dict.fromkeys(("r0", "r1"), "the lid is useless and broke"))]
    found = [v for v in starred_in(product, a_reading(product, {"lid": points}), set()) if v.direction == "-"]
    assert [(voice.span.source_id, voice.span.text) for voice in found] == [("r0", "the lid is useless and broke")]
