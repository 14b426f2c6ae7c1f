"""`triptych rubrics`, as a user meets it."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from prompted_cases import QUERY, TEXTS, make_case
from triptych.cli import main, rubrics
from triptych.cli._output import console
from triptych.errors import UsageError
from triptych.records import TASKS, Task
from triptych.rubrics import load_rubric

TEMPLATES = Path(__file__).parents[1] / "rubrics" / "templates"


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    exit_code: int
    stdout: str
    stderr: str


Triptych = Callable[..., Done]


@pytest.fixture
def triptych(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Triptych:
    """Runs `triptych rubrics …` in an empty working directory."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["rubrics", *arguments])
        return Done(int(ended.value.code or 0), *capsys.readouterr())

    return run


def assert_refused(done: Done, words: str) -> None:
    assert done.exit_code == UsageError.exit_code
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_list_is_a_line_a_rubric(triptych: Triptych) -> None:
    done = triptych("list")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert len(lines) == 25
    assert lines[0] == "opinion\taspect_coverage\t1\tproducts, facts, reviews"
    assert "comparison\tfluency\t1\tthe text alone" in lines
    assert all(line.count("\t") == 3 for line in lines)


def test_a_list_can_be_of_one_task(triptych: Triptych) -> None:
    lines = triptych("list", "--task", "explanation").stdout.splitlines()
    assert [line.split("\t")[1] for line in lines] == [
        *("clarity", "conciseness", "faithfulness", "informativeness", "query_relevance"),
    ]
    assert_refused(triptych("list", "--task", "poem"), "unknown task 'poem'; known: comparison, explanation, opinion")


def test_on_a_terminal_a_list_is_a_table(triptych: Triptych, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triptych.cli._output.is_terminal", lambda: True)
    console.cache_clear()
    shown = triptych("list").stdout
    console.cache_clear()
    assert "metric" in shown
    assert shown.count("clarity") == 2


def test_a_rubric_is_shown_for_people(triptych: Triptych) -> None:
    done = triptych("show", "comparison/clarity")
    rubric = load_rubric("comparison/clarity")
    assert done.exit_code == 0
    assert done.stdout.startswith("comparison/clarity, version 1\nThe judge sees: the text, the query, the products\n")
    for words in (rubric.definition, *rubric.steps, *(f"{n} = {anchor}" for n, anchor in rubric.anchors.items())):
        assert words is not None
        assert words in done.stdout


def test_on_a_terminal_a_rubric_is_wrapped(triptych: Triptych, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rubrics, "is_terminal", lambda: True)
    console.cache_clear()
    shown = " ".join(triptych("show", "prevalence").stdout.split())
    console.cache_clear()
    assert shown.startswith(
        "opinion/prevalence, version 1 The judge sees: the text, the products, the facts, the reviews"
    )
    assert "Anchors" in shown
    assert "Steps" in shown


def test_a_metric_of_several_tasks_must_be_named_in_full(triptych: Triptych) -> None:
    assert_refused(triptych("show", "clarity"), "names several rubrics (explanation/clarity, comparison/clarity)")
    assert_refused(triptych("show", "clarety"), "did you mean")


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_is_shown_for_a_sample(triptych: Triptych, task: Task) -> None:
    done = triptych("show", f"{task}/faithfulness", "--prompt")
    assert done.exit_code == 0
    system, user = done.stdout.removeprefix("--- system\n").split("--- user\n")
    assert system.startswith("You judge one text")
    assert "Dhunva Sprint X1" in user
    assert user.index("[[text ") < user.index("[[reviews ") < user.index("[[rubric ")
    assert "tokens; sources shown: title, price" in done.stderr


def test_a_prompt_is_shown_for_a_users_case(triptych: Triptych, tmp_path: Path) -> None:
    first, second = make_case("comparison"), make_case("comparison", id="a:b", text="Another text.")
    opinion = make_case("opinion")
    file = tmp_path / "cases.jsonl"
    file.write_text("".join(case.to_json() + "\n" for case in (opinion, first, second)), encoding="utf-8")
    shown = triptych("show", "comparison/clarity", "--prompt", "--case", str(file)).stdout
    assert TEXTS["comparison"] in shown
    assert QUERY in shown
    assert "Another text." in triptych("show", "comparison/clarity", "--case", f"{file}:a:b").stdout
    assert_refused(triptych("show", "comparison/clarity", "--case", f"{file}:nobody"), "has no case 'nobody'")
    assert_refused(triptych("show", "explanation/clarity", "--case", str(file)), "has no case of task explanation")
    assert_refused(
        triptych("show", "opinion/fluency", "--case", f"{file}:a:b"),
        "opinion/fluency cannot judge case 'a:b', which is of task comparison",
    )
    assert_refused(triptych("show", "opinion/fluency", "--case", "nowhere.jsonl:x"), "nowhere.jsonl")


def test_a_template_is_imported_listed_shown_and_kept(triptych: Triptych, tmp_path: Path) -> None:
    source = str(TEMPLATES / "comparison_no_slot.txt")
    done = triptych("import", source, "--task", "comparison", "--metric", "depth", "--like", "informativeness")
    assert done.exit_code == 0
    assert done.stdout == "rubrics/comparison/depth.yaml\n"
    assert "note: the template has no slot for the text it judges: the case block is put before it" in done.stderr
    assert "use it with --metric comparison/depth --rubrics rubrics" in done.stderr
    assert (tmp_path / "rubrics" / "comparison" / "depth.yaml").is_file()
    assert len(triptych("list", "--rubrics", "rubrics").stdout.splitlines()) == 26
    assert len(triptych("list").stdout.splitlines()) == 25
    shown = triptych("show", "comparison/depth", "--rubrics", "rubrics").stdout
    assert "Measures: comparison/informativeness." in shown
    assert "{system_message}" in shown
    prompt = triptych("show", "depth", "--rubrics", "rubrics", "--prompt").stdout
    assert prompt.index("Dhunva Sprint X1") < prompt.index("What to do:") < prompt.index("You check tables")
    assert_refused(triptych("show", "comparison/depth"), "there is one in ./rubrics: give --rubrics rubrics")
    again = ("import", source, "--task", "comparison", "--metric", "depth")
    assert_refused(triptych(*again), "is there already")
    assert triptych(*again, "--force").exit_code == 0


def test_a_bundled_name_needs_force_and_another_folder_is_possible(triptych: Triptych, tmp_path: Path) -> None:
    source = str(TEMPLATES / "opinion_slots.txt")
    asked = ("import", source, "--task", "opinion", "--metric", "sentiment_consistency", "--to", "mine")
    assert_refused(triptych(*asked), "comes with Triptych")
    assert list(tmp_path.iterdir()) == []
    assert triptych(*asked, "--force", "--verbatim").exit_code == 0
    shown = triptych("show", "opinion/sentiment_consistency", "--rubrics", "mine").stdout
    assert "values go in as they are" in shown
    assert "The judge sees: the text, the products, the facts, the reviews" in shown


def test_a_template_comes_from_standard_input_too(triptych: Triptych, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"p = 'Judge {text}'")))
    assert triptych("import", "-", "--task", "opinion", "--metric", "mine").exit_code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"p = '\xff'")))
    assert_refused(triptych("import", "-", "--task", "opinion", "--metric", "more"), "standard input is not UTF-8")


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("p = '{text} {weather}'", {}, "unknown placeholder {weather}; known: query"),
        ("", {}, "holds no prompt"),
        ("p = '{text}'", {"--task": "poem"}, "unknown task 'poem'"),
        ("p = '{text}'", {"--metric": "Not Snake"}, "metric 'Not Snake': it should be a snake_case name"),
        ("p = '{text}'", {"--like": "nothing"}, "unknown rubric 'opinion/nothing'"),
        (None, {}, "No such file"),
    ],
)
def test_a_wrong_import_writes_nothing(
    triptych: Triptych, tmp_path: Path, content: str | None, options: dict[str, str], words: str
) -> None:
    file = tmp_path / "template.txt"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    chosen = {"--task": "opinion", "--metric": "mine"} | options
    done = triptych("import", str(file), *(word for pair in chosen.items() for word in pair))
    assert_refused(done, words)
    assert not (tmp_path / "rubrics").exists()


def test_the_folder_of_rubrics_can_come_from_the_environment(
    triptych: Triptych, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPTYCH_RUBRICS", str(tmp_path / "none"))
    assert_refused(triptych("list"), "no folder of rubrics at")
