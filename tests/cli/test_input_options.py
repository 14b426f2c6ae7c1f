import pytest

from triptych.catalog import Report, RowProblem, Tables
from triptych.cli._options import choose_input, choose_options, say_report
from triptych.errors import UsageError


def test_a_file_or_tables() -> None:
    assert choose_input("a.jsonl") == "a.jsonl"
    assert choose_input(None, ["p.csv"], None, ["q.csv"]) == Tables(("p.csv",), (), ("q.csv",))
    with pytest.raises(UsageError, match="either"):
        choose_input("a.jsonl", None, ["r.csv"])
    with pytest.raises(UsageError, match="give a file"):
        choose_input(None)


def test_options() -> None:
    options = choose_options(["title=name"], strict=True, limit=3, verbose=True)
    assert (options.mapping, options.strict, options.limit, options.most_problems) == ({"title": "name"}, True, 3, None)
    assert choose_options().most_problems == 1000


def test_what_was_met_is_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    for line in range(1, 8):
        report.skip_row([RowProblem("a.jsonl", line, "query", "is missing")])
    report.cleaned["html"] += 2
    report.name_unknown("colour")
    report.note("something")
    say_report(report)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        *(f"skipped: a.jsonl:{line}: query: is missing" for line in range(1, 6)),
        "skipped: 2 more; -v lists them",
        "texts with HTML tags or entities, taken out: 2",
        "ignored keys colour",
        "note: something",
    ]


def test_a_report_that_keeps_all_is_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    report = choose_options(verbose=True).make_report()
    for line in range(1, 8):
        report.skip_row([RowProblem("a.jsonl", line, "query", "is missing")])
    say_report(report)
    assert len(capsys.readouterr().err.splitlines()) == 7
