"""From what the sources say to one state for each need: met, missed, partly, disputed or unknown."""

from collections import defaultdict
from collections.abc import Sequence

from triptych.needs.amounts import answer_budget, answer_figure
from triptych.needs.excerpts import Excerpts, Settled
from triptych.needs.kinds import answer_kind
from triptych.needs.people import answer_age, answer_height, answer_party
from triptych.needs.values import answer_value
from triptych.needs.votes import Leanings, Vote, votes_by_meaning, votes_on
from triptych.needs.words import price_words, words_of
from triptych.records import Answer, Evidence, Need, Product, Reading

_MOST_EVIDENCE = 12
_DISSENT = 0.2
"""The share of those who speak of something that makes it disputed."""
_SURE = 0.5
"""What a reviewer says all in all counts from here."""


def answer_needs(needs: Sequence[Need], product: Product, reading: Reading) -> tuple[Answer, ...]:
    """How a product answers each need, with what shows it."""
    excerpts, leanings = Excerpts(product, reading), Leanings(reading)
    found = []
    for need in needs:
        settled = _settle(need, excerpts, leanings)
        shown = () if settled.state == "unknown" else settled.evidence
        against = shown if settled.state == "missed" else tuple(span for span in shown if span in settled.against)
        found.append(Answer(need=need.text, state=settled.state, evidence=shown, against=against))
    return tuple(found)


def _settle(need: Need, excerpts: Excerpts, leanings: Leanings) -> Settled:
    if need.kind == "budget" and (need.most or need.least):
        return answer_budget(need, excerpts.product)
    if need.kind == "category":
        return answer_kind(need, excerpts)
    listed = _listed(need, excerpts)
    if listed and listed.state != "met":
        return listed
    asked = price_words(need.text) if need.kind == "budget" else words_of(need.text, need.kind)
    votes = votes_on(asked, excerpts, leanings)
    found = _weigh(votes) if votes else _doubted(_weigh(votes_by_meaning(asked, excerpts, leanings)))
    is_figure = need.kind in ("figure", "audience")
    if listed and (is_figure or found.state in ("unknown", "met", "partly") or len(found.evidence) <= 2):
        evidence = tuple(dict.fromkeys((*listed.evidence, *found.evidence)))[:_MOST_EVIDENCE]
        return Settled("met", evidence, found.evidence if found.state == "missed" else found.against)
    return found


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


def _doubted(found: Settled) -> Settled:
    """The same of what was found by meaning only: a part of the words can at best meet, or miss, a part of the need."""
    return found._replace(state="partly") if found.state in ("met", "missed") else found


def _weigh(votes: Sequence[Vote]) -> Settled:
    """The state that listing and reviewers together come to."""
    by_reviewer: dict[str, list[Vote]] = defaultdict(list)
    for vote in votes:
        if vote.excerpt.is_review:
            by_reviewer[vote.excerpt.source.id].append(vote)
    pleased: list[Vote] = []
    displeased: list[Vote] = []
    for said in by_reviewer.values():
        total = sum(vote.value for vote in said)
        if abs(total) >= _SURE:
            agreeing = [vote for vote in said if vote.value * total > 0]
            # What evidence can point to comes before a headline.
            said_best = max(agreeing, key=lambda vote: (not vote.excerpt.is_title, abs(vote.value)))
            (pleased if total > 0 else displeased).append(said_best)
    listed = sorted((vote for vote in votes if not vote.excerpt.is_review), key=lambda vote: -abs(vote.value))
    return _state([v for v in listed if v.value > 0], [v for v in listed if v.value < 0], pleased, displeased)


def _state(stated: list[Vote], denied: list[Vote], pleased: list[Vote], displeased: list[Vote]) -> Settled:
    if not (stated or denied or pleased or displeased):
        return Settled("unknown")
    against = _evidence(denied, displeased)
    if denied and not stated:
        return Settled("disputed" if pleased else "missed", _evidence(denied, displeased, pleased), against)
    if displeased and not pleased and not stated:
        return Settled("missed", _evidence(displeased))
    if displeased and len(displeased) >= _DISSENT * (len(pleased) + len(displeased) + bool(stated)):
        return Settled("disputed", _evidence(stated[:1], pleased, displeased), against)
    if pleased and not stated and all(vote.is_hedged for vote in pleased):
        return Settled("partly", _evidence(pleased))
    return Settled("met", _evidence(stated[:2], pleased, displeased), against)


def _evidence(*groups: Sequence[Vote]) -> tuple[Evidence, ...]:
    found = [vote.excerpt.evidence for group in groups for vote in group if not vote.excerpt.is_title]
    return tuple(dict.fromkeys(found))[:_MOST_EVIDENCE]
