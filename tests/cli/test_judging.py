"""Judgements taken as they are committed, in order; the rest is read back."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from judged_cases import make_case
from triptych.cli import _judging
from triptych.cli._judging import Results
from triptych.records import Judgement
from triptych.stores import KeptJudgement

NUMBER = 6


def judgement(number: int, metric: str = "fluency") -> Judgement:
    """One of case `number`."""
    case = make_case(number)
    return Judgement(
        case_id=case.id, item=case.item, task="opinion", metric=metric, judge="j", score=3, value=3.0, signature="s"
    )


def kept(*judgements: Judgement) -> Sequence[KeptJudgement]:
    """As a stage tells of them."""
    return [KeptJudgement("run", "digest", one, content=one.to_content()) for one in judgements]


def all_of_them() -> Iterator[Judgement]:
    """What the store would give."""
    return (judgement(number) for number in range(NUMBER))


def lines(judgements: Iterator[Judgement]) -> str:
    """The output that they make."""
    return "".join(one.to_content() + "\n" for one in judgements)


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [1, 0, 3, 5, 2, 4]])
def test_what_is_heard_in_any_order_is_written_in_that_of_the_cases(tmp_path: Path, order: list[int]) -> None:
    output = tmp_path / "out.jsonl"
    with Results(str(output)) as results:
        for position in order:
            results.hear(position, kept(judgement(position)))
        assert results.taken == NUMBER
        assert not list(tmp_path.iterdir())
        summary = results.finish(iter(()))
    assert output.read_text() == lines(all_of_them())
    assert summary.total == NUMBER


@pytest.mark.parametrize("missing", range(NUMBER))
def test_what_comes_after_a_gap_is_read_back(tmp_path: Path, missing: int) -> None:
    output = tmp_path / "out.jsonl"
    with Results(str(output)) as results:
        for position in range(NUMBER):
            if position != missing:
                results.hear(position, kept(judgement(position)))
        assert results.taken == missing
        summary = results.finish(all_of_them())
    assert output.read_text() == lines(all_of_them())
    assert summary.total == NUMBER


def test_judgements_on_one_case_are_in_the_order_of_the_store(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    with Results(str(output)) as results:
        results.hear(0, kept(judgement(0, "fluency"), judgement(0, "coherence")))
        results.finish(iter(()))
    assert output.read_text() == lines(iter([judgement(0, "coherence"), judgement(0, "fluency")]))


def test_a_case_that_never_comes_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(judgement(0).to_content())
    monkeypatch.setattr(_judging, "_MOST_WAITING_CHARACTERS", 2 * size)
    with Results(str(tmp_path / "out.jsonl")) as results:
        results.hear(0, kept(judgement(0)))
        for position in range(2, NUMBER):
            results.hear(position, kept(judgement(position)))
        results.hear(1, kept(judgement(1)))
        assert results.taken == 1
        results.finish(all_of_them())
    assert (tmp_path / "out.jsonl").read_text() == lines(all_of_them())


def test_without_room_for_what_is_heard_all_of_it_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "out.jsonl"
    with Results(str(output)) as results:
        results.hear(0, kept(judgement(0)))
        assert results._lines is not None
        monkeypatch.setattr(results._lines, "write", _refuse, raising=False)
        results.hear(1, kept(judgement(1)))
        results.hear(2, kept(judgement(2)))
        assert results.taken == 0
        summary = results.finish(all_of_them())
    assert output.read_text() == lines(all_of_them())
    assert summary.total == NUMBER


def _refuse(text: str) -> int:
    raise OSError(28, "No space left on device")


def test_without_a_folder_for_it_all_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with Results(str(tmp_path / "out.jsonl")) as results:
        results.hear(0, kept(judgement(0)))
        assert results.finish(all_of_them()).total == NUMBER
    assert (tmp_path / "out.jsonl").read_text() == lines(all_of_them())


def test_without_an_output_they_are_counted() -> None:
    with Results(None) as results:
        results.hear(0, kept(judgement(0)))
        assert results.finish(iter(())).total == 1
