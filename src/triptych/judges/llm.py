"""A model as judge: it is shown the case and a rubric, explains, and ends with a score that is read strictly."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from triptych.calls.budget import estimate_tokens
from triptych.calls.caller import Caller
from triptych.calls.fence import fence_case, find_instructions
from triptych.calls.score import NoScore, Score, echoes_in
from triptych.errors import UsageError
from triptych.judges._judge import AllJudged, Judged, Prompts, judgement_on, round_score, sign, unscored
from triptych.judges._replies import DOUBT, Question, Sample, ask_again, check_quotes, estimate
from triptych.models import Rejected, Request, Unavailable
from triptych.records import Case, Judgement, Reply, Rubric, digest_of
from triptych.rubrics import PROTOCOL, Prompt, cacheable_share, fits_whole, render_all, state_rubric
from triptych.settings import JudgeOptions

_RE_ASKS = 2
# Samples asked for before their spread is looked at, and each time after.
_FIRST_SAMPLES, _MORE_SAMPLES = 3, 2
_ALTERNATIVES = 5
# Tokens of a prompt that are neither case nor rubric, and how far our estimate of tokens may be off.
_AROUND_TOKENS, _ESTIMATE_MARGIN = 120, 0.85


class LlmJudge:
    """Judges with one model."""

    computes: ClassVar[bool] = False

    def __init__(self, caller: Caller, options: JudgeOptions, secret: bytes) -> None:
        self.caller = caller
        self._options = options
        self._fields = tuple(options.model_option.items())
        self._secret = secret
        self._context = options.context_tokens
        self._asks_context: asyncio.Future[int | None] | None = None
        self._sent_chars, self._shared_chars = 0, 0.0
        self._signatures: dict[str, str] = {}

    @property
    def name(self) -> str:
        """The model's name."""
        return self.caller.model.name

    @property
    def cacheable_share(self) -> float:
        """The share of what was sent that a server can have cached from another rubric of the same case."""
        return self._shared_chars / self._sent_chars if self._sent_chars else 0.0

    def signature(self, rubric: Rubric) -> str:
        """What judgements on this rubric are signed with."""
        if rubric.name not in self._signatures:
            options = self._options
            words = digest_of([PROTOCOL, rubric.digest(), options.seed, options.max_tokens, self._fields])
            signed = sign("llm", self.name, rubric, words, options.samples, f"{options.degree:g}")
            self._signatures[rubric.name] = signed
        return self._signatures[rubric.name]

    async def judge_case(self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None) -> AllJudged:
        """A judgement for each rubric; their prompts share a beginning and are sent together."""
        await self.learn_context()
        try:
            shown = self._whole(rubrics, prompts) or self.prompts(case, rubrics)
        except UsageError as error:
            return tuple(Judged(unscored(case, rubric, self, "too long", str(error))) for rubric in rubrics)
        self._sent_chars += (chars := sum(prompt.chars for prompt in shown))
        self._shared_chars += cacheable_share(shown) * chars
        instructions = cache(lambda: find_instructions(case))
        asked = [
            Question(case, rubric, prompt, echoes_in(f"{rubric.system}\n{rubric.template}"), instructions)
            for rubric, prompt in zip(rubrics, shown, strict=True)
        ]
        if len(asked) == 1:
            return (await self._judge(asked[0]),)
        # The longest shared beginning goes first, so that the server has it when the others come.
        order = sorted(range(len(asked)), key=lambda place: -asked[place].prompt.case_chars)
        made = await asyncio.gather(*(self._judge(asked[place]) for place in order), return_exceptions=True)
        judged = dict(zip(order, made, strict=True))
        return tuple(_or_raise(judged[place]) for place in range(len(asked)))

    async def learn_context(self) -> None:
        """Learn the model's context from the server, which all cases that begin together wait for but only one asks."""
        if self._context is not None or (self._asks_context and self._asks_context.done()):
            return
        if self._asks_context is None:
            self._asks_context = asyncio.ensure_future(self.caller.model.context_tokens())
        answer = await asyncio.shield(self._asks_context)
        self._context = answer if self._context is None else self._context

    def prompts(self, case: Case, rubrics: Sequence[Rubric]) -> tuple[Prompt, ...]:
        """What is sent for each rubric, cut to the model's context where that is known."""
        return render_all(rubrics, case, fence_case(case, self._secret), self._room(rubrics))

    def _whole(self, rubrics: Sequence[Rubric], prompts: Prompts | None) -> tuple[Prompt, ...]:
        """The prompts rendered before, where the model has room for all that they show; none otherwise."""
        if not prompts:
            return ()
        room = self._room(rubrics)
        if room is not None and not any(fits_whole(rubric, prompts[rubric.name], room) for rubric in rubrics):
            return ()
        return tuple(prompts[rubric.name] for rubric in rubrics)

    @property
    def samples(self) -> int:
        """How many replies it asks for, at most, for each rubric."""
        return self._options.samples

    def request(self, prompt: Prompt) -> Request:
        """The request for one prompt."""
        options = self._options
        return Request(
            prompt.messages,
            temperature=options.degree,
            max_tokens=self._reply_tokens(),
            seed=options.seed,
            alternatives=_ALTERNATIVES if options.logprobs else 0,
            options=self._fields,
        )

    def _room(self, rubrics: Sequence[Rubric]) -> int | None:
        """The tokens a case may have; None where the model's context is not known."""
        if self._context is None:
            return None
        rubric = max(estimate_tokens(rubric.template or state_rubric(rubric)) for rubric in rubrics)
        fixed = estimate_tokens(PROTOCOL) + rubric + _AROUND_TOKENS
        return max(0, int((self._context - self._reply_tokens()) * _ESTIMATE_MARGIN) - fixed)

    def _reply_tokens(self) -> int:
        named = self._options.model_option.get("max_tokens")
        most = named if isinstance(named, int) else self._options.max_tokens
        return most if self._context is None else min(most, self._context // 4)

    async def _judge(self, asked: Question) -> Judged:
        try:
            return Judged(self._conclude(asked, await self._sample(asked)))
        except (Rejected, Unavailable) as error:
            limit = error.context_tokens if isinstance(error, Rejected) else None
            if not limit or (self._context is not None and limit >= self._context):
                return Judged(unscored(asked.case, asked.rubric, self, "no answer", str(error)), is_final=False)
        # Once more, now that the server has said how much it takes.
        self._context = limit
        try:
            (prompt,) = self.prompts(asked.case, [asked.rubric])
        except UsageError as error:
            return Judged(unscored(asked.case, asked.rubric, self, "too long", str(error)))
        return await self._judge(asked._replace(prompt=prompt))

    async def _sample(self, asked: Question) -> list[Sample]:
        options, request = self._options, self.request(asked.prompt)
        samples: list[Sample] = []
        batch = options.samples if options.stop_at_stderr is None else min(_FIRST_SAMPLES, options.samples)
        while batch:
            numbers = range(len(samples), len(samples) + batch)
            replies = await self.caller.ask(request, numbers)
            for number, reply in zip(numbers, replies, strict=True):
                samples.append(await self._read(asked, request, number, reply))
            so_far = estimate(samples) if options.stop_at_stderr is not None else None
            if so_far and so_far.stderr is not None and so_far.stderr <= (options.stop_at_stderr or 0):
                break
            batch = min(_MORE_SAMPLES, options.samples - len(samples))
        return samples

    async def _read(self, asked: Question, request: Request, number: int, reply: Reply) -> Sample:
        """What a reply says; one without a score is asked for again, with what was wrong."""
        sample = asked.read(reply)
        for _ in range(_RE_ASKS):
            if isinstance(sample.read, Score):
                break
            request = ask_again(request, reply, sample.read)
            (reply,) = await self.caller.ask(request, (number,))
            sample = asked.read(reply)._replace(usage=sample.usage + reply.usage)
        return sample

    def _conclude(self, asked: Question, samples: Sequence[Sample]) -> Judgement:
        usage = sum((sample.usage for sample in samples[1:]), samples[0].usage)
        found = estimate(samples)
        if found is None:
            reasons = Counter((read.kind, read.detail) for read, *_ in samples if isinstance(read, NoScore))
            (kind, detail), _ = reasons.most_common(1)[0]
            return unscored(asked.case, asked.rubric, self, kind, detail, explanation=samples[-1].text, usage=usage)
        quoted = check_quotes(found.explanation, asked.case, asked.prompt.messages[-1].content)
        cut = asked.prompt.cut
        notes = [*(cut.sentences() if cut else ()), *[f"{DOUBT}: it {doubt}" for doubt in found.doubts]]
        if len(found.scores) < len(samples):
            notes.append(f"{len(samples) - len(found.scores)} of {len(samples)} samples had no score")
        return judgement_on(
            asked.case,
            asked.rubric,
            self,
            score=round_score(found.value),
            value=found.value,
            certainty=found.certainty,
            method=found.method,
            explanation="\n\n".join([quoted.explanation, *[f"Note: {note}." for note in notes]]),
            evidence=quoted.evidence,
            samples=found.scores,
            stderr=found.stderr,
            sources_seen=asked.prompt.sources_seen,
            cut=cut,
            doubts=found.doubts,
            usage=usage,
        )


def _or_raise(outcome: Judged | BaseException) -> Judged:
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome
