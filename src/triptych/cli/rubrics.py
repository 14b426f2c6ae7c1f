"""List, show and import rubrics: what each metric means and how it is judged.

A rubric is one file, `<task>/<metric>.yaml`. Those of `--rubrics DIR` (or `TRIPTYCH_RUBRICS`) come before the bundled
ones.
"""

from pathlib import Path
from typing import Annotated

import typer

from triptych.calls.fence import fence_case
from triptych.cli import _options as opts
from triptych.cli._output import STANDARD, announced_settings, console, is_terminal, say, show_table
from triptych.errors import UsageError
from triptych.records import Case, Rubric
from triptych.rubrics import (
    IMPORTED,
    cacheable_share,
    find_rubrics,
    import_template,
    read_template,
    render_all,
    save_rubric,
    state_rubric,
)

# Real runs take the secret of their store; what is printed here is for people's eyes.
_SECRET = b"for people to look at"
_LIKE = "Let the embedded judge measure it like this rubric (default: it leaves it unscored)."
_CASE = "Fill the prompt with this case of a cases file (default: a sample)."
_VERBATIM = "Put values in without a fence: reviews can then speak to the judge."

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_all(
    task: Annotated[str | None, opts.option("TASK", "Only this task's.")] = None, rubrics: opts.Rubrics = None
) -> None:
    """List the rubrics: task, metric, version, and what the judge sees beside the text.

    Example: `triptych rubrics list --task comparison`
    """
    found = find_rubrics((), task, _folder(rubrics))
    rows = [(one.task, one.metric, one.version, ", ".join(one.inputs) or "the text alone") for one in found]
    show_table("Rubrics", ("task", "metric", "version", "inputs"), rows)


@app.command("show")
def show_one(
    name: Annotated[str, opts.argument("TASK/METRIC", "Such as `comparison/clarity`.")],
    prompt: Annotated[bool, opts.option(None, "Show what a judge is sent instead.", "--prompt")] = False,
    case: Annotated[str | None, opts.option("FILE[:ID]", _CASE)] = None,
    rubrics: opts.Rubrics = None,
) -> None:
    """Show one rubric as a person reads it, or with `--prompt` as a judge gets it.

    - `triptych rubrics show comparison/clarity`
    - `triptych rubrics show opinion/prevalence --prompt --case cases.jsonl:earbuds-1/opinion`
    """
    folder = _folder(rubrics)
    rubric, *others = find_rubrics([name], folder=folder)
    if others:
        names = ", ".join(one.name for one in (rubric, *others))
        raise UsageError(f"{name!r} names several rubrics ({names}); name one")
    if prompt or case is not None:
        _show_prompt(rubric, _find_case(case, rubric), folder)
    else:
        _show_rubric(rubric)


@app.command("import")
def import_file(
    file: Annotated[str, opts.argument("FILE", "The template; `-` is standard input.")],
    task: Annotated[str, opts.option("TASK", "`opinion`, `explanation` or `comparison`.")],
    metric: Annotated[str, opts.option("NAME", "A new name in snake_case.")],
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder of rubrics to write to.")] = Path(IMPORTED),
    force: Annotated[bool, opts.option(None, "Replace a rubric of that name.", "--force")] = False,
    verbatim: Annotated[bool, opts.option(None, _VERBATIM, "--verbatim")] = False,
    like: Annotated[str | None, opts.option("TASK/METRIC", _LIKE)] = None,
    rubrics: opts.Rubrics = None,
) -> None:
    """Import a prompt template as it is: strings with `{placeholders}`, a `system_msg` or none. It is never executed.

    - `triptych rubrics import clarity.txt --task comparison --metric my_clarity --like clarity`
    - `triptych judge cases.jsonl --metric comparison/my_clarity --rubrics rubrics`
    """
    made = import_template(read_template(file), task, metric, verbatim=verbatim, like=like, rubrics=_folder(rubrics))
    path = save_rubric(made.rubric, to, force=force)
    for note in made.notes:
        say(f"note: {note}")
    typer.echo(path)
    say(f"use it with --metric {made.rubric.name} --rubrics {to}")


def _folder(rubrics: str | None) -> Path | None:
    return announced_settings(rubrics=rubrics).rubrics


def _find_case(given: str | None, rubric: Rubric) -> Case:
    """The case a user named, or the first of the rubric's task in their file, or a bundled one."""
    if given is None:
        from triptych.audits import bundled_cases

        return next(case for case in bundled_cases() if case.task == rubric.task)
    from triptych.catalog import read_cases

    path, case_id = _split_case(given)
    for case in read_cases(path):
        if (case.id == case_id) if case_id else (case.task == rubric.task):
            return case
    wanted = f"case {case_id!r}" if case_id else f"case of task {rubric.task}"
    raise UsageError(f"{path} has no {wanted}")


def _split_case(given: str) -> tuple[str, str]:
    """A file and the id behind it, if any; both may have colons of their own."""
    colons = [place for place, mark in enumerate(given) if mark == ":"]
    for end in (len(given), *reversed(colons)):
        if given[:end] == STANDARD or Path(given[:end]).exists():
            return given[:end], given[end + 1 :]
    return given, ""


def _show_prompt(rubric: Rubric, case: Case, folder: Path | None) -> None:
    fence = fence_case(case, _SECRET)
    prompt = render_all([rubric], case, fence)[0]
    for message in prompt.messages:
        typer.secho(f"--- {message.role}", bold=True)
        typer.echo(message.content)
    others = [one for one in find_rubrics((), rubric.task, folder) if one.template is None]
    share = cacheable_share(render_all(others, case, fence))
    seen = ", ".join(kind.replace("_", " ") for kind in prompt.sources_seen) or "none"
    words = f"about {prompt.tokens} tokens; sources shown: {seen}"
    if prompt.case_chars:
        words += f"; with all rubrics of the case, a server that caches prefixes has {share:.0%} of the tokens cached"
    say("; ".join([words, *(prompt.cut.sentences() if prompt.cut else ())]))


def _show_rubric(rubric: Rubric) -> None:
    seen = ", ".join(["the text", *(f"the {name}" for name in rubric.inputs)])
    parts = [f"{rubric.name}, version {rubric.version}\nThe judge sees: {seen}\n"]
    if rubric.template is None:
        parts.append(state_rubric(rubric))
    else:
        fenced = "as they are" if rubric.verbatim else "between markers"
        parts.append(f"An imported template; values go in {fenced}. Measures: {rubric.like or 'none'}.\n")
        for title, text in (("System message", rubric.system), ("Template", rubric.template)):
            parts += [f"{title}:\n{text}"] if text else []
    if is_terminal():
        from rich.text import Text

        # Unlike a plain echo, this wraps long lines between words.
        console().print(Text("\n".join(parts)))
    else:
        typer.echo("\n".join(parts))
