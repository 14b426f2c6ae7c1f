"""The verdict: every need tested, a product recommended for this shopper, or none and the nearest named."""

from collections.abc import Iterator, Sequence

from triptych.records import Money
from triptych.writers._brief import Brief, Response, whole
from triptych.writers._grammar import capital, listed, pick, spell, the
from triptych.writers._paragraph import Statement, fit
from triptych.writers._phrases import best_quote, left_open, predicates, quote, quoted
from triptych.writers._prices import show_price
from triptych.writers._themes import different
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
    lacks = predicates([(r.said.missed, _ground(r)) for r in missed[:2]])
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
        says = "a reviewer says" if len(who) == 1 else "reviewers say"
        parts.append(f"{says} {it} {predicates([(r.said.met, '') for r in by_voice])}")
    if by_listing:
        says = "the listing adds" if by_voice else "the listing says"
        parts.append(f"{says} that {it} {predicates([(r.said.met, '') for r in by_listing])}")
    return listed(parts) if parts else ""


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
        said = best.in_few_words(unsettled[0].against or unsettled[0].for_, unsettled[0].need)
        ground = f": a reviewer says {said}" if said else ""
        yield Statement(f"{capital(unsettled[0].said.open)} is not certain{ground}.", "derived", unsettled[0].evidence)
    unknown = [r.said for r in best.responses if r.state == "unknown" and r.need.kind not in ("category", "budget")]
    if unknown and not unsettled:
        yield Statement(f"{capital(left_open(unknown[:2]))} stays open.", "absent")
    complaints = [s for s in best.sayings if s.direction == "-" and s.gist.form not in ("thing", "liking")]
    for saying in different(complaints, 1):
        yield Statement(f"A reviewer warns that {saying.gist.said_of(best.pronoun)}.", "counted", (saying.gist.span,))
    spans = [voice.span for voice in telling(best.voices, "-")]
    chosen = next((span for span in spans if quote(span, _CAVEAT)), None)
    if chosen:
        yield Statement(f"A reviewer complains: {quoted(chosen)}.", "counted", (chosen,))


def _other(brief: Brief, best: Brief) -> Statement:
    """What another product costs beside the one recommended, and why it comes after."""
    shared = {r.need for r in best.missed()}
    missed = sorted(brief.missed(), key=lambda r: r.need in shared)
    asked = [r for r in brief.responses if r.need.kind != "category"]
    denied = [r for r in asked if r.state in ("disputed", "partly") and r.against]
    unsure = [r for r in asked if r.state in ("disputed", "partly", "unknown")]
    name, price, link = capital(the(brief.name)), *_beside(brief, best)
    evidence = tuple(span for r in (*missed, *denied, *unsure) for span in r.evidence)
    evidence = evidence or whole(brief.product, "title", "title")
    said = brief.in_few_words(denied[0].against, denied[0].need) if denied and not missed else ""
    if missed:
        text = f"{price}{link} " * bool(price) + predicates(
            [(f"also {r.said.missed}" if r.need in shared else r.said.missed, _ground(r)) for r in missed[:2]]
        )
    elif said:
        text = f"{price or ('suit' if brief.is_plural else 'suits') + ' some'},{link or ' but'} a reviewer says {said}"
    elif unsure:
        leave = "leave" if brief.is_plural else "leaves"
        text = f"{price}{link} " * bool(price) + f"{leave} open {left_open(r.said for r in unsure[:2])}"
    else:
        text = f"{price} and " * bool(price) + f"{'do' if brief.is_plural else 'does'} as well on paper"
    return Statement(f"{name} {text}.", "derived", evidence)


def _beside(brief: Brief, best: Brief) -> tuple[str, str]:
    """How the price compares with that of the product recommended, and the word that a fault follows it with."""
    if not brief.price or not best.price or brief.price.currency != best.price.currency:
        return "", ""
    gap = best.price.amount - brief.price.amount
    apart = show_price(Money(amount=abs(gap), currency=brief.price.currency))
    if not gap:
        return f"{'cost' if brief.is_plural else 'costs'} the same", " but"
    if gap > 0:
        return f"{'save' if brief.is_plural else 'saves'} {apart}", " but"
    return f"{'cost' if brief.is_plural else 'costs'} {apart} more", " and"
