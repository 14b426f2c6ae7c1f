"""Rubric files: finding, reading and writing them, saying where one is wrong, and importing a template as one.

A rubric lies in `<folder>/<task>/<metric>.yaml`. The user's folder is searched before the bundled one, so that a file
of the same name replaces it. Nothing is picked up from the working directory unasked: the same command means the same
rubrics wherever it is run.

Prompts are handed around as Python files with a string or two in them, often pasted through Markdown on the way and no
longer valid. Nothing of them is run: a scanner looks for `name = "…"`, and a file without any is the prompt itself.
"""

import ast
import difflib
import json
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import yaml
from pydantic import ValidationError

from triptych.errors import UsageError, unknown_name
from triptych.records import RUBRIC_INPUTS, TASKS, Rubric, Task
from triptych.rubrics._prompt import fields_of, find_slot, has_closing, inputs_of

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
    names = [name for name in paths if name in chosen and (task is None or name.startswith(f"{task}/"))]
    return tuple(read_rubric(paths[name]) for name in names)


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
    with suppress(yaml.YAMLError, ValueError):
        if yaml.safe_load(f"key: {literal}\n")["key"] == text:
            return literal
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


_LARGEST_BYTES = 1_000_000
_SYSTEM_NAME = re.compile(r"^sys(?:tem)?(?:_|$)", re.IGNORECASE)
_PROMPT_NAME = re.compile(r"(?:prompt|template|rubric)", re.IGNORECASE)
_REFERENCE = re.compile(r"(?<!\{)\{\s*([A-Za-z_]\w*)\s*\}(?!\})")
_QUOTED = (
    r"[rRuUfFbB]{0,2}(?:'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\""
    r"|'(?:\\.|[^'\\\n])*'(?!')|\"(?:\\.|[^\"\\\n])*\"(?!\"))"
)
_BETWEEN = r"[ \t]*(?:#[^\n]*)?(?:\\?\n[ \t]*)?\+?[ \t]*"
_ASSIGNED = r"^[ \t\\]*([A-Za-z_]\w*)[ \t]*(?::[ \t]*\w+[ \t]*)?=(?!=)[ \t]*\(?\s*"
_ASSIGNMENT = re.compile(rf"{_ASSIGNED}({_QUOTED}(?:{_BETWEEN}{_QUOTED})*)", re.M | re.S)
_OPENED = re.compile(rf"{_ASSIGNED}[rRuUfFbB]{{0,2}}['\"]", re.M)
_IN_DOUBLE_BRACES = re.compile(r"\{\{\s*([A-Za-z_][\w-]*)\s*\}\}")
# A prompt in plain words may have a line that looks like an assignment; strings that make up less are such lines.
_LEAST_SHARE = 0.3
_CODE_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.S)


class Imported(NamedTuple):
    """A rubric made from a template, and what there is to say about it."""

    rubric: Rubric
    notes: tuple[str, ...]
    """What was added or assumed."""


def read_template(path: str) -> str:
    """The text of a template; `-` is standard input."""
    name = "standard input" if path == "-" else path
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            content = file.read(_LARGEST_BYTES + 1)
        if len(content) > _LARGEST_BYTES:
            raise UsageError(f"{name} is larger than {_LARGEST_BYTES:,} bytes; a template is one prompt")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 (byte {error.start}); save it as UTF-8") from None


def import_template(
    text: str, task: str, metric: str, *, verbatim: bool = False, like: str | None = None, rubrics: Path | None = None
) -> Imported:
    """The rubric that a template's text makes; the text is never executed.

    `verbatim` puts values in without a fence; the embedded judge uses the measures of `like`, a rubric that is bundled
    or in the folder `rubrics`.
    """
    checked_task = check_task(task)
    # Escapes in a string can make what the file itself could not hold.
    strings = {name: _clean(value) for name, value in read_strings(_clean(text)).items()}
    system = "\n".join(value for name, value in strings.items() if _SYSTEM_NAME.match(name))
    template = _choose(strings, metric)
    if not template.strip():
        raise UsageError("the template holds no prompt")
    fields_shown = fields_of(template, checked_task) | fields_of(system, checked_task)
    has_slot = "text" in fields_shown
    fields = {
        "task": checked_task,
        "metric": metric,
        "inputs": inputs_of(fields_shown, checked_task) if has_slot else RUBRIC_INPUTS[checked_task],
        "template": template,
        "system": system or None,
        "case_block_added": not has_slot,
        "verbatim": verbatim,
        "like": _checked_like(like, task, rubrics) if like else None,
    }
    try:
        rubric = Rubric.model_validate(fields)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        wanted = "a snake_case name such as my_clarity" if problem["loc"] == ("metric",) else problem["msg"]
        raise UsageError(f"{'.'.join(map(str, problem['loc']))} {problem['input']!r}: it should be {wanted}") from None
    return Imported(rubric, tuple(_remarks(rubric, is_whole_file="" in strings)))


def _remarks(rubric: Rubric, *, is_whole_file: bool) -> list[str]:
    doubled = [name for name in _IN_DOUBLE_BRACES.findall(rubric.template or "") if find_slot(name, rubric.task)]
    lacks_system = "system" in fields_of(rubric.template or "", rubric.task) and not rubric.system
    remarks = {
        "no assignment found: the whole file is the prompt": is_whole_file,
        "the template has no slot for the text it judges: the case block is put before it": rubric.case_block_added,
        "the template does not say how to write the score: the score line is added after it": not has_closing(rubric),
        "the template has a slot for a system message, and the file has none: it stays empty": lacks_system,
        f"in double braces these are text and not filled in: {', '.join(dict.fromkeys(doubled))}": bool(doubled),
        "values go in as they are: a review can speak to the judge": rubric.verbatim,
        "the embedded judge leaves it unscored; import it with --like to name the measures to use": not rubric.like,
    }
    return [remark for remark, is_due in remarks.items() if is_due]


def _checked_like(name: str, task: str, rubrics: Path | None) -> str:
    model = load_rubric(name if "/" in name else f"{task}/{name}", rubrics)
    if model.template is not None and model.like is None:
        raise UsageError(f"--like {name}: it is a template without measures itself; name a bundled rubric")
    return model.like or model.name


def _clean(text: str) -> str:
    """Unix line ends, no byte-order mark, nothing that cannot be written as UTF-8."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("utf-8", "replace").decode("utf-8")


def _choose(strings: dict[str, str], metric: str) -> str:
    """The one string that is the prompt, with the strings it refers to put in."""
    prompts = {name: value for name, value in strings.items() if not _SYSTEM_NAME.match(name)}
    if not prompts:
        raise UsageError(f"the template assigns only {', '.join(strings)}; it needs a prompt beside the system message")
    referred = {name for value in prompts.values() for name in _REFERENCE.findall(value)}
    names = [name for name in prompts if name not in referred] or list(prompts)
    for is_likely in (_PROMPT_NAME.search, lambda name: metric in name):
        names = [name for name in names if is_likely(name)] or names
    if len(names) > 1:
        raise UsageError(f"the template has several prompts ({', '.join(names)}); keep one in a file")
    return _inline(names[0], prompts, ())


def _inline(name: str, prompts: dict[str, str], above: tuple[str, ...]) -> str:
    if name in above:
        raise UsageError(f"the template's {name} contains itself, by way of {', '.join(above)}")

    def put_in(reference: re.Match[str]) -> str:
        named = reference[1]
        is_known = any(find_slot(named, task) for task in RUBRIC_INPUTS)
        return reference[0] if is_known or named not in prompts else _inline(named, prompts, (*above, name))

    return _REFERENCE.sub(put_in, prompts[name])


def read_strings(text: str) -> dict[str, str]:
    """The strings that a file assigns; a file without any is itself the prompt, under an empty name."""
    fenced = _CODE_FENCE.match(text)
    source = (fenced[1] if fenced else text).strip("\n")
    strings = {found[1]: _value(found[2]) for found in _ASSIGNMENT.finditer(source)}
    if opened := _OPENED.search(_ASSIGNMENT.sub("", source)):
        raise UsageError(f"the quotes of {opened[1]} are not closed")
    share = sum(map(len, strings.values())) / max(len(source), 1)
    if strings and (share >= _LEAST_SHARE or "'''" in source or '"""' in source or _parsed(ast.parse, source)):
        return strings
    return {"": _value(source) if re.fullmatch(_QUOTED, source.strip(), re.S) else source}


def _value(quoted: str) -> str:
    """What Python reads in some strings that stand beside each other; what it cannot read stays as it is written."""
    found = ""
    for one in re.findall(_QUOTED, quoted, re.S):
        prefix, quote, inside = re.findall(r"\A(\w*)('''|\"\"\"|'|\")(.*)\2\Z", one, re.S)[0]
        read = None if "r" in prefix.casefold() else _parsed(ast.literal_eval, f"{quote}{inside}{quote}")
        found += read if isinstance(read, str) else inside
    return found


def _parsed(parse: Callable[[str], object], source: str) -> object:
    """What Python makes of some source, None where it makes nothing of it."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\\#" and the like in a prompt are no concern of ours
        return parse(source)
    return None
