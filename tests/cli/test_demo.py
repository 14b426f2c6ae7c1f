"""`triptych demo`: its commands in order, and the comparison it shows."""

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from triptych.catalog import read_shortlists
from triptych.cli import demo, judge, main, report, write
from triptych.records import Column, Comparison, Money
from triptych.samples import sample_files

COMPARISON = Comparison(
    attributes=("Fit", "Calls", "Bass", "Case", "Charge"),
    columns=(
        Column(
            title="Dhunva Sprint X1", final_price=Money(amount="2499", currency="INR"), values=("Firm",) + (None,) * 4
        ),
        Column(title="Kelvorn Hush 300", values=(None,) * 5, average_rating=3.8, pros=("Clear calls",)),
    ),
    verdict="Take the Dhunva for the gym.",
)


def test_it_writes_judges_and_reports_without_a_network_whatever_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "triptych.toml").write_text(
        '[judge]\njudge = "openai:m@http://127.0.0.1:9/v1"\n[write]\nwriter = "openai:m@http://127.0.0.1:9/v1"\n'
    )
    asked: list[tuple[str, dict[str, Any]]] = []

    def note(name: str, text: str) -> Any:
        def command(source: object, output: str, **options: Any) -> None:
            asked.append((name, options))
            Path(output).write_text(text, encoding="utf-8")

        return command

    case = {"id": "x", "task": "opinion", "products": [{"id": "p", "title": "Bag"}], "text": "Good."}
    for module, text in ((write, f"{case}".replace("'", '"') + "\n"), (judge, ""), (report, "")):
        monkeypatch.setattr(module, "command", note(module.__name__.rpartition(".")[2], text))
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--workers", "1"])
    assert not ended.value.code
    assert [name for name, _ in asked][:3] == ["write", "write", "judge"]
    assert asked[0][1]["writer"] == "embedded"
    assert asked[2][1]["judge"] == ["embedded"]
    assert len((tmp_path / "demo/shortlists.jsonl").read_text().splitlines()) == 6
    said = capsys.readouterr().err
    assert "$ triptych judge demo/all.jsonl -o demo/judgements.jsonl" in said
    assert said.rstrip().endswith("triptych serve --store demo/store.db")


def test_a_comparison_is_a_table_on_a_terminal_and_markdown_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    demo._show_comparison(COMPARISON, "earbuds for the gym")
    assert "| Fit | Firm | N/A |" in capsys.readouterr().out
    console = Console(record=True, width=100)
    monkeypatch.setattr(demo, "is_terminal", lambda: True)
    monkeypatch.setattr(demo, "console", lambda: console)
    demo._show_comparison(COMPARISON, "earbuds for the gym")
    shown = " ".join(console.export_text().split())
    for words in ("earbuds for the gym", "+ Clear calls", "₹2,499", "Verdict Take the Dhunva for the gym."):
        assert words in shown


def test_the_judge_tells_good_from_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bundled texts by others, judged: the expert above the false on what is true, above the poor on language."""
    monkeypatch.chdir(tmp_path)
    shortlists = [one for sample in sample_files() for one in read_shortlists(sample)]
    Path("s.jsonl").write_text("".join(one.to_json() + "\n" for one in shortlists), encoding="utf-8")
    demo._save_others("s.jsonl", "others.jsonl")
    with pytest.raises(SystemExit) as ended:
        main(["judge", "others.jsonl", "-o", "j.jsonl", "--workers", "1", "-q"])
    assert not ended.value.code
    capsys.readouterr()
    demo._show_systems("j.jsonl", "others.jsonl")
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    found = {metric: [float(value) for value in values] for metric, *values in rows}
    for metric in ("opinion/faithfulness", "opinion/prevalence", "explanation/faithfulness"):
        expert, false, _ = found[metric]
        assert expert >= false + 1, metric
    for metric in ("opinion/fluency", "opinion/specificity", "opinion/aspect_coverage", "explanation/informativeness"):
        expert, _, poor = found[metric]
        assert expert >= poor + 1, metric
