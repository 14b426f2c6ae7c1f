"""Learning what a clause says of a need on a small invented sample."""

import gzip
import importlib.util
import json
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "training" / "stances.py"
SAID = {"It is very quiet indeed.": "+", "It is so loud and noisy.": "-", "A nice colour, I think.": ""}


def test_what_says_yes_and_no_is_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.setattr(sys, "path", [str(SCRIPT.parent), *sys.path])
    spec = importlib.util.spec_from_file_location("stances", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    products, labels, output, kept = (tmp_path / name for name in ("p.gz", "l.tsv", "weights.json", "kept.json"))
    rows, lines = [], ["# product, need, stances"]
    for number in range(20):
        reviews = [{"text": text, "title": ""} for text in SAID]
        rows.append({"title": "Veltra Kettle", "features": [], "specs": {}, "reviews": reviews})
        told = [f"{sign}|review|r{n}|0-{len(text) - 1}" for n, (text, sign) in enumerate(SAID.items(), 1) if sign]
        lines.append("\t".join([str(number), "quiet", *told]))
    with gzip.open(products, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    labels.write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = [str(products), str(labels), str(output), "--keep", str(kept)]
    monkeypatch.setattr("sys.argv", ["stances.py", *arguments])
    module.main()
    weights = json.loads(output.read_text())
    assert weights["p quiet quiet"][0] > 0 > weights["p quiet quiet"][1]
    heard = json.loads(kept.read_text())
    assert len(heard) == 20 and heard[0]["signs"] == ["+", "-"]
    said = {who: max(pairs) for who, pairs in heard[0]["said"].items()}
    assert said["r1"][0] > 0.5 > said["r1"][1] and said["r2"][1] > 0.5 > said["r2"][0]
