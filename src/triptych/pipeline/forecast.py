"""What judging would take, found out without a call."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from triptych.calls.budget import Forecast
from triptych.calls.cache import request_key
from triptych.errors import UsageError
from triptych.judges import CaseToJudge, OpenJudge, make_ready
from triptych.judges.llm import LlmJudge
from triptych.models import Request
from triptych.records import Case, Rubric, Usage
from triptych.stores import Store

_BATCH = 64


@dataclass(frozen=True, slots=True)
class Expected:
    """What judging would take."""

    cases: int = 0
    """Cases."""
    judgements: int = 0
    """Cases times rubrics."""
    from_store: int = 0
    """Replies that are there already."""
    too_long: int = 0
    """Cases that do not fit the model's context."""
    usage: Usage = field(default_factory=Usage)
    """Calls, tokens and cost of the rest."""


def forecast(cases: Iterable[Case], rubrics: Sequence[Rubric], opened: OpenJudge, store: Store | None) -> Expected:
    """What judging these cases would take if every reply had a score and every judge were asked."""
    source, expected = make_ready(cases, rubrics), Expected()
    while batch := list(islice(source, _BATCH)):
        expected = Expected(
            cases=expected.cases + len(batch),
            judgements=expected.judgements + sum(len(given.rubrics) for given in batch),
            from_store=expected.from_store,
            too_long=expected.too_long,
            usage=expected.usage,
        )
        for llm in opened.llms:
            expected = _add(expected, llm, batch, store)
    return expected


def _add(expected: Expected, llm: LlmJudge, batch: Sequence[CaseToJudge], store: Store | None) -> Expected:
    requests: list[Request] = []
    too_long = 0
    for given in batch:
        try:
            requests += (llm.request(prompt) for prompt in llm.prompts(given.case, given.rubrics))
        except UsageError:
            too_long += 1
    keys = [[request_key(llm.name, request, sample) for sample in range(llm.samples)] for request in requests]
    found = store.find_replies({key for each in keys for key in each}) if store else {}
    usage, guess = expected.usage, Forecast()
    for request, each in zip(requests, keys, strict=True):
        missing = sum(key not in found for key in each)
        one = guess.expect(request, llm.caller.price)
        for _ in range(missing):
            usage = usage + one
    return Expected(
        expected.cases, expected.judgements, expected.from_store + len(found), expected.too_long + too_long, usage
    )
