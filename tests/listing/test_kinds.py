"""Kind, brand and model of invented titles."""

import pytest

from triptych.listing.kinds import find_kind, find_names, kind_in, tokens_of
from triptych.records import Product


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Quorvane HikeSip Insulated Stainless Steel Water Bottle with Straw, 24 Oz, Denim", "insulated water bottle"),
        ("Brimlo Z20 Wireless Keyboard and Mouse Combo for Windows, Black", "wireless keyboard and mouse combo"),
        ("tarvik Engineered Wood Study TableFree Standing Finish Color brown Preassembled", "study table"),
        ("Zindo 65W Fast Charging Cable | Suitable For All Phones (1 Meter, Black)", "fast charging cable"),
        ("Men Blue Genuine Leather Wallet - Mini (6 Card Slots)", "wallet"),
        ("Ovelin 7 Pro", None),
        ("Tavro Beam True Wireless Deep Bass Sound Earbuds", "wireless earbuds"),
    ],
)
def test_kinds(title: str, kind: str | None) -> None:
    assert find_kind(Product(id="p", title=title)) == kind


def test_reviewers_tell_a_model_from_a_kind() -> None:
    title = "Tavro Pulse Beam - Deep Bass Sound Earbuds"
    reviews = [{"id": f"r{n}", "text": f"These earbuds are great, {n} stars."} for n in range(2)]
    product = Product.model_validate({"id": "p", "title": title, "reviews": reviews})
    assert find_kind(product) == "earbuds"


def test_a_unit_is_no_kind_and_no_word_comes_twice() -> None:
    assert find_kind(Product(id="p", title="Havro Zella Immersion Rod 1500 Watts")) != "watts"
    assert find_kind(Product(id="p", title="Kantro 160 - Wet Grinder Wet Grinder (White)")) == "wet grinder"


def test_brand_and_model_come_before_what_describes() -> None:
    title = "Brimlo ZX-200 Wireless Mouse, Black"
    names = find_names(title, "", kind_in(title))
    assert (title[slice(*names.brand)], title[slice(*names.model)]) == ("Brimlo", "ZX-200")


def test_a_brand_that_the_shop_names_is_taken_as_it_is() -> None:
    title = "Two Oaks Wireless Mouse"
    assert find_names(title, "Two Oaks", kind_in(title)).brand == (0, 8)


def test_a_title_of_common_words_names_no_brand() -> None:
    title = "Men Blue Leather Wallet"
    assert find_names(title, "", kind_in(title)).brand == (0, 0)


def test_words_that_were_glued_are_parted_behind_a_product() -> None:
    title = "Study TableFree Standing"
    assert [title[a:b] for a, b in tokens_of(title, 0, len(title))] == ["Study", "Table", "Free", "Standing"]
    assert len(tokens_of("HydraMax", 0, 8)) == 1
