"""A rubric as YAML that people read: fields in the order of the record, long text in blocks."""

import textwrap
from pathlib import Path

import yaml

from triptych.errors import UsageError
from triptych.records import Rubric
from triptych.rubrics._files import is_bundled

_WIDTH = 100
_ON_ONE_LINE = ("task", "metric", "version", "inputs", "measures", "like")


def dump_rubric(rubric: Rubric) -> str:
    """The rubric as a YAML document; reading it gives the same rubric."""
    fields = rubric.model_dump(mode="json", exclude_defaults=True)
    fields.setdefault("version", rubric.version)
    order = ("task", "metric", "version")
    names = [*order, *(name for name in fields if name not in order)]
    return "".join(_field(name, fields[name]) for name in names)


def save_rubric(rubric: Rubric, folder: Path, *, force: bool = False) -> Path:
    """Write a rubric to its place in a folder; a name that is taken needs `force`."""
    path = folder / rubric.task / f"{rubric.metric}.yaml"
    if not force and path.exists():
        raise UsageError(f"{path} is there already; choose another --metric, or --force to replace it")
    if not force and is_bundled(rubric.name):
        raise UsageError(
            f"{rubric.name} comes with Triptych; choose another --metric, or --force to put yours before it"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        neighbour = path.with_suffix(".part")
        neighbour.write_text(dump_rubric(rubric), encoding="utf-8", newline="\n")
        neighbour.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def _field(name: str, value: object) -> str:
    if name in _ON_ONE_LINE:
        return f"{name}: [{', '.join(value)}]\n" if isinstance(value, list) else f"{name}: {value}\n"
    if isinstance(value, str):
        return f"{name}: {_text(value, indent=2)}\n"
    if isinstance(value, dict):
        return f"{name}:\n" + "".join(f"  {key}: {_text(str(text), indent=4)}\n" for key, text in value.items())
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return f"{name}:\n" + "".join(f"  - {_text(one, indent=4)}\n" for one in value)
    return yaml.safe_dump({name: value}, sort_keys=False, allow_unicode=True, width=_WIDTH)


def _text(text: str, indent: int) -> str:
    """A text as a folded or a literal block, whichever reads back as it is, or else in quotes."""
    margin = " " * indent
    folded = textwrap.fill(
        text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    lines = "\n".join(margin + line if line else "" for line in body.split("\n"))
    literal = f"|2{('-', '', '+')[min(ends, 2)]}\n{lines}" + "\n" * (ends - 1)
    for scalar in (f">-\n{folded}", literal):
        if _reads_as(scalar, indent, text):
            return scalar
    return yaml.safe_dump(text, default_style='"', width=1_000_000, allow_unicode=True).rstrip("\n")


def _reads_as(scalar: str, indent: int, text: str) -> bool:
    document = f"key: {scalar}\n" if indent == 2 else f"outer:\n  key: {scalar}\n"
    try:
        read = yaml.safe_load(document)
    except (yaml.YAMLError, ValueError):
        return False
    return bool((read["key"] if indent == 2 else read["outer"]["key"]) == text)
