"""The explanation: each need of the query answered for one product, listing and reviewers together."""

from collections.abc import Iterator

from triptych.records import ClaimKind, Evidence, Explanation, Money
from triptych.writers._brief import LONGEST_QUOTE, Brief, Response, whole
from triptych.writers._grammar import capital, people, small, the, verb, with_article
from triptych.writers._paragraph import Statement, claims_of, fit, join_sentences
from triptych.writers._phrases import left_open, predicates
from triptych.writers._prices import show_price
from triptych.writers._rows import figures_text, listed_value, reported_figures

MOST = 99


def compose_explanation(query: str, brief: Brief) -> Explanation:
    """The paragraph and its claims."""
    sentences = fit(list(_sentences(brief)), MOST)
    return Explanation(
        query=query, product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences)
    )


def _sentences(brief: Brief) -> Iterator[Statement]:
    """What it is and costs, then every need: those it misses first; last what only the listing says."""
    yield _opening(brief)
    asked = [r for r in brief.responses if r.need.kind not in ("category", "budget") and not r.is_of_kind]
    told = [r for r in asked if r.state != "unknown" and r.evidence and (r.state != "partly" or _partly(r, brief))]
    # A figure of the listing says more than that it is listed.
    listed_only = [
        r for r in told if r.state == "met" and not r.for_ and not r.against and not brief.figures_on(r.need)
    ]
    for response in sorted(told, key=lambda r: (r.state != "missed", -r.weight)):
        if response not in listed_only:
            yield _answer(response, brief)
    if listed_only:
        evidence = tuple(span for r in listed_only for span in r.listing)
        said = predicates([(r.said.met, "") for r in listed_only])
        yield Statement(f"By the listing {brief.pronoun} {said}.", "stated", evidence)
    warning = next(iter(brief.warnings), None)
    if warning and not any(span.source_id == warning.span.source_id for r in told for span in r.against):
        yield Statement(f"A reviewer warns: {warning.said}.", "counted", (warning.span,))
    silent = [r.said for r in asked if r not in told]
    if silent:
        yield Statement(f"It stays unclear {left_open(silent)}.", "absent")


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
    it, need = brief.pronoun, response.need
    figure, value = small(figures_text(brief, need)), listed_value(response, brief)
    forth = len({span.source_id for span in response.for_})
    said = brief.in_few_words(response, LONGEST_QUOTE)
    back = brief.in_few_words(response, LONGEST_QUOTE, against=True)
    who = people(forth, brief.reviewers)
    match response.state:
        case "met":
            text = f"{it} {response.said.met}"
            if figure or value or response.listing:
                by = (
                    f": {figure} by the listing"
                    if figure
                    else f": the listing says “{value}”"
                    if value
                    else " by the listing"
                )
                does = verb(forth, "praises it", "praise it") if figure else verb(forth, "agrees", "agree")
                text += by + (f", and {who} {does}" if forth else "")
            else:
                text = f"{who} {verb(forth, 'says', 'say')} {text}"
            text += f" ({said})" if said else ""
            text += f"; one disagrees{f' ({back})' if back else ''}" if response.against else ""
        case "missed":
            text = f"{it} {response.said.missed}"
            grounds = [f"{figure} by the listing" if figure else f"the listing says “{value}”" if value else "", back]
            grounds = [ground for ground in grounds if ground]
            text += f": {' and '.join(grounds)}" if grounds else ", says a reviewer" if response.against else ""
        case "disputed" if reported_figures(response):
            text = f"as to {need.text}, {_partly(response, brief)}"
        case "disputed":
            sides = [f"the listing says “{value}”" if value else "the listing says so" if response.listing else ""]
            sides += [
                (f"a reviewer says {said}" if said else f"{who} {verb(forth, 'says', 'say')} so") if forth else ""
            ]
            yes = " and ".join(side for side in sides if side)
            no = f"a{'nother' if forth else ' reviewer'} {f'says {back}' if back else 'disagrees'}"
            text = f"{response.said.open} is disputed: {f'{yes}, but ' if yes else ''}{no}"
        case _:
            text = f"as to {need.text}, {_partly(response, brief)}"
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    evidence = (*response.evidence, *(fact.evidence for fact in brief.figures_on(need)))
    return Statement(f"{capital(text)}.", kind, evidence)


def _partly(response: Response, brief: Brief) -> str:
    """What is known of a need that is answered in part; empty where nothing of it can be shown."""
    figure, value = small(figures_text(brief, response.need)), listed_value(response, brief)
    told = brief.in_few_words(response, LONGEST_QUOTE) or brief.in_few_words(response, LONGEST_QUOTE, against=True)
    listed = f"the listing says {figure}" if figure else f"the listing says “{value}”" if value else ""
    parts = [listed, f"a reviewer says {told}" if told else ""]
    reported = reported_figures(response)
    if reported:
        parts = [f"the listing says “{value}”" if value else "", f"reviewers report {reported}"]
    return " and ".join(part for part in parts if part)
