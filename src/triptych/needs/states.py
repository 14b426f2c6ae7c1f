"""From what the sources say to one state for each need, with the probability that it is right."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import attrgetter
from typing import get_args

from triptych.needs.amounts import answer_budget, answer_figure, beside_figures, figures_said
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.kinds import answer_kind
from triptych.needs.people import answer_age, answer_party
from triptych.needs.values import answer_value
from triptych.needs.votes import Clues, Vote, clues_on, vote_of
from triptych.needs.words import price_words, words_of
from triptych.records import Answer, AnswerState, Evidence, Need, Product, Reading, group_by

Counts = dict[str, float]

_MOST_EVIDENCE, _MOST_LINES = 8, 2
_POSSIBLE = 0.3
"""How likely an excerpt must speak for a side that is shown by nothing clearer."""
_FEW = 0.1
"""Of those who speak of something, a smaller share disputes nothing."""
_NEARLY = 0.5
"""What "partly" is worth where it should be met, missed or disputed, beside 1 for the right state."""
_LESS_CLEAR = 0.5
"""What is left of the side of a source that it takes less clearly."""
_STATES: tuple[AnswerState, ...] = get_args(AnswerState)


def answer_needs(needs: Sequence[Need], product: Product, reading: Reading) -> tuple[Answer, ...]:
    """How a product answers each need, with what shows it."""
    excerpts = Excerpts(product, reading)
    found = []
    for need in needs:
        (state, shown, denied), sureness = _settle(need, excerpts)
        shown = () if state == "unknown" else shown
        back = shown if state == "missed" else tuple(span for span in shown if span in denied)
        found.append(Answer(need=need.text, state=state, evidence=shown, against=back, sureness=round(sureness, 2)))
    return tuple(found)


def _settle(need: Need, excerpts: Excerpts) -> tuple[Settled, float]:
    route, settled, clues = sources_on(need, excerpts)
    if settled and route:
        return settled, 1.0 if route == "price" else learnt()[route].get(settled.state, 0.5)
    heard = [(vote_of(each, learnt()["vote"]), each) for each in clues]
    votes = [vote for vote, _ in heard]
    chances = chances_of(counts_of(need, settled, votes), learnt())
    state = choose(chances)
    if state == "met" and not settled and all(clue.is_half or vote.yes < _POSSIBLE for vote, clue in heard):
        # Who speaks of half of it does not say that it is met.
        state = "partly"
    elif state == "met" and settled and any("figure" in clue.leaning and vote.sign < 0 for vote, clue in heard):
        # The maker's figure is not what a reviewer measures.
        state = "disputed"
    whole = [vote for vote, clue in heard if not clue.is_half or vote.sign < 0]
    shown = _shown(state, settled, whole if any(vote.sign > 0 for vote in whole) else votes)
    return (shown, chances[state]) if shown.evidence or state == "unknown" else (Settled("unknown"), chances["unknown"])


def denied_by(need: Need, excerpts: Excerpts) -> dict[str, Evidence]:
    """The clearest words of each reviewer who says that a need is not met, and nowhere that it is."""
    votes = [vote_of(each, learnt()["vote"]) for each in sources_on(need, excerpts)[2]]
    told = {source: said for source, said in _by_source(votes).items() if source}
    return {
        source: max(said, key=attrgetter("no")).excerpt.evidence
        for source, said in told.items()
        if {vote.sign for vote in said} | {0} == {-1, 0}
    }


def sources_on(need: Need, excerpts: Excerpts) -> tuple[str, Settled | None, list[Clues]]:
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
        Clues(each, {"figure": float(sign)}, {"any": 1.0, "cover": 1.0})
        for each, sign in figures_said(need, asked, excerpts)
    ]
    if need.kind == "figure" and (said or listed):
        return "", listed, said
    # What the listing settles it says with one voice.
    found = (each for each in clues_on(asked, excerpts) if each.excerpt.is_review or not listed)
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
    voices = [_voice(said) for source, said in _by_source(votes).items() if source]
    listing = _voice(_by_source(votes).get("", []))
    yes, no = (sum(voice[side] for voice in voices) for side in (0, 1))
    no = no if no >= _FEW * (yes + no) else 0.0
    both = sum(voice[0] * voice[1] for voice in voices)
    for_, against = yes + listing[0], no + listing[1]
    many = for_ + against + 0.3
    counts = {
        "any": 1.0,
        "use": float(need.kind in ("use", "audience")),
        "review yes": yes / (yes + 1),
        "review no": no / (no + 1),
        "review both": both / (both + 1),
        "listing yes": listing[0],
        "listing no": listing[1],
        "assent": for_ / many,
        "dissent": against / many,
        "even": min(for_, against) / many,
        "spoken": min(1.0, for_ + against),
    }
    return counts | ({"listed " + listed.state: 1.0} if listed else {})


def _voice(votes: Sequence[Vote]) -> tuple[float, float]:
    """How likely one source says yes somewhere, and no; who says both means the clearer."""
    yes, no = max((vote.yes for vote in votes), default=0.0), max((vote.no for vote in votes), default=0.0)
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


def choose(chances: Mapping[AnswerState, float]) -> AnswerState:
    """The state that promises most: a wrong "met" or "missed" is worse than a vague "partly"."""
    known = sum(chance for state, chance in chances.items() if state not in ("unknown", "partly"))
    worth = {
        state: chance + _NEARLY * (known if state == "partly" else chances["partly"] if state != "unknown" else 0.0)
        for state, chance in chances.items()
    }
    return max(worth, key=lambda state: worth[state])


def _shown(state: AnswerState, listed: Settled | None, votes: Sequence[Vote]) -> Settled:
    """The state with what shows it: what the listing settles, then who says yes, then who says no."""
    good = () if state == "missed" else _speaking(votes, 1, is_needed=state != "unknown" and not listed)
    bad = _speaking(votes, -1, is_needed=state in ("missed", "disputed"))
    first, denied = (listed.evidence, listed.against) if listed else ((), ())
    return Settled(state, tuple(dict.fromkeys((*first, *good, *bad))), (*bad, *denied))


def _speaking(votes: Sequence[Vote], side: int, *, is_needed: bool) -> tuple[Evidence, ...]:
    """The clearest excerpts on one side, the listing's two first and one of each reviewer; the likeliest at least."""
    likely = attrgetter("yes" if side > 0 else "no")
    said = sorted(votes, key=likely, reverse=True)
    clear = [vote for vote in said if vote.sign == side]
    if not clear and is_needed:
        clear = [vote for vote in said[:1] if likely(vote) >= _POSSIBLE]
    listing = [vote.excerpt.evidence for vote in clear if not vote.excerpt.is_review][:_MOST_LINES]
    reviews: dict[str, Evidence] = {}
    # A headline stands for its review only where nothing in the text does.
    for vote in sorted(clear, key=lambda vote: vote.excerpt.is_title):
        if vote.excerpt.is_review:
            reviews.setdefault(vote.excerpt.source.id, vote.excerpt.evidence)
    return (*listing, *list(reviews.values())[:_MOST_EVIDENCE])
