"""Fitting answers on a small invented sample."""

import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "training" / "answers.py"


def labelled(number: int, review: str, state: str) -> tuple[dict[str, object], dict[str, object]]:
    product = {"id": f"p{number}", "title": "Veltra Kettle", "reviews": [{"id": "r1", "text": review}]}
    needs = [{"need": "quiet", "states": {f"p{number}": {"state": state}}}]
    return {"id": f"s{number}", "query": "quiet kettle", "products": [product, {"id": "other", "title": "Tea"}]}, {
        "id": f"s{number}",
        "needs": needs,
    }


def test_what_reviewers_say_is_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    spec = importlib.util.spec_from_file_location("answers", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    said = {"It is very quiet.": "met", "It is so loud.": "missed", "A nice colour.": "unknown"}
    rows = [labelled(n, review, state) for n, (review, state) in enumerate([*said.items()] * 4)]
    shortlists, labels, output, kept = (tmp_path / name for name in ("s.jsonl", "l.jsonl", "weights.json", "kept.json"))
    heard = {"is_use": False, "said": {"r1": [[0.9, 0.0]], "r2": [[0.0, 0.9]]}, "signs": ["+", "-"]}
    kept.write_text(json.dumps([heard] * 4))
    shortlists.write_text("".join(json.dumps(row) + "\n" for row, _ in rows))
    labels.write_text("".join(json.dumps(row) + "\n" for _, row in rows))
    monkeypatch.setattr("sys.argv", ["answers.py", str(output), str(kept), str(shortlists), str(labels)])
    module.main()
    weights = json.loads(output.read_text())
    assert weights["met"]["review yes"] > 0 > weights["met"]["review no"]
    assert weights["missed"]["review no"] > 0 > weights["missed"]["review yes"]
    assert weights["disputed"]["one against one"] > 0
    assert {"price", "kind", "figure"} < weights.keys()
