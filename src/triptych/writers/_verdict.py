"""The verdict: every need tested, a product recommended for this shopper, or none and the nearest named."""

from collections.abc import Collection, Iterator, Sequence
from math import log
from typing import Literal, NamedTuple

from triptych.listing import show_figures
from triptych.records import Evidence, Money, Need
from triptych.writers._brief import Brief, whole
from triptych.writers._findings import NOT_OF_PRODUCT
from triptych.writers._grammar import Statement, capital, fit, listed, pick, show_price, spell, the, with_article
from triptych.writers._phrases import (
    in_infinitive,
    left_open,
    listing_quote,
    overlap,
    predicates,
    quoted,
    said_to,
    say_need,
)
from triptych.writers._responses import Response, bears_on
from triptych.writers._rows import reported_figures
from triptych.writers._voices import Voice, is_danger, told_in

MOST = 99
_REASONS = 3
_USUAL_RATING = 3.5
"""What a product without ratings is taken to have."""
_RATED = 0.4
"""What a star of the average rating is worth beside a need that is met."""
_SHORT_QUOTE = 12
_HALF = 0.5
_GIVEN = ("category", "budget")
_REPORT = "reviews report "
_CHOICE = ("take {name}", "the best choice is {name}", "{name} {fit} best")
_RATED_HIGHER, _RATED_LOWER = 0.05, 0.15
"""Stars by which another product is rated higher than the one recommended, or so much lower that it counts."""
_BUT = (", but know that ", ", though ")
_ONLY_IF = (": choose {them} only if you can live with that", ", so {it} {be} only for those who do not mind")


def compose_verdict(query: str, briefs: Sequence[Brief]) -> list[Statement]:
    """The sentences of the verdict, fewer than 100 words in all."""
    best, *others = sorted(briefs, key=lambda brief: (-_standing(brief), brief.price.amount if brief.price else 0))
    lacking = _lacking(briefs)
    asked = [r for r in best.responses if r.need.kind != "category"]
    unmet = {r.need for brief in briefs for r in brief.responses if r.state != "met" or r.against}
    shared = [r.need for r in asked if r.need not in unmet]
    common = _common(query, shared, lacking, briefs)
    choice = _choice(query, best, others, shared if common and not lacking else [], lacking)
    head, rivals = [*_other_kind(briefs), *common, choice], [_other(brief, best, lacking) for brief in others]
    # Each rival is named; a complaint about the winner is worth more than the last rival's faults.
    for place, brief in enumerate(others):
        told = [*rivals[:place], _other(brief, best, lacking, place), *rivals[place + 1 :]]
        rivals = told if fit([*head, *told], MOST) == [*head, *told] else rivals
    room = MOST - sum(sentence.words for sentence in (*head, *rivals))
    caveats = [*fit(list(_caveats(best)), room)[:1], *_open(best, lacking)]
    return fit([*head, *fit(caveats, room), *rivals], MOST)


def _standing(brief: Brief) -> float:
    """How well a product answers the query; among equals, how it is rated and what it costs."""
    rating = brief.product.average_rating or _USUAL_RATING
    price = log(float(brief.price.amount)) if brief.price and brief.price.amount else 0
    return brief.score + _RATED * rating - 0.05 * price


def _common(query: str, shared: Sequence[Need], lacking: Sequence[Need], briefs: Sequence[Brief]) -> list[Statement]:
    """That none of them has what is asked, which a shopper must know first; else what all answer, said once for all."""
    needs, many = lacking or shared, len(briefs)
    if not needs or many == 1:
        return []
    said = [say_need(need, query, is_plural=not lacking).met for need in needs]
    all_, any_ = ("both", "either") if many == 2 else (f"all {spell(many)}", f"any of the {spell(many)}")
    text = f"{capital(all_)} {predicates([(each, '') for each in said])}"
    text = f"No source shows that {any_} {' or '.join(said[:2])}" if lacking else text
    evidence = tuple(span for brief in briefs for r in brief.responses if r.need in needs for span in r.evidence)
    return [Statement(f"{text}.", "derived", evidence)]


def _other_kind(briefs: Sequence[Brief]) -> list[Statement]:
    """That no listing calls its product what is asked for."""
    kinds = [r for brief in briefs for r in brief.responses if r.need.kind == "category"]
    states = {r.state for r in kinds}
    if len(briefs) == 1 or "met" in states or states.isdisjoint(("partly", "missed")):
        return []
    asked = kinds[0].need.text
    evidence = tuple(span for brief in briefs for span in whole(brief.product, "title", "title"))
    none = "Neither" if len(briefs) == 2 else f"None of the {spell(len(briefs))}"
    return [Statement(f"{none} is clearly {with_article(asked)}.", "derived", evidence)]


def _lacking(briefs: Sequence[Brief]) -> list[Need]:
    """What is asked and nothing shows that any of them has, though some are known not to."""
    columns = zip(*(brief.responses for brief in briefs), strict=False) if len(briefs) > 1 else ()
    return [
        column[0].need
        for column in columns
        if column[0].need.kind not in _GIVEN and {"missed"} <= {r.state for r in column} <= {"missed", "unknown"}
    ]


def _choice(
    query: str, best: Brief, others: Sequence[Brief], shared: Sequence[Need], lacking: Sequence[Need]
) -> Statement:
    asked = [r for r in best.responses if r.need.kind != "category"]
    met = [r for r in asked if r.state == "met" and not r.against and r.need not in shared]
    met = _apart(sorted(met, key=lambda r: -r.weight), others)[:_REASONS]
    missed, name = [r for r in best.missed() if r.need not in lacking], the(best.name)
    it = best.pronoun
    evidence = tuple(span for r in (*met, *missed) for span in r.evidence)
    reasons = _reasons(met, best)
    standing, proof = _among(best, others)
    is_any_met = any(r.state == "met" and r.need.kind not in _GIVEN for b in (best, *others) for r in b.responses)
    if not missed and not met and not shared and not is_any_met:
        liked, proof = (standing, proof) if standing else _liked(best)
        best_of = f"{name} {liked.removeprefix(it).strip()}" if liked else f"least speaks against {name}"
        best_of += "".join(f", but {it} {_lacks([r], best)}" for r in best.missed()[:1])
        lead = "" if lacking else "No source shows that any of these does what you ask; "
        return Statement(f"{lead}{best_of if lead else capital(best_of)}.", "advice", proof)
    if not missed:
        reasons = ", and ".join(part for part in (reasons, standing) if part)
        reasons, proof = (reasons, proof) if reasons else _liked(best)
        lead = pick(_CHOICE, query).format(name=name, fit=best.verb("fit"))
        lead = capital(lead) if reasons else f"Least speaks against {name}"
        lead = lead if not lacking else f"If you can live with that, take {name}"
        return Statement(f"{lead}: {reasons}." if reasons else f"{lead}.", "advice", (*evidence, *proof))
    lacks = _lacks(missed[:2], best)
    none = "Neither" if len(others) == 1 else f"None of the {spell(len(others) + 1)}"
    if all(brief.missed() for brief in others) and not lacking:
        lead = f"{none} does all you ask; {name} {best.verb('come')} nearest, but {it} {lacks}"
    else:
        lead = f"{capital(name)} {best.verb('answer')} most of it, but {it} {lacks}"
    return Statement(f"{lead}; {reasons}." if reasons else f"{lead}.", "advice", evidence)


def _apart(met: Sequence[Response], others: Sequence[Brief]) -> list[Response]:
    """The needs that not all others meet as well; all where there are none: what holds for all is no reason."""
    rest = [r for r in met if any(o.need == r.need and o.state != "met" for other in others for o in other.responses)]
    return rest or list(met)


def _liked(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """What several reviewers like of a product; empty where there is nothing."""
    found = [f for f in brief.findings if f.direction == "+" and f.is_settled and f.count > 1]
    found = [f for f in found if f.point.aspect not in NOT_OF_PRODUCT][:_REASONS]
    spans = tuple(span for finding in found for span in finding.spans.values())
    said = predicates([(finding.told, "") for finding in found])
    return (
        (f"{brief.pronoun} {brief.verb('be')} liked by reviewers, who say that {brief.pronoun} {said}", spans)
        if found
        else ("", ())
    )


def _among(best: Brief, others: Sequence[Brief]) -> tuple[str, tuple[Evidence, ...]]:
    """That a product is rated highest or costs least of all, where it is and does."""
    ratings = [other.product.average_rating for other in others]
    own = best.product.average_rating
    if own is not None and all(rating is not None and rating < own for rating in ratings):
        rated = f"{best.pronoun} {best.verb('have')} the best rating at {own:g}"
        return rated, whole(best.product, "rating", "average_rating")
    prices = [other.price for other in others]
    if best.price and all(p and p.currency == best.price.currency and p.amount > best.price.amount for p in prices):
        return f"{best.pronoun} {best.verb('cost')} least at {show_price(best.price)}", best.price_evidence
    return "", ()


def _reasons(met: Sequence[Response], brief: Brief) -> str:
    """What speaks for a product, by who says it: the price, reviewers, the listing."""
    it = brief.pronoun
    by_price = [r for r in met if r.need.kind == "budget"]
    by_voice = [r for r in met if r.for_]
    by_listing = [r for r in met if r not in by_price and r not in by_voice]
    parts = [f"at {show_price(brief.price)} {it} {r.said.met}" for r in by_price if brief.price]
    several, single = ([r for r in by_voice if r.said_by("one", "many") == many] for many in ("many", "one"))
    if several:
        parts.append(f"reviewers say that {it} {predicates([(r.said.met, _shown(r)) for r in several])}")
    if single:
        parts.append(f"{it} {said_to([r.said.met for r in single], brief.verb('be'))}")
    if by_listing:
        parts.append(f"by the listing {it} {predicates([(r.said.met, '') for r in by_listing])}")
    return listed(parts) if parts else ""


def _lacks(missed: Sequence[Response], brief: Brief, shared: Collection[Need] = ()) -> str:
    """What a product misses, with why; what only reviewers deny it is only said not to have."""
    told = []
    for response in missed:
        also = "also " * (response.need in shared)
        is_said = response.against and not response.listing and not response.figures and response.need.kind != "budget"
        lack = said_to([response.said.missed], brief.verb("be")) if is_said else response.said.missed
        told.append((f"{also}{lack}", _ground(response)))
    return predicates(told)


def _shown(response: Response) -> str:
    """What a reviewer says for a need, where that is more than the need itself."""
    voice = response.voice(_SHORT_QUOTE)
    is_new = voice and voice.retold and len(told_in(voice.point) - told_in(response.said.met)) > 1
    return f" ({voice.point})" if voice and is_new else ""


def _ground(response: Response) -> str:
    """Why a need is missed, in a few words."""
    if response.need.kind == "budget":
        return ""
    figures = response.figures
    listed_ = figures[0].evidence if figures else listing_quote(response.listing, _SHORT_QUOTE)
    said = response.objection(_SHORT_QUOTE)
    ground = said.point if said and response.against else quoted(listed_) if listed_ else ""
    return f" ({ground})" if ground else ""


def _caveats(best: Brief) -> Iterator[Statement]:
    """What speaks against the product that is recommended: dangers first, then what is not settled, then complaints."""
    dangers = [voice for voice in best.complaints if is_danger(voice.span.text)]
    yield from (_complaint(voice) for voice in dangers)
    unsettled = [r for r in best.responses if r.state == "disputed" or (r.state == "partly" and r.against)]
    if unsettled:
        reported = reported_figures(unsettled[0], _REPORT)
        said = unsettled[0].objection() or unsettled[0].voice()
        ground = f": {reported}" if reported else f": a review says {said.told}" if said else ""
        yield Statement(f"{capital(unsettled[0].said.open)} is not certain{ground}.", "derived", unsettled[0].evidence)
    told = [span for r in best.missed() for span in r.against]
    needs = [r.need for r in best.responses if r.need.kind not in _GIVEN]
    bearing = [any(bears_on(voice.span, need) >= _HALF for need in needs) for voice in best.complaints]
    for voice, _ in sorted(zip(best.complaints, bearing, strict=True), key=lambda each: not each[1]):
        if voice not in dangers and not any(overlap(voice.span, span) for span in told):
            yield _complaint(voice)


def _complaint(voice: Voice) -> Statement:
    return Statement(f"A complaint is {voice.told}.", "counted", (voice.span,))


def _open(best: Brief, lacking: Sequence[Need]) -> Iterator[Statement]:
    """What nothing tells of the product that is recommended: its rivals are held to the same."""
    asked = [r for r in best.responses if r.need.kind not in _GIVEN and r.need not in lacking]
    unknown = [r.said for r in asked if r.state == "unknown" and not r.figures]
    if unknown:
        yield Statement(f"{capital(left_open(unknown[:2]))} stays open, so ask first.", "absent")


def _other(brief: Brief, best: Brief, lacking: Sequence[Need], place: int | None = None) -> Statement:
    """Whom another product is for, and why it comes after; in short, without a place, only what it saves or costs."""
    name, (saved, dearer) = the(brief.name), _beside(brief, best)
    is_short, place = place is None, place or 0
    fault, (strength, proof) = (
        (_Fault(""), ("", ())) if is_short else (_fault(brief, best, lacking), _strength(brief, best))
    )
    costs = f"{brief.verb('cost')} {dearer} more" if dearer else ""
    but = f"{_BUT[place % 2]}{fault.text}" if fault.text else ""
    only_if = _ONLY_IF[place % 2].format(them=brief.them, it=brief.pronoun, be=brief.verb("be")) if saved else ""
    if fault.kind == "danger":
        text = f"leave {name}: {fault.text}"
    elif fault.kind == "missed":
        gap = f"{brief.verb('save')} {saved} but " if saved else f"{costs} and " if costs else ""
        text = f"{name} {gap}{fault.text}{only_if}"
    elif fault.kind == "open" and saved:
        text = f"choose {name} to save {saved}, but make sure first that {brief.pronoun} {fault.text}"
    elif fault.kind == "open":
        text = f"{name} {f'{costs} and ' if costs else ''}{brief.verb('leave')} open {fault.open}"
        text += f": choose {brief.them} only if {strength}" if strength else ""
    elif saved or strength:
        pay = f" to save {saved}" if saved else f"{f' for {dearer} more' if dearer else ''} if {strength}"
        text = f"choose {name}{pay}{but}"
    elif fault.text:
        text = f"{name} {costs or brief.verb('suit') + ' some'}, {'and' if costs else 'but'} {fault.text}"
    else:
        text = f"{name} {costs or brief.verb('be') + ' close behind'}"
    evidence = (*fault.evidence, *(proof if strength and strength in text else ()))
    return Statement(f"{capital(text)}.", "derived", evidence or whole(brief.product, "title", "title"))


class _Fault(NamedTuple):
    """Why a product comes after another."""

    kind: Literal["danger", "missed", "open", "told", ""]
    text: str = ""
    """A clause that says who says what; of what is missed or open, a predicate of the product."""
    evidence: tuple[Evidence, ...] = ()
    open: str = ""
    """What is open, as "leaves open" is followed by it."""


def _fault(brief: Brief, best: Brief, lacking: Sequence[Need]) -> _Fault:
    """The weightiest: a danger, needs missed, what is denied or left open, a complaint, a lower rating."""
    danger = next((voice for voice in brief.complaints if is_danger(voice.span.text)), None)
    if danger:
        return _Fault("danger", f"a reviewer says {danger.told}", (danger.span,))
    shared = {r.need for r in best.missed()}
    rival_figures = {show_figures(r.figures) for r in best.responses}
    # A figure that the one recommended has as well tells nothing against it.
    missed = [r for r in brief.missed() if not (own := show_figures(r.figures)) or own not in rival_figures]
    missed = [r for r in missed if r.need not in lacking]
    if missed:
        missed = sorted(missed, key=lambda r: r.need in shared)[:2]
        return _Fault("missed", _lacks(missed, brief, shared), tuple(span for r in missed for span in r.evidence))
    asked = [r for r in brief.responses if r.need.kind not in _GIVEN and r.need not in lacking]
    for r in asked:
        if r.state not in ("missed", "unknown") and (r.objection() or (r.against and reported_figures(r))):
            said_ = r.objection()
            told = f"a reviewer says {said_.told}" if said_ else reported_figures(r, _REPORT)
            return _Fault("told", told, r.evidence)
    # What the one recommended leaves open as well tells nothing against it.
    open_too = {r.need for r in best.responses if r.state in ("disputed", "unknown")}
    unsure = [r for r in asked if r.state in ("disputed", "unknown") and r.need not in open_too and not r.figures][:2]
    if unsure:
        evidence = tuple(span for r in unsure for span in r.evidence)
        is_so = predicates([(r.said.met, "") for r in unsure])
        return _Fault("open", is_so, evidence, left_open(r.said for r in unsure))
    states = {r.need: r.state for r in best.responses}
    for r in brief.missed():
        if r.need in lacking and states[r.need] != "missed" and (said_ := r.objection()):
            return _Fault("told", f"a reviewer says {said_.told}", r.evidence)
    for complaint in brief.complaints:
        return _Fault("told", f"a reviewer says {complaint.told}", (complaint.span,))
    rating, rival = brief.product.average_rating, best.product.average_rating
    if rating is None or rival is None or rival - rating < _RATED_LOWER:
        return _Fault("")
    rated = f"{brief.pronoun} {brief.verb('be')} rated {rating:g}, not {rival:g}"
    return _Fault("told", rated, whole(brief.product, "rating", "average_rating"))


def _strength(brief: Brief, best: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """What a product is shown to have and the one recommended is not: a need, else a higher rating."""
    # What the one recommended gives a figure for it may have as well.
    states = {r.need: "met" if r.figures else r.state for r in best.responses}
    must = f"{brief.pronoun} must"
    for r in brief.responses:
        if r.state == "met" and r.need.kind not in _GIVEN and states.get(r.need) != "met":
            who = "reviews confirm" if r.for_ else "the listing promises"
            return f"{must} {in_infinitive(r.said.met)}, which {who}", r.evidence
    own, other = brief.product.average_rating or 0, best.product.average_rating or 0
    if own - other > _RATED_HIGHER and other:
        return f"you go by the rating ({own:g}, not {other:g})", whole(brief.product, "rating", "average_rating")
    return "", ()


def _beside(brief: Brief, best: Brief) -> tuple[str, str]:
    """What a product saves beside the one recommended, and what it costs more; empty where it does not."""
    if not brief.price or not best.price or brief.price.currency != best.price.currency:
        return "", ""
    gap = best.price.amount - brief.price.amount
    apart = show_price(Money(amount=abs(gap), currency=brief.price.currency))
    return apart if gap > 0 else "", apart if gap < 0 else ""
