"""What a query asks, as wants that read well."""

import pytest

from triptych.writers._plan.needs import wants_of


@pytest.mark.parametrize(
    ("query", "category", "labels"),
    [
        ("fone with gud camera n battry for my dad", None, ["a good camera", "a battery", "your dad"]),
        ("long lasting matt lipstick that doesnt dry lips", "lipsticks", ["long lasting", "does not dry lips"]),
        ("grain free dog food for a fussy labrador", "dog food", ["grain free", "a fussy labrador"]),
        ("robot vaccum for pet hair", "robot vacuums", ["pet hair"]),
        ("shoes that last, true to size", None, ["lasts", "true to size"]),
        ("mattress for side sleeper", "mattresses", ["a side sleeper"]),
        ("laptop with bright display, no budget limit", "Laptops", ["a bright display"]),
        ("running shoes", "Shoes > Running", []),
        ("shoes, soft cushioning that lasts", "Shoes", ["soft cushioning", "lasts"]),
        ("phone, battery that lasts", "Phones", ["a battery that lasts"]),
        ("tent, keeps the rain out", "Tents", ["keeps the rain out"]),
        ("shampoo that does not dry hair", "Shampoos", ["does not dry hair"]),
    ],
)  # fmt: skip
def test_labels_are_fit_to_print(query: str, category: str | None, labels: list[str]) -> None:
    assert [want.label for want in wants_of(query, category)] == labels


def test_light_to_carry_is_about_weight() -> None:
    (want,) = wants_of("laptop, light to carry", "Laptops")
    assert want.aspects[0] == "weight"


@pytest.mark.parametrize(
    ("label", "aspect"),
    [("easy to clean", "cleaning"), ("cheap battery", "battery life"), ("does not dry lips", "hydration")],
)
def test_a_want_is_about_its_own_thing_first(label: str, aspect: str) -> None:
    (want,) = wants_of(f"thing, {label}", None)
    assert want.aspects[0] == aspect and "ease of use" not in want.aspects


@pytest.mark.parametrize(("label", "absent"), [("fragrance-free", True), ("no smell", True), ("not too loud", False)])
def test_what_should_not_be_there(label: str, absent: bool) -> None:
    (want,) = wants_of(f"cream, {label}", "Creams")
    assert want.is_absence is absent
