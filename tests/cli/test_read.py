"""`triptych read`, as a user meets it."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from clustered import HereEngine
from triptych.aspects import read_product
from triptych.catalog import ReadOptions
from triptych.cli import _output, main
from triptych.cli.read import label_file, listed, reading_rows, show_reading, summary
from triptych.errors import UsageError
from triptych.records import Product, Reading
from triptych.samples import sample_files

PRODUCT = {
    "id": "p1",
    "title": "Acme Sprint Earbuds",
    "reviews": [
        {"id": "a", "text": "Great sound but the hinge snapped after a week."},
        {"id": "b", "text": "Sound is superb."},
        "bad mic",
    ],
}


def run(*arguments: str) -> int:
    """The exit code of a command."""
    try:
        main(list(arguments))
    except SystemExit as done:
        return int(done.code or 0)
    return 0


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, *objects: object) -> str:
    """A file of JSON lines, by name."""
    path.write_text("".join(json.dumps(each) + "\n" for each in objects), encoding="utf-8")
    return str(path)


def test_a_reading_is_written_with_the_keys_that_are_relied_on(tmp_path: Path) -> None:
    out = tmp_path / "readings.jsonl"
    assert run("read", write(tmp_path / "p.jsonl", PRODUCT), "-o", str(out), "-q") == 0
    (row,) = rows(out)
    assert {"product_id", "reviewers", "set_aside", "aspects", "facts", "contradictions"} <= row.keys()
    sound = next(aspect for aspect in row["aspects"] if aspect["name"] == "sound quality")
    assert sound["reviewers"] == {"for": 2, "against": 0, "neutral": 0}
    assert sound["mentions"][0].keys() == {"review_id", "start", "end", "text", "polarity", "sureness"}
    assert Reading.model_validate(row).reviewers == 3


@pytest.mark.parametrize("sample", sample_files(), ids=lambda path: path.stem)
def test_the_samples_are_read(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("read", str(sample), "-o", str(out), "-q") == 0
    readings = rows(out)
    assert len(readings) == 3
    assert all(len(reading["aspects"]) >= 8 for reading in readings)


def test_tables_are_read(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,title\n1,Acme Kettle\n", encoding="utf-8")
    (tmp_path / "r.csv").write_text("product_id,text\n1,It leaks\n1,The lid is great\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    tables = ("--products", str(tmp_path / "p.csv"), "--reviews", str(tmp_path / "r.csv"))
    assert run("read", *tables, "-o", str(out), "-q") == 0
    assert {aspect["name"] for aspect in rows(out)[0]["aspects"]} == {"leaking", "lid"}


def test_without_output_a_line_an_aspect_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("read", write(tmp_path / "p.jsonl", PRODUCT), "-q") == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert lines[0][:6] == ["p1", "sound quality", "very positive", "2", "0", "0"]


def test_what_one_reviewer_alone_speaks_of_is_written_but_not_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reviews = [
        "Great sound, bad mic, the battery lasts long",
        "Sound is superb, mic is awful",
        "great battery, poor mic",
        "ok",
        "The strap is great",
    ]
    file, out = write(tmp_path / "p.jsonl", {**PRODUCT, "reviews": reviews}), tmp_path / "out.jsonl"
    assert run("read", file, "-q") == 0
    assert {line.split("\t")[1] for line in capsys.readouterr().out.splitlines()} == {
        "battery life",
        "call quality",
        "sound quality",
    }
    assert run("read", file, "-o", str(out), "-q") == 0
    assert "strap" in {aspect["name"] for aspect in rows(out)[0]["aspects"]}


@pytest.mark.parametrize(
    ("reviews", "said"),
    [
        ([], "p1: 0 reviewers, no aspects spoken of"),
        (["Arrived on Monday.", "It is a box."], "p1: 2 reviewers, no aspects spoken of"),
        (["La compré para mi mamá y está encantada, pero hace mucho ruido"], "set aside: 1 other language"),
    ],
)
def test_where_there_is_nothing_to_list_it_is_said(
    reviews: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "p.jsonl", {**PRODUCT, "reviews": reviews})
    assert run("read", file) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_sentences_get_terms_with_three_levels(tmp_path: Path) -> None:
    text = "Great sound but the hinge snapped after a week."
    given = {"id": 7, "text": "The food was ok.", "terms": [{"start": 4, "end": 8}]}
    out = tmp_path / "out.jsonl"
    assert (
        run("read", "--sentences", write(tmp_path / "s.jsonl", {"id": "a", "text": text}, given), "-o", str(out)) == 0
    )
    assert rows(out) == [
        {
            "id": "a",
            "terms": [
                {"start": 6, "end": 11, "text": "sound", "polarity": "positive"},
                {"start": 20, "end": 25, "text": "hinge", "polarity": "negative"},
            ],
        },
        {"id": 7, "terms": [{"start": 4, "end": 8, "text": "food", "polarity": "neutral"}]},
    ]


def test_a_wrong_row_is_told_and_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"id": 2, "text": "short", "terms": [{"start": 3, "end": 99}]}
    path = write(tmp_path / "s.jsonl", {"id": 1, "text": "Nice screen"}, wrong)
    assert run("read", "--sentences", path, "-o", str(tmp_path / "out.jsonl")) == 0
    assert len(rows(tmp_path / "out.jsonl")) == 1
    assert "s.jsonl:2" in capsys.readouterr().err
    assert run("read", "--sentences", path, "-o", str(tmp_path / "strict.jsonl"), "--strict") == 2
    assert not (tmp_path / "strict.jsonl").exists()


@pytest.mark.parametrize(
    "content", ["", '{"metric": "x", "score": 3, "case_id": "c", "rater": "r"}\n', "[1, 2]\n", "not json\n"]
)
def test_a_file_that_cannot_be_read_is_wrong_input(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(content, encoding="utf-8")
    assert run("read", str(path)) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert run("read", "--sentences", str(path)) == 2


def test_sentences_come_alone(tmp_path: Path) -> None:
    assert run("read", "--sentences", "--products", str(tmp_path / "p.csv")) == 2


def test_nothing_to_read_is_wrong_input(tmp_path: Path) -> None:
    assert run("read") == 2
    assert run("read", str(tmp_path / "missing.jsonl")) == 2


def label(path: Path, *rows: object, limit: int | None = None) -> list[dict[str, object]]:
    """The rows that are written for some rows."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    label_file(str(path), f"{path}.out", ReadOptions(limit=limit), quiet=False)
    return [json.loads(line) for line in Path(f"{path}.out").read_text(encoding="utf-8").splitlines()]


TEXT = "The strap is strong but the zip broke."


def test_given_terms_are_found_by_offset_or_by_their_words(tmp_path: Path) -> None:
    terms = [{"start": 4, "end": 9}, {"term": "zip"}]
    (row,) = label(tmp_path / "s.jsonl", {"id": 7, "text": TEXT, "terms": terms})
    assert row["id"] == 7
    assert row["terms"] == [
        {"start": 4, "end": 9, "text": "strap", "polarity": "positive"},
        {"start": 28, "end": 31, "text": "zip", "polarity": "negative"},
    ]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["a list"], "is a list; an object is needed"),
        ({"id": 1, "text": 3}, "text: 3 is a number; text is needed"),
        ({"id": 1, "text": "x", "terms": "zip"}, "terms: 'zip' is text; a list is needed"),
        ({"id": 1, "text": "zip", "terms": [{"start": 0, "end": 9}]}, "terms[0] has no start and end"),
        ({"id": 1, "text": "zip", "terms": [{"term": "strap"}]}, "terms[0] has no start and end"),
        ({"id": 1, "text": "zip", "terms": [3]}, "terms[0]:"),
    ],
)
def test_a_wrong_row_is_skipped_and_named(
    tmp_path: Path, wrong: object, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = label(tmp_path / "s.jsonl", wrong, {"text": TEXT})
    assert row["id"] == "2", "its line, where no id is given"
    assert words in capsys.readouterr().err.replace("\n", " ")


def test_no_usable_row_is_an_error_and_a_limit_counts_good_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no usable sentence"):
        label(tmp_path / "s.jsonl", {"id": 1})
    assert len(label(tmp_path / "s.jsonl", {"id": 1}, {"text": TEXT}, {"text": TEXT}, limit=1)) == 1


def test_an_update_adds_reviews_and_leaves_other_products_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, bag = str(tmp_path / "r.jsonl"), {"id": "bag", "title": "Canvas bag"}
    old = [{"id": "1", "text": "The strap broke after two weeks."}, {"id": "2", "text": "The zip feels smooth."}]
    new = [{"id": "3", "text": "The strap tore on the first day."}]
    cup = {"id": "cup", "title": "Steel cup", "reviews": [{"id": "1", "text": "The lid leaks a lot."}]}
    assert run("read", "--update", write(tmp_path / "a.jsonl", {**bag, "reviews": old}, cup), "-o", output) == 0
    before = rows(Path(output))
    assert run("read", "--update", write(tmp_path / "b.jsonl", {**bag, "reviews": new}), "-o", output) == 0
    assert "added 1 reviews of 1 product to" in capsys.readouterr().err
    after = rows(Path(output))
    assert (
        run("read", write(tmp_path / "c.jsonl", {**bag, "reviews": old + new}), "-o", str(tmp_path / "all.jsonl")) == 0
    )
    assert after == [*rows(tmp_path / "all.jsonl"), before[1]]


def test_an_update_needs_a_file_that_was_made_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = write(tmp_path / "a.jsonl", {"id": "bag", "title": "Bag", "reviews": [{"text": "The strap broke."}]})
    assert run("read", "--update", given) == 2
    assert run("read", given, "-o", str(tmp_path / "r.jsonl")) == 0
    assert run("read", "--update", given, "-o", str(tmp_path / "r.jsonl")) == 2
    assert "was not made with --update" in capsys.readouterr().err


def test_a_cluster_reads_files_and_needs_a_place_for_shards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = write(tmp_path / "a.jsonl", {"id": "bag", "title": "Bag"})
    assert run("read", given, "--engine", "ray") == 2
    assert "give --shards FOLDER, or -o FILE" in capsys.readouterr().err
    assert run("read", "--products", given, "--engine", "ray", "--shards", str(tmp_path / "s")) == 2
    assert "a cluster reads a file or folder" in capsys.readouterr().err
    assert run("read", given, "--shards", str(tmp_path / "s")) == 2
    assert "--shards is about a cluster" in capsys.readouterr().err
    assert run("read", given, "--engine", "spark") == 2
    assert "unknown engine 'spark'; known: local, ray" in capsys.readouterr().err


def test_a_cluster_reads_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("triptych.engines.ray.connect", lambda address, workers: HereEngine())
    given = write(tmp_path / "p.jsonl", PRODUCT, {"id": "bag", "title": "Bag", "reviews": ["The strap broke."]})
    assert run("read", given, "-o", str(tmp_path / "here.jsonl")) == 0
    assert run("read", given, "-o", str(tmp_path / "there.jsonl"), "--engine", "ray") == 0
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    assert f"in {tmp_path / 'there.jsonl'}.shards" in capsys.readouterr().err


BAG_REVIEWS = [
    "The strap is strong and the zip works well.",
    "Strong strap, but the zip broke after a week.",
    "The zip broke. The strap is strong, and the lining is soft.",
    "Strong strap. The pockets are useful, the zip is bad.",
    "Useful pockets and a strong strap.",
    "The pockets are useful.",
]
BAG = Product.model_validate(
    {"id": "bag", "title": "Norva Bag", "reviews": [{"id": str(n), "text": text} for n, text in enumerate(BAG_REVIEWS)]}
)
BAG_READING = read_product(BAG)


def test_what_one_reviewer_alone_speaks_of_gets_a_row_only_where_there_is_little() -> None:
    assert all(aspect.reviewers.total > 1 for aspect in listed(BAG_READING, 12))
    alone = read_product(BAG.model_copy(update={"reviews": BAG.reviews[:1]}))
    assert [aspect.reviewers.total for aspect in listed(alone, 12)] == [1] * len(alone.aspects)
    assert len(listed(BAG_READING, 1)) == 1


def test_a_row_counts_each_side() -> None:
    rows = {row[1]: row for row in reading_rows(BAG_READING, 12)}
    assert rows["strap"][3:5] == (5, 0)
    assert all(row[0] == "bag" for row in rows.values())


def test_on_a_terminal_a_product_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(record=True, width=110)
    monkeypatch.setattr(_output, "console", lambda stderr=False: console)
    monkeypatch.setattr(_output, "is_terminal", lambda: True)
    show_reading(BAG, BAG_READING, 12)
    shown = console.export_text()
    assert "Norva Bag" in shown
    assert "6 reviewers" in shown
    assert "strap" in shown


def test_a_product_without_aspects_is_said_to_have_none() -> None:
    assert summary(read_product(BAG.model_copy(update={"reviews": ()}))) == "0 reviewers, no aspects spoken of"
