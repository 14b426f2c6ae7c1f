"""`triptych compare`: files, runs in the store, systems of one run, and the sentence."""

import datetime as dt
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from scored import judgement
from triptych.cli import main
from triptych.cli.compare import command
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Product, Run
from triptych.stores import KeptCase, KeptJudgement, open_store


class Done(NamedTuple):
    """How a command ended and what it said."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def compare(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process."""

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["compare", *map(str, arguments)])
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


def of_system(system: str, base: float) -> list[Judgement]:
    return [judgement(f"i{n}/{system}", base + 0.1 * (n % 3)) for n in range(15)]


def write(path: Path, rows: list[Judgement]) -> Path:
    path.write_text("".join(row.to_json() + "\n" for row in rows))
    return path


def test_two_systems_of_one_file(compare: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "all.jsonl", [*of_system("bart", 3.0), *of_system("gpt", 3.5)])
    done = compare(path, "--systems", "bart", "gpt")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("gpt is better on fluency: +0.50 [0.50, 0.50], p < 0.001")
    row = done.stdout.rstrip("\n").split("\t")
    assert row[:6] == ["opinion/fluency", "15", "3.10", "3.60", "+0.50", "0.50 to 0.50"]


def test_two_files_are_named_by_their_systems(compare: Command, tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", of_system("bart", 3.0))
    second = write(tmp_path / "b.jsonl", of_system("gpt", 2.5))
    done = compare(first, second, "-o", tmp_path / "d.jsonl")
    assert done.stderr.startswith("bart is better on fluency: -0.50")
    found = json.loads((tmp_path / "d.jsonl").read_text())
    assert (found["first"], found["second"], found["effect"]) == ("bart", "gpt", pytest.approx(-0.5))


def test_runs_of_a_store(compare: Command, tmp_path: Path) -> None:
    product = Product(id="p", title="P")
    with open_store(str(tmp_path / "store.db")) as store:
        for name, base in (("before", 3.0), ("after", 4.0)):
            store.start_run(Run(id=name, command="judge", source="x", started=dt.datetime.now(dt.UTC)))
            for place, made in enumerate(of_system("s", base)):
                case = Case(id=made.case_id, item=made.item, task="opinion", products=(product,), text="t", system="s")
                kept = KeptCase.of(name, place, case.digest(), case)
                store.save([kept, KeptJudgement(name, case.digest(), made)])
    done = compare("before", "after", "--store", tmp_path / "store.db")
    assert done.returncode == 0, done.stderr
    assert "after is better on fluency: +1.00" in done.stderr


def test_different_judges_are_pointed_out(compare: Command, tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", of_system("s", 3.0))
    second = write(tmp_path / "b.jsonl", [one.model_copy(update={"judge": "x"}) for one in of_system("s", 3.0)])
    done = compare(first, second)
    assert "scored by different judges (embedded and x), so this compares judges as well as texts" in done.stderr


def test_another_way_of_judging_is_pointed_out(compare: Command, tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", of_system("s", 3.0))
    calibrated = [
        one.model_copy(update={"signature": f"{one.signature}|calibration:shift.0a"}) for one in of_system("s", 3.0)
    ]
    done = compare(first, write(tmp_path / "b.jsonl", calibrated))
    assert "note: embedded did not judge both in the same way" in done.stderr
    assert "|calibration:shift.0a); that may be part of the difference" in done.stderr
    assert "the same way" not in compare(first, write(tmp_path / "c.jsonl", of_system("s", 2.0))).stderr


def test_what_only_one_side_has_is_told(compare: Command, tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", of_system("bart", 3.0))
    done = compare(first, write(tmp_path / "b.jsonl", of_system("gpt", 2.5)[:-3]))
    assert "note: left out, since gpt has no counterpart: 3 scores of bart\n" in done.stderr
    assert "scores of gpt" not in done.stderr


def test_a_column_that_somebody_added_is_named_and_ignored(compare: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "all.jsonl", [*of_system("bart", 3.0), *of_system("gpt", 3.5)])
    path.write_text(path.read_text().replace("}\n", ', "shop": "north"}\n'))
    done = compare(path, "--systems", "bart", "gpt")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("ignored keys shop\n")


def test_a_wrong_row_is_told_with_its_value(compare: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "all.jsonl", [*of_system("bart", 3.0), *of_system("gpt", 3.5)])
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), "value": 0.5}), *rest]))
    done = compare(path, "--systems", "bart", "gpt")
    assert "skipped: " in done.stderr and "all.jsonl:1: value: 0.5 must be at least 1" in done.stderr


def test_wrong_input_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = str(write(tmp_path / "a.jsonl", of_system("s", 3.0)))
    other = str(write(tmp_path / "b.jsonl", [judgement(f"z{n}/t", 3.0) for n in range(4)]))
    for call, sentence in (
        (partial(command, [first]), "give two runs to compare, or one with --systems A B"),
        (partial(command, [first, first], ("s", "t")), "--systems compares two systems of one run; 2 were given"),
        (partial(command, [first], ("s", "t")), "unknown system 't'; known: s"),
        (partial(command, [first], ("s", "s")), "two different systems"),
        (partial(command, [first, other]), "no case and no item in common"),
        (partial(command, [first, "nowhere"]), "nowhere is neither a file nor a run in the store"),
        (partial(command, [first, other], metric=["clarity"]), "its metrics: fluency"),
        (partial(command, [first, other], judge="gpt"), "its judges: embedded"),
    ):
        with pytest.raises(UsageError, match=re.escape(sentence)):
            call()


def test_a_last_row_is_over_all_metrics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, shift in (("a", 0.0), ("b", 0.5)):
        made = [
            judgement(f"i{item}/{name}", 3 + shift + 0.1 * (item % 3), metric=metric)
            for item in range(8)
            for metric in ("fluency", "coherence")
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(one.to_json() + "\n" for one in made))
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")])
    done = capsys.readouterr()
    assert not ended.value.code
    last = done.out.splitlines()[-1].split("\t")
    assert (last[0], last[1], last[4]) == ("all metrics", "16", "+0.50")
    assert "Over all: b is better on all metrics: +0.50" in " ".join(done.err.split())
