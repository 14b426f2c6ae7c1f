"""Sources cut into clauses and found by their words."""

from answered import excerpts_of, product_of
from triptych.needs.excerpts import lemma, stem


def texts(stems: list[str], *reviews: str, title: str = "Kettle") -> list[str]:
    product = product_of(*reviews, title=title)
    found = list(excerpts_of(product).finds(stems))
    assert all(excerpt.evidence.resolves_in(product) for excerpt in found)
    return [excerpt.text for excerpt in found]


def test_a_clause_is_found_by_a_word_in_any_form() -> None:
    said = "The lid leaks, but the handle is fine. No leaking since!"
    assert texts([stem("leak")], said) == ["The lid leaks", "No leaking since"]


def test_two_words_are_found_as_one_and_glued_words_apart() -> None:
    assert texts(["leakproof"], "A leak-proof lid.") == ["A leak-proof lid"]
    assert texts([stem("wardrobe")], title="Steel WardrobeFinish Brown") == ["Steel WardrobeFinish Brown"]


def test_of_words_without_end_those_around_each_find_are_kept() -> None:
    filler = " ".join("abcdefghijklmnopqrstuvwxyz")
    found = texts(["quiet"], f"{filler} very quiet {filler} not quiet {filler}")
    assert len(found) == 2
    assert found[1] == "v w x y z not quiet a b c d e f"
    assert all(len(text.split()) <= 14 for text in found)


def test_no_figure_and_no_pair_of_words_is_cut() -> None:
    filler = " ".join("abcdefghijklmnopqrstuvwxyz")
    assert texts(["quiet"], title=f"{filler} 3.5mm a b c d e quiet {filler}")[0].startswith("3.5mm a")
    assert texts(["plug"], "Just plug and play and it works.") == ["Just plug and play"]


def test_headlines_are_read_but_cannot_be_shown() -> None:
    product = product_of()
    reviews = ({"id": "r1", "title": "Very quiet", "text": "Nice."},)
    product = product.model_validate({**product.model_dump(), "reviews": reviews})
    (excerpt,) = excerpts_of(product).finds(["quiet"])
    assert excerpt.is_title and excerpt.is_review


def test_forms_of_a_word_share_a_stem() -> None:
    for one, other in (
        ("heavier", "heavy"),
        ("installation", "install"),
        ("leaks", "leaking"),
        ("eyes", "eye"),
        ("kettle's", "kettle"),
    ):
        assert stem(one) == stem(other)
    assert stem("doesn't") == "doesn't"


def test_a_sweater_is_no_sweat_and_a_charger_no_charge() -> None:
    assert stem("sweaters") != stem("sweat")
    assert [lemma(word) for word in ("fell", "heavier", "charger", "planes")] == ["fall", "heavy", "charger", "plane"]


def test_a_clause_is_found_by_a_lemma() -> None:
    found = excerpts_of(product_of("It fell off. Too many falls. The waterfall is far.")).finds_forms(["fall"])
    assert [excerpt.text for excerpt in found] == ["It fell off", "Too many falls"]
