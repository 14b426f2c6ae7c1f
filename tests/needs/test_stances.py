"""What one clause says of a need."""

import pytest

from answered import excerpts_of, product_of
from triptych.needs.stances import Vote, clause_votes
from triptych.needs.words import words_of
from triptych.records import NeedKind, Product


def votes_in(product: Product, need: str, kind: NeedKind = "feature") -> list[Vote]:
    """What the excerpts of a product say of a need."""
    return clause_votes(words_of(need, kind), excerpts_of(product))


def value_of(review: str, need: str, kind: NeedKind = "feature") -> int:
    """1 for yes, -1 for no, 0 for nothing."""
    total = sum(vote.sign for vote in votes_in(product_of(review), need, kind) if vote.excerpt.is_review)
    return (total > 0) - (total < 0)


@pytest.mark.parametrize(
    ("review", "need", "value"),
    [
        ("It is quiet.", "quiet", 1),
        ("It is not quiet.", "quiet", -1),
        ("Rather loud.", "quiet", -1),
        ("There are two pockets.", "pockets", 1),
        ("There are no pockets.", "pockets", -1),
        ("I wish it had pockets.", "pockets", -1),
        ("The battery lasts long.", "long battery", 1),
        ("The battery is terrible.", "long battery", -1),
        ("Bad battery.", "good battery", -1),
        ("Easy to clean.", "easy to clean", 1),
        ("A pain to clean.", "easy to clean", -1),
        ("It never leaked.", "leak proof", 1),
        ("It leaks.", "leak proof", -1),
        ("Not leakproof.", "leak proof", -1),
        ("Makes a lot of noise.", "low noise", -1),
        ("The handle came off in a week.", "durable", -1),
        ("Completely opaque.", "not see through", 1),
        ("The battery dies at noon.", "long battery life", -1),
        ("The height cannot be changed.", "adjustable height", 0),
        ("The colour is nice.", "quiet", 0),
        ("Consumes a lot of power.", "low power consumption", -1),
        ("It consumes less power than a bulb.", "low power consumption", 1),
        ("Noisy from the first day.", "low noise", -1),
        ("You may need to size up.", "true to size", -1),
        ("During the night it hums.", "durable", 0),
        ("Setup was easy.", "easy to set up", 1),
        ("Had trouble assembling it.", "easy to assemble", -1),
        ("No issues with assembling it.", "easy to assemble", 1),
        ("Noise reduction is great.", "quiet", 1),
        ("They keep sliding down.", "stays in place", -1),
        ("It held everything in place.", "stays in place", 1),
        ("They never fell out.", "stay in", 1),
        ("I was afraid they fall out.", "stay in", 0),
        ("Spill-proof indeed.", "leak proof", 1),
        ("The other ones leak.", "leak proof", 0),
        ("The neck support could have been better.", "neck pain", -1),
        ("The straps do not dig in.", "straps that don't dig in", 1),
        ("A good wireless mouse.", "bluetooth", 0),
    ],
)
def test_a_clause_says_yes_no_or_nothing(review: str, need: str, value: int) -> None:
    assert value_of(review, need) == value


@pytest.mark.xfail(strict=True, reason="no review that was labelled says so in this way")
@pytest.mark.parametrize(
    ("review", "need", "value"),
    [
        ("I did not like the colour of the pockets.", "pockets", 1),
        ("Rated IP67.", "waterproof", 1),
        ("It keeps drinks cold.", "keeps drinks hot", 0),
        ("A water-proof lid.", "not leak", 1),
        ("It is not noisy at all.", "quiet", 1),
        ("No back pain since.", "back pain", 1),
        ("I have back pain.", "back pain", 0),
    ],
)
def test_a_clause_that_the_model_misreads(review: str, need: str, value: int) -> None:
    assert value_of(review, need) == value


@pytest.mark.parametrize(
    ("review", "value"),
    [
        ("I use it at the gym.", 1),
        ("Useless for the gym.", -1),
        ("Not for the gym.", -1),
        ("Less heavy, so I take it to the gym.", 1),
        ("Great for my workouts.", 1),
        ("Some trouble at the gym.", -1),
        ("Taking it to the gym was my worst mistake.", -1),
    ],
)
def test_a_use_is_named_or_ruled_out(review: str, value: int) -> None:
    assert value_of(review, "gym", "use") == value


@pytest.mark.parametrize(
    ("review", "value"), [("Heats only small rooms.", -1), ("Fine in a large room.", 1), ("It is small.", 0)]
)
def test_the_opposite_of_a_use_rules_it_out(review: str, value: int) -> None:
    assert value_of(review, "large bedroom", "use") == value


@pytest.mark.parametrize(("review", "value"), [("They roll down.", -1), ("They don't roll down.", 1)])
def test_what_must_not_happen_is_met_where_it_does_not(review: str, value: int) -> None:
    assert value_of(review, "dont roll down", "exclusion") == value


def test_a_part_of_the_words_says_less() -> None:
    product = product_of("It is perfect for school.", "It fits in my school bag.", "The sky is high.")
    part, whole, *_ = votes_in(product, "school bag", "use")
    assert part.excerpt.text == "It is perfect for school"
    assert part.yes < whole.yes


def test_the_product_itself_says_nothing_of_a_need() -> None:
    product = product_of("A good juicer.", "Good orange juice.", title="Zindo Slow Juicer")
    assert not any(vote.sign for vote in votes_in(product, "carrot juice", "use"))
    assert [vote.excerpt.text for vote in votes_in(product, "orange juice", "use") if vote.sign] == [
        "Good orange juice"
    ]


def test_a_word_of_the_same_field_is_a_clue() -> None:
    (vote,) = votes_in(product_of("The instructions to install it are awful."), "easy to assemble")
    assert vote.no > vote.yes


def test_a_shop_says_only_yes_in_turns_of_phrase() -> None:
    votes = votes_in(product_of(key_features=["Hand wash only", "Wipes down easily"]), "easy to clean")
    assert {vote.excerpt.text for vote in votes if vote.sign} == {"Wipes down easily"}


def test_a_shop_does_not_call_its_goods_the_contrary_of_what_is_asked() -> None:
    assert all(vote.sign >= 0 for vote in votes_in(product_of(key_features=["Heavy duty hinge"]), "lightweight"))


@pytest.mark.parametrize(
    ("review", "need"),
    [
        ("The brakes squeal.", "disc brakes"),
        ("The seat can be turned.", "comfortable seat"),
        ("Slow internet here, so no stars.", "fast"),
        ("Easy to clean.", "easy to use"),
        ("It jams easily.", "easy to use"),
        ("I was worried that it would be heavy.", "lightweight"),
        ("Not sure yet about shrinkage.", "does not shrink"),
    ],
)
def test_what_is_beside_the_point_answers_nothing(review: str, need: str) -> None:
    assert value_of(review, need) == 0


def test_what_a_thing_is_built_into_is_not_its_build() -> None:
    assert not any(vote.sign for vote in votes_in(product_of(key_features=["Built-in battery"]), "good build quality"))


def test_what_a_shop_says_of_a_contrary_use_speaks_against_it_rather_than_for_it() -> None:
    (vote,) = votes_in(product_of(key_features=["Ideal for small rooms"]), "large bedroom", "use")
    assert vote.no > vote.yes


def test_some_of_the_words_must_be_surer_than_all_of_them() -> None:
    bars = [votes_in(product_of(text), "long battery")[0].bar for text in ("A long battery.", "The battery is fine.")]
    assert bars[0] < bars[1]


@pytest.mark.parametrize(("feature", "sign"), [("Sharp screen", 0), ("Bright screen", 1)])
def test_naming_a_thing_does_not_make_it_bright(feature: str, sign: int) -> None:
    votes = votes_in(product_of(key_features=[feature]), "bright screen")
    assert max((vote.sign for vote in votes), default=0) == sign
