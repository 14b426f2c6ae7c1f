"""README, `pyproject.toml` and the messages agree on the optional parts."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_lists_every_extra_and_says_what_all_leaves_out() -> None:
    rows = re.findall(r"^\| `\[(\w+)\]` \| .+ \| (yes|no)\b", README, re.MULTILINE)
    held = re.fullmatch(r"triptych\[(.*)\]", EXTRAS["all"][0])
    assert held
    assert {name for name, _ in rows} == EXTRAS.keys() - {"all"}
    assert {name for name, is_held in rows if is_held == "yes"} == set(held[1].split(","))


def test_every_extra_that_a_message_names_is_there() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    named = set(re.findall(r'MissingExtra\(.*?"(\w+)"\)', sources))
    assert named
    assert named <= EXTRAS.keys()
