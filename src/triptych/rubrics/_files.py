"""Rubric files: finding, reading and writing them, and saying where one is wrong.

A rubric lies in `<folder>/<task>/<metric>.yaml`. The user's folder is searched before the bundled one, so that a file
of the same name replaces it. Nothing is picked up from the working directory unasked: the same command means the same
rubrics wherever it is run.
"""

import difflib
import json
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from pydantic import ValidationError

from triptych.errors import UsageError, unknown_name
from triptych.records import TASKS, Rubric, Task

BUNDLED = Path(__file__).parent
IMPORTED = "rubrics"
"""The folder that `triptych rubrics import` writes to where no other is named."""

_DEEPEST = 100
# The C loader reads the 25 files in a tenth of the time; both build plain values only.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_rubric(name: str, folder: Path | None = None) -> Rubric:
    """The rubric of a name such as `comparison/clarity`."""
    paths = _paths(folder)
    if name not in paths:
        raise _unknown(name, paths)
    return read_rubric(paths[name])


def find_rubrics(
    patterns: Sequence[str] = (), task: str | None = None, folder: Path | None = None
) -> tuple[Rubric, ...]:
    """The rubrics that `--metric` names: `comparison/clarity`, `clarity` in every task, `opinion/*`; all for none.

    With a task only its rubrics are given: a name that fits another task alone gives nothing, one that fits none is an
    error.
    """
    if task is not None:
        check_task(task)
    paths = _paths(folder)
    chosen = set(paths) if not patterns else {name for pattern in patterns for name in _matches(pattern, paths)}
    return tuple(
        read_rubric(path)
        for name, path in paths.items()
        if name in chosen and (task is None or name.startswith(f"{task}/"))
    )


def check_task(task: str) -> Task:
    """The task of that name."""
    for known in TASKS:
        if task == known:
            return known
    raise unknown_name("task", task, TASKS)


def _check_depth(text: str) -> None:
    """ValueError for what is nested so deep that loading it would end the process, not only the loading."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise ValueError("it is nested too deep")


def read_rubric(path: Path) -> Rubric:
    """The rubric of a file; a UsageError says on which line it is wrong."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        if text.count("[") + text.count("{") + text.count("- ") + text.count("\n ") > _DEEPEST:
            _check_depth(text)
        content = yaml.load(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(f"{path}, line {line}: not valid YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise UsageError(f"{path}, line 1: a rubric is a mapping with `task`, `metric`, `definition` …")
    try:
        rubric = Rubric.model_validate(content)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        place = tuple(str(part) for part in problem["loc"] if part != "[key]")
        field = f"field {'.'.join(place)}: " if place else ""
        wrong = problem["msg"].removeprefix("Value error, ")
        raise UsageError(f"{path}, line {_line_of(text, place)}: {field}{wrong}") from None
    if (rubric.task, rubric.metric) != (path.parent.name, path.stem):
        raise UsageError(
            f"{path}, line {_line_of(text, ('metric',))}: it says {rubric.name}, so it belongs in {rubric.name}.yaml"
        )
    return rubric


def _line_of(text: str, place: Sequence[str]) -> int:
    """The line of a field, or of the nearest field around it."""
    node = yaml.compose(text, Loader=_LOADER)
    line = 1
    for part in place:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == part), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and part.isdecimal() and int(part) < len(node.value):
            node = node.value[int(part)]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _paths(folder: Path | None) -> dict[str, Path]:
    """Rubric name to file, tasks in their order, a user's file in place of the bundled one."""
    if folder is not None and not folder.is_dir():
        raise UsageError(f"no folder of rubrics at {folder}; it holds <task>/<metric>.yaml")
    found: dict[str, Path] = {}
    for task in TASKS:
        files = [path for root in (BUNDLED, folder) if root for path in (root / task).glob("[!.]*.yaml")]
        by_metric = {path.stem: path for path in files}
        found |= {f"{task}/{metric}": by_metric[metric] for metric in sorted(by_metric)}
    return found


def _matches(pattern: str, names: dict[str, Path]) -> list[str]:
    matches = [name for name in names if fnmatchcase(name if "/" in pattern else name.partition("/")[2], pattern)]
    if not matches:
        raise _unknown(pattern, names)
    return matches


def _unknown(name: str, known: dict[str, Path]) -> UsageError:
    """The error for a name that no rubric has: what is near it, where it may lie, and what there is."""
    metric = name.rpartition("/")[2]
    near = [one for one in known if one.partition("/")[2] == metric]
    near = near or difflib.get_close_matches(name, known, n=2)
    near = near or [one for one in known if difflib.get_close_matches(metric, [one.partition("/")[2]])]
    hint = f"did you mean {' or '.join(near)}?" if near else ""
    if any((Path(IMPORTED) / task / f"{metric}.yaml").is_file() for task in TASKS):
        hint = f"there is one in ./{IMPORTED}: give --rubrics {IMPORTED}"
    return UsageError("; ".join(filter(None, [f"unknown rubric {name!r}", hint, f"known: {', '.join(known)}"])))


def dump_rubric(rubric: Rubric) -> str:
    """The rubric as a YAML document; reading it gives the same rubric."""
    fields = rubric.model_dump(mode="json", exclude_defaults=True)
    prompts = {name: fields.pop(name) for name in ("system", "template") if name in fields}
    head = {"task": rubric.task, "metric": rubric.metric, "version": rubric.version}
    # PyYAML writes the line break of old mainframes as it is, and reads a blank.
    is_plain = "\x85" not in json.dumps(fields, ensure_ascii=False)
    written = yaml.safe_dump(head | fields, sort_keys=False, allow_unicode=is_plain, width=100)
    return written + "".join(f"{name}: {_block(text)}\n" for name, text in prompts.items())


def _block(text: str) -> str:
    """A prompt as a literal block, which PyYAML makes of no text with blanks before a line's end; else in quotes."""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    lines = "\n".join(f"  {line}" if line else "" for line in body.split("\n"))
    literal = f"|2{('-', '', '+')[min(ends, 2)]}\n{lines}" + "\n" * (ends - 1)
    try:
        if yaml.safe_load(f"key: {literal}\n")["key"] == text:
            return literal
    except (yaml.YAMLError, ValueError):
        pass
    return yaml.safe_dump(text, default_style='"', width=1_000_000, allow_unicode=True).rstrip("\n")


def save_rubric(rubric: Rubric, folder: Path, *, force: bool = False) -> Path:
    """Write a rubric to its place in a folder; a name that is taken needs `force`."""
    path = folder / rubric.task / f"{rubric.metric}.yaml"
    if not force and path.exists():
        raise UsageError(f"{path} is there already; choose another --metric, or --force to replace it")
    if not force and (BUNDLED / f"{rubric.name}.yaml").is_file():
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
