"""The opinion: what reviewers say of one product, what most say first, dissent beside it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from triptych.english.words import word_set
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._accounts import Account, grave_remarks, neat_first
from triptych.writers._brief import Brief
from triptych.writers._findings import (
    LITTLE,
    NOT_OF_PRODUCT,
    ReviewFinding,
    contested,
    distinct_aspects,
    divided,
    in_plural,
)
from triptych.writers._grammar import (
    Statement,
    at_least,
    capital,
    claims_of,
    fit,
    join_sentences,
    listed,
    pick,
    show_price,
    small,
    the,
    total_words,
)
from triptych.writers._mood import leans_of, mood_of, open_opinion
from triptych.writers._phrases import in_infinitive, overlap, predicates
from triptych.writers._sayings import clauses_in
from triptych.writers._voices import Voice, is_danger, stems_of, told_in

MOST = 250
_FEWEST_TO_GENERALISE = 3
_FEW_REVIEWERS = 5
"""Of fewer reviewers two are many."""
_MOST_COUNTED, _MOST_OTHERS = 5, 4
_PER_SENTENCE = 2
_SHARE = 2
"""What one of so many says is what they agree on."""
_TELLING = 0.6
"""What an account must weigh to be worth its words."""
_MANY = 10
"""Of more reviewers than so many there is more to tell."""
_TOGETHER = 3
"""Remarks in one sentence."""
_TELLERS = ("another", "a third")
_ONE_BY_ONE = ("One reviewer", "Another", "A third", "A fourth")
_DOWNSIDE = ("On the downside,", "As for complaints,", "Not all is praise:")
_MOST_AGREED = ("Reviewers agree most that", "What reviewers like most is that", "Above all, reviewers say that")
_WEIGH = ("weigh these complaints before you buy", "so choose with care", "so look at the complaints before you buy")
_quality = re.compile(r"(?:is|are) (?!.*\bnot )(.*)").fullmatch
"""What a product is: "is sturdy"."""
_JUDGED = word_set("price value quality durability sturdiness stability performance") | {"build quality"}
"""What no look at the product tells beforehand."""
_WELL_RATED = 4.0


_Told = TypeVar("_Told", Voice, Account)


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims: what weighs more, praise or blame, comes first."""
    told: list[Evidence] = []
    mood = _leaning(brief)
    opening = open_opinion(brief, mood)
    praise = [each for part in (_counted, _others, _divided, _liked, _accounts) for each in part(brief, told)]
    blame = fit([*_disliked(brief, told), *_complaints(brief, told)], MOST // 2)
    blame += _doubts(brief, blame)
    close = list(_closing(brief, mood, is_blamed=bool(blame)))
    praise = fit(praise, MOST - total_words([*opening, *blame, *close]))
    if mood == "-":
        praise[:1] = [each._replace(text=f"On the plus side, {small(each.text)}") for each in praise[:1]]
    sentences = [*opening, *(blame + praise if mood == "-" else praise + blame), *close]
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _leaning(brief: Brief) -> Direction | None:
    """Whether most like it; where they are divided, whether far more of them blame it than praise it."""
    blamed = {voice.span.source_id for voice in brief.complaints}
    blamed |= {who for finding in _findings(brief, "-") for who in finding.spans}
    praised = {who for finding in _findings(brief, "+") for who in finding.spans}
    is_blamed = len(blamed) >= max(_FEWEST_TO_GENERALISE, 2 * len(praised)) and sum(leans_of(brief)) <= 0
    return mood_of(brief) or ("-" if is_blamed else None)


def _findings(brief: Brief, direction: Direction) -> list[ReviewFinding]:
    """What reviewers say of the product itself, and more than say the contrary."""
    disputed = [*(finding for pair in divided(brief.findings) for finding in pair), *contested(brief.findings)]
    return [
        finding
        for finding in brief.findings
        if finding not in disputed
        if finding.direction == direction and finding.point.aspect not in NOT_OF_PRODUCT
        if finding.count > len(finding.against) or (direction == "-" and finding.count == len(finding.against))
    ]


def _is_many(finding: ReviewFinding, brief: Brief) -> bool:
    """True for what so many say that their number is told."""
    return finding.count >= _FEWEST_TO_GENERALISE or (finding.count == 2 and brief.reviewers <= _FEW_REVIEWERS)


def _counted(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What many say: what most say with how many they are and who says the contrary, then the others together."""
    most = _MOST_COUNTED * (2 if brief.reviewers > _MANY else 1)
    many = distinct_aspects(finding for finding in _findings(brief, "+") if _is_many(finding, brief))[:most]
    agreed = [finding for finding in many if not finding.against]
    first, rest = agreed[:_PER_SENTENCE], agreed[_PER_SENTENCE:]
    if first:
        spans = [span for finding in first for span in finding.spans.values()]
        told += spans
        is_agreed = first[0] is many[0] and first[0].count * _SHARE >= brief.reviewers
        lead = pick(_MOST_AGREED, brief.product.id)
        text = f"{lead} {_ranked(first, brief)}" if is_agreed else _say(first, brief)
        yield Statement(f"{capital(text)}.", "counted", tuple(spans))
    yield from (_disputed(finding, brief, told) for finding in many if finding.against)
    if rest:
        spans = [span for finding in rest for span in finding.spans.values()]
        told += spans
        who = "several" if rest[-1].count >= _FEWEST_TO_GENERALISE else "some"
        yield Statement(f"{capital(who)} also {listed(_found(rest, brief))}.", "counted", tuple(spans))


def _disputed(finding: ReviewFinding, brief: Brief, told: list[Evidence]) -> Statement:
    """What several say and somebody contradicts, both told."""
    dissent, against = _contrary(finding, brief, told)
    told += finding.spans.values()
    return Statement(f"{capital(_say([finding], brief))}{dissent}.", "counted", (*finding.spans.values(), *against))


def _contrary(finding: ReviewFinding, brief: Brief, told: list[Evidence]) -> tuple[str, tuple[Evidence, ...]]:
    """What follows a finding that somebody contradicts: "; but one says that it leaks", ", but two disagree"."""
    against = tuple(finding.against.values())
    voices = [voice for voice in brief.complaints if any(overlap(voice.span, span) for span in against)]
    for voice in voices or clauses_in(against, brief.product, brief.pronoun):
        told.append(voice.span)
        return f"; but one says {voice.told}", (voice.span,)
    return f", but {finding.dissent}" if against else "", against


def _divided(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What they differ over, side by side: "at least three find it sturdy, but two wobbly"."""
    parts, evidence = [], []
    for good, bad in divided(brief.findings)[:_PER_SENTENCE]:
        yes, no = (at_least(finding.count, brief.reviewers) for finding in (good, bad))
        no = no.replace("one", "another") if good.count == 1 else no
        evidence += [*good.spans.values(), *bad.spans.values()]
        if (is_ := _quality(good.told)) and (is_not := _quality(bad.told)):
            parts.append(f"{yes} {'finds' if good.count == 1 else 'find'} {brief.them} {is_[1]}, {no} {is_not[1]}")
        else:
            says = "says" if good.count == 1 else "say"
            parts.append(f"{yes} {says} that {brief.pronoun} {good.told}, {no} that {brief.pronoun} {bad.told}")
    if parts:
        told += evidence
        yield Statement(f"Opinions differ: {'; '.join(parts)}.", "counted", tuple(evidence))
    yield from (_disputed(good, brief, told) for good in contested(brief.findings)[:_PER_SENTENCE])


def _ranked(findings: Sequence[ReviewFinding], brief: Brief) -> str:
    """ "It keeps drinks cold (at least five of 8) and is the right size (at least four)"."""
    parts = []
    for n, finding in enumerate(findings):
        who = at_least(finding.count, brief.reviewers)
        of = "" if n or who == "nearly all" else f" of {brief.reviewers}"
        parts.append((finding.told, f" ({who}{of})"))
    return f"{brief.pronoun} {predicates(parts)}"


def _say(findings: Sequence[ReviewFinding], brief: Brief) -> str:
    """ "At least five say that it keeps drinks cold and at least four that it looks good"."""
    groups: dict[int, list[ReviewFinding]] = {}
    for finding in findings:
        groups.setdefault(finding.count, []).append(finding)
    parts = [
        f"{at_least(count, brief.reviewers)} {'each ' * (len(group) > 1)}{'say ' * (not n)}that {_all(group, brief)}"
        for n, (count, group) in enumerate(groups.items())
    ]
    return listed(parts)


def _all(findings: Sequence[ReviewFinding], brief: Brief) -> str:
    """What they come to, those of one verb together: "it is soft, stretchy and has pockets"."""
    ordered = sorted(findings, key=lambda finding: finding.told.split()[0] not in ("is", "are"))
    return f"{brief.pronoun} {predicates([(finding.told, '') for finding in ordered])}"


def _found(findings: Sequence[ReviewFinding], brief: Brief) -> list[str]:
    """The same as "find it soft and stretchy" and "say that it has pockets"."""
    being = [quality[1] for f in findings if (quality := _quality(f.told))]
    other = [f for f in findings if not _quality(f.told)]
    parts = [f"find {brief.them} {listed(being)}"] if being else []
    return [*parts, f"say that {_all(other, brief)}"] if other else parts


def _is_telling(account: Account, brief: Brief) -> bool:
    """True for what says more of it than that it is what it is."""
    return account.does.startswith("says ") and bool(account.tells - stems_of(f"{brief.name} {brief.kind or ''}"))


def _others(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What a few say beside that, as it is commonly put; what only one does where it tells something."""
    undisputed = [finding for finding in distinct_aspects(_findings(brief, "+")) if not finding.against]
    few = [finding for finding in undisputed if finding.count > 1 and not _is_many(finding, brief)]
    # What only one calls it tells little, and who is upset would not.
    is_praised = sum(lean < 0 for lean in leans_of(brief)) <= 1
    if len(few) <= 1 and is_praised:
        single = [each for each in undisputed if each.count == 1 and each.point.aspect not in {*LITTLE, "taste"}]
        few += [each for each in single if not any(_is_told(span, told) for span in each.spans.values())]
    few = few[:_MOST_OTHERS]
    if few:
        spans = tuple(span for finding in few for span in finding.spans.values())
        yield Statement(f"{capital(brief.pronoun)} {_called(few, brief, 'also ' * bool(told))}.", "counted", spans)
        told += spans


def _called(findings: Sequence[ReviewFinding], brief: Brief, also: str) -> str:
    """ "Is also called light and sturdy and said to charge fast"."""
    being = [f.told.partition(" ")[2] for f in findings if f.told.startswith(("is ", "are "))]
    other = [in_plural(f.told) for f in findings if not f.told.startswith(("is ", "are "))]
    does = [told.removeprefix("do ") if told.startswith("do not ") else told for told in other]
    being.sort(key=lambda told: told.startswith("not "))
    does.sort(key=lambda told: (told.startswith("not "), not told.startswith("have ")))
    parts = [f"called {listed(being)}"] if being else []
    parts += [f"said to {predicates([(told, '') for told in does])}"] if does else []
    return f"{brief.verb('be')} {also}{listed(parts)}"


def _fresh(voices: Iterable[_Told], told: Sequence[Evidence], *, is_fuller: bool = False) -> list[_Told]:
    """One of each reviewer, none that says what was told, unless it may say more of it."""
    kept: list[_Told] = []
    for voice in voices:
        heard = [*told, *(other.span for other in kept)]
        is_other = all(voice.span.source_id != other.span.source_id for other in kept)
        if is_other and not _is_told(voice.span, heard, is_fuller=is_fuller):
            kept.append(voice)
    return kept


def _liked(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What single ones like that says more than that it is good."""
    voices = neat_first(brief.praise)
    for lead in ("", "There is more praise: "):
        group = _fresh(voices, told)[:_TOGETHER]
        spans = tuple(voice.span for voice in group)
        voices = [voice for voice in voices if voice.span.source_id not in {span.source_id for span in spans}]
        told += spans
        if group:
            yield Statement(f"{capital(lead + _voiced(group, brief))}.", "counted", spans)


def _voiced(group: Sequence[Voice], brief: Brief) -> str:
    """ "One says that the lid closes tightly; another “easy to clean”; a third …"."""
    one = "the only reviewer says" if brief.reviewers == 1 else "one says"
    return "; ".join(f"{who} {voice.told}" for who, voice in zip((one, *_TELLERS), group, strict=False))


def _accounts(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What single ones add who tell something of it."""
    telling = [a for a in brief.accounts if a.is_good and a.weight >= _TELLING and _is_telling(a, brief)]
    kept = _fresh(telling, told, is_fuller=True)[: len(_ONE_BY_ONE)]
    told += [account.span for account in kept]
    for who, account in zip(_ONE_BY_ONE, kept, strict=False):
        yield Statement(f"{who} {account.does}.", "counted", (account.span,))


def _doubts(brief: Brief, blame: Sequence[Statement]) -> Iterator[Statement]:
    """What one says that may be bad news and was not told."""
    told = [span for statement in blame for span in statement.evidence]
    heard = {span.source_id for span in told}
    grave = [account for account in grave_remarks(brief.accounts) if account.span.source_id not in heard]
    grave.sort(key=lambda account: not is_danger(account.span.text))
    for n, account in enumerate(_fresh(grave, told)[:_PER_SENTENCE]):
        who = "Another" if n else "One reviewer also" if blame else "But one"
        yield Statement(f"{who} {account.does}.", "counted", (account.span,))


def _is_told(span: Evidence, told: Sequence[Evidence], *, is_fuller: bool = False) -> bool:
    """True where words that say the same were told, or of what is no fuller the same words."""
    stems = told_in(span.text)
    is_same = any(len(stems & told_in(other.text)) * 2 > len(stems) - is_fuller for other in told)
    return is_same or (not is_fuller and any(overlap(span, other) for other in told))


def _disliked(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What several dislike, with what one of them says of it."""
    several = [finding for finding in _findings(brief, "-") if finding.count > 1][:_MOST_OTHERS]
    for start in range(0, len(several), _PER_SENTENCE):
        group = several[start : start + _PER_SENTENCE]
        spans = [span for finding in group for span in finding.spans.values()]
        voice = next((v for v in brief.complaints if v.is_tidy and any(overlap(v.span, span) for span in spans)), None)
        text = capital(_say(group, brief).replace(" say ", " complain ", 1))
        evidence = (*spans, *((voice.span,) if voice else ()))
        told += evidence
        yield Statement(f"{text}{f'; one says {voice.told}' if voice else ''}.", "counted", evidence)


def _complaints(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What they mind that was not told, of different reviewers a few together."""
    first = "In detail," if _leaning(brief) == "-" else pick(_DOWNSIDE, brief.product.id)
    leads = [first, "There are more complaints:"]
    leads += ["Others complain:", "Complaints go on:"] * (brief.reviewers > _MANY)
    voices = neat_first(brief.complaints)
    for lead in leads:
        group = _fresh(voices, told)[:_TOGETHER]
        # One reviewer is one complaint.
        heard = {voice.span.source_id for voice in group}
        voices = [voice for voice in voices if voice.span.source_id not in heard]
        spans = tuple(voice.span for voice in group)
        told += spans
        if group:
            yield Statement(f"{lead} {_voiced(group, brief)}.", "counted", spans)


def _closing(brief: Brief, mood: Direction | None, *, is_blamed: bool) -> Iterator[Statement]:
    """Who recommends it, and whom it suits or what to look at before buying."""
    advised = next((f for f in brief.findings if f.point.aspect == "recommendation" and f.is_settled), None)
    text, spans = "", []
    if advised and _is_many(advised, brief):
        does = "recommend" if advised.direction == "+" else "advise against"
        text, spans = f"{at_least(advised.count, brief.reviewers)} {does} {brief.them}", [*advised.spans.values()]
    best = [f for f in _findings(brief, "+") if _is_many(f, brief) and f.is_settled and f.count * 4 >= brief.reviewers]
    best = [f for f in best if f.point.aspect not in {*LITTLE, "price", "value", "colour"}]
    best = distinct_aspects(best)[:_PER_SENTENCE]
    unsure = [good for good, _ in divided(brief.findings) if good.point.aspect not in _JUDGED][:1]
    if mood == "+" and best:
        wanted = predicates([(in_infinitive(finding.told), "") for finding in best])
        text = f"{text}; take" if text else "so take"
        at = f" at {show_price(brief.price)}" if brief.price else ""
        text += f" {brief.them}{at} if {brief.pronoun} should above all {wanted}"
        text += f", but make sure that {brief.pronoun} {unsure[0].told}" if unsure else ""
        spans += [span for finding in (*best, *unsure) for span in finding.spans.values()]
    elif mood == "-" and not text:
        is_liked = (brief.product.average_rating or 0) >= _WELL_RATED
        text = f"going by these reviews the complaints weigh more{', so better look elsewhere' * (not is_liked)}"
    elif is_blamed and not text:
        text = "on the whole the praise outweighs the complaints" if mood else pick(_WEIGH, brief.product.id)
        if advised and advised.direction == mood:
            text, spans = f"{text}, and {brief.pronoun} {brief.verb('be')} recommended", [*advised.spans.values()]
    if text:
        yield Statement(f"{capital(text)}.", "advice" if not spans else "counted", tuple(spans))
