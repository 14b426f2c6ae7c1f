"""`triptych write`: files in, cases or a page out, and going on where it stopped."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from clustered import HereEngine
from triptych.catalog import read_cases
from triptych.cli import main
from triptych.samples import sample_files


@pytest.fixture
def shortlists(tmp_path: Path) -> Path:
    """Two of the bundled shortlists, as a file."""
    path = tmp_path / "shortlists.jsonl"
    rows = [json.dumps(json.loads(sample.read_text(encoding="utf-8"))) for sample in sample_files()[:2]]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def run(*arguments: object, folder: Path) -> int:
    """The exit code of a command."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments), "--store", str(folder / "store.db")])
    return int(ended.value.code or 0)


def test_it_writes_cases_that_can_be_judged(
    shortlists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "texts.jsonl"
    assert run("write", shortlists, "-o", output, folder=tmp_path) == 0
    cases = list(read_cases(output))
    assert [case.task for case in cases].count("comparison") == 2
    assert len(cases) == 14
    said = capsys.readouterr().err
    assert "written by embedded: 2 comparisons" in said and "6 opinions" in said and "2 of 2 done" in said


def test_the_same_command_again_gives_the_same_bytes_and_writes_nothing_anew(shortlists: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for output in outputs:
        assert run("write", shortlists, "-o", output, "-q", folder=tmp_path) == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


@pytest.mark.parametrize(("ending", "sign"), [("md", "| Product Title |"), ("html", "<table")])
def test_a_page_to_read(ending: str, sign: str, shortlists: Path, tmp_path: Path) -> None:
    output = tmp_path / f"page.{ending}"
    assert run("write", shortlists, "-o", output, "--task", "comparison", "-q", folder=tmp_path) == 0
    page = output.read_text(encoding="utf-8")
    assert page.count(sign) == 2 and "Opinion" not in page


def test_wrong_rows_are_told_and_skipped(shortlists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shortlists.write_text('{"query": "x"}\n' + shortlists.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("write", shortlists, "-o", tmp_path / "t.jsonl", "--limit", 1, folder=tmp_path) == 0
    assert "skipped" in capsys.readouterr().err
    assert run("write", shortlists, "-o", tmp_path / "u.jsonl", "--strict", folder=tmp_path) == 2
    assert not (tmp_path / "u.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--task", "poem"), "poem"),
        (("--writer", "quill"), "unknown writer"),
        (("--writer", "openai:"), "SCHEME:NAME"),
    ],
)
def test_wrong_options_are_told(
    arguments: tuple[str, str], told: str, shortlists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("write", shortlists, "-o", tmp_path / "t.jsonl", *arguments, folder=tmp_path) == 2
    assert told in capsys.readouterr().err


def test_an_output_that_cannot_be_is_told_before_anything_is_written(
    shortlists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("write", shortlists, "-o", shortlists / "texts.jsonl", folder=tmp_path) == 2
    assert "is no directory" in capsys.readouterr().err
    assert not (tmp_path / "store.db").exists()


def test_no_input_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("write", "-o", tmp_path / "t.jsonl", folder=tmp_path) == 2
    assert "give a file" in capsys.readouterr().err
    assert run("write", tmp_path / "none.jsonl", "-o", tmp_path / "t.jsonl", folder=tmp_path) == 2


def test_a_model_that_cannot_be_believed(shortlists: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replies = tmp_path / "replies.txt"
    replies.write_text("Nonsense.\n", encoding="utf-8")
    output = tmp_path / "texts.jsonl"
    writer = f"scripted:{replies}"
    assert run("write", shortlists, "-o", output, "--writer", writer, "--task", "explanation", folder=tmp_path) == 0
    assert "6 texts are the embedded writer's" in capsys.readouterr().err
    assert all(case.writing and case.writing.fallback for case in read_cases(output))


@pytest.mark.postgres
def test_a_password_in_the_store_s_url_is_never_shown(
    shortlists: Path, tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    password = urlsplit(postgres_url).password
    assert password
    texts = str(tmp_path / "texts.jsonl")
    for command in (
        ["write", str(shortlists), "-o", texts, "--limit", "1"],
        ["judge", texts, "-o", str(tmp_path / "judgements.jsonl"), "--limit", "1"],
        ["runs", "list"],
    ):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--store", postgres_url])
        said = capsys.readouterr()
        assert not ended.value.code, said.err
        assert password not in said.out + said.err


def test_opinions_need_neither_query_nor_shortlist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.csv").write_text("id,title\np1,Orrel Lamp\np2,Vesk Lamp\n")
    (tmp_path / "r.csv").write_text("product_id,text\np1,Bright and easy to dim.\np2,Too dim to read by.\n")
    tables = ("--products", tmp_path / "p.csv", "--reviews", tmp_path / "r.csv")
    assert run("write", *tables, "-o", tmp_path / "o.jsonl", folder=tmp_path) == 2
    assert "opinions do without (--task opinion)" in capsys.readouterr().err.replace("\n", " ")
    assert run("write", *tables, "-o", tmp_path / "o.jsonl", "--task", "opinion", folder=tmp_path) == 0
    cases = list(read_cases(str(tmp_path / "o.jsonl")))
    assert [(case.id, case.query) for case in cases] == [("p1/opinion", None), ("p2/opinion", None)]
    products = tmp_path / "products.jsonl"
    products.write_text("".join(case.products[0].to_json() + "\n" for case in cases))
    assert run("write", products, "-o", tmp_path / "again.jsonl", "--task", "opinion", folder=tmp_path) == 0
    assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "o.jsonl").read_text()
    assert run("write", tmp_path / "o.jsonl", "-o", tmp_path / "x.jsonl", "--task", "opinion", folder=tmp_path) == 2
    assert "holds cases; opinions are written of" in capsys.readouterr().err


def test_a_query_with_one_product_gets_an_explanation_but_no_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    product = {"id": "p1", "title": "Orrel Lamp", "reviews": ["Bright."]}
    (tmp_path / "s.jsonl").write_text(json.dumps({"id": "s", "query": "bright lamp", "products": [product]}) + "\n")
    assert run("write", tmp_path / "s.jsonl", "-o", tmp_path / "t.jsonl", folder=tmp_path) == 2
    assert "there is 1 product; a comparison needs 2 to 6 products" in capsys.readouterr().err
    tasks = ("--task", "explanation", "--task", "opinion")
    assert run("write", tmp_path / "s.jsonl", "-o", tmp_path / "t.jsonl", *tasks, folder=tmp_path) == 0
    assert [case.id for case in read_cases(str(tmp_path / "t.jsonl"))] == ["s/p1/explanation", "p1/opinion"]


def test_a_cluster_writes_the_same_texts(
    shortlists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("triptych.engines.ray.connect", lambda address, workers: HereEngine())
    assert run("write", shortlists, "-o", tmp_path / "here.jsonl", folder=tmp_path) == 0
    assert run("write", shortlists, "-o", tmp_path / "there.jsonl", "--engine", "ray", folder=tmp_path) == 0
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    assert "the texts are in 1 shards in" in capsys.readouterr().err
