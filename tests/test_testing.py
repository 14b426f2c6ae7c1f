"""`judged` in a team's own tests: it compares like a number, never passes for want of a score, and says why."""

import asyncio
import json
import operator
import subprocess
import sys
from pathlib import Path

import pytest

from audited import reply
from judged_cases import make_case
from scored import judgement
from triptych.errors import UsageError
from triptych.records import Case, Evidence
from triptych.testing import JudgedScore, judged


@pytest.fixture
def judge(tmp_path: Path) -> str:
    """A judge that gives 3."""
    path = tmp_path / "replies.jsonl"
    path.write_text(json.dumps(reply(3)) + "\n")
    return f"scripted:{path}"


@pytest.fixture
def score(judge: str) -> JudgedScore:
    return judged(make_case(), "opinion/fluency", judge=judge)


def test_it_compares_like_a_number(score: JudgedScore) -> None:
    assert score >= 3
    assert score > 2.5
    assert score <= 3
    assert score < 4
    assert score == 3
    assert score != 4
    assert not score >= 4
    assert (int(score), float(score)) == (3, 3.0)
    assert score >= score


def test_a_failed_comparison_prints_the_reasons(score: JudgedScore, capsys: pytest.CaptureFixture[str]) -> None:
    assert score >= 3
    assert capsys.readouterr().out == ""
    assert not score >= 4
    assert "opinion/fluency of case-0, judged by scripted" in capsys.readouterr().out
    assert repr(score) == "<opinion/fluency 3 (3.00)>"


def test_evidence_is_part_of_the_reasons() -> None:
    score = judged(make_case(text="The battery lasts 12 hours on a charge."), "opinion/faithfulness")
    assert score.judgement.evidence
    assert f"“{score.judgement.evidence[0].text}”" in score.explain()


def test_no_score_fails_every_comparison(tmp_path: Path) -> None:
    path = tmp_path / "replies.txt"
    path.write_text("no idea\n")
    score = judged(make_case(), "opinion/fluency", judge=f"scripted:{path}")
    for relation in (operator.ge, operator.gt, operator.le, operator.lt, operator.eq, operator.ne):
        with pytest.raises(AssertionError, match="opinion/fluency of case-0 has no score: "):
            relation(score, 3)
    assert "no score" in repr(score)


def test_anything_but_a_number_is_refused(score: JudgedScore) -> None:
    with pytest.raises(TypeError, match="compared with a number"):
        assert score >= "4"


def test_a_line_of_a_file_is_a_case(judge: str) -> None:
    assert judged(json.loads(make_case().to_json()), "fluency", judge=judge) == 3
    with pytest.raises(UsageError, match="this is not a case: "):
        judged({"task": "opinion"}, "fluency", judge=judge)


def test_a_mapping_is_read_as_a_file_would_be(judge: str) -> None:
    product = {"id": "p", "title": "Lamp", "final_price": "Rs. 5,999", "reviews": ["Bright, and easy to set up."]}
    given = {"task": "Opinion", "products": [product], "text": "Bright.", "shelf": 4}
    assert judged(given, "fluency", judge=judge) == 3
    with pytest.raises(UsageError, match=r"^this is not a case: task: 'review' is unknown; a task is one of opinion"):
        judged({**given, "task": "review"}, "fluency", judge=judge)


def test_a_score_alone_is_no_test(score: JudgedScore) -> None:
    """`assert judged(...)` would pass whatever the score."""
    with pytest.raises(TypeError, match=r"compare it: assert judged\(case, rubric\) >= 4"):
        assert score


def test_what_is_printed_says_each_thing_once() -> None:
    span = Evidence(product_id="p", source="title", source_id="title", start=0, end=4, text="Lamp")
    feature = Evidence(product_id="p", source="key_feature", source_id="2", start=0, end=4, text="warm")
    told = judgement("x/y", 3.0).model_copy(
        update={"explanation": "Fine.\nScore- <score>3</score>", "evidence": (span, feature)}
    )
    assert JudgedScore(told).explain().splitlines() == [
        "opinion/fluency of x/y, judged by embedded: 3 (3.00)",
        "  Fine.",
        "  p, title: “Lamp”",
        "  p, key feature 2: “warm”",
    ]


def test_it_works_inside_a_running_loop(judge: str) -> None:
    async def test() -> int:
        return int(judged(make_case(), "opinion/fluency", judge=judge))

    assert asyncio.run(test()) == 3


def test_a_rubric_of_another_task_is_one_sentence(judge: str) -> None:
    with pytest.raises(UsageError, match="comparison/clarity is no rubric of the task opinion") as raised:
        judged(make_case(), "comparison/clarity", judge=judge)
    assert raised.value.__context__ is None, "a test runner would show an error that is none of the user's"


def test_a_failing_test_reads_well(tmp_path: Path) -> None:
    case: Case = make_case(text="This fridge cools well and has a large freezer with two drawers.")
    (tmp_path / "case.json").write_text(case.to_json())
    (tmp_path / "test_shop.py").write_text(
        "import json\nfrom pathlib import Path\nfrom triptych.testing import judged\n\n"
        "def test_it() -> None:\n"
        "    case = json.loads((Path(__file__).parent / 'case.json').read_text())\n"
        "    assert judged(case, 'opinion/faithfulness') >= 5\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        "test_shop.py",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "assert <opinion/faithfulness " in done.stdout
    assert "opinion/faithfulness of case-0, judged by embedded: " in done.stdout
