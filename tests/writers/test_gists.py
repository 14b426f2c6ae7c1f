"""A remark becomes a few words of the third person, or nothing where it cannot be said without the reviewer."""

import pytest

from triptych.english.sentences import kept_sentences
from triptych.writers._gists import Gist, agreeing, gists_in, subject_of


def gists(text: str) -> list[Gist]:
    return [gist for sentence in kept_sentences(text) for gist in gists_in(sentence, "p", "r1", frozenset())]


@pytest.mark.parametrize(
    ("remark", "form", "said"),
    [
        ("The lid closes securely with a click.", "clause", "the lid closes securely with a click"),
        (
            "This bottle is the perfect size for everyday use.",
            "clause",
            "the bottle is the perfect size for everyday use",
        ),
        ("It keeps my water cold for hours.", "predicate", "it keeps the water cold for hours"),
        ("Keeps water cold all day.", "predicate", "it keeps water cold all day"),
        ("It’s very sturdy.", "quality", "it is sturdy"),
        ("Easy to clean.", "quality", "it is easy to clean"),
        ("I love the carry handle.", "liking", "the carry handle"),
        ("It doesn't leak in the bag.", "predicate", "it does not leak in the bag"),
    ],
)
def test_what_a_remark_says(remark: str, form: str, said: str) -> None:
    (gist,) = gists(remark)
    assert (gist.form, gist.said_of("it")) == (form, said)


@pytest.mark.parametrize(
    "remark",
    [
        "If you want something durable, this is a great choice.",
        "I would call it sturdy.",
        "Is it easy to clean?",
        "My husband finds it heavy.",
        "Some handles break quickly.",
        "it remain screws were loose have to tight",
        "The motor is stoopidlyloud.",
        "We never had an issue with spills.",
    ],
)
def test_what_is_supposed_asked_misspelt_or_about_others_has_no_gist(remark: str) -> None:
    assert gists(remark) == []


def test_the_second_of_two_things_denied_is_not_taken_for_said() -> None:
    said = [gist.text for gist in gists("The material feels durable without being thick or uncomfortable.")]
    assert not any("uncomfortable" in text and "without" not in text for text in said)


def test_one_sentence_can_say_several_things() -> None:
    said = [gist.said_of("it") for gist in gists("The lid closes securely and it fits in the cup holder.")]
    assert said == ["the lid closes securely", "it fits in the cup holder"]


def test_offsets_are_those_of_the_review() -> None:
    text = "Bought in May. The lid closes securely."
    (gist,) = gists(text)
    assert text[gist.span.start : gist.span.end] == gist.span.text


@pytest.mark.parametrize(
    ("predicate", "it", "said"),
    [
        ("keeps water cold", "they", "keep water cold"),
        ("keep water cold", "it", "keeps water cold"),
        ("is sturdy", "they", "are sturdy"),
        ("did not break", "it", "did not break"),
        ("carry easily", "it", "carries easily"),
    ],
)
def test_verbs_agree_with_the_pronoun(predicate: str, it: str, said: str) -> None:
    assert agreeing(predicate, it) == said


def test_a_sentence_is_about_its_subject() -> None:
    (thing,) = kept_sentences("The straw is removable.")
    (speaker,) = kept_sentences("I removed the straw.")
    assert (subject_of(thing), subject_of(speaker)) == ("straw", "")
