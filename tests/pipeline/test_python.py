"""The services from Python: one case, many cases, many shortlists; in a script or in a notebook."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from judged_cases import make_case
from triptych.catalog import read_shortlists
from triptych.errors import BudgetReached, EndpointError, UsageError
from triptych.pipeline import Progress, judge, judge_many, judge_sync, write_many
from triptych.records import Judgement, Rubric
from triptych.rubrics import load_rubric
from triptych.samples import sample_files
from triptych.settings import JudgeOptions

SHORTLIST = next(iter(read_shortlists(sample_files()[0])))


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A judge that always says 4."""
    monkeypatch.chdir(tmp_path)
    replies = tmp_path / "replies.jsonl"
    replies.write_text('"All of it can be found among the reviews given.\\nScore- <score>4</score>"\n')
    return f"scripted:{replies}"


def test_rubrics_come_by_name_or_as_records_and_all_for_none(spec: str) -> None:
    named = judge_sync(make_case(), ["fluency", load_rubric("opinion/coherence")], judge=spec)
    assert [(one.metric, one.score) for one in named] == [("fluency", 4), ("coherence", 4)]
    assert len(judge_sync(make_case(), judge=[spec])) == 8


def test_it_can_be_awaited_and_keeps_replies_where_told(spec: str, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    first = asyncio.run(judge(make_case(), ["fluency"], judge=spec, store=str(store)))
    assert store.exists()
    assert asyncio.run(judge(make_case(), ["fluency"], judge=spec, store=str(store))) == first


@pytest.mark.parametrize("other", ["explanation/conciseness", "conciseness", load_rubric("explanation/conciseness")])
def test_a_rubric_of_another_task_is_refused(spec: str, other: str | Rubric) -> None:
    for asked in ([other], ["fluency", other]):
        with pytest.raises(UsageError, match="conciseness is no rubric of the task opinion"):
            judge_sync(make_case(), asked, judge=spec)


@pytest.mark.parametrize(
    ("asked", "metrics"),
    [
        (["relevance", "coherence", "fluency"], ["relevance", "coherence", "fluency"]),
        (
            [load_rubric("opinion/relevance"), "coherence", load_rubric("opinion/fluency")],
            ["relevance", "coherence", "fluency"],
        ),
        (["relevance", "fluency", "opinion/relevance"], ["relevance", "fluency"]),
        ("relevance", ["relevance"]),
        (load_rubric("opinion/relevance"), ["relevance"]),
    ],
)
def test_judgements_come_in_the_order_asked_for(
    spec: str, asked: str | Rubric | list[str | Rubric], metrics: list[str]
) -> None:
    assert [one.metric for one in judge_sync(make_case(), asked, judge=spec)] == metrics


def test_a_notebook_with_a_loop_of_its_own_can_judge_too(spec: str) -> None:
    async def in_a_cell() -> tuple[Judgement, ...]:
        return judge_sync(make_case(), "fluency", judge=spec)

    assert [one.score for one in asyncio.run(in_a_cell())] == [4]


def test_many_can_be_judged_in_a_notebook_too(spec: str) -> None:
    async def in_a_cell() -> list[Judgement]:
        return list(judge_many([make_case(), make_case(1)], "fluency", judge=spec))

    assert [one.score for one in asyncio.run(in_a_cell())] == [4, 4]


def test_options_leave_address_and_key_to_the_environment(
    start_endpoint: Callable[..., Loopback], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    endpoint = start_endpoint(key="sk-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    options = JudgeOptions(samples=2)
    (judgement,) = judge_sync(make_case(), "fluency", judge="openai:tiny", options=options)
    assert len(judgement.samples) == 2
    others = JudgeOptions(api_key=SecretStr("sk-of-the-options"))
    with pytest.raises(EndpointError, match="401"):
        judge_sync(make_case(), "fluency", judge="openai:tiny", options=others)


def test_without_a_judge_the_embedded_one_or_that_of_the_settings_judges(spec: str, tmp_path: Path) -> None:
    assert judge_sync(make_case(), "fluency")[0].judge == "embedded"
    (tmp_path / "triptych.toml").write_text(f'[judge]\njudge = "{spec}"\nsamples = 2\n')
    (judgement,) = judge_sync(make_case(), "fluency")
    assert (judgement.judge, judgement.samples) == (spec, (4, 4))
    assert judge_sync(make_case(), "fluency", judge="embedded")[0].judge == "embedded"


def test_a_case_may_be_a_mapping_and_cases_a_list(spec: str) -> None:
    made = make_case()
    as_mapping = made.model_dump(mode="json")
    assert judge_sync(as_mapping, "fluency", judge=spec) == judge_sync(made, "fluency", judge=spec)
    several = judge_sync([as_mapping, make_case(1)], ["relevance", "fluency"])
    assert [(one.case_id, one.metric) for one in several] == [
        ("case-0", "relevance"),
        ("case-0", "fluency"),
        ("case-1", "relevance"),
        ("case-1", "fluency"),
    ]


def test_many_cases_are_asked_about_at_once_and_only_once(
    start_endpoint: Callable[..., Loopback], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    endpoint = start_endpoint(latency=0.3)
    cases = [make_case(number) for number in range(30)]
    seen: list[Progress] = []
    found = judge_many(iter(cases), "fluency", judge=endpoint.judge, concurrency=30, watch=seen.append)
    assert [one.case_id for one in found] == [case.id for case in cases]
    assert endpoint.stats()["peak"] == 30
    assert (seen[-1].done, seen[-1].total) == (30, 30)
    assert (tmp_path / ".triptych" / "store.db").exists()
    again = judge_many(cases, "fluency", judge=endpoint.judge)
    assert len(list(again)) == 30
    assert endpoint.stats()["requests"] == 30


def test_what_a_budget_let_through_comes_before_the_budget_and_the_rest_later(
    start_endpoint: Callable[..., Loopback], tmp_path: Path
) -> None:
    endpoint, store = start_endpoint(), str(tmp_path / "s.db")
    cases = [make_case(number) for number in range(20)]
    options = JudgeOptions(budget_tokens=8_000, concurrency=2)
    got: list[Judgement] = []
    with pytest.raises(BudgetReached):
        got.extend(judge_many(cases, "fluency", judge=endpoint.judge, store=store, options=options))
    assert 0 < len(got) < 20
    assert len(list(judge_many(cases, "fluency", judge=endpoint.judge, store=store))) == 20
    assert endpoint.stats()["requests"] == 20


def test_rubrics_judge_the_cases_of_their_task(spec: str) -> None:
    cases = [make_case(0), make_case(1, "comparison")]
    found = [(one.case_id, one.metric) for one in judge_many(cases, ["clarity", "fluency"], judge=spec)]
    assert found == [("case-0", "fluency"), ("case-1", "clarity"), ("case-1", "fluency")]


def test_wrong_cases_are_named_before_anything_is_judged(spec: str) -> None:
    with pytest.raises(UsageError, match="case 2 is not a case: text: is missing"):
        judge_many([make_case(), {"task": "opinion", "products": [{"id": "p", "title": "A lamp"}]}])
    with pytest.raises(UsageError, match="two cases have the id 'case-0'"):
        judge_many([make_case(), make_case()])
    with pytest.raises(UsageError, match="no cases to judge"):
        judge_many([])


def test_shortlists_and_products_become_cases(spec: str) -> None:
    written = list(write_many([SHORTLIST], "comparison", workers=1))
    assert [(case.id, case.system) for case in written] == [(f"{SHORTLIST.id}/comparison", "embedded")]
    product = SHORTLIST.products[0]
    alone = list(write_many([product.model_dump(mode="json")], "opinion", workers=1))
    assert [(case.id, case.query) for case in alone] == [(f"{product.id}/opinion", None)]
    assert alone == list(write_many([product], ["opinion"], workers=1))


def test_what_is_no_shortlist_is_named(spec: str) -> None:
    with pytest.raises(UsageError, match="shortlist 1 holds nothing we know"):
        write_many([{"colour": "red"}])
    with pytest.raises(UsageError, match="shortlist 1 holds neither"):
        write_many([make_case().model_dump(mode="json")])
    with pytest.raises(UsageError, match="is a product without a query; only opinions"):
        write_many([SHORTLIST.products[0]])


def test_a_writer_may_be_named(spec: str) -> None:
    written = list(write_many([SHORTLIST], "explanation", writer=spec))
    assert {case.system for case in written} == {spec}
