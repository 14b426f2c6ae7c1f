"""What is assigned for a shortlist or a product, and what its cases are called."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefed import a_product
from triptych.engines import Outcome
from triptych.errors import UsageError
from triptych.records import Run, Shortlist
from triptych.stores import open_store
from triptych.writers import Assignment, WritingStage, assign
from triptych.writers.embedded import connect, write_cases


def a_shortlist(name: str, *products: str) -> Shortlist:
    """A shortlist of kettles by these ids."""
    return Shortlist(id=name, query="kettle", products=tuple(a_product([], id=each, title=each) for each in products))


def test_each_text_has_its_id_in_order() -> None:
    (given,) = assign([a_shortlist("s", "a", "b")])
    assert given.case_ids == ("s/comparison", "s/a/explanation", "a/opinion", "s/b/explanation", "b/opinion")


def test_an_opinion_is_written_once_however_often_its_product_is_listed() -> None:
    first, second = assign([a_shortlist("s", "a", "b"), a_shortlist("t", "b", "c")])
    assert (first.opinions, second.opinions) == (("a", "b"), ("c",))


def test_long_names_are_cut_and_stay_apart() -> None:
    one, other = (Assignment(0, a_shortlist("s" * 190, f"a{n}", "b"), ("explanation",)) for n in range(2))
    assert all(len(case_id) <= 200 for case_id in (*one.case_ids, *other.case_ids))
    assert one.case_ids[0] != other.case_ids[0]


def test_a_product_alone_gets_an_opinion_and_nothing_else() -> None:
    (given,) = assign([a_product([])], ("opinion",))
    assert given.case_ids == ("k/opinion",)
    with pytest.raises(UsageError, match="without a query"):
        list(assign([a_product([])]))


def _run() -> Run:
    return Run(id="run", command="write", source="x", started=datetime.now(UTC))


def test_what_was_written_is_not_missing_until_it_changes(tmp_path: Path) -> None:
    shortlist = Shortlist(id="s", query="kettle", products=(a_product(["It boils fast."]), a_product([], id="b")))
    (given,) = assign([shortlist])
    with open_store(str(tmp_path / "store.db")) as store:
        run = store.start_run(_run())
        stage = WritingStage(store, run.id, connect())
        assert stage.missing([given]) == [given]
        stage.keep([Outcome(given, write_cases(given))])
        assert stage.missing([given]) == []
        (changed,) = assign([shortlist.model_copy(update={"query": "quiet kettle"})])
        assert stage.missing([changed]) == [changed]
        assert WritingStage(store, run.id, connect(), is_fresh=True).missing([given]) == [given]


def test_a_shortlist_that_failed_is_named_and_stays_missing(tmp_path: Path) -> None:
    (given,) = assign([Shortlist(id="s", query="kettle", products=(a_product([]), a_product([], id="b")))])
    with open_store(str(tmp_path / "store.db")) as store:
        stage = WritingStage(store, store.start_run(_run()).id, connect())
        stage.keep([Outcome(given, None, ValueError("no words"))])
        assert stage.failures == ["s: no words"]
        assert stage.missing([given]) == [given]
