"""The opinion: how reviewers feel, then what most say, what is said for and against a thing side by side."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from triptych.aspects import facet_of
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief
from triptych.writers._findings import LITTLE, NOT_OF_PRODUCT, ReviewFinding, contested, distinct_aspects, divided
from triptych.writers._grammar import (
    Statement,
    at_least,
    calm,
    capital,
    claims_of,
    fit,
    join_sentences,
    listed,
    show_price,
    small,
    stem_list,
    the,
    total_words,
    with_article,
)
from triptych.writers._mood import leans_of, mood_of, open_opinion
from triptych.writers._phrases import overlap, predicates, quotable, quoted, said_to
from triptych.writers._retold import Retold, together
from triptych.writers._sayings import clauses_in
from triptych.writers._voices import NOT_ALL, Voice, can_be_read_alone, is_danger, is_readable, stems_of, told_in

MOST = 250
_FEWEST_TO_GENERALISE = 3
_FEW_REVIEWERS = 5
"""Of fewer reviewers two are many."""
_MOST_COUNTED, _MOST_OTHERS = 7, 4
_PER_SENTENCE = 2
_TOGETHER, _MUCH, _MOST_OF_ONE = 4, 50, 2
"""Remarks in one sentence; so much told that words recur anyway; remarks of one reviewer."""
_LONGEST_QUOTE = 18
_MOST_QUOTED = 3
_TELLERS = ("one says", "another", "a third")
_PRAISED = ("Reviewers note that", "They also say that", "It is added that", "And they say that")
_MINDED = ("Complaints are that", "They also mind that", "There are complaints, too, that", "Besides, they say that")
_MINDED_ONCE = "A complaint is that"
_quality = re.compile(r"(?:is|are) (?!made |of |.*\bnot )(.*)").fullmatch
"""What a product is: "is sturdy"."""
_WELL_RATED = 4.0
_NAMES = {"trueness to size": "size", "see-through": "opacity"}


_Told = dict[Direction, list[frozenset[str]]]
"""The stems of what was told so far, in praise and in blame."""


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims: what weighs more, praise or blame, comes first."""
    told: _Told = {"+": [], "-": []}
    opening, mood = open_opinion(brief), mood_of(brief)
    sides = {"+": (_counted, _others, _divided, _liked), "-": (_disliked, _complaints)}
    order: tuple[Direction, Direction] = ("-", "+") if mood == "-" else ("+", "-")
    said = {side: [each for part in sides[side] for each in part(brief, told)] for side in order}
    close = list(_closing(brief, mood))
    blame = fit(said["-"], max(MOST // 2, MOST - total_words([*opening, *said["+"], *close])))
    praise = fit(said["+"], MOST - total_words([*opening, *blame, *close]))
    if mood == "-":
        praise.sort(key=lambda each: each.text.startswith("Opinions differ"))
        praise[:1] = [each._replace(text=f"On the plus side, {small(each.text)}") for each in praise[:1]]
    body = blame + praise if mood == "-" else praise + blame
    if len(opening) == 1 and body and body[0].text.startswith("At least ") and brief.product.average_rating is None:
        first = body.pop(0)
        text = f"{opening[0].text[:-1]}: {small(first.text)}"
        opening = [Statement(text, "counted", (*opening[0].evidence, *first.evidence))]
    sentences = [*opening, *_varied(body), *close]
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _varied(sentences: Sequence[Statement]) -> Iterator[Statement]:
    """The sentences, none with the beginning of the one before where another reviewer speaks."""
    last, told = set[str](), ""
    for each in sentences:
        text, who = each.text, {span.source_id for span in each.evidence}
        if text.startswith("One ") and last and who.isdisjoint(last):
            text = text.replace("; a third", "; a fourth").replace("; another", "; a third")
            text = f"Another {text.removeprefix('One ').removeprefix('also ')}"
        text = text.replace("Opinions differ on", "They disagree on") if "Opinions differ on" in told else text
        last, told = who if text.startswith(("One ", "Another ")) else set(), told + text
        yield each._replace(text=text)


def _findings(brief: Brief, direction: Direction) -> list[ReviewFinding]:
    """What reviewers say of the product itself, and more than say the contrary."""
    disputed = [*chain(*divided(brief.findings)), *contested(brief.findings)]
    own = (f for f in brief.findings if f.direction == direction and f.point.aspect not in NOT_OF_PRODUCT)
    return [f for f in own if f not in disputed and f.count + (direction == "-") > len(f.against)]


def _is_many(finding: ReviewFinding, brief: Brief) -> bool:
    """True for what so many say that their number is told."""
    return finding.count >= _FEWEST_TO_GENERALISE or (finding.count == 2 and brief.reviewers <= _FEW_REVIEWERS)


def _counted(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What many say, with how many they are: what nobody denies, then who says the contrary, then the others."""
    many = distinct_aspects(finding for finding in _findings(brief, "+") if _is_many(finding, brief))[:_MOST_COUNTED]
    agreed = [finding for finding in many if not finding.against and not _contraries(finding, brief)]
    first, rest = agreed[:_PER_SENTENCE], agreed[_PER_SENTENCE:]
    if first:
        yield _telling(f"{capital(_say(first, brief))}.", first, told)
    disputed = [finding for finding in many if finding not in agreed]
    yield from (_disputed(each, brief, told) for each in [*disputed, *contested(brief.findings)[:_PER_SENTENCE]])
    if rest:
        yield _telling(f"Some also {_found(rest, brief)}.", rest, told)


def _telling(text: str, findings: Sequence[ReviewFinding], told: _Told) -> Statement:
    """A sentence that tells some findings."""
    spans = tuple(span for finding in findings for span in finding.spans.values())
    told[findings[0].direction] += map(told_in, (*(f.told for f in findings), *(span.text for span in spans)))
    return Statement(text, "counted", spans)


def _disputed(finding: ReviewFinding, brief: Brief, told: _Told) -> Statement:
    """What several say and somebody contradicts, both told: "; but one says that it leaks", ", but two disagree"."""
    against = [each for each in _contraries(finding, brief) if not _is_told(each, told["-"])][:_PER_SENTENCE]
    spans = tuple(each.span for each in against) or tuple(finding.against.values())
    dissent = f"; but {_voiced(against, ', and ')}" if against else f", but {finding.dissent or 'not all agree'}"
    told["-"] += (told_in(each.span.text) for each in against)
    is_open = finding.count <= 2 * len(spans) > 2
    text = f"opinions differ on {_NAMES.get(thing := finding.point.aspect, thing)}: " * is_open + _say([finding], brief)
    statement = _telling(f"{capital(text)}{dissent}.", [finding], told)
    return statement._replace(evidence=(*statement.evidence, *spans))


def _contraries(finding: ReviewFinding, brief: Brief) -> list[Voice]:
    """What others say against good news: of the same thing by its name, as the reading hears it."""
    names = {finding.thing, finding.point.aspect, facet_of(finding.point.aspect)}
    own = stems_of(f"{finding.point.aspect} {finding.told}")
    heard = (span for theme in brief.themes if theme.name in names for span in theme.spans("-").values())
    heard = (span for span in heard if not own.isdisjoint(stems_of(span.text)))
    spans = [span for span in (*finding.against.values(), *heard) if span.source_id not in finding.spans]
    pool = [*brief.complaints, *clauses_in(spans, brief.product, brief.pronoun)]
    whole = (s for s in finding.against.values() if ":" not in s.text and is_readable(s.text) and can_be_read_alone(s))
    pool += [Voice(s) for s in whole if _TOGETHER < quotable(s.text)[1] <= _LONGEST_QUOTE]
    close = [each for each in pool if any(overlap(each.span, span) for span in spans)]
    return list({each.span.source_id: each for each in reversed(close)}.values())[::-1]


def _divided(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What they differ over, side by side: "at least three find it sturdy, but two wobbly"."""
    parts, both = [], list[ReviewFinding]()
    for good, bad in divided(brief.findings)[:_PER_SENTENCE]:
        many = len({*bad.spans, *good.against})
        both += [good, bad]
        if min(many, good.count) == 1:
            # Who is alone as far as is heard may not be.
            contrary = said_to([bad.told], "").removeprefix(" said ")
            parts.append(f"{brief.pronoun} {said_to([good.told], brief.verb('be'))}, but also {contrary}")
            continue
        yes, no = at_least(good.count, brief.reviewers), at_least(many, brief.reviewers)
        contrary = f"that {brief.pronoun} {bad.told}" if many == bad.count else "the contrary"
        parts.append(f"{yes} say that {brief.pronoun} {good.told}, {no} {contrary}")
    if parts:
        told["-"] += (told_in(bad.told) for bad in both[1::2])
        things = listed([_NAMES.get(thing := good.point.aspect, thing) for good in both[::2]])
        yield _telling(f"Opinions differ on {things}: {'; '.join(parts)}.", both, told)


def _say(findings: Sequence[ReviewFinding], brief: Brief) -> str:
    """ "At least five say that it keeps drinks cold and at least four find it light"."""
    groups: dict[int, list[ReviewFinding]] = {}
    for finding in findings:
        groups.setdefault(finding.count, []).append(finding)
    each = (f"{at_least(n, brief.reviewers)} {'each ' * (len(g) > 1)}{_found(g, brief)}" for n, g in groups.items())
    return listed([*each])


def _found(findings: Sequence[ReviewFinding], brief: Brief) -> str:
    """What they come to: "find it soft and stretchy and say that it has pockets"."""
    being = [quality[1] for f in findings if (quality := _quality(f.told))]
    other = [(f.told, "") for f in findings if not _quality(f.told)]
    parts = [f"find {brief.them} {listed(being)}"] if being else []
    return listed([*parts, f"say that {brief.pronoun} {predicates(other)}"] if other else parts)


def _others(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What a few say beside that, as it is commonly put; what only one does where it tells something."""
    undisputed = [finding for finding in distinct_aspects(_findings(brief, "+")) if not finding.against]
    few = [finding for finding in undisputed if finding.count > 1 and not _is_many(finding, brief)]
    # What only one calls it tells little where many are upset.
    if len(few) <= 1 and sum(leans_of(brief)) > 0:
        single = [each for each in undisputed if each.count == 1 and each.point.aspect not in {*LITTLE, "taste"}]
        few += [each for each in single if told_in(each.told) not in told["+"]]
    few = few[:_MOST_OTHERS]
    if few and (len(few) > 1 or few[0].count > 1):
        said = predicates([(finding.told, "") for finding in few])
        yield _telling(f"It is {'also ' * bool(told['+'])}said that {brief.pronoun} {said}.", few, told)


def _liked(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What they like that says more than that it is good, in their own words."""
    pool = _fresh(brief.praise, told["+"])
    yield from _in_their_words(pool[: _TOGETHER * len(_PRAISED)], _PRAISED, told["+"])


def _fresh(remarks: Iterable[Voice], told: Sequence[frozenset[str]]) -> list[Voice]:
    """A few of each reviewer, none that says what was told."""
    new, heard = list[Voice](), list(told)
    for remark in remarks:
        own = [other for other in new if remark.span.source_id == other.span.source_id]
        # A headline says what its review does.
        is_again = any(remark.span.source != other.span.source for other in own)
        if len(own) < _MOST_OF_ONE and not is_again and not _is_told(remark, heard):
            new.append(remark)
            heard.append(told_in(remark.span.text))
    return new


def _is_told(remark: Voice, told: Sequence[frozenset[str]]) -> bool:
    """True where most of what a remark tells was told, or all but a word."""
    stems = told_in(remark.span.text) - stem_list("canned", "void") or told_in(remark.span.text)
    is_known = len(told) <= _MUCH and len(stems.difference(*told)) < min(2, len(stems))
    return is_known or any(len(stems & other) * 2 >= len(stems) for other in told)


def _in_their_words(remarks: Sequence[Voice], leads: Sequence[str], told: list[frozenset[str]]) -> Iterator[Statement]:
    """Remarks a few to a sentence, those of the same thing side by side; what cannot be retold is quoted."""
    # Quotations beside prose read badly: they come last, and a few will do; dangers are told however they are put.
    prose = [each for each in remarks if each.retold or is_danger(each.span.text)]
    remarks = [*prose, *[each for each in remarks if each not in prose][:_MOST_QUOTED]]
    stems = [told_in(each.span.text) - stem_list("canned") for each in remarks]
    first = [next(k for k, other in enumerate(stems) if k == n or other & stems[n]) for n in range(len(remarks))]
    ordered = [each for _, each in sorted(zip(first, remarks, strict=True), key=lambda pair: pair[0])]
    for n, lead in enumerate(leads):
        group = ordered[n * _TOGETHER : (n + 1) * _TOGETHER]
        spans = tuple(each.span for each in group)
        told += (told_in(span.text) for span in spans)
        retold = [_marked(each.retold, each) for each in group if each.retold]
        literal = [quoted(each.span) for each in group if not each.retold]
        if retold:
            more = f"; they also write {listed(literal)}" if literal else ""
            yield Statement(f"{lead} {together(retold)}{more}.", "counted", spans)
        elif literal:
            writes = lead.removesuffix(" that").replace("note", "write")
            yield Statement(f"{writes} {listed(literal)}.", "counted", spans)


def _marked(retold: Retold, voice: Voice) -> Retold:
    """A remark with that not all agree, where they do not."""
    return retold._replace(predicate=f"{retold.predicate}{NOT_ALL}") if voice.is_contested else retold


def _voiced(group: Sequence[Voice], link: str = "; ") -> str:
    """ "One says that the lid closes tightly; another “easy to clean”; a third …"."""
    return link.join(f"{who} {calm(each.told)}" for who, each in zip(_TELLERS, group, strict=False))


def _disliked(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What several dislike."""
    several = [finding for finding in _findings(brief, "-") if finding.count > 1][:_MOST_OTHERS]
    if several:
        yield _telling(f"{capital(_say(several, brief)).replace(' say ', ' complain ')}.", several, told)


def _complaints(brief: Brief, told: _Told) -> Iterator[Statement]:
    """What they mind that was not told, in their own words; where these are few, what others mind in common ones."""
    kept = _fresh(brief.complaints, told["-"])[: _TOGETHER * len(_MINDED)]
    leads = _MINDED if len(kept) > 1 else (_MINDED_ONCE,)
    yield from _in_their_words(kept, leads, told["-"])
    heard = {each.span.source_id for each in kept}
    single = (f for f in _findings(brief, "-") if f.count == 1 and not f.against and f.point.aspect not in LITTLE)
    new = [f for f in distinct_aspects(single) if heard.isdisjoint(f.spans)][:_PER_SENTENCE]
    if new and len(kept) < _PER_SENTENCE:
        also, are = "also " * bool(told["-"]), "are {}complaints" if len(new) > 1 else "is {}a complaint"
        said = predicates([(f.told, "") for f in new])
        yield _telling(f"There {are.format(also)} that {brief.pronoun} {said}.", new, told)


def _closing(brief: Brief, mood: Direction | None) -> Iterator[Statement]:
    """Who recommends it, and whom it suits or what to look at before buying."""
    advised = next((f for f in brief.findings if f.point.aspect == "recommendation" and f.is_settled), None)
    text, spans = "", list[Evidence]()
    if advised and advised.count > 1:
        does = "recommend" if advised.direction == "+" else "advise against"
        text, spans = f"{at_least(advised.count, brief.reviewers)} {does} {brief.them}", [*advised.spans.values()]
    top = [f for f in _findings(brief, "+") if _is_many(f, brief) and not _contraries(f, brief) and not f.against]
    top = distinct_aspects(f for f in top if f.point.aspect not in {*LITTLE, "price", "value", "colour"})
    if mood == "+" and brief.kind and len(top) >= _PER_SENTENCE:
        kind = brief.kind if brief.is_plural else with_article(brief.kind)
        wanted = predicates([(finding.told, "") for finding in top[:_PER_SENTENCE]])
        text = f"{text}; " if text else ""
        at = f"at {show_price(brief.price)} " if brief.price else ""
        text += f"{at}{brief.pronoun} {brief.verb('suit')} whoever wants {kind} that {wanted}"
        several = next((f.told for f in _findings(brief, "-") if f.count > 1), "")
        single = next((voice.retold.clause for voice in brief.complaints if voice.retold), "")
        fault = f"{brief.pronoun} {several}" if several else single
        text += f", unless it matters that {fault}" if fault else ""
        spans += [span for finding in top[:_PER_SENTENCE] for span in finding.spans.values()]
    elif mood == "-" and not text and (brief.product.average_rating or 0) < _WELL_RATED:
        text = "going by these reviews the complaints weigh more, so better look elsewhere"
    if text:
        yield Statement(f"{capital(text)}.", "advice" if not spans else "counted", tuple(spans))
