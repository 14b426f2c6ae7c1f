"""The verdict: every need tested, a product recommended for this shopper, or none and the nearest named."""

from collections.abc import Iterator, Sequence

from triptych.records import Money
from triptych.writers._brief import Brief, Response, whole
from triptych.writers._grammar import capital, listed, pick, spell, the
from triptych.writers._paragraph import Statement, fit
from triptych.writers._phrases import best_quote, left_open, quote, quoted
from triptych.writers._prices import show_price
from triptych.writers._voices import telling

MOST = 99
_REASONS = 3
_SHORT_QUOTE = 12
_CAVEAT = 16
_CHOICE = (
    "Take {name}",
    "Best for this query is {name}",
    "The choice here is {name}",
)


def compose_verdict(query: str, briefs: Sequence[Brief]) -> list[Statement]:
    """The sentences of the verdict, fewer than 100 words in all."""
    best, *others = sorted(briefs, key=lambda brief: (-_standing(brief), brief.price.amount if brief.price else 0))
    sentences = [_choice(query, best, others), *(_other(brief, best) for brief in others)]
    # A complaint about the winner is worth more than a rival's second fault, but each rival is named.
    room = MOST - sum(sentence.words for sentence in sentences)
    caveats = [sentence for sentence in _caveats(best) if sentence.words <= room]
    return fit([sentences[0], *caveats[:1], *sentences[1:]], MOST)


def _standing(brief: Brief) -> float:
    """How well a product answers the query; among equals, how it is rated."""
    return brief.score + 0.1 * ((brief.product.average_rating or 3.5) - 3.5)


def _choice(query: str, best: Brief, others: Sequence[Brief]) -> Statement:
    met = [r for r in best.responses if r.state == "met" and r.need.kind != "category"]
    met = sorted(met, key=lambda r: -r.weight)[:_REASONS]
    missed, name = best.missed(), the(best.name)
    it = "they" if best.is_plural else "it"
    evidence = tuple(span for r in (*met, *missed) for span in r.evidence)
    reasons = _reasons(met, best)
    if not missed and not met:
        return Statement(f"No source shows that any of these answers the query; least speaks against {name}.", "advice")
    if not missed:
        return Statement(
            f"{pick(_CHOICE, query).format(name=name, Name=capital(name))}: {reasons}.", "advice", evidence
        )
    lacks = _predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
    none = "Neither" if len(others) == 1 else f"None of the {spell(len(others) + 1)}"
    if all(brief.missed() for brief in others):
        lead = f"{none} does all you ask; {name} {'come' if best.is_plural else 'comes'} nearest, but {it} {lacks}"
    else:
        lead = f"{capital(name)} {'answer' if best.is_plural else 'answers'} most of it, but {it} {lacks}"
    return Statement(f"{lead}; {reasons}." if reasons else f"{lead}.", "advice", evidence)


def _reasons(met: Sequence[Response], brief: Brief) -> str:
    """What speaks for a product, by who says it: the price, reviewers, the listing."""
    it = "they" if brief.is_plural else "it"
    by_price = [r for r in met if r.need.kind == "budget"]
    by_voice = [r for r in met if r.for_]
    by_listing = [r for r in met if r not in by_price and r not in by_voice]
    parts = [f"at {show_price(brief.price)} {it} {r.said.met}" for r in by_price if brief.price]
    if by_voice:
        who = {span.source_id for r in by_voice for span in r.for_}
        says = "a reviewer says" if len(who) == 1 else "by the reviews"
        parts.append(f"{says} {it} {_predicates([(r.said.met, '') for r in by_voice])}")
    if by_listing:
        parts.append(f"by the listing {it} {_predicates([(r.said.met, '') for r in by_listing])}")
    return "; ".join(parts)


def _predicates(parts: Sequence[tuple[str, str]]) -> str:
    """Predicates of one product as a list, each verb once: "is quiet, wireless and suits travel"."""
    said, last = [], ""
    for predicate, ground in parts:
        head, _, rest = predicate.partition(" ")
        said.append((rest if head == last and rest else predicate) + ground)
        last = head
    return listed(said) if said else ""


def _ground(response: Response) -> str:
    """Why a need is missed, in a few words."""
    if response.need.kind == "budget":
        return ""
    chosen = best_quote([*response.listing, *response.against], (), _SHORT_QUOTE)
    return f" ({quoted(chosen)})" if chosen else ""


def _caveats(best: Brief) -> Iterator[Statement]:
    """What speaks against the product that is recommended."""
    unsettled = [r for r in best.responses if r.state in ("disputed", "partly")]
    if unsettled:
        chosen = best_quote(unsettled[0].against, (), _SHORT_QUOTE)
        ground = f" ({quoted(chosen)})" if chosen else ""
        yield Statement(f"{capital(unsettled[0].said.open)} is not certain{ground}.", "derived", unsettled[0].evidence)
    spans = [voice.span for voice in telling(best.themes, "-")]
    chosen = next((span for span in spans if quote(span, _CAVEAT)), None)
    if chosen:
        yield Statement(f"One reviewer complains {quoted(chosen)}.", "counted", (chosen,))


def _other(brief: Brief, best: Brief) -> Statement:
    """Why another product comes after, and what it saves."""
    name, missed = capital(the(brief.name)), brief.missed()
    it = "they" if brief.is_plural else "it"
    saving = _saving(brief, best)
    asked = [r for r in brief.responses if r.need.kind != "category"]
    disputed = [r for r in asked if r.state == "disputed"]
    unsure = [r for r in asked if r.state in ("partly", "unknown")]
    if missed:
        why = _predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
    elif disputed:
        whose = "divide their" if brief.is_plural else "divides its"
        why = f"{whose} reviewers on {listed([r.need.text for r in disputed[:2]])}"
    elif unsure:
        why = f"{'leave' if brief.is_plural else 'leaves'} open {left_open(r.said for r in unsure[:2])}"
    else:
        why = f"{'do' if brief.is_plural else 'does'} as well on paper"
    evidence = tuple(span for r in (*missed, *disputed, *unsure) for span in r.evidence)
    evidence = evidence or whole(brief.product, "title", "title")
    return Statement(f"{name} {why}{f'; {it} would save {saving}' if saving else ''}.", "derived", evidence)


def _saving(brief: Brief, best: Brief) -> str:
    """How much less a product costs than the one recommended."""
    if not brief.price or not best.price or brief.price.currency != best.price.currency:
        return ""
    gap = best.price.amount - brief.price.amount
    return show_price(Money(amount=gap, currency=brief.price.currency)) if gap > 0 else ""
