"""`triptych agree` from files to tables, and every kind of bad input as one sentence."""

import datetime as dt
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from scored import judgement, rating
from triptych.agreement import Agreement, load_calibration, measure_agreement
from triptych.cli import main
from triptych.cli.agree import ALL_COLUMNS, all_figures, command, matching_sentences, warnings
from triptych.errors import UsageError
from triptych.records import Case, Judgement, Product, Rating, Run
from triptych.stores import KeptCase, KeptJudgement, open_store

HEADER = "case_id,metric,rater,score\n"
Rows = Sequence[tuple[str, str, float | str]]
CASES = [f"{item}/{system}" for item in "abcdef" for system in "stu"]


class Done(NamedTuple):
    """How a command ended and what it said."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def agree(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process."""

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["agree", *map(str, arguments)])
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judgements.jsonl"
    rows = [judgement(case, 1 + place % 4, words=20 + 3 * (place % 7)) for place, case in enumerate(CASES)]
    rows.append(judgement("g/s", None))
    path.write_text("".join(row.to_json() + "\n" for row in rows))
    return path


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    rows = [
        rating(case, 2 + (place + shift) % 4, rater=rater)
        for place, case in enumerate([*CASES, "g/s"])
        for rater, shift in (("ann", 0), ("bob", place % 3 == 0))
    ]
    return write_ratings(tmp_path / "ratings.csv", [(r.case_id, r.rater, r.score) for r in rows])


def write_ratings(path: Path, rows: Rows) -> Path:
    path.write_text(HEADER + "".join(f"{case},fluency,{rater},{score}\n" for case, rater, score in rows))
    return path


def test_a_table_and_what_matched(agree: Command, judged: Path, ratings: Path) -> None:
    done = agree(judged, ratings)
    assert done.returncode == 0, done.stderr
    who = [line.split("\t")[1] for line in done.stdout.splitlines()]
    assert who == ["embedded", "word count", "people, one vs rest", "people, in pairs"]
    assert "38 ratings by 2 people, of 19 case and metric pairs" in done.stderr
    assert "embedded: 19 judgements, 18 matched a rating (18 cases)" in done.stderr
    assert "embedded: 1 unscored: several scores" in done.stderr


def test_the_tables_fit_a_terminal(
    agree: Command, judged: Path, ratings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.cli._output.is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    noisy = [judgement(case, 1 + place * 7 % 5, words=20 + place % 4) for place, case in enumerate(CASES)]
    judged.write_text("".join(row.to_json() + "\n" for row in noisy))
    shown = agree(judged, ratings).stdout
    assert shown.count("  people, one vs rest ") == 2, shown


def test_every_statistic_on_request(agree: Command, judged: Path, ratings: Path) -> None:
    done = agree(judged, ratings, "--all", "-q")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    kinds = {(row[2], row[3]) for row in rows if row[1] == "embedded"}
    assert {("kendall", "by_system"), ("pearson", "pooled"), ("spearman", "by_item_defined")} <= kinds
    assert ["fluency", "2 raters", "krippendorff_alpha"] in [row[:3] for row in rows]
    assert done.stderr == ""


def test_json_holds_everything(agree: Command, judged: Path, ratings: Path, tmp_path: Path) -> None:
    done = agree(judged, ratings, "-o", tmp_path / "agreement.json")
    assert (done.returncode, done.stdout) == (0, "")
    found = json.loads((tmp_path / "agreement.json").read_text())
    assert found["matching"][0]["unscored"] == {"several scores": 1}
    assert len(found["points"]) == 18


def test_no_json_hides_behind_the_name_of_a_table(agree: Command, judged: Path, ratings: Path, tmp_path: Path) -> None:
    done = agree(judged, ratings, "-o", tmp_path / "agreement.csv")
    assert done.returncode == 2
    assert "would hold JSON; call it agreement.json" in done.stderr
    assert not (tmp_path / "agreement.csv").exists()


def test_the_same_judge_from_two_files_is_told_apart(
    agree: Command, judged: Path, ratings: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(judged.read_text())
    done = agree(judged, other, ratings, "-q")
    names = [line.split("\t")[1] for line in done.stdout.splitlines()][:2]
    assert names == [f"embedded ({judged})", f"embedded ({other})"]


def test_calibrating_writes_a_file_that_loads(agree: Command, judged: Path, ratings: Path, tmp_path: Path) -> None:
    done = agree(judged, ratings, "--calibrate", tmp_path / "c.json", "-q")
    assert done.returncode == 0, done.stderr
    [entry] = load_calibration(str(tmp_path / "c.json")).entries
    assert (entry.judge, entry.task, entry.metric, entry.labels) == ("embedded", "opinion", "fluency", 18)


def write_benchmark(path: Path) -> Path:
    rows = [
        {
            "instance_id": item,
            "source_reviews": [f"Review of {item}."],
            "summary": "word " * (5 + place * 3),
            "system": system,
            "human": {"fluency": [1 + place, 2 + place]},
        }
        for item in "ab"
        for place, system in enumerate("stu")
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_benchmark_alone_shows_the_word_count(agree: Command, tmp_path: Path) -> None:
    done = agree("--benchmark", "rated-texts", write_benchmark(tmp_path / "b.jsonl"))
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0].split("\t")
    assert (first[:3], first[5]) == (["fluency", "word count", "1.00 [1.00, 1.00]"], "6")


def test_a_benchmark_with_judgements_of_its_cases(agree: Command, tmp_path: Path) -> None:
    benchmark, cases = write_benchmark(tmp_path / "b.jsonl"), tmp_path / "cases.jsonl"
    assert agree("--benchmark", "rated-texts", benchmark, "--export-cases", cases).returncode == 0
    ids = [json.loads(line)["id"] for line in cases.read_text().splitlines()]
    judgements = tmp_path / "j.jsonl"
    judgements.write_text("".join(judgement(name, 5 - place % 3).to_json() + "\n" for place, name in enumerate(ids)))
    done = agree("--benchmark", "rated-texts", benchmark, judgements)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].split("\t")[:3] == ["fluency", "embedded", "-1.00 [-1.00, -1.00]"]
    assert "beware: counting words agrees with people better than embedded does" in done.stderr


def test_judges_can_be_run_on_the_spot_side_by_side(agree: Command, tmp_path: Path) -> None:
    benchmark = write_benchmark(tmp_path / "b.jsonl")
    judges = []
    for name in ("first", "second"):
        (tmp_path / name).write_text('"It reads well.\\nScore- <score>4</score>"\n')
        judges += ["--judge", f"scripted:{tmp_path / name}"]
    store = ("--store", tmp_path / "store.db")
    done = agree("--benchmark", "rated-texts", benchmark, *judges, *store, "-q")
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert [row[1] for row in rows][:2] == [f"scripted:{tmp_path / name}" for name in ("first", "second")]
    assert [row[5] for row in rows][:2] == ["6", "6"]
    again = agree("--benchmark", "rated-texts", benchmark, *judges, *store, "-q")
    assert again.stdout == done.stdout


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([("elsewhere", "ann", 4)], "no case is both judged and rated"),
        ([("a/s", "ann", "NaN")], "no usable ratings"),
        ([("a/s", "ann", 7)], "is not a rating; ratings go from 1 to 5"),
    ],
)
def test_unusable_ratings_are_one_sentence(agree: Command, rows: Rows, sentence: str, judged: Path) -> None:
    done = agree(judged, write_ratings(judged.parent / "bad.csv", rows))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([(case, "ann", 1 + place % 5) for place, case in enumerate(CASES)], "two raters or more; there is 1"),
        ([(case, "ann", 3) for case in CASES], "all ratings are 3"),
        ([(case, "ann", 1 + p % 5) for p, case in enumerate(CASES)] * 2, "has rated fluency of 'a/s' before"),
        ([("a/s", "ann", 4), ("a/t", "ann", "NaN"), ("a/u", "ann", 2)], "score: "),
    ],
)
def test_thin_ratings_work_and_say_so(agree: Command, rows: Rows, sentence: str, judged: Path) -> None:
    done = agree(judged, write_ratings(judged.parent / "thin.csv", rows))
    assert done.returncode == 0, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_one_of_a_kind_is_told_in_the_singular(agree: Command, judged: Path) -> None:
    done = agree(judged, write_ratings(judged.parent / "one.csv", [("a/s", "ann", 4)]))
    assert "1 rating by 1 person, of 1 case and metric pair\n" in done.stderr
    assert "19 judgements, 1 matched a rating (1 case)\n" in done.stderr
    assert "no ρ pooled: only 1 case\n" in done.stderr


def test_a_run_in_the_store_is_taken_by_its_name(agree: Command, ratings: Path, tmp_path: Path) -> None:
    product = Product(id="p", title="P")
    url = str(tmp_path / "store.db")
    with open_store(url) as store:
        store.start_run(Run(id="judge-1", command="judge", source="x", started=dt.datetime.now(dt.UTC)))
        for place, name in enumerate(CASES):
            case = Case(id=name, item=name[0], task="opinion", products=(product,), text="t", system=name[2:])
            kept = KeptCase.of("judge-1", place, case.digest(), case)
            store.save([kept, KeptJudgement("judge-1", case.digest(), judgement(name, 1 + place % 4))])
    done = agree("judge-1", ratings, "--store", url)
    assert done.returncode == 0, done.stderr
    assert "embedded: 18 judgements, 18 matched a rating (18 cases)" in done.stderr


def test_wrong_options_are_one_sentence(judged: Path, ratings: Path, tmp_path: Path) -> None:
    files = [str(judged), str(ratings)]
    for call, sentence in (
        (partial(command, files[:1]), "give judgements and then ratings"),
        (partial(command, files, judge=["embedded"]), "need --benchmark"),
        (partial(command, files, metric=["clarity"]), "nobody rated clarity; rated are fluency"),
        (partial(command, files[::-1]), "judgements.jsonl has no usable ratings"),
        (partial(command, files[::-1]), "(the file that is named last holds the ratings)"),
        (partial(command, [files[1], files[1]]), "ratings.csv holds no judgement"),
        (partial(command, ["none.jsonl", files[1]], store=str(tmp_path / "s.db")), "neither a file nor a run"),
        (partial(command, benchmark=("mt-bench", files[1])), "unknown benchmark 'mt-bench'"),
    ):
        with pytest.raises(UsageError, match=re.escape(sentence)):
            call()


def test_what_was_judged_is_named_where_it_is_something_else(judged: Path, tmp_path: Path) -> None:
    rated = tmp_path / "clarity.csv"
    rated.write_text(HEADER + "".join(f"{case},clarity,ann,3\n" for case in CASES))
    with pytest.raises(UsageError, match="no judgement is on clarity; judged are fluency"):
        command([str(judged), str(rated)], metric=["clarity"])


def test_a_missing_extra_is_named(judged: Path, ratings: Path) -> None:
    code = (
        "import sys\nsys.modules['scipy'] = None\nfrom triptych.cli import main\n"
        f"main(['agree', {str(judged)!r}, {str(ratings)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'triptych[stats]'" in done.stderr
    assert "Traceback" not in done.stderr


def agreement_of(values: Mapping[str, float | None], words: dict[str, int] | None = None) -> Agreement:
    """How a judge with these values agrees with one person's rising scores."""
    made: list[Judgement] = [
        judgement(case, value, words=(words or {}).get(case, 100)) for case, value in values.items()
    ]
    ratings: list[Rating] = [rating(case, place % 5 + 1) for place, case in enumerate(values)]
    return measure_agreement({"embedded": made}, ratings, resamples=100)


TEN_CASES = [f"{item}/{system}" for item in "ab" for system in "vwxyz"]


def test_what_was_matched_and_what_was_not_is_said() -> None:
    values: dict[str, float | None] = dict.fromkeys(TEN_CASES, 3.0)
    values["a/v"] = None
    sentences = list(matching_sentences(agreement_of(values)))
    assert sentences[0] == "10 ratings by 1 person, of 10 case and metric pairs"
    assert "embedded: 1 rated, but the judge gave no score" in sentences
    assert "embedded: 1 unscored: several scores" in sentences


def test_a_judge_no_better_than_the_word_count_is_warned_of() -> None:
    rising = {case: float(place % 5 + 1) for place, case in enumerate(TEN_CASES)}
    falling = {case: 6 - value for case, value in rising.items()}
    words = {case: int(100 * value) for case, value in rising.items()}
    assert any(
        "counting words agrees with people better than embedded" in one
        for one in warnings(agreement_of(falling, words))
    )
    assert not any("beware" in one for one in warnings(agreement_of(rising)))


def test_a_judge_without_spread_has_no_correlation_and_why() -> None:
    assert any("no ρ" in one for one in warnings(agreement_of(dict.fromkeys(TEN_CASES, 3.0))))


def test_every_figure_fills_every_column() -> None:
    rising = {case: float(place % 5 + 1) for place, case in enumerate(TEN_CASES)}
    rows = list(all_figures(agreement_of(rising)))
    assert {len(row) for row in rows} == {len(ALL_COLUMNS)}
    assert any(row[:4] == ("fluency", "embedded", "spearman", "by_item") and row[4] == "1.0000" for row in rows)
