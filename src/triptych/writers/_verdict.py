"""The verdict: every need tested, a product recommended for this shopper, or none and the nearest named."""

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from triptych.listing import show_figures
from triptych.records import Evidence, Money, Need
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import Statement, capital, fit, listed, pick, show_price, spell, the
from triptych.writers._phrases import left_open, listing_quote, overlap, predicates, quoted, say_need
from triptych.writers._responses import Response
from triptych.writers._rows import reported_figures
from triptych.writers._voices import Voice, is_danger

MOST = 99
_REASONS = 3
_USUAL_RATING = 3.5
"""What a product without ratings is taken to have."""
_RATED = 0.4
"""What a star of the average rating is worth beside a need that is met."""
_SHORT_QUOTE = 12
_GIVEN = ("category", "budget")
_REPORT = ("a reviewer reports ", "reviewers report ")
_CHOICE = ("Take {name}", "Best for this query is {name}", "For this query choose {name}")


def compose_verdict(query: str, briefs: Sequence[Brief]) -> list[Statement]:
    """The sentences of the verdict, fewer than 100 words in all."""
    best, *others = sorted(briefs, key=lambda brief: (-_standing(brief), brief.price.amount if brief.price else 0))
    lacking = _lacking(briefs)
    asked = [r for r in best.responses if r.need.kind != "category"]
    unmet = {r.need for brief in briefs for r in brief.responses if r.state != "met" or r.against}
    shared = [r.need for r in asked if r.need not in unmet]
    common = [*_none_has(query, briefs, lacking), *([] if lacking else _common(query, shared, briefs))]
    choice = _choice(query, best, others, shared if common and not lacking else [], lacking)
    sentences = [*common, choice, *(_other(brief, best, lacking) for brief in others)]
    # A complaint about the winner is worth more than a rival's second fault, but each rival is named.
    room = MOST - sum(sentence.words for sentence in sentences)
    behind = len(common) + 1
    caveats = [*fit(list(_caveats(best)), room)[:1], *_open(best, lacking)]
    return fit([*sentences[:behind], *fit(caveats, room), *sentences[behind:]], MOST)


def _standing(brief: Brief) -> float:
    """How well a product answers the query; among equals, how it is rated and what it costs."""
    rating = brief.product.average_rating or _USUAL_RATING
    price = log(float(brief.price.amount)) if brief.price and brief.price.amount else 0
    return brief.score + _RATED * rating - 0.05 * price


def _common(query: str, shared: Sequence[Need], briefs: Sequence[Brief]) -> list[Statement]:
    """What all of them answer, so that the rest can be about what sets them apart."""
    if not shared or len(briefs) == 1:
        return []
    said = predicates([(say_need(need, query, is_plural=True).met, "") for need in shared])
    all_ = "Both" if len(briefs) == 2 else f"All {spell(len(briefs))}"
    evidence = tuple(span for brief in briefs for r in brief.responses if r.need in shared for span in r.evidence)
    return [Statement(f"{all_} {said}.", "derived", evidence)]


def _lacking(briefs: Sequence[Brief]) -> list[Need]:
    """What is asked and nothing shows that any of them has, though some are known not to."""
    columns = zip(*(brief.responses for brief in briefs), strict=False) if len(briefs) > 1 else ()
    return [
        column[0].need
        for column in columns
        if column[0].need.kind not in _GIVEN and {"missed"} <= {r.state for r in column} <= {"missed", "unknown"}
    ]


def _none_has(query: str, briefs: Sequence[Brief], lacking: Sequence[Need]) -> list[Statement]:
    """That none of them has what is asked: the first thing a shopper must know."""
    if not lacking:
        return []
    any_ = "either" if len(briefs) == 2 else f"any of the {spell(len(briefs))}"
    said = " or ".join(say_need(need, query, is_plural=False).met for need in lacking[:2])
    evidence = tuple(span for brief in briefs for r in brief.responses if r.need in lacking for span in r.evidence)
    return [Statement(f"No source shows that {any_} {said}.", "derived", evidence)]


def _choice(
    query: str, best: Brief, others: Sequence[Brief], shared: Sequence[Need], lacking: Sequence[Need]
) -> Statement:
    asked = [r for r in best.responses if r.need.kind != "category"]
    met = [r for r in asked if r.state == "met" and not r.against and r.need not in shared]
    met = sorted(met, key=lambda r: -r.weight)[:_REASONS]
    missed, name = [r for r in best.missed() if r.need not in lacking], the(best.name)
    it = best.pronoun
    evidence = tuple(span for r in (*met, *missed) for span in r.evidence)
    reasons = _reasons(met, best)
    standing, proof = _among(best, others)
    is_any_met = any(r.state == "met" and r.need.kind not in _GIVEN for b in (best, *others) for r in b.responses)
    if not missed and not met and not shared and not is_any_met:
        best_of = f"{name} {standing.removeprefix(it).strip()}" if standing else f"least speaks against {name}"
        lead = "" if lacking else "No source shows that any of these does what you ask; "
        return Statement(f"{lead}{best_of if lead else capital(best_of)}.", "advice", proof)
    if not missed:
        reasons = "; ".join(part for part in (reasons, standing) if part)
        lead = pick(_CHOICE, query).format(name=name) if not lacking else f"Otherwise take {name}"
        return Statement(f"{lead}: {reasons}." if reasons else f"{lead}.", "advice", (*evidence, *proof))
    lacks = predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
    none = "Neither" if len(others) == 1 else f"None of the {spell(len(others) + 1)}"
    if all(brief.missed() for brief in others) and not lacking:
        lead = f"{none} does all you ask; {name} {best.verb('come')} nearest, but {it} {lacks}"
    else:
        lead = f"{capital(name)} {best.verb('answer')} most of it, but {it} {lacks}"
    return Statement(f"{lead}; {reasons}." if reasons else f"{lead}.", "advice", evidence)


def _among(best: Brief, others: Sequence[Brief]) -> tuple[str, tuple[Evidence, ...]]:
    """That a product is rated highest or costs least of all, where it is and does."""
    ratings = [other.product.average_rating for other in others]
    own = best.product.average_rating
    if own is not None and all(rating is not None and rating < own for rating in ratings):
        return f"{best.pronoun} {best.verb('be')} rated highest at {own:g}", whole(
            best.product, "rating", "average_rating"
        )
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
    for say in ("reviews say", "a review says"):
        voiced = [r for r in by_voice if r.said_by("a review says", "reviews say") == say]
        if voiced:
            parts.append(f"{say} {it} {predicates([(r.said.met, '') for r in voiced])}")
    if by_listing:
        says = "the listing adds" if by_voice else "the listing says"
        parts.append(f"{says} that {it} {predicates([(r.said.met, '') for r in by_listing])}")
    return listed(parts) if parts else ""


def _ground(response: Response) -> str:
    """Why a need is missed, in a few words."""
    if response.need.kind == "budget":
        return ""
    figures = response.figures
    listed_ = figures[0].evidence if figures else listing_quote(response.listing, _SHORT_QUOTE)
    said = response.objection(_SHORT_QUOTE)
    ground = quoted(listed_) if listed_ else said
    # One reviewer is no proof of how good a thing is.
    is_alone = not response.listing and len({span.source_id for span in response.against}) == 1
    by = " by one account" if is_alone and not figures and " not have " not in f" {response.said.missed} " else ""
    return f"{by} ({ground})" if ground else by


def _caveats(best: Brief) -> Iterator[Statement]:
    """What speaks against the product that is recommended: dangers first, then what is not settled, then complaints."""
    dangers = [voice for voice in best.complaints if is_danger(voice.span.text)]
    yield from (_complaint(voice) for voice in dangers)
    unsettled = [r for r in best.responses if r.state == "disputed" or (r.state == "partly" and r.against)]
    if unsettled:
        reported = reported_figures(unsettled[0], *_REPORT)
        said = unsettled[0].objection() or unsettled[0].quote()
        ground = f": {reported}" if reported else f": a review says {said}" if said else ""
        yield Statement(f"{capital(unsettled[0].said.open)} is not certain{ground}.", "derived", unsettled[0].evidence)
    told = [span for r in best.missed() for span in r.against]
    for voice in best.complaints:
        if voice not in dangers and not any(overlap(voice.span, span) for span in told):
            yield _complaint(voice)


def _complaint(voice: Voice) -> Statement:
    mark = "" if voice.told.startswith("that ") else ":"
    return Statement(f"A reviewer complains{mark} {voice.told}.", "counted", (voice.span,))


def _open(best: Brief, lacking: Sequence[Need]) -> Iterator[Statement]:
    """What nothing tells of the product that is recommended: its rivals are held to the same."""
    asked = [r for r in best.responses if r.need.kind not in _GIVEN and r.need not in lacking]
    unknown = [r.said for r in asked if r.state == "unknown"]
    if unknown:
        yield Statement(f"{capital(left_open(unknown[:2]))} stays open.", "absent")


def _other(brief: Brief, best: Brief, lacking: Sequence[Need]) -> Statement:
    """What another product costs beside the one recommended, and why it comes after."""
    name, price, link = capital(the(brief.name)), *_beside(brief, best)
    fault = _fault(brief, best, lacking)
    if fault is None:
        text = price or f"{brief.verb('be')} close behind"
        return Statement(f"{name} {text}.", "derived", whole(brief.product, "title", "title"))
    if fault.is_voiced:
        text = f"{price or brief.verb('suit') + ' some'},{link or ' but'} {fault.text}"
    else:
        text = f"{price}{link} " * bool(price) + fault.text
    return Statement(f"{name} {text}.", "derived", fault.evidence or whole(brief.product, "title", "title"))


class _Fault(NamedTuple):
    """Why a product comes after another: a predicate of it, or a clause that says who says what."""

    text: str
    evidence: tuple[Evidence, ...]
    is_voiced: bool = False


def _fault(brief: Brief, best: Brief, lacking: Sequence[Need]) -> _Fault | None:
    """The weightiest: a danger, needs missed, what is denied or left open, a complaint, a lower rating."""
    danger = next((voice for voice in brief.complaints if is_danger(voice.span.text)), None)
    if danger:
        return _Fault(f"a reviewer says {danger.told}", (danger.span,), is_voiced=True)
    shared = {r.need for r in best.missed()}
    rival_figures = {show_figures(r.figures) for r in best.responses}
    # A figure that the one recommended has as well tells nothing against it.
    missed = [r for r in brief.missed() if not (own := show_figures(r.figures)) or own not in rival_figures]
    missed = [r for r in missed if r.need not in lacking]
    if missed:
        missed = sorted(missed, key=lambda r: r.need in shared)[:2]
        said = [(f"also {r.said.missed}" if r.need in shared else r.said.missed, _ground(r)) for r in missed]
        return _Fault(predicates(said), tuple(span for r in missed for span in r.evidence))
    asked = [r for r in brief.responses if r.need.kind not in _GIVEN and r.need not in lacking]
    for r in asked:
        if r.state not in ("missed", "unknown") and (r.objection() or (r.against and reported_figures(r))):
            said_ = r.objection()
            says = f"a reviewer says {said_}" if said_ else reported_figures(r, *_REPORT)
            return _Fault(says, r.evidence, is_voiced=True)
    # What the one recommended leaves open as well tells nothing against it.
    open_too = {r.need for r in best.responses if r.state in ("disputed", "unknown")}
    unsure = [r for r in asked if r.state in ("disputed", "unknown") and r.need not in open_too]
    if unsure:
        evidence = tuple(span for r in unsure for span in r.evidence)
        return _Fault(f"{brief.verb('leave')} open {left_open(r.said for r in unsure[:2])}", evidence)
    for complaint in brief.complaints:
        return _Fault(f"a reviewer says {complaint.told}", (complaint.span,), is_voiced=True)
    rating, rival = brief.product.average_rating, best.product.average_rating
    if rating is None or rival is None or rating >= rival:
        return None
    return _Fault(
        f"{brief.verb('be')} rated {rating:g}, not {rival:g}", whole(brief.product, "rating", "average_rating")
    )


def _beside(brief: Brief, best: Brief) -> tuple[str, str]:
    """How the price compares with that of the product recommended, and the word that a fault follows it with."""
    if not brief.price or not best.price or brief.price.currency != best.price.currency:
        return "", ""
    gap = best.price.amount - brief.price.amount
    apart = show_price(Money(amount=abs(gap), currency=brief.price.currency))
    if not gap:
        return f"{brief.verb('cost')} the same", " but"
    return (f"{brief.verb('save')} {apart}", " but") if gap > 0 else (f"{brief.verb('cost')} {apart} more", " and")
