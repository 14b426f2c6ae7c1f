"""`triptych check`, as a user meets it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from triptych.cli import main
from triptych.cli.check import Gaps
from triptych.records import Case, Money, Product, Rating, Review, Shortlist

PRODUCTS = [{"id": "p1", "title": "Alpha", "price": "₹100"}, {"id": "p2", "title": "Beta"}]
GOOD: dict[str, Any] = {"id": "s1", "query": "red", "products": PRODUCTS}


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    exit_code: int
    lines: list[list[str]]
    stderr: str

    def about(self, what: str) -> list[str]:
        """The words of the lines about one thing."""
        return [line[2] for line in self.lines if line[1] == what]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Runs `triptych check …`."""

    def run(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(["check", *arguments])
        out, err = capsys.readouterr()
        return Done(int(ended.value.code or 0), [line.split("\t") for line in out.splitlines()], err)

    return run


def write_lines(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_what_a_good_file_is_told(check: Callable[..., Done], tmp_path: Path) -> None:
    path = write_lines(tmp_path / "s.jsonl", [{**GOOD, "colour": 1}])
    done = check(path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.lines[:2] == [[path, "kind", "shortlists"], [path, "good", "1 of 1 rows"]]
    assert "1 of 2 products has no final_price" in done.about("lacking")
    assert "2 of 2 products have no base_price" in done.about("lacking")
    assert done.about("ignored") == ["keys colour"]
    assert done.about("problem") == []


def test_wrong_rows_are_listed_and_end_well(check: Callable[..., Done], tmp_path: Path) -> None:
    path = write_lines(tmp_path / "s.jsonl", [GOOD, *[{"query": "x"}] * 30])
    done = check(path)
    assert done.exit_code == 0
    assert done.about("skipped") == ["30 of 31 rows"]
    assert len(done.about("problem")) == 21
    assert done.about("problem")[0] == f"{path}:2: products: is missing; a list of products is needed"
    assert done.about("problem")[-1] == "10 more; -v lists them"
    assert len(check(path, "-v").about("problem")) == 30
    assert check(path, "--limit", "1").about("good") == ["1 of 1 rows"]


def test_cleaning_is_counted(check: Callable[..., Done], tmp_path: Path) -> None:
    path = write_lines(tmp_path / "p.jsonl", [{**PRODUCTS[0], "reviews": ["Good", "good!", {"text": "x", "stars": 9}]}])
    done = check(path)
    assert done.about("cleaned") == ["reviews that repeat another of the same product, left out: 1"]
    assert done.about("skipped") == ["1 review"]
    assert check(path, "--quiet").about("cleaned") == []


def test_strict_ends_at_the_first_wrong_row(check: Callable[..., Done], tmp_path: Path) -> None:
    path = write_lines(tmp_path / "s.jsonl", [GOOD, {"query": "x"}])
    done = check(path, "--strict")
    assert done.exit_code == 2
    assert f"error: {path}:2: products: is missing" in done.stderr


def test_every_file_is_checked_though_one_cannot_be_used(check: Callable[..., Done], tmp_path: Path) -> None:
    good = write_lines(tmp_path / "s.jsonl", [GOOD])
    missing = str(tmp_path / "missing.jsonl")
    wrong = write_lines(tmp_path / "w.jsonl", [{"query": "x"}])
    done = check(missing, wrong, good)
    assert done.exit_code == 2
    assert done.stderr.splitlines()[0] == f"error: {missing} does not exist"
    assert f"{wrong} has no usable shortlists: its only row is wrong" in done.stderr
    assert [good, "good", "1 of 1 rows"] in done.lines
    assert [wrong, "skipped", "1 of 1 rows"] in done.lines


def test_tables_and_mappings(check: Callable[..., Done], tmp_path: Path) -> None:
    for name, content in (
        ("p.csv", "sku,label\n1,Alpha\n2,Beta\n"),
        ("r.csv", "sku,text,stars\n1,Good,5\n1,Odd,8\n"),
        ("q.csv", "query,sku\nred,1\nred,2\n"),
    ):
        (tmp_path / name).write_text(content, encoding="utf-8")
    options = ["--products", f"{tmp_path}/p.csv", "--reviews", f"{tmp_path}/r.*", "--queries", f"{tmp_path}/q.csv"]
    done = check(*options, "--map", "title=label")
    assert (done.exit_code, done.about("kind"), done.about("good")) == (0, ["shortlists"], ["1 of 1 rows"])
    assert done.about("problem") == [f"{tmp_path}/r.csv:3: stars: '8' is not a rating; ratings go from 1 to 5"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a file, `-` for standard input, or tables"),
        (["a.jsonl", "--products", "p.csv"], "give either a file (a.jsonl) or tables"),
        (["a.jsonl", "--map", "titel=x"], "unknown field 'titel'"),
        (["--reviews", "r.csv"], "tables need --products"),
    ],
)
def test_wrong_options(check: Callable[..., Done], arguments: list[str], message: str) -> None:
    done = check(*arguments)
    assert done.exit_code == 2
    assert done.lines == []
    assert message in " ".join(done.stderr.split())


BARE = Product(id="a", title="A")
RICH = Product(
    id="b",
    title="B",
    description="d",
    key_features=("f",),
    specifications={"s": "1"},
    base_price=Money(amount=Decimal(2), currency="INR"),
    final_price=Money(amount=Decimal(1), currency="INR"),
    average_rating=4.0,
    rating_count=3,
    category="c",
    reviews=(Review(id="1", text="x", stars=4.0), Review(id="2", text="y")),
)


def test_what_products_lack_is_counted_over_all_records() -> None:
    gaps = Gaps()
    gaps.add(Shortlist(id="s", query="q", products=(BARE, RICH)))
    gaps.add(RICH)
    sentences = gaps.sentences()
    assert "1 of 3 products has no base_price" in sentences
    assert "1 of 3 products has no reviews" in sentences
    assert "2 of 4 reviews have no stars" in sentences


def test_cases_may_lack_who_wrote_them_and_ratings_lack_nothing() -> None:
    gaps = Gaps()
    gaps.add(Rating(case_id="c", metric="clarity", rater="ann", score=4.0))
    assert gaps.sentences() == []
    gaps.add(Case(id="c", item="i", task="opinion", products=(RICH,), text="t"))
    assert "1 of 1 cases has no system" in gaps.sentences()
