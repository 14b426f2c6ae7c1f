"""The explanation: each need of the query answered for one product, listing and reviewers together."""

from collections.abc import Iterator, Sequence

from triptych.records import ClaimKind, Evidence, Explanation, Money
from triptych.writers._brief import LONGEST_QUOTE, Brief, Response, whole
from triptych.writers._grammar import capital, people, the, verb, with_article
from triptych.writers._paragraph import Statement, claims_of, fit, join_sentences
from triptych.writers._phrases import best_quote, left_open, listing_quote, quoted
from triptych.writers._prices import show_price

MOST = 99
_LONGEST_LISTED = 9


def compose_explanation(query: str, brief: Brief) -> Explanation:
    """The paragraph and its claims."""
    sentences = fit(list(_sentences(brief)), MOST)
    return Explanation(
        query=query, product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences)
    )


def _sentences(brief: Brief) -> Iterator[Statement]:
    """What it is and costs, then every need: those it misses first, then by weight."""
    yield _opening(brief)
    asked = [r for r in brief.responses if r.need.kind not in ("category", "budget")]
    used: list[Evidence] = []
    for response in sorted(asked, key=lambda r: (r.state != "missed", -r.weight)):
        # What only a headline says cannot be shown, and is left out.
        if response.state != "unknown" and response.evidence:
            yield _answer(response, brief, used)
    silent = [r.said for r in asked if r.is_silent]
    if silent:
        yield Statement(f"Neither the listing nor the reviews say {left_open(silent)}.", "absent")


def _opening(brief: Brief) -> Statement:
    """What it is and what it costs, beside what was asked."""
    kind = next((r for r in brief.responses if r.need.kind == "category"), None)
    what, name = brief.kind, capital(the(brief.name))
    be = "are" if brief.is_plural else "is"
    parts = []
    if what and kind and kind.state == "missed":
        parts.append(f"{be} {_a(what, brief)}, not {_a(kind.need.text, brief)},")
    elif what:
        parts.append(f"{be} {_a(what, brief)}")
    price, evidence = _price(brief)
    if price:
        parts.append(f"{'cost' if brief.is_plural else 'costs'} {price}")
    text = " and ".join(parts) if parts else f"{be} what the shop suggests"
    return Statement(
        f"{name} {text}.",
        "derived" if price else "stated",
        (*(kind.evidence if kind else ()), *evidence, *whole(brief.product, "title", "title")),
    )


def _a(noun: str, brief: Brief) -> str:
    return noun if brief.is_plural else with_article(noun)


def _price(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """The price, and how far it is from the budget."""
    price = brief.price
    if price is None:
        return "", ()
    evidence = whole(brief.product, "price", "final_price") or whole(brief.product, "price", "base_price")
    limit = next((r.need.most for r in brief.responses if r.need.kind == "budget" and r.need.most), None)
    if limit is None:
        return show_price(price), evidence
    gap = limit.amount - price.amount
    if gap == 0:
        return f"{show_price(price)}, exactly your limit", evidence
    apart = show_price(Money(amount=abs(gap), currency=price.currency))
    return f"{show_price(price)}, {apart} {'under' if gap > 0 else 'over'} your limit", evidence


def _answer(response: Response, brief: Brief, used: list[Evidence]) -> Statement:
    """One need answered: what holds, then who says so."""
    it = "They" if brief.is_plural else "It"
    match response.state:
        case "met":
            lead = f"{it} {response.said.met}"
        case "missed":
            lead = f"{it} {response.said.missed}"
        case "disputed":
            lead = f"{capital(response.said.open)} is disputed"
        case _:
            lead = f"As to {response.need.text}"
    *first, last = list(_grounds(response, brief, used)) or [""]
    link = ", but " if response.against and response.state != "missed" else ", and "
    grounds = link.join([", ".join(first), last]) if first else last
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return Statement(f"{lead}: {grounds}." if grounds else f"{lead}.", kind, response.evidence)


def _grounds(response: Response, brief: Brief, used: list[Evidence]) -> Iterator[str]:
    said = _listed(response.listing)
    if said:
        yield f"the listing says {said}"
    elif response.listing and not response.for_:
        yield "the listing says so"
    agree = ("agrees", "agree") if response.state in ("met", "missed") else ("says", "say")
    object_ = ("objects", "object") if response.state in ("met", "missed") else ("says", "say")
    for spans, one, many in ((response.for_, *agree), (response.against, *object_)):
        if not spans:
            continue
        if not said and (response.state in ("met", "missed")):
            one, many = "says so", "say so"
        elif response.state == "missed":
            one, many = "confirms it", "confirm it"
        count = len({span.source_id for span in spans})
        who = people(count, brief.reviewers)
        chosen = best_quote(spans, used, LONGEST_QUOTE)
        if chosen:
            used.append(chosen)
        beside = "" if not chosen else f" {quoted(chosen)}" if many == "say" else f" ({quoted(chosen)})"
        yield f"{who} {verb(count, one, many)}{beside or (' so' if many == 'say' else '')}"


def _listed(listing: Sequence[Evidence]) -> str:
    """What the listing says, in its own words, where that is short enough to quote."""
    chosen = listing_quote(listing, _LONGEST_LISTED)
    return quoted(chosen) if chosen else ""
