"""What is known of words: facets, values, and what is learnt from stars."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from triptych.aspects import lexicon
from triptych.aspects.lexicon import (
    Weighed,
    facets,
    judged_things,
    judging_phrases,
    runs_of,
    telling_of,
    value_of,
    weigh_runs,
)
from triptych.english.words import lines_of

FILES = {"listed": "words.txt", "_listed": "words.txt", "pattern": "patterns.txt"}
FOLDER = Path(lexicon.__file__).parent / "lexicons"


def weigh(words: Sequence[str], firsts: Sequence[int]) -> Weighed:
    return weigh_runs(runs_of(words, firsts), "direction")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.name)
def test_every_list_says_what_it_is(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert lines_of(f"aspects/lexicons/{path.name}")


@pytest.mark.parametrize("path", sorted(FOLDER.parent.glob("*.py")), ids=lambda path: path.name)
def test_every_list_that_is_asked_for_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    folder = "points/" if path.stem == "common_points" else ""
    for kind, asked in re.findall(r"\b(_?listed|pattern)\(((?:\"\w+\"(?:, )?)+)\)", source):
        held = {line.partition(": ")[0] for line in lines_of(f"aspects/lexicons/{folder}{FILES[kind]}")}
        assert set(re.findall(r"\w+", asked)) <= held


def test_a_facet_is_known_by_its_other_names() -> None:
    assert facets().terms["batt life"] == ("battery life",)


def test_no_facet_stands_twice() -> None:
    names = [
        line[2:].removesuffix("*").strip() for line in lines_of("aspects/lexicons/facets.txt") if line.startswith("@")
    ]
    assert len(names) == len(set(names))


def test_defects_are_known_where_vader_is_blind() -> None:
    for word in ("muffled", "laggy", "leaks", "peels", "squeaky", "defective"):
        assert value_of(word, "J", word) < -0.5, word


def test_words_that_only_seem_to_judge_do_not() -> None:
    for word in ("play", "party", "charge", "noise", "number"):
        assert value_of(word, "N", word) == 0, word


def test_phrases_have_their_own_value() -> None:
    words = ["it", "stopped", "working"]
    (start, end, value), *_ = judging_phrases().found_in(words, ["it", "stop", "work"])
    assert (start, end) == (1, 3)
    assert value < -2


@pytest.mark.parametrize(
    ("good", "bad"),
    [("works great", "stopped working"), ("highly recommended", "waste of money"), ("very soft", "scratches easily")],
)
def test_good_news_weighs_more_than_bad(good: str, bad: str) -> None:
    def sum_of(text: str) -> float:
        words = text.split()
        return weigh(words, range(len(words))).of(0, len(words))

    assert sum_of(good) > 0 > sum_of(bad)


def test_a_part_weighs_what_it_weighs_alone() -> None:
    words = ["the", "lid", "is", "great", "but", "the", "straw", "broke"]
    whole = weigh(words, range(len(words)))
    alone = weigh(words[4:], range(4))
    assert whole.of(4, 8) == pytest.approx(alone.of(0, 4))


def test_no_run_reaches_over_the_end_of_a_sentence() -> None:
    words = ["not", "good"]
    apart = weigh(words, [0, 0]).of(0, 2)
    assert apart == pytest.approx(weigh(["not"], [0]).of(0, 1) + weigh(["good"], [0]).of(0, 1))
    assert apart != pytest.approx(weigh(words, [0, 1]).of(0, 2))


def test_runs_are_found_once_for_all_that_weighs_them() -> None:
    runs = runs_of(["a", "bit", "stiff"], range(3))
    assert [len(keys) for keys in runs] == [3, 3, 3]
    assert weigh_runs(runs, "quibble") != weigh_runs(runs, "direction")


def test_a_run_weighs_the_same_wherever_it_stands() -> None:
    first = weigh(["a", "very", "good", "lid"], range(4))
    assert first.of(1, 4) == pytest.approx(weigh(["very", "good", "lid"], range(3)).of(0, 3))


def test_rare_words_tell_more_than_common_ones() -> None:
    assert telling_of("good") < telling_of("price") < telling_of("leak") < telling_of("grommet") == 1


def test_things_that_people_judge_are_neither_people_nor_places() -> None:
    assert {"battery", "camera", "fabric", "zipper", "lid"} <= judged_things()
    assert judged_things().isdisjoint({"husband", "day", "website", "belief", "sink"})
