"""Who rates what next, and how people and judges agree."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from triptych.pipeline.rating import RatingPlan, RatingQuestion, measure_ratings, open_sheet, ratings_in
from triptych.stores import KeptRating, Store, open_store
from web.kept import keep_run, rating

RUBRICS = ("opinion/faithfulness", "opinion/prevalence")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A run of thirty texts."""
    with open_store(str(tmp_path / "store.db")) as opened:
        keep_run(opened, cases=30)
        yield opened


def plan(rater: str, texts: int = 12, rubrics: tuple[str, ...] = RUBRICS) -> RatingPlan:
    return RatingPlan("judge-1", rater, rubrics, texts)


def say(store: Store, asked: RatingQuestion, rater: str, score: float | None, why: str | None = None) -> None:
    store.save([KeptRating(asked.name.case_id, asked.name.digest, asked.metric, rater, score, why)])


def test_raters_get_the_same_texts_in_other_orders_that_stay(store: Store) -> None:
    ann, bob = (open_sheet(store, plan(rater)) for rater in ("ann", "bob"))
    texts = [[one.name for one in sheet.questions] for sheet in (ann, bob)]
    assert set(texts[0]) == set(texts[1])
    assert texts[0] != texts[1]
    assert open_sheet(store, plan("ann")).questions == ann.questions
    assert {one.key for one in ann.questions}.isdisjoint(one.key for one in bob.questions)


def test_items_are_drawn_whole_and_more_texts_are_added_to_the_first(store: Store) -> None:
    few, more = ({one.name for one in open_sheet(store, plan("ann", n)).questions} for n in (6, 12))
    assert few < more
    assert len({name.item for name in few}) == 2


def test_a_text_is_asked_on_every_rubric_before_the_next(store: Store) -> None:
    first, second, third, *_ = open_sheet(store, plan("ann")).questions
    assert (first.name, first.metric, second.metric) == (second.name, "faithfulness", "prevalence")
    assert third.name != first.name
    assert open_sheet(store, plan("ann", rubrics=("comparison/clarity",))).questions == ()


def test_one_goes_on_where_one_stopped(store: Store) -> None:
    sheet = open_sheet(store, plan("ann"))
    say(store, sheet.questions[0], "ann", 4)
    say(store, sheet.questions[1], "ann", None, "in French")
    say(store, sheet.questions[2], "bob", 1)
    again = open_sheet(store, plan("ann"))
    assert (again.done, again.skipped, again.next()) == (2, 1, sheet.questions[2])
    assert again.find(sheet.questions[0].key, "faithfulness") == sheet.questions[0]
    assert again.find("elsewhere", "faithfulness") is None


def test_all_answered_leaves_nothing(store: Store) -> None:
    for one in open_sheet(store, plan("ann", 3)).questions:
        say(store, one, "ann", 3)
    assert open_sheet(store, plan("ann", 3)).next() is None


def test_agreement_grows_with_the_ratings(store: Store) -> None:
    run = store.run("judge-1")
    assert measure_ratings(store, run) is None
    for rater in ("ann", "bob"):
        for place, one in enumerate(open_sheet(store, plan(rater)).questions[:20]):
            say(store, one, rater, None if place == 7 else 1.0 + int(one.name.case_id[-2:]) % 5)
    found = measure_ratings(store, run)
    assert found is not None
    assert (found.ratings, found.raters) == (38, 2)
    assert [one.alpha.value for one in found.alphas] == [1.0, 1.0]
    (row,) = (one for one in found.rows if (one.who, one.metric) == ("embedded", "faithfulness"))
    figure = row.figure("spearman", "pooled")
    assert figure is not None
    assert figure.value == pytest.approx(1.0)


def test_ratings_from_elsewhere_count_and_skipped_ones_do_not(store: Store) -> None:
    store.save([rating(3, "faithfulness", "cid", 2.0), rating(999, "faithfulness", "cid", 2.0)])
    say(store, open_sheet(store, plan("ann")).questions[0], "ann", None, "broken")
    assert ratings_in(store, store.run("judge-1")) == [rating(3, "faithfulness", "cid", 2.0)]
