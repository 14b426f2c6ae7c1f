"""The verdict: every need tested, a product recommended for this shopper, or none and the nearest named."""

from collections.abc import Iterator, Sequence

from triptych.records import Money
from triptych.writers._brief import Brief, Response, whole
from triptych.writers._grammar import capital, listed, people, pick, spell, the, verb
from triptych.writers._paragraph import Statement, fit
from triptych.writers._phrases import best_quote, quoted
from triptych.writers._prices import show_price

MOST = 99
_REASONS = 3
_SHORT_QUOTE = 9
_CHOICE = (
    "Take {name}: {it} {reasons}.",
    "{Name} answers you best: {it} {reasons}.",
    "The choice here is {name}: {it} {reasons}.",
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
    met = sorted(met, key=lambda r: (-r.weight, not r.for_))[:_REASONS]
    missed, name = best.missed(), the(best.name)
    it = "they" if best.is_plural else "it"
    evidence = tuple(span for r in (*met, *missed) for span in r.evidence)
    reasons = _predicates([(r.said.met, _support(r, best)) for r in met])
    if not missed and not met:
        return Statement(f"No source shows that any of these answers the query; least speaks against {name}.", "advice")
    if not missed:
        form = pick(_CHOICE, query)
        return Statement(form.format(name=name, Name=capital(name), it=it, reasons=reasons), "advice", evidence)
    lacks = _predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
    none = "Neither" if len(others) == 1 else f"None of the {spell(len(others) + 1)}"
    if all(brief.missed() for brief in others):
        lead = f"{none} does all you ask; {name} {'come' if best.is_plural else 'comes'} nearest, but {it} {lacks}"
    else:
        lead = f"{capital(name)} {'answer' if best.is_plural else 'answers'} most of it, but {it} {lacks}"
    return Statement(f"{lead}; {it} {reasons}." if reasons else f"{lead}.", "advice", evidence)


def _predicates(parts: Sequence[tuple[str, str]]) -> str:
    """Predicates of one product as a list, each verb once: "is quiet (2 of 7), wireless and suits travel"."""
    said, last = [], ""
    for predicate, ground in parts:
        head, _, rest = predicate.partition(" ")
        said.append((rest if head == last and rest else predicate) + ground)
        last = head
    return listed(said) if said else ""


def _support(response: Response, brief: Brief) -> str:
    if response.need.kind == "budget":
        return f" at {show_price(brief.price)}" if brief.price else ""
    count = len(response.for_)
    return f" ({count} of {brief.reviewers} reviewers)" if count else " (listed)" if response.listing else ""


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
    against = [points[0] for theme in best.themes if (points := theme.side("-"))]
    if against:
        point = max(against, key=lambda each: len(each.reviewers))
        chosen = best_quote(point.quotes, (), _SHORT_QUOTE)
        if chosen:
            count = len(point.reviewers)
            who = people(count, best.reviewers)
            yield Statement(
                f"Against it, {who} {verb(count, 'says', 'say')} {quoted(chosen)}.", "counted", point.quotes
            )


def _other(brief: Brief, best: Brief) -> Statement:
    """Why another product comes after, and what it saves."""
    name, missed = capital(the(brief.name)), brief.missed()
    it = "they" if brief.is_plural else "it"
    saving = _saving(brief, best)
    unsure = [r for r in brief.responses if r.state in ("disputed", "partly", "unknown") and r.need.kind != "category"]
    if missed:
        why = _predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
    elif unsure:
        why = f"{'leave' if brief.is_plural else 'leaves'} open {listed([r.said.open for r in unsure[:2]])}"
    else:
        why = f"{'do' if brief.is_plural else 'does'} as well on paper"
    evidence = tuple(span for r in (*missed, *unsure) for span in r.evidence)
    evidence = evidence or whole(brief.product, "title", "title")
    return Statement(f"{name} {why}{f'; {it} would save {saving}' if saving else ''}.", "derived", evidence)


def _saving(brief: Brief, best: Brief) -> str:
    """How much less a product costs than the one recommended."""
    if not brief.price or not best.price or brief.price.currency != best.price.currency:
        return ""
    gap = best.price.amount - brief.price.amount
    return show_price(Money(amount=gap, currency=brief.price.currency)) if gap > 0 else ""
