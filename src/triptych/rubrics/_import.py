"""Importing a prompt template that somebody already uses, as it is, as a rubric.

Prompts are handed around as Python files with a string or two in them, often pasted through Markdown on the way and no
longer valid. Nothing is run: a scanner looks for `name = "…"`, and a file without any is the prompt itself.
"""

import ast
import re
import sys
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, Rubric
from triptych.rubrics._files import check_task, load_rubric
from triptych.rubrics._prompt import has_closing
from triptych.rubrics._template import fields_of, find_slot, inputs_of

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


@dataclass(frozen=True, slots=True)
class Imported:
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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\\#" and the like in a prompt are no concern of ours
            return parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
