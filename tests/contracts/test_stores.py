"""What every store does alike: one suite, run on SQLite and on a real PostgreSQL server."""

import asyncio
import datetime as dt
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from triptych.errors import UsageError
from triptych.records import (
    Case,
    Claim,
    Evidence,
    Judgement,
    Money,
    Product,
    Rating,
    Reply,
    Review,
    Run,
    Usage,
    Writing,
)
from triptych.stores import (
    CaseQuery,
    GroupedWriter,
    JudgementKey,
    KeptCase,
    KeptJudgement,
    KeptRating,
    RunTally,
    Store,
    open_store,
)

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new folder' / 'store.db'}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(url) as opened:
        yield opened


def run_of(run_id: str = "run-1", *, started: dt.datetime = NOON, **fields: Any) -> Run:
    return Run(id=run_id, command="judge", source="cases.jsonl", started=started, **fields)


def case_of(case_id: str, text: str = "Sound is clear.") -> Case:
    return Case(id=case_id, item="item-1", task="opinion", products=(Product(id="p1", title="Buds"),), text=text)


def kept_case(case_id: str, position: int = 0, *, run_id: str = "run-1", digest: str = "d1") -> KeptCase:
    return KeptCase.of(run_id, position, digest, case_of(case_id))


def judgement_of(case_id: str, metric: str = "fluency", judge: str = "embedded", **fields: Any) -> Judgement:
    given = {"score": 4, "value": 4.2, "signature": "s1", **fields}
    return Judgement(case_id=case_id, item="item-1", task="opinion", metric=metric, judge=judge, **given)


def kept_judgement(case_id: str, *, digest: str = "d1", is_final: bool = True, **fields: Any) -> KeptJudgement:
    return KeptJudgement("run-1", digest, judgement_of(case_id, **fields), is_final)


def wanted_judgement(case_id: str, **fields: str) -> JudgementKey:
    given = {"case_digest": "d1", "metric": "fluency", "judge": "embedded", "signature": "s1", **fields}
    return JudgementKey(case_id, **given)


def reply_of(key: str, text: str = "Score- <score>4</score>") -> Reply:
    return Reply(key=key, model="small", text=text)


RICH_CASE = Case(
    id="shortlist 1/comparison ₹ 💡",
    item="item-9",
    task="comparison",
    query="earbuds under ₹2,000",
    products=(
        Product(
            id="p1",
            title="Buds “Pro”",
            specifications={"Zeta": "1", "Alpha": "2"},
            base_price=Money(amount=Decimal("1299.00"), currency="INR"),
            final_price=Money(amount=Decimal("999.50"), currency="INR"),
            average_rating=4.1,
            reviews=(Review(id="1", text="nul \x00, tab \t, \u2028, 'quote' \"double\" \\", stars=2.0),),
        ),
        Product(id="p2", title="Other", reviews=(Review(id="1", text="", date=dt.date(2025, 1, 31), verified=True),)),
    ),
    text="| a | b |\r\nFinal Verdict Summary: तीन 三つ",
    system="embedded",
    claims=(
        Claim(
            text="a",
            start=2,
            end=3,
            kind="stated",
            evidence=(Evidence(product_id="p1", source="title", source_id="title", start=0, end=4, text="Buds"),),
        ),
    ),
    writing=Writing(writer="embedded", removed=("x",), usage=Usage(calls=1, cost=Decimal("0.0010"), seconds=0.25)),
)


# --- Runs -------------------------------------------------------------------------------------------------------


def test_a_run_is_started_and_finished(store: Store) -> None:
    run = run_of(options={"metric": "fluency", "judge": "embedded"})
    assert store.start_run(run) == run
    store.finish_run(run.id, "done", NOON + dt.timedelta(minutes=5))
    kept = store.run(run.id)
    assert (kept.status, kept.finished) == ("done", NOON + dt.timedelta(minutes=5))
    assert kept.options == run.options


def test_a_run_opened_again_keeps_its_first_start(store: Store) -> None:
    store.start_run(run_of())
    store.finish_run("run-1", "stopped", NOON + dt.timedelta(hours=1))
    again = store.start_run(run_of(started=NOON + dt.timedelta(days=1)))
    assert (again.started, again.status, again.finished) == (NOON, "running", None)
    assert store.runs() == [again]


def test_moments_are_kept_in_utc(store: Store) -> None:
    abroad = NOON.astimezone(dt.timezone(dt.timedelta(hours=5, minutes=30)))
    assert store.start_run(run_of("abroad", started=abroad)).started == NOON
    kept = store.start_run(run_of("naive", started=NOON.replace(tzinfo=None)))
    assert (kept.started, kept.started.utcoffset()) == (NOON, dt.timedelta(0))


def test_the_latest_run_comes_first(store: Store) -> None:
    for name, hour in (("b", 1), ("c", 3), ("a", 2)):
        store.start_run(run_of(name, started=NOON + dt.timedelta(hours=hour)))
    assert [run.id for run in store.runs()] == ["c", "a", "b"]


def test_a_run_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    for name in ("judge-aa", "judge-ab", "judge-ab1", "write%x"):
        store.start_run(run_of(name))
    assert store.run("judge-aa").id == "judge-aa"
    assert store.run("judge-ab").id == "judge-ab"
    assert store.run("w").id == "write%x"
    with pytest.raises(UsageError, match=r"3 runs begin with 'judge': judge-aa, judge-ab, judge-ab1"):
        store.run("judge")


@pytest.mark.parametrize("name", ["", "JUDGE", "%", "judge_a", "run-10", "'; --"])
def test_an_unknown_run_is_said(store: Store, name: str) -> None:
    store.start_run(run_of("judge-a"))
    for use in (store.run, store.delete_run, lambda run_id: store.finish_run(run_id, "done", NOON)):
        with pytest.raises(UsageError, match="no run"):
            use(name)


def test_a_deleted_run_takes_its_cases_and_judgements_along(store: Store) -> None:
    for name in ("run-1", "run-2"):
        store.start_run(run_of(name))
    store.save([kept_case("c1"), kept_case("c1", run_id="run-2"), kept_judgement("c1"), reply_of("k1")])
    store.save([Rating(case_id="c1", metric="fluency", rater="ann", score=3.0)])
    store.delete_run("run-1")
    assert store.tally("run-1") == RunTally()
    assert not list(store.judgements("run-1"))
    assert [case.id for case in store.cases("run-2")] == ["c1"]
    assert store.find_replies(["k1"]) and list(store.ratings())
    assert [run.id for run in store.runs()] == ["run-2"]


def test_a_large_run_is_deleted_whole(store: Store) -> None:
    store.start_run(run_of())
    store.save(kept_case(f"c{number}", number) for number in range(2100))
    store.delete_run("run-1")
    assert store.tally("run-1") == RunTally()
    assert store.runs() == []


# --- Cases and judgements ---------------------------------------------------------------------------------------


def test_a_case_comes_back_as_it_was(store: Store) -> None:
    store.start_run(run_of())
    store.save([KeptCase.of("run-1", 0, "d1", RICH_CASE)])
    assert list(store.cases("run-1")) == [RICH_CASE]
    assert next(store.cases("run-1")).to_json() == RICH_CASE.to_json()


def test_cases_come_by_position_not_by_arrival(store: Store) -> None:
    store.start_run(run_of())
    positions = {"a": 30, "B": 10, "é": 20, "b": 10, "Z": 0}
    for case_id, position in positions.items():
        store.save([kept_case(case_id, position)])
    assert [case.id for case in store.cases("run-1")] == ["Z", "B", "b", "é", "a"]


def test_many_cases_and_judgements_come_each_once_and_in_order(store: Store) -> None:
    store.start_run(run_of())
    ids = [f"c{number:04d}" for number in range(903)]
    arrival = random.Random(7).sample(ids, len(ids))
    store.save(kept_case(case_id, ids.index(case_id)) for case_id in arrival)
    store.save(kept_judgement(case_id, metric=metric) for case_id in arrival for metric in ("fluency", "coherence"))
    assert [case.id for case in store.cases("run-1")] == ids
    expected = [(case_id, metric) for case_id in ids for metric in ("coherence", "fluency")]
    assert [(one.case_id, one.metric) for one in store.judgements("run-1")] == expected


def test_a_judgement_comes_back_as_it_was(store: Store) -> None:
    store.start_run(run_of())
    judgement = judgement_of(
        "c1",
        judge="openai:llama3.1:8b@http://127.0.0.1:1/v1",
        explanation="Because “so”.\nScore- <score>4</score>",
        evidence=RICH_CASE.claims[0].evidence,
        samples=(4, 5),
        stderr=0.5,
        method="samples",
        certainty=0.75,
        usage=Usage(calls=2, cost=Decimal("0.00120")),
    )
    store.save([kept_case("c1"), KeptJudgement("run-1", "d1", judgement)])
    assert list(store.judgements("run-1")) == [judgement]


def test_one_judgement_for_each_case_metric_and_judge(store: Store) -> None:
    store.start_run(run_of())
    store.save([kept_case("c1"), kept_judgement("c1", value=3.0, score=3), kept_judgement("c1")])
    store.save([kept_judgement("c1", value=2.0, score=2), kept_judgement("c1", judge="other")])
    assert [(one.judge, one.score) for one in store.judgements("run-1")] == [("embedded", 2), ("other", 4)]


def test_rows_of_one_save_may_come_in_any_order(store: Store) -> None:
    store.start_run(run_of())
    store.save([kept_judgement("c1"), kept_case("c1")])
    assert len(list(store.judgements("run-1"))) == 1


def test_a_changed_case_hides_what_was_judged_before(store: Store) -> None:
    store.start_run(run_of())
    store.save([kept_case("c1"), kept_judgement("c1")])
    store.save([kept_case("c1", digest="d2")])
    assert not list(store.judgements("run-1"))
    store.save([kept_judgement("c1", digest="d2")])
    assert len(list(store.judgements("run-1"))) == 1


def test_cases_held_are_those_there_each_with_its_last_digest(store: Store) -> None:
    store.start_run(run_of())
    store.start_run(run_of("run-2"))
    store.save([kept_case("c1"), kept_case("c2"), kept_case("c4", run_id="run-2")])
    store.save([kept_case("c2", digest="new")])
    assert store.held_cases("run-1", ["c4", "c2", "c1", "c0"]) == {"c1": "d1", "c2": "new"}
    assert store.held_cases("run-1", []) == {}


def test_judgements_held_are_those_there_unchanged_and_final(store: Store) -> None:
    store.start_run(run_of())
    failed: dict[str, Any] = {"score": None, "value": None, "failure": "no score in the reply"}
    store.save(kept_case(f"c{number}") for number in range(7))
    store.save([kept_judgement("c1"), kept_judgement("c2", **failed), kept_judgement("c3", is_final=False, **failed)])
    store.save([kept_judgement("c4", signature="s0"), kept_judgement("c5", digest="d0")])
    # A jury has a score though one of its members was away.
    store.save([kept_judgement("c6", is_final=False)])
    wanted = [wanted_judgement(f"c{number}") for number in range(7)]
    wanted += [wanted_judgement("c1", metric="coherence"), wanted_judgement("c1", judge="other")]
    ids = [f"c{number}" for number in range(7)]
    assert store.held_judgements("run-1", ids) & set(wanted) == {wanted[1], wanted[2]}
    assert store.held_judgements("run-1", ids, retry_unscored=True) & set(wanted) == {wanted[1]}
    assert store.tally("run-1") == RunTally(cases=7, scored=3, unscored=1, unreached=2)


def test_many_wanted_are_asked_in_pieces(store: Store) -> None:
    store.start_run(run_of())
    store.save(kept_case(f"c{number}", number) for number in range(1200))
    wanted = [f"c{number}" for number in range(1203)]
    assert store.held_cases("run-1", wanted) == dict.fromkeys(wanted[:1200], "d1")


@pytest.mark.parametrize(
    "orphan", [kept_case("c9", run_id="no-run"), kept_judgement("c9"), kept_judgement("c9", digest="d9")]
)
def test_a_row_without_its_run_or_case_is_refused_and_nothing_is_saved(
    store: Store, orphan: KeptCase | KeptJudgement
) -> None:
    store.start_run(run_of())
    with pytest.raises(UsageError, match="no such run or case"):
        store.save([kept_case("c1"), reply_of("k1"), orphan])
    assert store.tally("run-1") == RunTally()
    assert store.find_replies(["k1"]) == {}


# --- Replies, ratings and the secret ----------------------------------------------------------------------------


def test_replies_are_found_by_their_keys(store: Store) -> None:
    reply = Reply(
        key="k0001",
        model="small",
        text="<think>\x00…</think> 5",
        finish_reason="stop",
        logprobs=(("5", {"5": -0.01, "4": -4.75}),),
        usage=Usage(calls=1, prompt_tokens=900, seconds=0.125),
    )
    store.save([reply, *(reply_of(f"x{number}") for number in range(1500))])
    assert store.find_replies(["k0001", "nowhere"]) == {"k0001": reply}
    assert len(store.find_replies(f"x{number}" for number in range(2000))) == 1500
    assert store.find_replies([]) == {}


def test_what_looks_like_half_an_emoji_is_kept(store: Store) -> None:
    escaped = reply_of("k1", r'a literal \ud83d in the text, "quoted" ₹ ' + "\U0001f4a1")
    store.save([escaped])
    assert store.find_replies(["k1"]) == {"k1": escaped}


def test_text_that_is_no_text_is_refused_or_escaped(store: Store) -> None:
    assert store.start_run(run_of().model_copy(update={"source": "caf\udce9.jsonl"})).source == r"caf\udce9.jsonl"
    with pytest.raises(UsageError, match="not valid Unicode"):
        store.save([kept_case("c1"), kept_judgement("c1", judge="gguf:caf\udce9")])
    with pytest.raises(UsageError, match="not valid Unicode"):
        store.run("\udce9")
    assert store.tally("run-1") == RunTally()


def test_a_fresh_reply_replaces_the_old_one(store: Store) -> None:
    store.save([reply_of("k", "old")])
    store.save([reply_of("k", "newer"), reply_of("k", "newest")])
    assert store.find_replies(["k"])["k"].text == "newest"


def test_a_rater_has_one_rating_for_a_case_and_metric(store: Store) -> None:
    first = [Rating(case_id=f"c{number:03d}", metric="fluency", rater="ann", score=3.5) for number in range(250)]
    changed = Rating(case_id="c001", metric="fluency", rater="ann", score=1.0)
    other = Rating(case_id="c001", metric="fluency", rater="bob", score=5.0)
    store.save(reversed(first))
    store.save([other, changed])
    assert list(store.ratings()) == [first[0], changed, other, *first[2:]]


def test_ratings_of_a_run_are_those_of_its_cases_as_they_are(store: Store) -> None:
    store.start_run(run_of())
    store.save([kept_case("c1"), kept_case("c2", 1)])
    right, skipped = KeptRating("c1", "d1", "fluency", "ann", 4.0), KeptRating("c2", "d1", "fluency", "bob", None, "?")
    other_text, imported = KeptRating("c1", "d0", "fluency", "ann", 1.0), KeptRating("c2", "", "fluency", "ann", 2.0)
    store.save([right, skipped, other_text, imported, KeptRating("elsewhere", "d1", "fluency", "ann", 5.0)])
    assert store.ratings_of("run-1") == [right, imported, skipped]
    assert store.ratings_of("run-1", "bob") == [skipped]
    assert len(list(store.ratings())) == 4


# --- Looking at a run -------------------------------------------------------------------------------------------


def judged_run(store: Store) -> None:
    """Four cases of two systems and two items on two metrics; one has no score, one was judged before it changed."""
    store.start_run(run_of())
    for place, (system, item, value) in enumerate(
        [("a", "i1", 2.0), ("b", "i1", 4.0), ("a", "i2", 3.0), ("b", "i2", 5.0)]
    ):
        case_id = f"c{place}"
        said = {"system": system, "item": item, "words": 10 * place}
        fluency = judgement_of(case_id).model_copy(update={**said, "value": value, "score": round(value)})
        none = {"value": None, "score": None, "failure": "no score"} if case_id == "c2" else {"value": 3.0, "score": 3}
        clarity = judgement_of(case_id, "clarity").model_copy(update=said | none)
        store.save([kept_case(case_id, place), *(KeptJudgement("run-1", "d1", one) for one in (fluency, clarity))])
    store.save([kept_case("c9", 9, digest="new"), kept_judgement("c9", digest="old")])


def test_scores_add_up_by_metric_and_system(store: Store) -> None:
    judged_run(store)
    sums = {(one.metric, one.system): one for one in store.score_sums("run-1")}
    assert sums.keys() == {("clarity", "a"), ("clarity", "b"), ("fluency", "a"), ("fluency", "b")}
    assert sums["fluency", "b"] == ("opinion", "fluency", "b", 2, 2, 9.0, 2, 41.0, 9.0, 2, (0, 0, 0, 1, 1))
    assert (sums["clarity", "a"].total, sums["clarity", "a"].scored, sums["clarity", "a"].items) == (2, 1, 1)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (CaseQuery("opinion"), "c0 c2 c1 c3"),
        (CaseQuery("opinion", is_descending=True), "c3 c1 c2 c0"),
        (CaseQuery("opinion", metric="clarity"), "c0 c1 c3 c2"),
        (CaseQuery("opinion", metric="fluency", least=3, most=4), "c2 c1"),
        (CaseQuery("opinion", is_unscored=True), "c2"),
        (CaseQuery("opinion", system="b", order="words", is_descending=True), "c3 c1"),
        (CaseQuery("opinion", order="system"), "c0 c2 c1 c3"),
        (CaseQuery("opinion", words="C3", order="case_id"), "c3"),
        (CaseQuery("opinion", words="%"), ""),
        (CaseQuery("comparison"), ""),
    ],
)
def test_cases_are_sorted_and_filtered(store: Store, query: CaseQuery, found: str) -> None:
    judged_run(store)
    page = store.find_cases("run-1", query)
    assert (" ".join(one.case_id for one in page.cases), page.total) == (found, len(found.split()))


def test_a_page_of_cases_has_their_values_and_the_number_of_all(store: Store) -> None:
    judged_run(store)
    page = store.find_cases("run-1", CaseQuery("opinion", offset=1, limit=2))
    assert page.total == 4
    assert page.cases[0] == ("c2", "a", 20, 3.0, 1, {"fluency": 3.0})
    assert page.cases[1].values == {"fluency": 4.0, "clarity": 3.0}
    assert store.case_names("run-1", 1, 2) == ["c1", "c2"]
    assert [one.case_id for one in store.judged_names("run-1")] == ["c0", "c1", "c2", "c3"]


def test_scores_are_judgements_without_what_takes_long(store: Store) -> None:
    judged_run(store)
    whole = {(one.case_id, one.metric): one for one in store.judgements("run-1")}
    for one in store.scores("run-1"):
        assert (
            one.model_copy(update={"signature": "s1", "failure": whole[one.case_id, one.metric].failure})
            == (whole[one.case_id, one.metric])
        )
    assert len(store.scores("run-1")) == len(whole) == 8
    assert {one.case_id for one in store.scores("run-1", ["c1", "c9"])} == {"c1"}


def test_one_case_with_all_that_was_said_of_it(store: Store) -> None:
    judged_run(store)
    found = store.judged_case("run-1", "c1")
    assert (found.case.id, found.digest, [one.metric for one in found.judgements]) == (
        "c1",
        "d1",
        ["clarity", "fluency"],
    )
    assert store.judged_case("run-1", "c9").judgements == ()
    with pytest.raises(UsageError, match="has no case 'c5'"):
        store.judged_case("run-1", "c5")


def test_the_secret_is_made_once(url: str) -> None:
    with open_store(url) as store:
        secret = store.secret()
        assert (len(secret), secret) == (32, store.secret())
    with open_store(url) as store:
        assert store.secret() == secret


def test_the_secret_is_the_same_for_all_who_ask_at_once(url: str) -> None:
    stores = [open_store(url) for _ in range(6)]
    together = threading.Barrier(len(stores))

    def ask(store: Store) -> bytes:
        together.wait()
        return store.secret()

    with ThreadPoolExecutor(len(stores)) as threads:
        assert len(set(threads.map(ask, stores))) == 1
    for store in stores:
        store.close()


# --- Many at once -----------------------------------------------------------------------------------------------


def test_nothing_is_made_where_nothing_is_to_be_created(url: str) -> None:
    with pytest.raises(UsageError, match="there is no store"):
        open_store(url, create=False)
    open_store(url).close()
    open_store(url, create=False).close()


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(UsageError, match="closed"):
        store.runs()
    with pytest.raises(UsageError, match="closed"):
        store.start_run(run_of())


def test_a_new_store_may_be_opened_by_many_at_once(url: str) -> None:
    together = threading.Barrier(4)

    def begin(number: int) -> None:
        together.wait()
        with open_store(url) as store:
            store.start_run(run_of(f"run-{number}"))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(begin, range(4)))
    with open_store(url) as store:
        assert sorted(run.id for run in store.runs()) == [f"run-{number}" for number in range(4)]


def test_a_reader_between_two_pages_holds_nobody_up(url: str) -> None:
    with open_store(url, patience_seconds=0.2) as reader, open_store(url, patience_seconds=0.2) as writer:
        reader.start_run(run_of())
        reader.save(kept_case(f"c{number:04d}", number) for number in range(600))
        cases = reader.cases("run-1")
        first = next(cases)
        writer.save([kept_case("later", 9999)])
        writer.delete_run("run-1")
        assert first.id == "c0000"
        assert len(list(cases)) < 600


def test_threads_share_a_store(store: Store) -> None:
    store.start_run(run_of())

    def work(thread: int) -> int:
        for number in range(20):
            store.save([kept_case(f"c{thread}-{number}"), reply_of(f"k{thread}-{number}")])
            store.find_replies([f"k{thread}-{number}"])
        return len(list(store.cases("run-1")))

    with ThreadPoolExecutor(6) as threads:
        assert max(threads.map(work, range(6))) <= 120
    assert store.tally("run-1").cases == 120


async def _save_all(store: Store) -> list[BaseException | None]:
    good = [reply_of(f"k{number}") for number in range(300)]
    async with aclosing(GroupedWriter(store, most=64)) as writer:
        calls = [writer.save(reply) for reply in good]
        calls.insert(150, writer.save(kept_judgement("nobody")))
        return await asyncio.gather(*calls, return_exceptions=True)


def test_grouped_rows_are_there_and_one_bad_row_fails_alone(store: Store, url: str) -> None:
    outcomes = asyncio.run(_save_all(store))
    assert isinstance(outcomes.pop(150), UsageError)
    assert set(outcomes) == {None}
    with open_store(url) as other:
        assert len(other.find_replies(f"k{number}" for number in range(300))) == 300


def test_what_is_acknowledged_is_committed(store: Store, url: str) -> None:
    async def save(other: Store) -> None:
        async with aclosing(GroupedWriter(store)) as writer:
            for number in range(5):
                await writer.save(reply_of(f"k{number}"))
                assert other.find_replies([f"k{number}"])

    with open_store(url) as other:
        asyncio.run(save(other))


@pytest.mark.slow
def test_memory_stays_flat_while_reading(store: Store) -> None:
    store.start_run(run_of())
    words = "word " * 400
    for start in range(0, 10_000, 1000):
        ids = [f"c{number:06d}" for number in range(start, start + 1000)]
        store.save(kept_case(case_id, start) for case_id in ids)
        store.save(kept_judgement(case_id, explanation=words) for case_id in ids)
    tracemalloc.start()
    try:
        count = sum(1 for _ in store.judgements("run-1"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # All of them are more than 20 MB.
    assert count == 10_000
    assert peak < 8_000_000


# --- Processes: two at once, and killed -------------------------------------------------------------------------

# Loads everything once and then forks a writer for each line it reads, so that a hundred kills take seconds.
# A writer prints the number of each row after it was told that the row is committed.
WRITERS = """
import asyncio, os, sys
from contextlib import aclosing
import alembic.command, alembic.op, psycopg
import sqlalchemy.dialects.postgresql.psycopg, sqlalchemy.dialects.sqlite.pysqlite
import triptych.stores.postgresql, triptych.stores.sqlite
from datetime import datetime, UTC
from triptych.records import Case, Judgement, Product, Reply, Run
from triptych.stores import GroupedWriter, KeptCase, KeptJudgement, open_store

run = Run(id="run-1", command="judge", source="x", started=datetime.now(UTC))
product = Product(id="p", title="P")

def rows(n):
    case = Case(id=f"c{n}", item="i", task="opinion", products=(product,), text="t")
    judgement = Judgement(case_id=case.id, item="i", task="opinion", metric="fluency", judge="embedded", score=4,
                          value=4.0, signature="s1", explanation="because " * 20)
    reply = Reply(key=f"k{n}", model="m", text="x" * 300)
    return reply, KeptCase.of("run-1", n, "d1", case), KeptJudgement("run-1", "d1", judgement)

async def save_all(store, numbers):
    gate = asyncio.Semaphore(64)
    async def save(writer, n):
        async with gate:
            await writer.save(*rows(n))
            os.write(1, f"{n}\\n".encode())
    async with aclosing(GroupedWriter(store)) as writer:
        await asyncio.gather(*(save(writer, n) for n in numbers))

def write(first, count, url):
    with open_store(url) as store:
        store.start_run(run)
        asyncio.run(save_all(store, range(int(first), int(first) + int(count))))

for line in sys.stdin:
    pid = os.fork()
    if not pid:
        write(*line.strip().split(maxsplit=2))
        os._exit(0)
    print("pid", pid, flush=True)
    os.waitpid(pid, 0)
    print("ended", flush=True)
"""


class Writers:
    """Writer processes, one after another, that can be killed."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WRITERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = 0
        self.acknowledged: list[int] = []

    def begin(self, url: str, first: int, count: int) -> None:
        """Start a writer that saves rows from a number on."""
        assert self.process.stdin
        self.process.stdin.write(f"{first} {count} {url}\n")
        self.process.stdin.flush()
        self.pid, self.acknowledged = 0, []
        while not self.pid:
            self._hear()

    def wait_for(self, rows: int) -> None:
        """Return once so many rows were acknowledged."""
        while len(self.acknowledged) < rows:
            assert self._hear(), "the writer ended too early"

    def finish(self) -> list[int]:
        """The rows a writer was told are committed, once it has ended."""
        while self._hear():
            pass
        return self.acknowledged

    def kill(self, *, rows: int, seconds: float) -> list[int]:
        """The rows acknowledged when the writer was killed: so long after so many rows."""
        self.wait_for(rows)
        time.sleep(seconds)
        os.kill(self.pid, signal.SIGKILL)
        return self.finish()

    def _hear(self) -> bool:
        """Take in one line; False when the writer has ended."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "all writers ended"
        word, _, number = line.strip().partition(" ")
        if word == "pid":
            self.pid = int(number)
        elif word != "ended":
            self.acknowledged.append(int(word))
        return word != "ended"


@pytest.fixture
def new_writers() -> Iterator[Callable[[], Writers]]:
    """Makes writers, and ends them after the test."""
    made: list[Writers] = []

    def make() -> Writers:
        made.append(Writers())
        return made[-1]

    yield make
    for writers in made:
        with writers.process:
            writers.process.kill()


def check_all_there(url: str, numbers: list[int]) -> None:
    """Every acknowledged row can be read, and a SQLite file is sound."""
    with open_store(url) as store:
        assert store.find_replies(f"k{number}" for number in numbers).keys() == {f"k{number}" for number in numbers}
        wanted = {wanted_judgement(f"c{number}") for number in numbers}
        assert wanted <= store.held_judgements("run-1", [one.case_id for one in wanted])
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_two_processes_write_at_once(url: str, new_writers: Callable[[], Writers]) -> None:
    pair = [new_writers(), new_writers()]
    for number, writers in enumerate(pair):
        writers.begin(url, number * 1000, 700)
    acknowledged = sorted(number for writers in pair for number in writers.finish())
    assert acknowledged == [*range(700), *range(1000, 1700)]
    check_all_there(url, acknowledged)


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing_that_was_acknowledged(url: str, new_writers: Callable[[], Writers]) -> None:
    writers, chance = new_writers(), random.Random(2)
    everything: list[int] = []
    for attempt in range(100):
        writers.begin(url, attempt * 100_000, 100_000)
        # Every fourth dies at any moment from its first breath on, the others while they write.
        rows = chance.randrange(1, 200) if attempt % 4 else 0
        saved = writers.kill(rows=rows, seconds=chance.uniform(0, 0.03 if rows else 0.1))
        check_all_there(url, saved)
        everything += saved
    assert len(everything) > 75
    check_all_there(url, everything)


@pytest.mark.slow
def test_a_store_killed_while_it_is_made_can_be_made_again(tmp_path: Path, new_writers: Callable[[], Writers]) -> None:
    writers, chance = new_writers(), random.Random(3)
    for attempt in range(40):
        url = f"sqlite:///{tmp_path / f'{attempt}.db'}"
        writers.begin(url, 0, 100_000)
        check_all_there(url, writers.kill(rows=0, seconds=chance.uniform(0, 0.1)))


def test_what_one_holds_no_other_may_claim_until_it_is_released(url: str) -> None:
    with open_store(url) as store:
        store.start_run(Run(id="r", command="judge", source="x", started=NOON))
        assert store.claim("r", "laptop", ["a", "b", "c"], 60) == {"a", "b", "c"}
        assert store.claim("r", "cluster", ["b", "c", "d"], 60) == {"d"}
        assert store.claim("r", "laptop", ["a", "d"], 60) == {"a"}
        store.release("r", "laptop", ["b"])
        assert store.claim("r", "cluster", ["a", "b", "c"], 60) == {"b"}
        store.release("r", "laptop")
        assert store.claim("r", "cluster", ["a", "c"], 60) == {"a", "c"}
        assert store.claim("r", "cluster", [], 60) == set()


def test_a_claim_that_is_not_renewed_expires(url: str) -> None:
    with open_store(url) as store:
        store.start_run(Run(id="r", command="judge", source="x", started=NOON))
        store.claim("r", "dead", ["a"], -1)
        store.claim("r", "alive", ["b"], -1)
        store.renew_claims("r", "alive", 60)
        assert store.claim("r", "next", ["a", "b"], 60) == {"a"}
        store.delete_run("r")


def test_cases_and_judgements_can_be_had_by_name(url: str) -> None:
    product = Product(id="p", title="P")
    cases = [Case(id=name, item="i", task="opinion", products=(product,), text=name) for name in "cab"]
    with open_store(url) as store:
        store.start_run(Run(id="r", command="judge", source="x", started=NOON))
        for position, case in enumerate(cases):
            judgement = Judgement(
                case_id=case.id,
                item="i",
                task="opinion",
                metric="fluency",
                judge="j",
                score=3,
                value=3.0,
                signature="s",
            )
            store.save([KeptCase.of("r", position, "d", case), KeptJudgement("r", "d", judgement)])
        assert [case.id for case in store.cases("r", ["a", "c", "none"])] == ["c", "a"]
        assert [one.case_id for one in store.judgements("r", ["b", "a"])] == ["a", "b"]
        assert list(store.cases("r", [])) == []
