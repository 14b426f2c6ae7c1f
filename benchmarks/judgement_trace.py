"""Which of our files and functions one judgement runs through.

    python benchmarks/judgement_trace.py               # how many files, for a model judgement and an embedded one
    python benchmarks/judgement_trace.py --functions   # and the files with their functions

One case is judged on one rubric by `triptych judge`, in this process: once by a scripted model, once by the embedded
judge. Functions that run while a module is imported do not count, nor do modules themselves.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType

import triptych

SOURCE = Path(triptych.__file__).parent
REPLY = 'It keeps to what buyers say: "the lid leaks when it is tipped" (P1 review 1).\n\nScore- <score>4</score>'
CASE = {
    "id": "bottle",
    "task": "opinion",
    "products": [
        {
            "id": "p1",
            "title": "Norva Trail Bottle 750 ml",
            "average_rating": 3.9,
            "specifications": {"Material": "Steel", "Capacity": "750 ml"},
            "reviews": [
                {"text": "Keeps water cold all day but the lid leaks when it is tipped.", "stars": 3},
                {"text": "The lid leaks in my bag. Good size though.", "stars": 2},
                {"text": "Cold for ten hours, light and sturdy.", "stars": 5},
            ],
        }
    ],
    "text": "Two of three reviewers say that it keeps water cold. The lid leaks when it is tipped, two of them find.",
}


def trace(run: Callable[[], object]) -> dict[str, set[str]]:
    """The functions that run, by file."""
    found: set[CodeType] = set()
    importing = threading.local()

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_name == "<module>":
            importing.depth = getattr(importing, "depth", 0) + {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not getattr(importing, "depth", 0):
            found.add(code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    functions: dict[str, set[str]] = {}
    for code in found:
        path = Path(code.co_filename)
        if path.is_relative_to(SOURCE):
            functions.setdefault(str(path.relative_to(SOURCE)), set()).add(code.co_qualname)
    return functions


def judge(judge: str, folder: Path) -> dict[str, set[str]]:
    """What one judgement runs through."""
    from triptych.cli import main

    cases = folder / "cases.jsonl"
    cases.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    command = ["judge", str(cases), "--judge", judge, "--metric", "opinion/faithfulness"]
    command += ["--store", str(folder / "store.db"), "-o", str(folder / "judgements.jsonl"), "--workers", "1"]

    def run() -> None:
        try:
            main(command)
        except SystemExit as ended:
            if ended.code:
                raise

    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return trace(run)


def main() -> None:
    """Print how many files and functions there are, or all of them."""
    parser = argparse.ArgumentParser(description="Which files and functions one judgement runs through.")
    parser.add_argument("--functions", action="store_true", help="Print each file with its functions.")
    parser.add_argument("--judge", choices=("model", "embedded"), help="Only this one.")
    given = parser.parse_args()
    if given.judge:
        show(given.judge, given.functions)
        return
    for name in ("model", "embedded"):
        # In a process of its own: what one has loaded and kept, the other would not load again.
        subprocess.run([sys.executable, *sys.argv, "--judge", name], check=True)


def show(name: str, shows_all: bool) -> None:
    """Print what one judgement runs through."""
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        (folder / "replies.jsonl").write_text(json.dumps(REPLY) + "\n", encoding="utf-8")
        functions = judge(f"scripted:{folder / 'replies.jsonl'}" if name == "model" else name, folder)
    sys.stdout.write(f"{name}: {len(functions)} files, {sum(map(len, functions.values()))} functions\n")
    if shows_all:
        for file, called in sorted(functions.items()):
            sys.stdout.write(f"  {file}: {', '.join(sorted(called))}\n")


if __name__ == "__main__":
    main()
