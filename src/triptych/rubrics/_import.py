"""Importing a prompt template that somebody already uses, as it is, as a rubric."""

import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, Rubric
from triptych.rubrics._files import check_task, load_rubric
from triptych.rubrics._prompt import has_closing
from triptych.rubrics._slots import find_slot, inputs_of
from triptych.rubrics._strings import read_strings
from triptych.rubrics._template import fields_of

_LARGEST_BYTES = 1_000_000
_SYSTEM_NAME = re.compile(r"^sys(?:tem)?(?:_|$)", re.IGNORECASE)
_PROMPT_NAME = re.compile(r"(?:prompt|template|rubric)", re.IGNORECASE)
_REFERENCE = re.compile(r"(?<!\{)\{\s*([A-Za-z_]\w*)\s*\}(?!\})")


@dataclass(frozen=True, slots=True)
class Imported:
    """A rubric made from a template, and what there is to say about it."""

    rubric: Rubric
    """The rubric."""
    notes: tuple[str, ...]
    """What was added or assumed."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How an imported template is to be used."""

    verbatim: bool = False
    """Put values in without a fence."""
    like: str | None = None
    """The rubric whose measures the embedded judge uses."""
    rubrics: Path | None = None
    """The folder `like` may lie in, beside the bundled ones."""


def read_template(path: Path) -> str:
    """The text of a template file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    return decode_template(content, str(path))


def decode_template(content: bytes, name: str) -> str:
    """The text that a template's bytes hold; `name` is where they came from."""
    if len(content) > _LARGEST_BYTES:
        raise UsageError(f"{name} is larger than {_LARGEST_BYTES:,} bytes; a template is one prompt")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 (byte {error.start}); save it as UTF-8") from None


def import_template(text: str, task: str, metric: str, options: ImportOptions | None = None) -> Imported:
    """The rubric that a template's text makes; the text is never executed."""
    options = options or ImportOptions()
    checked_task = check_task(task)
    found = read_strings(_clean(text))
    # Escapes in a string can make what the file itself could not hold.
    strings = {name: _clean(value) for name, value in found.by_name.items()}
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
        "verbatim": options.verbatim,
        "like": _checked_like(options, task) if options.like else None,
    }
    try:
        rubric = Rubric.model_validate(fields)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        wanted = "a snake_case name such as my_clarity" if problem["loc"] == ("metric",) else problem["msg"]
        raise UsageError(f"{'.'.join(map(str, problem['loc']))} {problem['input']!r}: it should be {wanted}") from None
    return Imported(rubric, (*found.notes, *_remarks(rubric)))


def _remarks(rubric: Rubric) -> list[str]:
    remarks = []
    if rubric.case_block_added:
        remarks.append("the template has no slot for the text it judges: the case block is put before it")
    if not has_closing(rubric):
        remarks.append("the template does not say how to write the score: the score line is added after it")
    if "system" in fields_of(rubric.template or "", rubric.task) and not rubric.system:
        remarks.append("the template has a slot for a system message, and the file has none: it stays empty")
    if rubric.verbatim:
        remarks.append("values go in as they are: a review can speak to the judge")
    if rubric.like is None:
        remarks.append("the embedded judge leaves it unscored; import it with --like to name the measures to use")
    return remarks


def _checked_like(options: ImportOptions, task: str) -> str:
    name = options.like or ""
    model = load_rubric(name if "/" in name else f"{task}/{name}", options.rubrics)
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
