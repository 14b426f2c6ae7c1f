"""The explanation: each need of the query answered for one product, listing and reviewers together."""

from collections.abc import Iterator, Sequence

from triptych.english.words import denies, lemma_of
from triptych.listing import show_figures
from triptych.records import ClaimKind, Evidence, Explanation, Money
from triptych.writers._brief import Brief, whole
from triptych.writers._findings import NOT_OF_PRODUCT
from triptych.writers._grammar import (
    Statement,
    at_least,
    capital,
    claims_of,
    fit,
    join_sentences,
    show_price,
    small,
    the,
    total_words,
    with_article,
)
from triptych.writers._phrases import left_open, overlap, predicates
from triptych.writers._responses import Response, bears_on
from triptych.writers._rows import listed_value, reported_figures
from triptych.writers._sayings import clauses_in

MOST = 99
_LONGEST_QUOTE = 16
_HALF = 0.5
_FEW = 2
_MANY = 3
"""So many reviewers are worth a sentence beside what is asked."""


def compose_explanation(query: str, brief: Brief) -> Explanation:
    """The paragraph and its claims."""
    closing = list(_closing(brief))
    room = MOST - total_words(closing)
    # That a need is met is worth more than what one reviewer says of another.
    sentences = list(_sentences(brief, is_short=True))
    for place, full in enumerate(_sentences(brief)):
        told = [*sentences[:place], full, *sentences[place + 1 :]]
        sentences = told if total_words(told) <= room else sentences
    sentences = [*fit(sentences, room), *closing]
    return Explanation(
        query=query, product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences)
    )


def _sentences(brief: Brief, *, is_short: bool = False) -> Iterator[Statement]:
    """What it is and costs, then every need: those it misses first; last a complaint, praise, and what is not known.

    Short, what one reviewer says stands only beside what is missed or disputed.
    """
    yield _opening(brief)
    asked = _asked(brief)
    told = [
        r
        for r in asked
        if r.figures or (r.state != "unknown" and r.evidence and (r.state != "partly" or _partly(r, brief)))
    ]
    plain = [r for r in told if r.state == "met" and not r.against and not _listing(r, brief)]
    for response in sorted(told, key=lambda r: (r.state != "missed", -r.weight)):
        if response not in plain:
            yield _answer(response, brief, is_short=is_short)
    for who in dict.fromkeys(map(_who, plain)):
        group = [response for response in plain if _who(response) == who]
        yield _together(who, group, brief, is_short=is_short)
    silent = [r.said for r in asked if r not in told and r not in _decisive(brief)]
    warning = next(iter(brief.complaints), None)
    if warning and not any(span.source_id == warning.span.source_id for r in told for span in r.against):
        mark = "" if warning.told.startswith("that ") else ":"
        yield Statement(f"One reviewer warns{mark} {warning.told}.", "counted", (warning.span,))
    if silent:
        yield Statement(f"It is unclear {left_open(silent)}.", "absent")
    yield from _praise(brief, told)


def _praise(brief: Brief, told: Sequence[Response]) -> Iterator[Statement]:
    """What many praise that was not asked, where there is room."""
    spans = [span for response in told for span in response.for_]
    for finding in brief.findings:
        is_fresh = not any(overlap(span, other) for span in finding.spans.values() for other in spans)
        if finding.direction == "+" and finding.point.aspect not in NOT_OF_PRODUCT and not finding.against and is_fresh:
            if finding.count >= _MANY:
                who = f"{at_least(finding.count, brief.reviewers)} of {brief.reviewers} reviewers"
                text = f"Also, {who} say that {brief.pronoun} {finding.told}."
                yield Statement(text.replace("nearly all of ", "nearly all "), "counted", tuple(finding.spans.values()))
            return


def _asked(brief: Brief) -> list[Response]:
    """The needs that a sentence answers; kind and price are said first."""
    return [r for r in brief.responses if r.need.kind not in ("category", "budget")]


def _decisive(brief: Brief) -> list[Response]:
    """The needs that decide, the weightiest first: those it misses, else that must be checked, else has yet to show."""
    asked = sorted(_asked(brief), key=lambda r: -r.weight)
    # Where nothing is known there is nothing to choose by.
    ranks = (("missed",), ("disputed", "partly"), ("unknown",) if any(r.state == "met" for r in asked) else ())
    found = ([r for r in asked if r.state in states] for states in ranks)
    return next(filter(None, found), [])[:_FEW]


def _closing(brief: Brief) -> Iterator[Statement]:
    """What follows for this shopper: what it misses, must be checked or has yet to prove, else that it fits."""
    asked, decisive, it = _asked(brief), _decisive(brief), brief.pronoun
    be, fits = brief.verb("be"), brief.verb("fit")
    met = [r for r in asked if r.state == "met"]
    is_mostly, state = 2 * len(met) > len(asked), decisive[0].state if decisive else ""
    needed = predicates([(_in_infinitive(r.said.met), "") for r in decisive])
    is_over = any(r.state == "missed" for r in brief.responses if r.need.kind == "budget")
    if len(asked) < _FEW and not is_over:
        return
    if state == "missed":
        text = f"so {it} {be} not for you if {it} must {needed.replace(' and ', ' or ')}"
    elif is_over:
        text = f"so {it} {be} only for you if you can spend more"
    elif not met:
        sure = f"make sure first that {it} {predicates([(r.said.met, '') for r in decisive])}"
        text = f"so {sure}" if decisive else f"so nothing shows yet that {it} {fits} what you ask"
    elif state == "unknown":
        text = f"so {it} {fits if is_mostly else 'may suit you'} if {it} {brief.verb('prove')} to {needed}"
    elif decisive:
        fits = f"{fits} most of what you ask" if is_mostly else "may suit you"
        text = f"so {it} {fits}, but make sure that {it} {predicates([(r.said.met, '') for r in decisive])}"
    else:
        text = f"so {it} {fits} what you ask"
    yield Statement(f"{capital(text)}.", "advice", tuple(span for r in asked for span in r.evidence))


def _in_infinitive(predicate: str) -> str:
    """What a product is or does, as it follows "must": "be quiet", "have pockets", "not shrink"."""
    verb, _, rest = predicate.partition(" ")
    plain = {"is": "be", "are": "be", "has": "have", "does": "do"}.get(verb) or lemma_of(verb, "V")
    if not rest.startswith("not "):
        return f"{plain} {rest}".strip()
    return rest if plain == "do" else f"not {plain} {rest.removeprefix('not ')}"


def _opening(brief: Brief) -> Statement:
    """What it is and what it costs, beside what was asked."""
    kind = next((r for r in brief.responses if r.need.kind == "category"), None)
    what, name = brief.kind, capital(the(brief.name))
    be = brief.verb("be")
    parts = []
    if what and kind and kind.state == "missed":
        parts.append(f"{be} {_a(what, brief)}, not {_a(kind.need.text, brief)},")
    elif what:
        parts.append(f"{be} {_a(what, brief)}")
    price, evidence = _price(brief)
    is_kind = bool(parts)
    if price:
        parts.append(f"at {price}" if is_kind else f"{brief.verb('cost')} {price}")
    text = " ".join(parts).replace(" ,", ",") if parts else f"{be} what the shop suggests"
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
    evidence = brief.price_evidence
    limit = next((r.need.most for r in brief.responses if r.need.kind == "budget" and r.need.most), None)
    if limit is None:
        return show_price(price), evidence
    gap = limit.amount - price.amount
    if gap == 0:
        return f"{show_price(price)}, exactly your limit", evidence
    apart = show_price(Money(amount=abs(gap), currency=price.currency))
    return f"{show_price(price)}, {apart} {'under' if gap > 0 else 'over'} your limit", evidence


def _who(response: Response) -> str:
    """Who says that a need is met."""
    if not response.for_:
        return "by the listing"
    reviews = response.said_by("a review", "reviews")
    if response.listing:
        return f"the listing and {reviews} agree that"
    return response.said_by("a reviewer says that", "reviewers say that")


def _together(who: str, responses: list[Response], brief: Brief, *, is_short: bool) -> Statement:
    """Needs that the same sources say are met, with what one reviewer says of one of them."""
    text = f"{who} {brief.pronoun} {predicates([(r.said.met, '') for r in responses])}"
    said = next(filter(None, (_told(response, brief) for response in responses)), "")
    if said and not is_short:
        is_one = len(responses) == 1 and responses[0].said_by("one", "several") == "one"
        text += f": {said.removeprefix('that ')}" if is_one else f"; one says {said}"
    kind: ClaimKind = "counted" if responses[0].for_ else "stated"
    return Statement(f"{capital(text)}.", kind, tuple(span for r in responses for span in r.all_evidence))


def _answer(response: Response, brief: Brief, *, is_short: bool) -> Statement:
    """One need answered: what holds, then who says so."""
    it = brief.pronoun
    said, back = _told(response, brief), _told(response, brief, is_against=True)
    listing = _listing(response, brief)
    match response.state:
        case "met":
            text = _met(response, brief, listing, "" if is_short else said)
            text += (f", but another says {back}" if back else ", but not for all") if response.against else ""
        case "missed":
            grounds = " and ".join(filter(None, [listing, f"a review says {back}" if back else ""]))
            text = f"{it} {response.said.missed}"
            says = response.said_by("a review says", "reviews say", against=True)
            text = f"{text}: {grounds}" if grounds else f"{says} that {text}" if response.against else text
        case "disputed" if not reported_figures(response) and (response.listing or response.is_agreed):
            is_denied = any(map(denies, response.need.text.lower().split()))
            so = f"that {it} {response.said.met}" if is_denied else "so"
            sides = [listing or f"the listing says {so}" * bool(response.listing)]
            sides += [f"one review says {said}" if said else f"some say {so}"] if response.is_agreed else []
            yes = " and ".join(filter(None, sides))
            denied = response.said_by("one denies it", "others deny it", against=True)
            no = f"{'another' if response.is_agreed else 'a review'} says {back}" if back else denied
            text = f"{response.said.open} is disputed: {f'{yes}, but ' if yes else ''}{no}"
        case _:
            known = _partly(response, brief)
            text = f"{response.said.open} is {f'not certain: {known}' if known else 'disputed'}"
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return Statement(f"{capital(text)}.", kind, response.all_evidence)


def _met(response: Response, brief: Brief, listing: str, said: str) -> str:
    """That a need is met, who says so, and what one of them says."""
    holds = f"{brief.pronoun} {response.said.met}"
    if not listing:
        text = f"{_who(response)} {holds}"
    else:
        text = f"{holds}: {listing}"
        text += response.said_by(", and a review agrees", ", and reviews agree") if response.is_agreed else ""
    return f"{text}; one says {said}" if said else text


def _told(response: Response, brief: Brief, *, is_against: bool = False) -> str:
    """What a reviewer says to a need: a clause that speaks of it, else a quotation; empty where none is short."""
    spans = response.against if is_against else response.for_
    clauses = clauses_in((s for s in spans if s.source_id not in response.unquoted), brief.product, brief.pronoun)
    told = {voice: bears_on(voice.span, response.need) for voice in clauses}
    best = max(told, default=None, key=lambda voice: told[voice])
    if best and told[best] > _HALF:
        return best.told
    return response.objection(_LONGEST_QUOTE) if is_against else response.quote(_LONGEST_QUOTE)


def _listing(response: Response, brief: Brief) -> str:
    """What the listing says, in its figures or words; empty where it has none that are short."""
    figure, value = small(show_figures(response.figures)), listed_value(response, brief)
    return f"the listing says {figure}" if figure else f"the listing says “{value}”" if value else ""


def _partly(response: Response, brief: Brief) -> str:
    """What is known of a need that is answered in part; empty where nothing of it can be shown."""
    reported = reported_figures(response, "a review reports ", "reviews report ")
    told = _told(response, brief) or _told(response, brief, is_against=True)
    told = reported or (f"a review says {told}" if told else "")
    return " and ".join(filter(None, [_listing(response, brief), told]))
