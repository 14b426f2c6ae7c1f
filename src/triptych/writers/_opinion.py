"""The opinion: what reviewers say of one product, what most say first, dissent beside it."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TypeVar

from triptych.records import Direction, Evidence, Opinion, count_words
from triptych.writers._accounts import Account
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
    the,
    total_words,
)
from triptych.writers._mood import open_opinion
from triptych.writers._phrases import overlap, predicates
from triptych.writers._sayings import clauses_in
from triptych.writers._voices import Voice, told_in

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
_WORDS_OF_TELLER = 4
_MANY = 10
"""Of more reviewers than so many there is more to tell."""
_TOGETHER = 3
"""Remarks in one sentence."""
_TELLERS = ("another", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth")


_Told = TypeVar("_Told", Voice, Account)


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    told: list[Evidence] = []
    praise = open_opinion(brief)
    for part in (_counted, _divided, _liked, _single):
        praise += part(brief, told)
    blame = fit([*_disliked(brief, told), *_complaints(brief, told)], MOST // 2)
    close = list(_closing(brief))
    praise = fit(praise, MOST - total_words([*blame, *close]))
    room = MOST - total_words([*praise, *blame, *close])
    good, doubtful = ([each for each in brief.accounts if each.is_good == is_good] for is_good in (True, False))
    accounts = list(_tell(good, "one reviewer", told, room))
    # Who was quoted is not told of as somebody else.
    quoted = {span.source_id for statement in (*accounts, *blame) for span in statement.evidence}
    others = list(_tell(doubtful, "beyond that, one reviewer", told, room - total_words(accounts), quoted))
    sentences = [*praise, *accounts, *blame, *others, *close]
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


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
    """What many say, with how many they are, what single ones add, and who says the contrary."""
    most = _MOST_COUNTED * (2 if brief.reviewers > _MANY else 1)
    many = [finding for finding in _findings(brief, "+") if _is_many(finding, brief)][:most]
    agreed = [finding for finding in many if not finding.against]
    groups = [agreed[n : n + _PER_SENTENCE] for n in range(0, len(agreed), _PER_SENTENCE)]
    for group in (*groups, *([finding] for finding in many if finding.against)):
        spans = [span for finding in group for span in finding.spans.values()]
        details = _fresh([account for finding in group for account in _details(finding, brief, told)], told)[:1]
        dissent, contrary = _contrary(group[0], brief, told)
        told += [*spans, *(each.span for each in details)]
        is_agreed = group[0] == many[0] and group[0].count * _SHARE >= brief.reviewers and not dissent
        text = f"reviewers agree most that {_ranked(group, brief)}" if is_agreed else _say(group, brief)
        yield Statement(f"{capital(text)}{dissent}.", "counted", (*spans, *contrary))
        yield from (Statement(f"One {account.does}.", "counted", (account.span,)) for account in details)


def _contrary(finding: ReviewFinding, brief: Brief, told: list[Evidence]) -> tuple[str, tuple[Evidence, ...]]:
    """What follows a finding that somebody contradicts: "; but one says that it leaks", ", but two disagree"."""
    against = tuple(finding.against.values())
    voices = [voice for voice in brief.complaints if any(overlap(voice.span, span) for span in against)]
    for voice in voices or clauses_in(against, brief.product, brief.pronoun):
        told.append(voice.span)
        return f"; but one says {voice.told}", (voice.span,)
    return f", but {finding.dissent}" if against else "", against


def _divided(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What they differ over, side by side: "at least three say that it is sturdy, but two that it is wobbly"."""
    for good, bad in divided(brief.findings)[:_PER_SENTENCE]:
        yes, no = (at_least(finding.count, brief.reviewers) for finding in (good, bad))
        says, no = ("says", no.replace("one", "another")) if good.count == 1 else ("say", no)
        spans = (*good.spans.values(), *bad.spans.values())
        told += spans
        text = f"{yes} {says} that {brief.pronoun} {good.told}, but {no} that {brief.pronoun} {bad.told}."
        yield Statement(capital(text), "counted", spans)
    for good in contested(brief.findings)[:_PER_SENTENCE]:
        dissent, against = _contrary(good, brief, told)
        told += good.spans.values()
        yield Statement(f"{capital(_say([good], brief))}{dissent}.", "counted", (*good.spans.values(), *against))


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
    being = [f.told.partition(" ")[2] for f in findings if f.told.startswith(("is ", "are ")) and " not " not in f.told]
    other = [f for f in findings if not f.told.startswith(("is ", "are ")) or " not " in f.told]
    parts = [f"find {brief.them} {listed(being)}"] if being else []
    return [*parts, f"say that {_all(other, brief)}"] if other else parts


def _details(finding: ReviewFinding, brief: Brief, told: Sequence[Evidence]) -> list[Account]:
    """What one of them says in more words."""
    good = [account for account in brief.accounts if account.is_good]
    fit_ = [each for each in good if any(overlap(each.span, span) for span in finding.spans.values())]
    longer = [each for each in fit_ if len(told_in(each.span.text)) > len(told_in(finding.told)) + 1]
    # Figures tell most: "for well over 8 hours".
    return _fresh(sorted(longer, key=lambda each: not any(map(str.isdigit, each.span.text))), told)[:1]


def _liked(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What two say."""
    others = [
        finding
        for finding in distinct_aspects(_findings(brief, "+"))
        if finding.count > 1 and not _is_many(finding, brief) and not finding.against
    ][:_MOST_OTHERS]
    if others:
        spans = [span for finding in others for span in finding.spans.values()]
        lead = "Reviewers also" if told else "Reviewers"
        told += spans
        yield Statement(f"{lead} {listed(_found(others, brief))}.", "counted", tuple(dict.fromkeys(spans)))


def _single(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What is said beside that, as it is commonly put."""
    alone = [
        finding
        for finding in distinct_aspects(_findings(brief, "+"))
        if finding.count == 1 and finding.point.aspect not in LITTLE
        if not any(_is_told(span, told) for span in finding.spans.values())
    ][:_MOST_OTHERS]
    if alone:
        spans = tuple(span for finding in alone for span in finding.spans.values())
        yield Statement(f"{capital(brief.pronoun)} {_called(alone, brief, 'also ' * bool(told))}.", "counted", spans)
        told += spans


def _called(findings: Sequence[ReviewFinding], brief: Brief, also: str) -> str:
    """ "Is also called light and sturdy and said to charge fast"."""
    being = [f.told.partition(" ")[2] for f in findings if f.told.startswith(("is ", "are "))]
    other = [in_plural(f.told) for f in findings if not f.told.startswith(("is ", "are "))]
    does = [told for told in other if not told.startswith("do not ")]
    does_not = [told.removeprefix("do not ") for told in other if told.startswith("do not ")]
    parts = [f"called {listed(being)}"] if being else []
    parts += [f"said to {listed(does)}"] if does else []
    parts += [f"said not to {listed(does_not)}"] if does_not else []
    return f"{brief.verb('be')} {also}{listed(parts)}"


def _fresh(voices: Iterable[_Told], told: Sequence[Evidence]) -> list[_Told]:
    """One of each reviewer, none that says what was told."""
    kept: list[_Told] = []
    for voice in voices:
        heard = [*told, *(other.span for other in kept)]
        is_other = all(voice.span.source_id != other.span.source_id for other in kept)
        if is_other and not _is_told(voice.span, heard):
            kept.append(voice)
    return kept


def _tell(
    accounts: Iterable[Account], first: str, told: list[Evidence], room: int, skipped: Container[str] = ()
) -> Iterator[Statement]:
    """Accounts of different reviewers in so many words, those first who were not heard yet, a few to a sentence."""
    heard = Counter(span.source_id for span in told)
    telling = [each for each in accounts if each.weight >= _TELLING and each.span.source_id not in skipped]
    fresh = _fresh(sorted(telling, key=lambda each: (heard[each.span.source_id] > 1, -each.weight)), told)
    tellers = (first, *_TELLERS)
    kept: list[Account] = []
    for account in fresh:
        words = count_words(account.does) + _WORDS_OF_TELLER
        is_new = all(len(account.tells & other.tells) < _PER_SENTENCE for other in kept)
        if is_new and words <= room and len(kept) < len(tellers):
            kept.append(account)
            room -= words
    told += [account.span for account in kept]
    for start in range(0, len(kept), _PER_SENTENCE):
        group = kept[start : start + _PER_SENTENCE]
        parts = [f"{who} {account.does}" for who, account in zip(tellers[start:], group, strict=False)]
        yield Statement(f"{capital('; '.join(parts))}.", "counted", tuple(account.span for account in group))


def _is_told(span: Evidence, told: Sequence[Evidence]) -> bool:
    """True where the same words were told, or another reviewer's that say the same."""
    stems = told_in(span.text)
    return any(overlap(span, other) or len(stems & told_in(other.text)) * 2 > len(stems) for other in told)


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
    leads = ["On the downside,", "There are more complaints:"]
    leads += ["Others complain:", "Complaints go on:"] * (brief.reviewers > _MANY)
    one = "the only reviewer" if brief.reviewers == 1 else "one"
    voices = list(brief.complaints)
    for lead in leads:
        group = _fresh(voices, told)[:_TOGETHER]
        # One reviewer is one complaint.
        heard = {voice.span.source_id for voice in group}
        voices = [voice for voice in voices if voice.span.source_id not in heard]
        spans = tuple(voice.span for voice in group)
        told += spans
        parts = [f"{who} {voice.told}" for who, voice in zip((f"{one} says", *_TELLERS), group, strict=False)]
        if group:
            yield Statement(f"{lead} {'; '.join(parts)}.", "counted", spans)


def _closing(brief: Brief) -> Iterator[Statement]:
    """How many would buy it again, or warn of it."""
    for finding in brief.findings:
        if finding.point.aspect == "recommendation" and _is_many(finding, brief) and finding.is_settled:
            does = "recommend" if finding.direction == "+" else "advise against"
            text = capital(f"{at_least(finding.count, brief.reviewers)} {does} {brief.them}.")
            yield Statement(text, "counted", tuple(finding.spans.values()))
            return
