"""What the checks do to texts that a model might write: good ones are to be kept, planted defects mended or removed.

    python benchmarks/model_writing.py ../shared/real

The folder holds `shortlists.jsonl` and `rated_texts.jsonl` (shortlist, task, product, kind, text, wrong). A scripted
model says each text; the writer checks it as it would any model's. A wrong statement counts as gone where the words
that `wrong` quotes are no longer in the text that is printed.
"""

import argparse
import asyncio
import json
import re
from collections import Counter
from pathlib import Path

from triptych.calls.caller import Caller, Limits, ReplyCache
from triptych.catalog import read_shortlists
from triptych.models.scripted import ScriptedModel
from triptych.records import Case, Shortlist, Task
from triptych.writers import Assignment
from triptych.writers.llm import Asking, LlmWriter


def write(shortlist: Shortlist, task: Task, product: str | None, text: str) -> Case:
    """What is printed where a model says this text."""
    opinions = (product,) if product and task == "opinion" else ()
    assignment = Assignment(0, shortlist, (task,), opinions)
    writer = LlmWriter(Caller(ScriptedModel(lambda request: text), ReplyCache(None), Limits()), Asking(), b"s" * 32)
    cases = asyncio.run(writer.write(assignment))
    return next(case for case in cases if task == "comparison" or case.products[0].id == product)


def is_gone(wrong: str, text: str) -> bool:
    """True where the words that a wrong statement quotes are not in a text."""
    claim = re.sub(r"\([^)]*\)", " ", wrong.split(" - ")[0])
    words = re.findall(r"[a-z0-9.]+", claim.lower().replace(",", ""))
    there = re.findall(r"[a-z0-9.]+", text.lower().replace(",", ""))
    runs = {tuple(there[n : n + 3]) for n in range(len(there))}
    wanted = [tuple(words[n : n + 3]) for n in range(max(1, len(words) - 2))]
    return sum(run in runs for run in wanted) < 0.5 * len(wanted)


def main() -> None:
    """Print how many texts are kept, touched and replaced, and how many wrong statements go."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="?", default=Path("../shared/real"))
    options.add_argument("--quick", action="store_true", help="the same; it takes seconds")
    folder = options.parse_args().folder
    if not folder.is_dir():
        print(f"{folder} is not there; give the folder that holds the rated texts")
        return
    shortlists = {each.id: each for each in read_shortlists(folder / "shortlists.jsonl")}
    found: Counter[tuple[str, str, str]] = Counter()
    for row in map(json.loads, (folder / "rated_texts.jsonl").read_text(encoding="utf-8").splitlines()):
        if row["kind"] not in ("expert", "decent", "flawed"):
            continue
        case = write(shortlists[row["shortlist"]], row["task"], row["product"], row["text"])
        writing = case.writing
        assert writing is not None
        key = row["task"], row["kind"]
        found[*key, "texts"] += 1
        found[*key, "replaced"] += writing.fallback
        found[*key, "touched more than once"] += not writing.fallback and len(writing.removed) > 1
        wrong = row["wrong"] or []
        found[*key, "wrong"] += len(wrong)
        found[*key, "gone"] += sum(is_gone(each, case.text) for each in wrong)
    for task in ("comparison", "explanation", "opinion"):
        for kind in ("expert", "decent", "flawed"):
            counts = {
                name: found[task, kind, name]
                for name in ("texts", "replaced", "touched more than once", "wrong", "gone")
            }
            print(f"{task:12}{kind:8}" + ", ".join(f"{count} {name}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
