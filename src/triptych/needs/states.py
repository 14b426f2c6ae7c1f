"""From what the sources say to one state for each need, with the probability that it is right."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import attrgetter
from typing import get_args

from triptych.needs.amounts import answer_budget, answer_figure, beside_figures, figures_said
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.hearing import votes_on
from triptych.needs.kinds import answer_kind
from triptych.needs.people import answer_age, answer_party
from triptych.needs.stances import Vote, clause_votes
from triptych.needs.values import answer_value
from triptych.needs.words import NeedWords, price_words, words_of
from triptych.records import Answer, AnswerState, Evidence, Need, Product, Reading, group_by

Counts = dict[str, float]
Hearing = Callable[[NeedWords, Excerpts], list[Vote]]
Voice = tuple[float, float]
"""How likely something says yes, and no."""

_MOST_EVIDENCE, _MOST_LINES = 8, 2
_MEASURED = 0.9
"""How likely a reviewer who measures something says what the figure comes to."""
_MANY = 12
_HINTED = 0.4
"""How likely a reviewer must take a side for their words to be shown where nobody surely does: of ten seven do."""
_SURER = 0.8
"""How likely it must be that others than the surest reviewer take a side: "reviews say" is wrong of one."""
_FEW = 0.1
"""Of those who speak of something, a smaller share disputes nothing."""
_NEARLY = 0.5
"""What "partly" is worth where it should be met, missed or disputed, beside 1 for the right state."""
_LESS_CLEAR = 0.5
"""What is left of the side of a source that it takes less clearly."""
_STATES: tuple[AnswerState, ...] = get_args(AnswerState)
_DECIDED: tuple[AnswerState, ...] = ("met", "missed", "disputed")


def answer_needs(
    needs: Sequence[Need], product: Product, reading: Reading, excerpts: Excerpts | None = None
) -> tuple[Answer, ...]:
    """How a product answers each need, with what shows it; `excerpts` spares taking its sources apart again."""
    excerpts = excerpts or Excerpts(product, reading)
    found = []
    for need in needs:
        (state, shown, denied), sureness = _settle(need, excerpts)
        shown = () if state == "unknown" else shown
        back = shown if state == "missed" else tuple(span for span in shown if span in denied)
        found.append(Answer(need=need.text, state=state, evidence=shown, against=back, sureness=round(sureness, 2)))
    return tuple(found)


def _settle(need: Need, excerpts: Excerpts) -> tuple[Settled, float]:
    route, settled, votes = sources_on(need, excerpts)
    if settled and route:
        return settled, 1.0 if route == "price" else learnt()[route].get(settled.state, 0.5)
    chances = chances_of(counts_of(need, settled, votes), learnt())
    votes = _clearer(votes)
    sides = {vote.sign for vote in votes} - {0}
    # What somebody says is not unknown, and what two say against each other is not met in part.
    ways: dict[tuple[int, ...], tuple[AnswerState, ...]] = {(1,): ("met",), (-1,): ("missed",), (-1, 1): _DECIDED}
    allowed = ways.get(tuple(sorted({*sides, 1} if settled else sides)), _STATES)
    state = choose(chances, allowed)
    shown = _shown(state, settled, votes)
    if state == "unknown" or not shown.evidence:
        return _hint(votes), chances["unknown"]
    return shown, chances[state]


def _hint(votes: Sequence[Vote]) -> Settled:
    """What the likeliest reviewer says of something that nobody surely does: no answer, but more than nothing."""
    said = [vote for vote in votes if vote.excerpt.is_review and vote.bar < 1]
    best = max(said, default=None, key=lambda vote: max(vote.yes, vote.no))
    if best is None or max(best.yes, best.no) < _HINTED:
        return Settled("unknown")
    evidence = (best.excerpt.evidence,)
    return Settled("partly", evidence, evidence if best.no > best.yes else ())


def denied_by(need: Need, excerpts: Excerpts) -> dict[str, Evidence]:
    """The clearest words of each reviewer who says that a need is not met, and nowhere that it is.

    By their words alone: what a text is about to tell is too much to read all reviews beside it.
    """
    told = {who: said for who, said in _by_source(sources_on(need, excerpts, clause_votes)[2]).items() if who}
    return {
        source: max(said, key=attrgetter("no")).excerpt.evidence
        for source, said in told.items()
        if {vote.sign for vote in said} | {0} == {-1, 0}
    }


def sources_on(need: Need, excerpts: Excerpts, hear: Hearing = votes_on) -> tuple[str, Settled | None, list[Vote]]:
    """What settles a need by itself, and by which route, or else the votes on it."""
    if need.kind == "budget" and (need.most or need.least):
        return "price", answer_budget(need, excerpts.product), []
    if need.kind == "category":
        return "kind", answer_kind(need, excerpts), []
    listed = _listed(need, excerpts)
    text = beside_figures(need.text) if need.kind == "figure" else need.text
    asked = price_words(text) if need.kind == "budget" else words_of(text, need.kind)
    if listed and listed.state != "met":
        return "figure", listed, []
    said = [
        Vote(each, *((_MEASURED, 0.0) if sign > 0 else (0.0, _MEASURED)))
        for each, sign in (figures_said(need, asked, excerpts) if need.kind == "figure" else ())
    ]
    if need.kind == "figure" and (said or listed):
        return "", listed, said
    # What the listing settles it says with one voice.
    found = (vote for vote in hear(asked, excerpts) if vote.excerpt.is_review or not listed)
    # Of many reviewers some seem to say anything.
    least = _SURER if len(excerpts.product.reviews) > _MANY else 0.0
    found = (vote._replace(bar=max(vote.bar, least)) if vote.excerpt.is_review else vote for vote in found)
    return "", listed, [*said, *found]


def _listed(need: Need, excerpts: Excerpts) -> Settled | None:
    """What figures and attributes of the listing settle by themselves."""
    match need.kind:
        case "figure":
            return answer_figure(need, excerpts) or answer_value(need, excerpts)
        case "audience":
            asked = (answer_age, answer_party, answer_value)
            return next((found for answer in asked if (found := answer(need, excerpts))), None)
        case "feature":
            return answer_value(need, excerpts)
        case _:
            return None


def counts_of(need: Need, listed: Settled | None, votes: Sequence[Vote]) -> Counts:
    """What speaks for and against a need: each reviewer as one voice, and the listing as one."""
    said = {source: [(vote.yes, vote.no) for vote in some] for source, some in _by_source(votes).items()}
    listing = voice_of(said.pop("", []))
    voices = [*map(voice_of, said.values())]
    return count_voices(voices, listing, is_use=need.kind in ("use", "audience"), listed=listed and listed.state)


def count_voices(voices: Sequence[Voice], listing: Voice, *, is_use: bool, listed: AnswerState | None = None) -> Counts:
    """The same from how likely each reviewer says yes and no."""
    yes, no = (sum(voice[side] for voice in voices) for side in (0, 1))
    no = no if no >= _FEW * (yes + no) else 0.0
    both = sum(voice[0] * voice[1] for voice in voices)
    for_, against = yes + listing[0], no + listing[1]
    many = for_ + against + 0.3
    (yes_1, yes_2), (no_1, no_2) = (sorted([0.0, 0.0, *(v[side] for v in voices)])[:-3:-1] for side in (0, 1))
    open_ = (1 - yes_1) * (1 - no_1) * (1 - listing[0]) * (1 - listing[1])
    counts = {
        "any": 1.0,
        "use": float(is_use),
        "review yes": yes / (yes + 1),
        "review no": no / (no + 1),
        "review both": both / (both + 1),
        "listing yes": listing[0],
        "listing no": listing[1],
        "assent": for_ / many,
        "dissent": against / many,
        "even": min(for_, against) / many,
        "spoken": min(1.0, for_ + against),
        "surest yes": yes_1,
        "surest no": no_1,
        "two say yes": yes_1 * yes_2,
        "two say no": no_1 * no_2,
        "one against one": yes_1 * no_1,
        "denied": max(listing[0], yes_1) * no_1,
        "listing alone": listing[0] * (1 - yes_1),
        "silence": open_,
    }
    return counts | ({"listed " + listed: 1.0} if listed else {})


def voice_of(said: Sequence[Voice]) -> Voice:
    """How likely one source says yes somewhere, and no; who says both means the clearer."""
    yes, no = (max((each[side] for each in said), default=0.0) for side in (0, 1))
    return (yes, no * _LESS_CLEAR) if yes > no else (yes * _LESS_CLEAR, no)


def _by_source(votes: Sequence[Vote]) -> dict[str, list[Vote]]:
    """The votes of each reviewer; those of the listing under the empty name."""
    return group_by(votes, lambda vote: vote.excerpt.source.id if vote.excerpt.is_review else "")


@cache
def learnt() -> dict[str, dict[str, float]]:
    """For each state the weights of counts, for each route how often its states are right (`training/answers.py`)."""
    text = files("triptych.needs").joinpath("learnt.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found


def chances_of(counts: Counts, weights: Mapping[str, Mapping[str, float]]) -> dict[AnswerState, float]:
    """How likely each state is."""
    sums = [sum(weights[state].get(name, 0.0) * value for name, value in counts.items()) for state in _STATES]
    odds = [exp(value - max(sums)) for value in sums]
    return {state: each / sum(odds) for state, each in zip(_STATES, odds, strict=True)}


def choose(chances: Mapping[AnswerState, float], allowed: Sequence[AnswerState] = _STATES) -> AnswerState:
    """The state that promises most: a wrong "met" or "missed" is worse than a vague "partly"."""
    known = sum(chance for state, chance in chances.items() if state not in ("unknown", "partly"))
    worth = {
        state: chances[state] + _NEARLY * (known if state == "partly" else chances["partly"] * (state != "unknown"))
        for state in allowed
    }
    return max(worth, key=lambda state: worth[state])


def _clearer(votes: Sequence[Vote]) -> list[Vote]:
    """The votes without the less clear side of those who take both."""
    surest = {
        source: max(said, key=lambda vote: abs(vote.sign) * max(vote.yes, vote.no))
        for source, said in _by_source(votes).items()
    }
    return [
        vote for vote in votes if not vote.excerpt.is_review or vote.sign * surest[vote.excerpt.source.id].sign >= 0
    ]


def _shown(state: AnswerState, listed: Settled | None, votes: Sequence[Vote]) -> Settled:
    """The state with what shows it: what the listing settles, then who says yes, then who says no."""
    good = () if state == "missed" else _speaking(votes, 1)
    bad = _speaking(votes, -1)
    first, denied = (listed.evidence, listed.against) if listed else ((), ())
    return Settled(state, tuple(dict.fromkeys((*first, *good, *bad))), (*bad, *denied))


def _speaking(votes: Sequence[Vote], side: int) -> tuple[Evidence, ...]:
    """The clearest excerpts on one side, the listing's two first and two of each reviewer."""
    likely = attrgetter("yes" if side > 0 else "no")
    clear = sorted((vote for vote in votes if vote.sign == side), key=likely, reverse=True)
    listing = [vote.excerpt.evidence for vote in clear if not vote.excerpt.is_review][:_MOST_LINES]
    said = [vote for vote in clear if vote.excerpt.is_review]
    # A headline stands for its review only where nothing in the text does.
    said = [vote for vote in said if vote.excerpt.source.id == said[0].excerpt.source.id or likely(vote) >= _SURER]
    by_reviewer = group_by(sorted(said, key=lambda vote: vote.excerpt.is_title), lambda vote: vote.excerpt.source.id)
    some = [vote.excerpt.evidence for each in [*by_reviewer.values()][:_MOST_EVIDENCE] for vote in each[:_MOST_LINES]]
    return (*listing, *some)
