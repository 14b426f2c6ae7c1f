"""The explanation: each need of the query answered for one product, listing and reviewers together."""

import re
from collections.abc import Iterator

from triptych.english.words import denies, kinds_of
from triptych.listing import show_figures
from triptych.records import ClaimKind, Evidence, Explanation, Money
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import (
    Statement,
    capital,
    claims_of,
    fit,
    join_sentences,
    pick,
    show_price,
    small,
    the,
    total_words,
    with_article,
)
from triptych.writers._phrases import left_open, predicates, said_to
from triptych.writers._responses import Response, bears_on
from triptych.writers._rows import listed_value, reported_figures
from triptych.writers._sayings import clauses_in
from triptych.writers._voices import is_danger, told_in

MOST = 99
_LONGEST_QUOTE = 20
_HALF = 0.5
_FEW = 2
_ALL = ("{answer} all you ask", "{be} what you are looking for", "{have} what you ask for")
_GLUED = re.compile(r"[a-z][A-Z]\w*[a-z][A-Z]")
"""Words that a shop's page ran together."""
_ALIKE_LETTERS = 5
_LOOSE = ("J", "R")
"""Kinds of word that a clause begins with whose subject is left out: "super comfortable and the sound is good"."""
_BY_LISTING, _SAID, _OPEN = "by the listing", "said", " is not certain"
_MANY = 3
"""So many reviewers are worth a sentence beside what is asked."""


def compose_explanation(query: str, brief: Brief) -> Explanation:
    """The paragraph and its claims."""
    warnings = list(_warning(brief))
    closing = list(_closing(brief, is_warned=bool(warnings)))
    room = MOST - total_words(closing)
    # That a need is met is worth more than what one reviewer says of another.
    sentences = list(_sentences(brief, is_short=True))
    for place, full in enumerate(_sentences(brief)):
        told = [*sentences[:place], full, *sentences[place + 1 :]]
        sentences = told if total_words([*told, *warnings[:1]]) <= room else sentences
    sentences = fit(sentences, room)
    left = room - total_words(sentences)
    warnings = [each for each in warnings if each.words <= left][:1]
    sentences += [*warnings, *(closing if warnings else _closing(brief))]
    return Explanation(
        query=query, product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences)
    )


def _sentences(brief: Brief, *, is_short: bool = False) -> Iterator[Statement]:
    """How far it answers the query with the weightiest ground, then the others, by who says so; last what is open.

    Short, what one reviewer says stands only beside what is missed or disputed.
    """
    asked, told = _asked(brief), _told_needs(brief)
    met = [r for r in told if r.state == "met" and not r.against]
    faults = [_answer(r, brief) for r in told if r not in met]
    # What many say comes first, what nobody but the listing says last.
    ranked = sorted(met, key=lambda r: (len({span.source_id for span in r.for_}) < _FEW, not r.for_))
    groups = [[r for r in met if _who(r) == who] for who in dict.fromkeys(map(_who, ranked))]
    grounds = [_together(group, brief, is_short=is_short) for group in groups]
    if len(grounds) > 1 and grounds[-1].text.startswith(_BY_LISTING) and ";" not in grounds[-2].text:
        first, other = grounds[-2:]
        text = f"{first.text.removesuffix('.')}, and {other.text}"
        grounds[-2:] = [Statement(text, first.kind, (*first.evidence, *other.evidence))]
    silent = [r.said for r in asked if r not in told and r not in _decisive(brief)]
    unclear = [Statement(f"it is unclear {left_open(silent)}.", "absent")] if silent else []
    sentences = [*grounds, *faults, *unclear]
    if _is_opened_by_fault(brief):
        fault = next(iter(faults or unclear), None)
        yield _opening(brief, fault)
        at_least_ = "at least " if grounds and grounds[0].text.startswith(_BY_LISTING) else "on the plus side, "
        grounds[:1] = [each._replace(text=f"{at_least_}{each.text}") for each in grounds[:1]]
        before, sentences = fault.text if fault else "", [*grounds, *faults[1:], *unclear[not faults :]]
    else:
        before = sentences[0].text
        yield _answers(brief, sentences.pop(0))
    for each in sentences:
        is_alike = _OPEN in before and _OPEN in each.text and each.text.startswith("whether ")
        before, text = each.text, f"nor is it certain {each.text.replace(_OPEN, '', 1)}" if is_alike else each.text
        yield each._replace(text=capital(text))


def _is_opened_by_fault(brief: Brief) -> bool:
    """True where what it misses or what is in doubt matters more than what it is known to have."""
    told = _told_needs(brief)
    met = [r for r in told if r.state == "met"]
    is_doubted = bool(told) and told[0].state != "met" and 2 * len(met) <= len(_asked(brief))
    is_over = _price(brief)[0].endswith(" over your limit")
    return not met or is_doubted or is_over or any(r.state == "missed" for r in (*told, *brief.responses))


def _told_needs(brief: Brief) -> list[Response]:
    """The needs of which something can be told, the weightiest first."""
    told = [r for r in _asked(brief) if r.figures or (r.state != "unknown" and r.evidence)]
    told = [r for r in told if r.figures or r.state != "partly" or _partly(r, brief)]
    return sorted(told, key=lambda r: (r.state != "missed", not (r.for_ or r.against), -r.weight))


def _warning(brief: Brief) -> Iterator[Statement]:
    """The complaints that bear most on what is asked, then the gravest, unless their reviewers were heard."""
    asked = _asked(brief)
    heard = {span.source_id for r in asked for span in r.against}
    voices = [v for v in brief.complaints if v.span.source_id not in heard]
    bearing = [v for v in voices if any(bears_on(v.span, r.need) >= _HALF for r in asked)]
    for voice in sorted(voices, key=lambda voice: (not is_danger(voice.span.text), voice not in bearing)):
        yield Statement(f"A complaint is {voice.told}.", "counted", (voice.span,))


def _asked(brief: Brief) -> list[Response]:
    """The needs that a sentence answers; kind and price are said first."""
    return [r for r in brief.responses if r.need.kind not in ("category", "budget")]


def _decisive(brief: Brief) -> list[Response]:
    """The needs that decide, the weightiest first: those it misses, else that must be checked, else has yet to show."""
    told = _told_needs(brief)
    open_ = [r for r in _asked(brief) if r not in told and r.state != "met"]
    told = [r for r in told if r.state != "partly" or r.against or not r.for_]
    found = ([r for r in told if r.state in states] for states in (("missed",), ("disputed", "partly")))
    # Where nothing is known there is nothing to choose by.
    return (next(filter(None, found), []) or (open_ if any(r.state == "met" for r in told) else []))[:_FEW]


def _closing(brief: Brief, *, is_warned: bool = False) -> Iterator[Statement]:
    """What follows for this shopper: to take it, to ask first, or to look elsewhere."""
    asked, decisive, it = _asked(brief), _decisive(brief), brief.pronoun
    met = [r for r in asked if r.state == "met"]
    price, evidence = ("", ()) if _is_opened_by_fault(brief) else _price(brief)
    at, be = f" at {price}" * bool(price), brief.verb("be")
    comma = "," * ("," in at)
    state = "" if not decisive else decisive[0].state if decisive[0] in _told_needs(brief) else "unknown"
    sure = predicates([(r.said.met, "") for r in decisive])
    is_over = _price(brief)[0].endswith(" over your limit")
    is_rest_met = 0 < len(asked) - len(decisive) == len(met)
    match_ = "a good match" if is_rest_met and len(met) >= len(decisive) else "worth a look"
    if not asked and not is_over:
        return
    if state == "missed" and is_rest_met:
        text = f"{it} {brief.verb('answer')} the rest, so {it} {be} worth a look only if you can do without that"
    elif state == "missed":
        text = f"so {it} {brief.verb('do')} not match what you ask"
    elif is_over:
        text = f"so take {brief.them} only if you can spend more"
    elif not met:
        text = f"so make sure first that {it} {sure}" if sure else "so look elsewhere or ask before you buy"
    elif state == "unknown":
        text = f"{left_open(r.said for r in decisive)} stays unclear, so ask first"
        rest = f"; otherwise {it} {be} worth a look{at}"
        text += rest if match_ == "a good match" else " or look elsewhere"
    elif decisive and _is_opened_by_fault(brief):
        text = f"so make sure first that {it} {sure}; otherwise {it} {be} {match_}"
    elif decisive:
        text = f"{it} {be} {match_}{at}, but make sure first that {it} {sure}"
    elif is_warned:
        text = f"apart from that, {it} {be} a good match{at}"
    else:
        text = f"{at.strip()}{comma} {it} {be} a good match" if at else f"so {it} {be} a good match"
    kind: ClaimKind = "derived" if comma else "advice"
    yield Statement(f"{capital(text)}.", kind, (*(span for r in asked for span in r.evidence), *evidence))


def _opening(brief: Brief, fault: Statement | None = None) -> Statement:
    """What it is and what it costs, and what it misses most or that little is known."""
    kind = next((r for r in brief.responses if r.need.kind == "category"), None)
    what, name = brief.kind, capital(the(brief.name))
    be = brief.verb("be")
    parts = []
    if what and kind and kind.state == "partly" and what != kind.need.text:
        parts.append(f"{be} {_a(what, brief)}, not clearly {_a(kind.need.text, brief)},")
    elif what and kind and kind.state == "missed":
        parts.append(f"{be} {_a(what, brief)}, not {_a(kind.need.text, brief)},")
    elif what:
        parts.append(f"{be} {_a(what, brief)}")
    price, evidence = _price(brief)
    if price:
        parts.append(f"at {price}" if parts else f"{brief.verb('cost')} {price}")
    text = " ".join(parts).replace(" ,", ",") if parts else f"{be} what the shop suggests"
    if fault:
        text = f"{text}, {'and' if price.endswith(' over your limit') else 'but'} {fault.text.removesuffix('.')}"
    evidence = (*(kind.evidence if kind else ()), *evidence, *whole(brief.product, "title", "title"))
    evidence += fault.evidence if fault else ()
    return Statement(f"{name} {text}.", "derived" if price else "stated", evidence)


def _answers(brief: Brief, ground: Statement) -> Statement:
    """How much of the query it answers, with the first ground."""
    asked = [r for r in brief.responses if r.need.kind != "category"]
    met = sum(r.state == "met" for r in asked)
    kind = next((r for r in brief.responses if r.need.kind == "category" and r.state == "partly"), None)
    share = pick(_ALL, brief.product.id) if met == len(asked) and not kind else "{answer} most of what you ask"
    share = share if 2 * met > len(asked) else "{answer} some of what you ask"
    verbs = {verb: brief.verb(verb) for verb in ("answer", "be", "have")}
    name = capital(the(brief.name))
    if kind and brief.kind and brief.kind != kind.need.text:
        name += f" {verbs['be']} {_a(brief.kind, brief)}, not clearly {_a(kind.need.text, brief)}, and"
    text = f"{name} {share.format(**verbs)}: {ground.text}"
    return Statement(text, ground.kind, (*ground.evidence, *whole(brief.product, "title", "title")))


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
    if not response.for_ or (response.listing and not response.is_agreed):
        return _BY_LISTING
    if response.listing:
        return "the listing and reviews agree that"
    return response.said_by(_SAID, "reviewers say that")


def _together(responses: list[Response], brief: Brief, *, is_short: bool) -> Statement:
    """Needs that the same sources say are met, with the listing's figures and what a reviewer says of each."""
    known = told_in(" ".join(response.said.met for response in responses))
    shown = [small(show_figures(r.figures)) for r in responses]
    if not is_short:
        shown = [each or _retold(r, known) for each, r in zip(shown, responses, strict=True)]
    if not any(shown) and responses[0].listing and not is_short:
        value = _value(responses[0], brief)
        is_bare = len(value.split()) <= _MANY and told_in(responses[0].need.text) <= told_in(value)
        shown[0] = f"“{value}”" if value and not is_bare else ""
    parts = [(r.said.met, f" ({each})" if each else "") for r, each in zip(responses, shown, strict=True)]
    says = _who(responses[0])
    if says == _SAID and not any(shown):
        text = f"{brief.pronoun} {said_to([r.said.met for r in responses], brief.verb('be'))}"
    elif says == _SAID:
        text = f"it is said that {brief.pronoun} {predicates(parts)}"
    else:
        text = f"{says} {brief.pronoun} {predicates(parts)}"
    if not any(shown) and not is_short and not any(r.listing for r in responses):
        said = next((t for t in (_told(r, brief) for r in responses) if _is_new(t, known)), "")
        text += f" ({said})" if len(responses) == 1 and said.startswith("“") else f"; a review says {said}" * bool(said)
    kind: ClaimKind = "counted" if responses[0].for_ else "stated"
    return Statement(f"{text}.", kind, tuple(span for r in responses for span in r.all_evidence))


def _retold(response: Response, known: frozenset[str]) -> str:
    """What a reviewer says for a need in a few words, where that is more than the need itself."""
    voice = response.voice()
    return voice.point if voice and voice.retold and _is_new(voice.point, known) else ""


def _is_new(said: str, known: frozenset[str]) -> bool:
    return len(told_in(said) - known) >= _FEW


def _answer(response: Response, brief: Brief) -> Statement:
    """One need answered that is missed, disputed or not certain, or met but not for all."""
    it = brief.pronoun
    said, back = _told(response, brief), _told(response, brief, is_against=True)
    listing = _listing(response, brief)
    match response.state:
        case "met":
            listed = _who(response) == _BY_LISTING
            who = _BY_LISTING if listed else "the listing and reviews say that" if response.listing else "most say that"
            text = f"{who} {it} {response.said.met}, but {f'a review says {back}' if back else 'not all agree'}"
        case "missed":
            grounds = " and ".join(filter(None, [listing, f"a review says {back}" if back else ""]))
            text = f"{it} {response.said.missed}"
            said_so = f"{it} {said_to([response.said.missed], brief.verb('be'))}"
            text = f"{text}: {grounds}" if grounds else said_so if response.against else text
        case "disputed" if not reported_figures(response) and (response.listing or response.is_agreed):
            is_denied = any(map(denies, response.need.text.lower().split()))
            so = f"that {it} {response.said.met}" if is_denied else "so"
            sides = [listing or f"the listing says {so}" * bool(response.listing)]
            sides += [f"a review says {said}" if said else f"some say {so}"] if response.is_agreed else []
            yes = " and ".join(filter(None, sides))
            no = f"{'another' if response.is_agreed else 'a review'} says {back}" if back else "not all agree"
            text = f"{response.said.open} is disputed: {f'{yes}, but ' if yes else ''}{no}"
        case "unknown" if listing:
            text = f"as to {response.said.open}, {listing}"
        case _:
            known = _partly(response, brief)
            is_hint = response.state == "partly" and known and not response.against
            text = f"{response.said.open} is {f'not certain: {known}' if known else 'disputed'}"
            text = f"as to {response.said.open}, {known}" if is_hint else text
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return Statement(f"{text}.", kind, response.all_evidence)


def _told(response: Response, brief: Brief, *, is_against: bool = False) -> str:
    """What a reviewer says to a need: retold, a clause that speaks of it, else a short quotation; else empty."""
    voice = response.objection(_LONGEST_QUOTE) if is_against else response.voice(_LONGEST_QUOTE)
    if voice and voice.retold:
        return voice.told
    spans = response.against if is_against else response.for_
    clauses = clauses_in((s for s in spans if s.source_id not in response.unquoted), brief.product, brief.pronoun)
    told = {v: bears_on(v.span, response.need) for v in clauses if kinds_of(v.told.split()[1])[:1] not in _LOOSE}
    best = max(told, default=None, key=lambda voice: told[voice])
    if best and told[best] > _HALF:
        return best.told
    return voice.told if voice else ""


def _listing(response: Response, brief: Brief) -> str:
    """What the listing says, in its figures or words; empty where it has none that are short."""
    figure, value = small(show_figures(response.figures)), _value(response, brief)
    return f"the listing says {figure}" if figure else f"the listing says “{value}”" if value else ""


def _partly(response: Response, brief: Brief) -> str:
    """What is known of a need that is answered in part; empty where nothing of it can be shown."""
    reported = reported_figures(response, "in reviews ")
    told = _told(response, brief) or _told(response, brief, is_against=True)
    told = reported or (f"a review says {told}" if told else "")
    return " and ".join(filter(None, [_listing(response, brief), told]))


def _value(response: Response, brief: Brief) -> str:
    """What the listing says in its own words; empty where they do not name the need or were run together."""
    value = listed_value(response, brief)
    asked = [word[:_ALIKE_LETTERS] for word in response.need.text.lower().split() if len(word) >= _ALIKE_LETTERS]
    is_named = " " in value or "-" in value or any(word in value.lower() for word in asked)
    return value if is_named and not _GLUED.search(value) else ""
