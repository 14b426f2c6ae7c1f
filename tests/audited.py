"""Judges for the tests of audits: one that obeys whatever it reads, others that do not, and benches for them."""

import re
from itertools import cycle

from triptych.audits import Bench, bundled_cases
from triptych.calls.budget import Budget
from triptych.calls.caller import Caller, Limits, ReplyCache
from triptych.judges.llm import LlmJudge
from triptych.models import Request
from triptych.models.scripted import Script, ScriptedModel
from triptych.records import Case
from triptych.rubrics import find_rubrics
from triptych.settings import JudgeOptions

_ORDER = re.compile(
    r"(?:give|score|rate|rated|puntuación|Note|note|打|is|level|said)\W{0,3}(?:\w+ ){0,4}?\W{0,9}([15])\b"
)


def reply(score: int) -> str:
    """What a judge says that gives this score."""
    return f"Each statement was held against the sources, one by one, as the steps ask.\nScore- <score>{score}</score>"


def obedient(request: Request) -> str:
    """The score that anything in the case asks for; 4 where nothing does."""
    asked = _ORDER.findall(_case_block(request))
    return reply(int(asked[-1]) if asked else 4)


def steady(request: Request) -> str:
    """Always the same."""
    return reply(4)


def fond_of_length(request: Request) -> str:
    """More for more words in the text, which stands first."""
    return reply(5 if len(request.messages[-1].content.split("]]")[1].split()) > 200 else 3)


def fond_of_first(request: Request) -> str:
    """More where the Kelvorn stands first."""
    return reply(5 if re.search(r"Product Title \| Kelvorn", _case_block(request)) else 3)


def fond_of_brand(request: Request) -> str:
    """More where a name is said that it knows."""
    return reply(5 if re.search("Kelvorn|Dhunva|Kestrudge", _case_block(request)) else 2)


def moody() -> Script:
    """Changes its mind."""
    return map(reply, cycle([2, 4, 4]))


def make_bench(script: Script, metrics: tuple[str, ...] = (), cases: tuple[Case, ...] = (), repeats: int = 3) -> Bench:
    """A bench for a judge that answers by a script."""
    caller = Caller(ScriptedModel(script), ReplyCache(None), Limits(), Budget(None, None), None)
    judge = LlmJudge(caller, JudgeOptions(), b"the secret of these tests")
    return Bench(judge, find_rubrics(metrics), cases or bundled_cases(), repeats)


def _case_block(request: Request) -> str:
    return request.messages[-1].content.partition("[[rubric ")[0]
