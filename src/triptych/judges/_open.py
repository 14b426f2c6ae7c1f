"""From judge strings to a judge with everything it needs."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from triptych.calls.budget import Budget, Prices
from triptych.calls.cache import ReplyCache
from triptych.calls.caller import Caller, Limits
from triptych.calls.fence import fence_case
from triptych.errors import UsageError
from triptych.judges._judge import Judge, Prompts
from triptych.judges._stage import Show
from triptych.judges.cascade import SURE, Cascade
from triptych.judges.jury import Combination, Jury
from triptych.judges.llm import Asking, LlmJudge
from triptych.models import Connection, open_model, schemes
from triptych.plugins import load, names_in
from triptych.records import Case, Rubric, first_repeated
from triptych.rubrics import render_all
from triptych.stores import Store

_FOLDER = "triptych.judges"
# These are made of other judges or of a model; a judge string does not name them.
_NOT_BY_NAME = {"llm", "jury", "cascade"}


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """All that can be said about judging with models."""

    asking: Asking = field(default_factory=Asking)
    """How a model is asked."""
    limits: Limits = field(default_factory=Limits)
    """How hard an endpoint may be worked."""
    connection: Connection = field(default_factory=Connection)
    """How a model is reached."""
    prices: Prices = field(default_factory=Prices)
    """What tokens cost."""
    budget_tokens: int | None = None
    """The most tokens this start may use."""
    budget_cost: Decimal | None = None
    """The most money this start may use."""
    combination: Combination = "mean"
    """How a jury's values become one."""
    is_cascade: bool = False
    """True asks several judges in turn instead of all."""
    sure: float = SURE
    """The certainty that settles in a cascade."""
    is_fresh: bool = False
    """True sends everything anew."""
    retries_unscored: bool = False
    """True sends anew what is judged again because it has no score: the replies that are kept have none."""


@dataclass(frozen=True, slots=True)
class OpenJudge:
    """A judge, and the models behind it."""

    judge: Judge
    """Who judges."""
    llms: tuple[LlmJudge, ...]
    """Those of its judges that ask a model, in the order of the judge strings."""
    budget: Budget
    """What they have spent together."""
    secret: bytes
    """Of the fences around what they are shown."""

    async def learn_contexts(self) -> None:
        """Learn how much each model takes, where its server tells."""
        await asyncio.gather(*(llm.learn_context() for llm in self.llms))

    @property
    def show(self) -> Show | None:
        """What renders a case for the models, if there are any."""
        return _Showing(self.secret) if self.llms else None


@dataclass(frozen=True, slots=True)
class _Showing:
    """Renders what models are shown of a case that they have room for."""

    secret: bytes

    def __call__(self, case: Case, rubrics: Sequence[Rubric]) -> Prompts:
        shown = render_all(rubrics, case, fence_case(case, self.secret))
        return {prompt.rubric: prompt for prompt in shown}


@asynccontextmanager
async def open_judge(specs: Sequence[str], options: JudgeOptions, store: Store | None) -> AsyncIterator[OpenJudge]:
    """The judge that some judge strings name: one, a jury or a cascade. Without a store nothing is kept."""
    if not specs:
        raise UsageError(f"no judge was named; {known_judges()}")
    secret = store.secret() if store else secrets.token_bytes(32)
    budget = Budget(options.budget_tokens, options.budget_cost)
    async with AsyncExitStack() as stack:
        cache = ReplyCache(store, is_fresh=options.is_fresh or options.retries_unscored)
        stack.push_async_callback(cache.close)
        judges: list[Judge] = []
        llms: list[LlmJudge] = []
        for spec in specs:
            if ":" in spec:
                caller = _open_caller(spec, options, cache, budget)
                stack.push_async_callback(caller.close)
                llms.append(LlmJudge(caller, options.asking, secret))
                judges.append(llms[-1])
            else:
                judges.append(_open_named(spec))
        # By their names, which tell no key and see through two ways of writing one address.
        if repeated := first_repeated([judge.name for judge in judges]):
            raise UsageError(f"the judge {repeated!r} is named twice; a jury has different members")
        yield OpenJudge(_join(judges, options), tuple(llms), budget, secret)


def known_judges() -> str:
    """What can be written after `--judge`."""
    forms = {"openai": "openai:MODEL[@URL]", "gguf": "gguf:PATH", "scripted": "scripted:FILE"}
    by_name = sorted(set(names_in(_FOLDER)) - _NOT_BY_NAME)
    return f"judges: {', '.join([*by_name, *(forms.get(scheme, f'{scheme}:…') for scheme in schemes())])}"


def _open_caller(spec: str, options: JudgeOptions, cache: ReplyCache, budget: Budget) -> Caller:
    scheme = spec.partition(":")[0]
    if scheme not in schemes():
        raise UsageError(f"unknown judge {f'{scheme}:…'!r}; {known_judges()}")
    model = open_model(spec, options.connection)
    price = options.prices.of(model.name)
    if options.budget_cost is not None and price is None:
        raise UsageError(f"--budget-cost needs the price of {model.name}; give a price file that has it with --prices")
    return Caller(model, cache, options.limits, budget, price)


def _open_named(spec: str) -> Judge:
    if spec in _NOT_BY_NAME or spec not in names_in(_FOLDER):
        raise UsageError(f"unknown judge {spec!r}; {known_judges()}")
    judge: Judge = load(_FOLDER, spec).connect()
    return judge


def _join(judges: list[Judge], options: JudgeOptions) -> Judge:
    if len(judges) == 1:
        if options.is_cascade:
            raise UsageError("a cascade needs two or more --judge, the cheapest first")
        return judges[0]
    if options.is_cascade:
        return Cascade(tuple(judges), options.sure)
    return Jury(tuple(judges), options.combination)
