"""Judging with no model: each rubric's steps done by measurement, with the lists as explanation and
spans as evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import ClassVar

from triptych.english.languages import is_other_language
from triptych.errors import UsageError
from triptych.judges._embedded.rules import BEARING, RULES, Findings, NothingMeasured, mean_rule
from triptych.judges._embedded.scale import boundary_distance, whole, within
from triptych.judges._judge import Judged, Prompts, sign, unscored
from triptych.measures import Analysis, Measured, take_measure
from triptych.records import Case, Evidence, FailureKind, Judgement, Rubric, SourceKind, Usage, count_words, digest_of
from triptych.rubrics import load_rubric

_MOST_EVIDENCE = 12


def connect() -> "EmbeddedJudge":
    """The judge that `--judge embedded` names."""
    return EmbeddedJudge()


class EmbeddedJudge:
    """Measures; the same text always gets the same score, and nothing a source says can change how it is judged."""

    computes: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """`embedded`."""
        return "embedded"

    def signature(self, rubric: Rubric) -> str:
        """What judgements on this rubric are signed with."""
        return sign("embedded", "measures", rubric, _digest(measures_of(rubric), rubric.like), 1, "0")

    async def judge_case(
        self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None
    ) -> tuple[Judged, ...]:
        """A judgement for each rubric; the case is analysed once for all of them."""
        return tuple(Judged(judgement) for judgement in self.judge_all(case, rubrics))

    def judge_all(self, case: Case, rubrics: Sequence[Rubric]) -> tuple[Judgement, ...]:
        """The same without waiting: measuring never waits for anything."""
        reason = _why_not_read(case.text)
        looking = _Looking(Analysis(case))
        return tuple(
            unscored(case, rubric, self, reason) if reason else self._judge(case, rubric, looking) for rubric in rubrics
        )

    def _judge(self, case: Case, rubric: Rubric, looking: "_Looking") -> Judgement:
        names = measures_of(rubric)
        if not names:
            advice = "the rubric names none; import it with --like a rubric that has"
            return unscored(case, rubric, self, "no measures", advice)
        try:
            measured = {name: looking.take(name) for name in names}
            bearing = {name: looking.take(name) for name in BEARING} if case.task == "opinion" else {}
            findings = Findings({**bearing, **measured}, is_opinion=case.task == "opinion")
            value = within(RULES.get(rubric.like or rubric.name, mean_rule)(findings))
        except NothingMeasured as nothing:
            return unscored(case, rubric, self, "nothing to measure", str(nothing))
        return Judgement(
            case_id=case.id,
            item=case.item,
            task=case.task,
            metric=rubric.metric,
            system=case.system,
            judge=self.name,
            score=whole(value),
            value=value,
            certainty=_certainty(value, measured),
            method="measure",
            explanation=_explain(rubric, measured, value),
            evidence=_evidence(measured),
            words=looking.words,
            sources_seen=looking.sources_seen,
            usage=Usage(),
            signature=self.signature(rubric),
        )


@dataclass
class _Looking:
    """An analysis and what was measured in it so far."""

    analysis: Analysis
    taken: dict[str, Measured] = field(default_factory=dict)

    def take(self, name: str) -> Measured:
        """What a measure found, taken once for all rubrics."""
        if name not in self.taken:
            self.taken[name] = take_measure(name, self.analysis)
        return self.taken[name]

    @cached_property
    def words(self) -> int:
        """How many words the whole text has."""
        return count_words(self.analysis.case.text)

    @cached_property
    def sources_seen(self) -> tuple[SourceKind, ...]:
        """The kinds of source that the case has."""
        products = self.analysis.case.products
        return tuple(dict.fromkeys(source.kind for product in products for source in product.sources()))


def measures_of(rubric: Rubric) -> tuple[str, ...]:
    """The measures that a rubric names, or those of the rubric it is said to be like."""
    return rubric.measures or (_measures_like(rubric.like) if rubric.like else ())


@lru_cache(maxsize=256)
def _digest(measures: tuple[str, ...], like: str | None) -> str:
    return digest_of([measures, like])


@cache
def _measures_like(name: str) -> tuple[str, ...]:
    try:
        return load_rubric(name).measures
    except UsageError:
        return ()


def _why_not_read(text: str) -> FailureKind | None:
    if not any(character.isalnum() for character in text):
        return "the text is empty"
    return "the text is in another language than English" if is_other_language(text) else None


def _certainty(value: float, measured: dict[str, Measured]) -> float:
    """Low near where rounding turns, and where there was little to measure."""
    found = [one.certainty for one in measured.values() if one.value is not None]
    material = min(found, default=0.5)
    return round(min(1.0, (0.4 + 1.2 * boundary_distance(value)) * (0.5 + 0.5 * material)), 3)


def _explain(rubric: Rubric, measured: dict[str, Measured], value: float) -> str:
    lines = [line for place, one in enumerate(measured.values()) for line in _notes(one, is_first=place == 0)]
    score = whole(value)
    anchor = rubric.anchors.get(score, "")
    lines.append(f"That comes to {value:.2f}" + (f", nearest to: {' '.join(anchor.split())}" if anchor else "."))
    return "\n".join([*lines, f"Score- <score>{score}</score>"])


def _notes(one: Measured, is_first: bool) -> tuple[str, ...]:
    """What a measure has to say: all of it for the rubric's own, what bears on the score for the others."""
    if one.value is None:
        return tuple(f"{note[:1].upper()}{note[1:]}." for note in one.notes)
    return one.notes if is_first or one.asides is None else one.asides


def _evidence(measured: dict[str, Measured]) -> tuple[Evidence, ...]:
    once = dict.fromkeys(span for one in measured.values() for span in one.evidence)
    return tuple(once)[:_MOST_EVIDENCE]
