"""Whether a text is English."""

from triptych.english.languages import bare_words, is_other_language


def test_language_is_told_by_small_words_and_script() -> None:
    assert is_other_language("Le produit est très bien mais la batterie ne dure pas du tout")
    assert is_other_language("这个产品非常好")
    assert is_other_language("Sehr gute Qualität, schnelle Lieferung")
    assert is_other_language("Muy bueno")
    assert not is_other_language("Das keyboard feels solid")
    assert not is_other_language("Café crème color, cute décor piece but it chipped")
    assert not is_other_language("Très chic! The bag is lovely and the strap is comfortable")
    assert not is_other_language("😀😀")


def test_a_few_foreign_words_do_not_make_another_language() -> None:
    assert not is_other_language("la la, what a tune")
    assert is_other_language("el producto es muy bueno pero no me gusta el olor")


def test_bare_words_have_no_markup_digits_or_capitals() -> None:
    assert bare_words("Good<br>sound &amp; 2 buds, isn't it?") == ["good", "sound", "buds", "isn't", "it"]
    assert bare_words("Très chic 10/10") == ["très", "chic"]
