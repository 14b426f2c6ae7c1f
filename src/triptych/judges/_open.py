"""From the options of judging to a judge with everything it needs."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from triptych.calls.caller import Callers, Say, SharedCalls, open_callers
from triptych.calls.fence import fence_case
from triptych.errors import UsageError
from triptych.judges._judge import Judge, Prompts
from triptych.judges.cascade import Cascade
from triptych.judges.jury import Jury
from triptych.judges.llm import LlmJudge
from triptych.models import schemes
from triptych.plugins import check_has, load, names_in
from triptych.records import Case, Rubric, first_repeated
from triptych.rubrics import render_all
from triptych.settings import JudgeOptions
from triptych.stores import Store

_FOLDER = "triptych.judges"
# These are made of other judges or of a model; a judge string does not name them.
_NOT_BY_NAME = {"llm", "jury", "cascade"}


class OpenJudge(NamedTuple):
    """A judge, and the models behind it."""

    judge: Judge
    llms: tuple[LlmJudge, ...]
    """Those of its judges that ask a model, in the order of the judge strings."""
    callers: Callers
    """Budget, prices and cache of these models."""

    async def learn_contexts(self) -> None:
        """Learn how much each model takes, where its server tells."""
        await asyncio.gather(*(llm.learn_context() for llm in self.llms))

    def show(self, case: Case, rubrics: Sequence[Rubric]) -> Prompts:
        """What models are shown of a case that they have room for."""
        shown = render_all(rubrics, case, fence_case(case, self.callers.secret))
        return {prompt.rubric: prompt for prompt in shown}

    def without_memory(self, options: JudgeOptions) -> Judge:
        """The same judge, its model loaded once, that finds no reply of before."""
        if not self.llms:
            return self.judge
        return LlmJudge(self.callers.without_memory(self.llms[0].caller), options, secrets.token_bytes(32))


@asynccontextmanager
async def open_judge(
    options: JudgeOptions, store: Store | None, *, say: Say | None = None, shared: SharedCalls | None = None
) -> AsyncIterator[OpenJudge]:
    """The judge that the options name: one, a jury or a cascade. Without a store nothing is kept."""
    if not options.judge:
        raise UsageError(f"no judge was named; {known_judges()}")
    async with open_callers(options, store, say=say, is_fresh=options.retry_unscored, shared=shared) as callers:
        judges = [_open(spec, options, callers) for spec in options.judge]
        # By their names, which hold no key and see through two ways of writing one address.
        if repeated := first_repeated([judge.name for judge in judges]):
            raise UsageError(f"the judge {repeated!r} is named twice; a jury has different members")
        llms = tuple(judge for judge in judges if isinstance(judge, LlmJudge))
        yield OpenJudge(_join(judges, options), llms, callers)


def known_judges() -> str:
    """What can be written after `--judge`."""
    forms = {"openai": "openai:MODEL[@URL]", "gguf": "gguf:PATH", "scripted": "scripted:FILE"}
    by_name = sorted(set(names_in(_FOLDER)) - _NOT_BY_NAME)
    return f"judges: {', '.join([*by_name, *(forms.get(scheme, f'{scheme}:…') for scheme in schemes())])}"


def _open(spec: str, options: JudgeOptions, callers: Callers) -> Judge:
    scheme, colon, _ = spec.partition(":")
    if colon:
        if scheme not in schemes():
            raise UsageError(f"unknown judge {f'{scheme}:…'!r}; {known_judges()}")
        return LlmJudge(callers.open(spec), options, callers.secret)
    if spec in _NOT_BY_NAME or spec not in names_in(_FOLDER):
        raise UsageError(f"unknown judge {spec!r}; {known_judges()}")
    judge: Judge = load(_FOLDER, spec).connect()
    check_has(judge, ("name", "computes", "signature", "judge_case"), f"what connect() of {spec} gives", "judge")
    return judge


def _join(judges: list[Judge], options: JudgeOptions) -> Judge:
    if len(judges) == 1:
        if options.cascade:
            raise UsageError("a cascade needs two or more --judge, the cheapest first")
        return judges[0]
    if options.cascade:
        return Cascade(tuple(judges), options.sure)
    return Jury(tuple(judges), options.jury)
