"""The explanation: each need of the query answered for one product, listing and reviewers together."""

from collections.abc import Iterator, Sequence

from triptych.records import ClaimKind, Evidence, Explanation, Money
from triptych.writers._brief import LONGEST_QUOTE, Brief, Response, whole
from triptych.writers._grammar import capital, people, the, verb, with_article
from triptych.writers._paragraph import Statement, claims_of, fit, join_sentences
from triptych.writers._phrases import left_open, listing_quote, predicates, quoted
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
    """What it is and costs, then every need: those it misses first; last what only the listing says."""
    yield _opening(brief)
    asked = [r for r in brief.responses if r.need.kind not in ("category", "budget")]
    listed_only = [r for r in asked if r.state == "met" and r.listing and not r.for_ and not r.against]
    for response in sorted(asked, key=lambda r: (r.state != "missed", -r.weight)):
        # What only a headline says cannot be shown, and is left out.
        if response.state != "unknown" and response.evidence and response not in listed_only:
            yield _answer(response, brief)
    if listed_only:
        evidence = tuple(span for r in listed_only for span in r.listing)
        said = predicates([(r.said.met, "") for r in listed_only])
        yield Statement(f"By the listing {brief.pronoun} {said}.", "stated", evidence)
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
        parts.append(f"at {price}" if parts else f"{'cost' if brief.is_plural else 'costs'} {price}")
    text = " ".join(parts) if parts else f"{be} what the shop suggests"
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


def _answer(response: Response, brief: Brief) -> Statement:
    """One need answered: what holds, then who says so."""
    it, value = brief.pronoun, _listed(response.listing)
    forth = len({span.source_id for span in response.for_})
    said = brief.in_few_words(response.for_, response.need, LONGEST_QUOTE)
    back = brief.in_few_words(response.against, response.need, LONGEST_QUOTE)
    who = capital(people(forth, brief.reviewers))
    match response.state:
        case "met" if value:
            text = f"{it} {response.said.met}: the listing says {value}"
            text += f", and {people(forth, brief.reviewers)} {verb(forth, 'agrees', 'agree')}" if forth else ""
            text += f" ({said})" if said else ""
            text += f"; one disagrees ({back})" if back else ""
        case "met":
            text = f"{who} {verb(forth, 'says', 'say')} {it} {response.said.met}{f' ({said})' if said else ''}"
            text += f"; one disagrees ({back})" if back else ""
        case "missed":
            grounds = " and ".join(part for part in (value and f"the listing says {value}", back) if part)
            text = f"{it} {response.said.missed}{f': {grounds}' if grounds else ''}"
        case "disputed":
            text = f"{response.said.open} is disputed: "
            claims = (value and f"the listing says {value}", said and f"a reviewer says {said}")
            text += " and ".join(filter(None, claims))
            text += f"{', but ' * bool(value or said)}{'another' if said else 'a reviewer'} says {back}" if back else ""
        case _:
            parts = (value and f"the listing says {value}", (said or back) and f"a reviewer says {said or back}")
            text = f"as to {response.need.text}, {' and '.join(part for part in parts if part)}"
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return Statement(f"{capital(text.rstrip(': ,'))}.", kind, response.evidence)


def _listed(listing: Sequence[Evidence]) -> str:
    """What the listing says, in its own words, where that is short enough to quote."""
    chosen = listing_quote(listing, _LONGEST_LISTED)
    return quoted(chosen) if chosen else ""
