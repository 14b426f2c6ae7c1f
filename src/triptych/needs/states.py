"""From what the sources say to one state for each need, with the probability that it is right."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log1p
from typing import get_args

from triptych.needs.amounts import answer_budget, answer_figure
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.kinds import answer_kind
from triptych.needs.people import answer_age, answer_height, answer_party
from triptych.needs.values import answer_value
from triptych.needs.votes import Leanings, Vote, votes_on
from triptych.needs.words import price_words, words_of
from triptych.records import Answer, AnswerState, Evidence, Need, Product, Reading

Counts = dict[str, float]

_MOST_EVIDENCE = 12
_DISSENT = 0.2
"""The share of those who speak of something that makes it disputed."""
_NEARLY = 0.6
"""What "partly" is worth where it should be met, missed or disputed, beside 1 for the right state."""
_STATES: tuple[AnswerState, ...] = get_args(AnswerState)


def answer_needs(needs: Sequence[Need], product: Product, reading: Reading) -> tuple[Answer, ...]:
    """How a product answers each need, with what shows it."""
    excerpts, leanings = Excerpts(product, reading), Leanings(reading)
    found = []
    for need in needs:
        settled, sureness = _settle(need, excerpts, leanings)
        shown = () if settled.state == "unknown" else settled.evidence
        against = shown if settled.state == "missed" else tuple(span for span in shown if span in settled.against)
        found.append(
            Answer(need=need.text, state=settled.state, evidence=shown, against=against, sureness=round(sureness, 2))
        )
    return tuple(found)


def _settle(need: Need, excerpts: Excerpts, leanings: Leanings) -> tuple[Settled, float]:
    route, settled, votes = sources_on(need, excerpts, leanings)
    if settled and route:
        return settled, learnt()[route].get(settled.state, 0.5)
    chances = chances_of(counts_of(need, settled, votes), learnt())
    state = choose(chances)
    shown = _shown(state, settled, votes)
    return (shown, chances[state]) if shown.evidence or state == "unknown" else (Settled("unknown"), chances["unknown"])


def sources_on(need: Need, excerpts: Excerpts, leanings: Leanings) -> tuple[str, Settled | None, list[Vote]]:
    """What settles a need by itself, and by which route, or else the votes on it."""
    if need.kind == "budget" and (need.most or need.least):
        return "price", answer_budget(need, excerpts.product), []
    if need.kind == "category":
        return "kind", answer_kind(need, excerpts), []
    listed = _listed(need, excerpts)
    asked = price_words(need.text) if need.kind == "budget" else words_of(need.text, need.kind)
    if listed and listed.state != "met":
        return "figure", listed, []
    return "", listed, votes_on(asked, excerpts, leanings)


def _listed(need: Need, excerpts: Excerpts) -> Settled | None:
    """What figures and attributes of the listing settle by themselves."""
    match need.kind:
        case "figure":
            return answer_figure(need, excerpts) or answer_value(need, excerpts)
        case "audience":
            asked = (answer_age, answer_party, answer_height, answer_value)
            return next((found for answer in asked if (found := answer(need, excerpts))), None)
        case "feature":
            return answer_value(need, excerpts)
        case _:
            return None


def counts_of(need: Need, listed: Settled | None, votes: Sequence[Vote]) -> Counts:
    """What speaks for and against a need, counted: each reviewer once, the listing as one voice."""
    seen: Counter[str] = Counter()
    for source, said in _by_source(votes).items():
        who = "review " if source else "listing "
        total = sum(vote.sign for vote in said if vote.is_whole)
        if total or any(vote.is_whole for vote in said):
            seen[who + ("yes" if total > 0 else "no" if total < 0 else "both")] += 1
        seen.update({who + ("part yes" if vote.sign > 0 else "part no") for vote in said if not vote.is_whole})
        seen["hedged"] += bool(source) and any(vote.sign > 0 and vote.is_hedged for vote in said)
    stated, denied, yes, no = (seen[name] for name in ("listing yes", "listing no", "review yes", "review no"))
    rule = _by_rule(bool(stated), bool(denied), yes, no, seen["hedged"])
    many = yes + no + stated + denied + 0.3
    shares = {"any": 1.0, "assent": yes / many, "dissent": no / many, "hedged share": seen["hedged"] / (yes + 0.5)}
    counts = {name: log1p(count) for name, count in seen.items()} | shares | {need.kind: 1.0, "rule " + rule: 1.0}
    if rule == "unknown":
        for side in ("part yes", "part no"):
            is_there = bool(seen["review " + side] or seen["listing " + side])
            counts["only " + side] = float(is_there)
            counts["only " + side + " of a use"] = float(is_there and need.kind in ("use", "audience"))
    return counts | ({"listed " + listed.state: 1.0} if listed else {})


def _by_source(votes: Sequence[Vote]) -> dict[str, list[Vote]]:
    """The votes of each reviewer; those of the listing under the empty name."""
    found: dict[str, list[Vote]] = defaultdict(list)
    for vote in votes:
        found[vote.excerpt.source.id if vote.excerpt.is_review else ""].append(vote)
    return found


def _by_rule(stated: bool, denied: bool, yes: int, no: int, hedged: int) -> AnswerState:
    """The state by plain counting."""
    if denied and not stated:
        return "disputed" if yes else "missed"
    if no and not yes and not stated:
        return "missed"
    if no and no >= _DISSENT * (yes + no + stated):
        return "disputed"
    if yes and hedged == yes and not stated:
        return "partly"
    return "met" if yes or stated else "unknown"


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
    """The state with what shows it: what the listing settles, then one vote of each source, whole ones first."""
    sides: dict[int, list[Evidence]] = {1: [], -1: []}
    for vote in sorted(votes, key=lambda vote: (vote.excerpt.is_review, not vote.is_whole)):
        side = sides[vote.sign]
        is_new = not vote.excerpt.is_review or all(span.source_id != vote.excerpt.source.id for span in side)
        if not vote.excerpt.is_title and is_new and (vote.is_whole or state == "partly" or not side):
            side.append(vote.excerpt.evidence)
    first = listed.evidence if listed else ()
    against = tuple(sides[-1]) + (listed.against if listed else ())
    shown = (*first, *sides[-1]) if state == "missed" else (*first, *sides[1], *sides[-1])
    return Settled(state, tuple(dict.fromkeys(shown))[:_MOST_EVIDENCE], against)
