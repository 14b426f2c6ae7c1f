"""The opinion: what reviewers say of one product, what most say first, dissent beside it."""

from collections.abc import Iterable, Iterator, Sequence

from triptych.aspects import facet_of
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, is_nameless, whole
from triptych.writers._findings import LITTLE, NOT_OF_PRODUCT, ReviewFinding, Theme, distinct_aspects, in_plural
from triptych.writers._grammar import (
    Statement,
    at_least,
    capital,
    claims_of,
    fit,
    join_sentences,
    listed,
    spell,
    the,
    total_words,
)
from triptych.writers._phrases import overlap, predicates
from triptych.writers._rows import is_same
from triptych.writers._voices import LIKELY, Voice, told_in, worth_of

MOST = 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_HEARD = 2
"""What a remark that is heard weighs beside what the learnt opinion makes of the review."""
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_FEW_REVIEWERS = 5
"""Of fewer reviewers two are many."""
_MOST_COUNTED, _MOST_OTHERS, _MOST_THEMES = 5, 4, 5
_COUNTED = 2.5
"""So many who praise an aspect are counted; of fewer more may say so in other words."""
_PER_SENTENCE = 2
_SHARE = 4
"""What one of so many says is what they agree on."""
_OVERALL: dict[Direction, str] = {"+": "praise {it} as a whole", "-": "call {it} disappointing"}
_ASIDE = ("delivery", "customer service", "packaging")
_MANY = 10
"""Of more reviewers than so many there is more to tell."""
_TOGETHER = 3
"""Remarks in one sentence."""
_OTHERS = ("another", "a third")
_ALONE = ("It is also said", "Reviewers write, too,", "It is mentioned as well")
_TELLS = ("One reviewer writes", "One reports", "Somebody else says")


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    told: list[Evidence] = []
    praise = [*_opening(brief), *_overall(brief), *_counted(brief, told), *_aspects(brief, told), *_liked(brief, told)]
    praise += _single(brief, told)
    blame = fit([*_disliked(brief, told), *_complaints(brief, told)], MOST // 2)
    close = list(_closing(brief))
    praise = fit(praise, MOST - total_words([*blame, *close]))
    accounts = fit(list(_accounts(brief, told)), MOST - total_words([*praise, *blame, *close]))
    sentences = [*praise, *accounts, *blame, *close]
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _findings(brief: Brief, direction: Direction) -> list[ReviewFinding]:
    """What reviewers say of the product itself, and more than say the contrary."""
    return [
        finding
        for finding in brief.findings
        if finding.direction == direction and finding.point.aspect not in NOT_OF_PRODUCT
        if finding.count > len(finding.against) or (direction == "-" and finding.count == len(finding.against))
    ]


def _is_many(finding: ReviewFinding, brief: Brief) -> bool:
    """True for what so many say that their number is told."""
    return finding.count >= _FEWEST_TO_GENERALISE or (finding.count == 2 and brief.reviewers <= _FEW_REVIEWERS)


def _overall(brief: Brief) -> Iterator[Statement]:
    """How many praise or blame it as a whole, where reviewers do not agree."""
    sides = {f.direction: f for f in brief.findings if f.point.aspect == "overall" and f.count > 1}
    if not sides or len({lean for lean in _leans(brief) if lean}) < 2:
        return
    it = "them" if brief.is_plural else "it"
    said = [f"{at_least(f.count, brief.reviewers)} {_OVERALL[side].format(it=it)}" for side, f in sorted(sides.items())]
    spans = tuple(span for finding in sides.values() for span in finding.spans.values())
    yield Statement(f"{capital(listed(said))}.", "counted", spans)


def _counted(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What many say, with how many they are, what single ones add, and who says the contrary."""
    most = _MOST_COUNTED * (2 if brief.reviewers > _MANY else 1)
    many = [finding for finding in _findings(brief, "+") if _is_many(finding, brief)][:most]
    for start in range(0, len(many), _PER_SENTENCE):
        group = many[start : start + _PER_SENTENCE]
        spans = [span for finding in group for span in finding.spans.values()]
        details = _fresh([voice for finding in group for voice in _details(finding, brief, told)], told)
        dissent = _dissent(group, brief)
        told += [*spans, *(voice.span for voice in (*details, *dissent))]
        is_agreed = not start and group[0].count * _SHARE >= brief.reviewers
        text = f"reviewers agree most that {_ranked(group, brief)}" if is_agreed else _say(group, brief)
        text += f"; but one says {dissent[0].told}" if dissent else ""
        yield Statement(f"{capital(text)}.", "counted", (*spans, *(voice.span for voice in dissent)))
        yield from _quoted(details, "One says", brief, told)


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
    it = "them" if brief.is_plural else "it"
    parts = [f"find {it} {listed(being)}"] if being else []
    return [*parts, f"say that {_all(other, brief)}"] if other else parts


def _details(finding: ReviewFinding, brief: Brief, told: Sequence[Evidence]) -> list[Voice]:
    """What one of them says in more words."""
    spans = list(finding.spans.values())
    fit_ = (v for v in brief.sayings if v.is_tidy and v.direction == "+" and any(overlap(v.span, s) for s in spans))
    longer = [voice for voice in fit_ if len(told_in(voice.span.text)) > len(told_in(finding.told)) + 1]
    # Figures tell most: "for well over 8 hours".
    return _fresh(sorted(longer, key=lambda voice: not any(map(str.isdigit, voice.span.text))), told)[:1]


def _dissent(findings: Sequence[ReviewFinding], brief: Brief) -> list[Voice]:
    """What those say who say the contrary."""
    spans = [span for finding in findings for span in finding.against.values()]
    return [voice for voice in brief.complaints if any(overlap(voice.span, span) for span in spans)][:1]


def _aspects(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """Aspects that many praise in words of their own, with what one of them says."""
    its = "their" if brief.is_plural else "its"
    bare: list[Theme] = []
    for theme in _praised(brief):
        if theme.likes < _COUNTED:
            continue
        voices = _fresh([voice for voice in brief.sayings_on(theme, "+") if voice.is_tidy], told)[:_PER_SENTENCE]
        if not voices:
            bare.append(theme)
            continue
        against = _fresh([voice for voice in brief.complaints if _is_on(theme, voice)], told)[:1]
        text = f"{at_least(theme.likes, brief.reviewers)} praise {its} {theme.heading}: {_each('one says', voices)}"
        text += f"; but one says {against[0].told}" if against else ""
        spans = (*theme.spans("+").values(), *(voice.span for voice in (*voices, *against)))
        told += spans
        yield Statement(f"{capital(text)}.", "counted", tuple(dict.fromkeys(spans)))
    if bare:
        spans = tuple(span for theme in bare for span in theme.spans("+").values())
        told += spans
        first, *more = [f"{at_least(theme.likes, brief.reviewers)} praise {its} {theme.heading}" for theme in bare]
        rest = [part.replace(" praise ", " ") for part in more]
        yield Statement(f"{capital(listed([first, *rest]))}.", "counted", spans)


def _is_on(theme: Theme, voice: Voice) -> bool:
    """True for a complaint about an aspect."""
    return voice.names(theme.name) and any(overlap(voice.span, span) for span in theme.spans("-").values())


def _praised(brief: Brief) -> list[Theme]:
    """Aspects that several praise and that no finding is about."""
    return [theme for theme in _named(brief) if theme.is_praised and not _is_covered(theme, brief)][:_MOST_THEMES]


def _liked(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What two say, and aspects that two praise in other words."""
    others = [
        finding
        for finding in distinct_aspects(_findings(brief, "+"))
        if finding.count > 1 and not _is_many(finding, brief) and not finding.against
    ][:_MOST_OTHERS]
    themes = [theme for theme in _praised(brief) if theme.likes < _COUNTED]
    its = "their" if brief.is_plural else "its"
    parts = [f"praise {its} {listed([theme.heading for theme in themes])}"] if themes else []
    parts += _found(others, brief)
    if parts:
        spans = [span for theme in themes for span in theme.spans("+").values()]
        spans += [span for finding in others for span in finding.spans.values()]
        lead = "Reviewers also" if told else "Reviewers"
        told += spans
        yield Statement(f"{lead} {listed(parts)}.", "counted", tuple(dict.fromkeys(spans)))


def _is_covered(theme: Theme, brief: Brief) -> bool:
    """True where what is said of an aspect is mostly told as findings, or one is about it."""
    if any(is_same(theme.heading, f"{finding.point.aspect} {finding.told}") for finding in brief.findings):
        return True
    heard = [span for finding in brief.findings for span in finding.spans.values()]
    spans = theme.spans("+").values()
    return 2 * sum(any(overlap(span, other) for other in heard) for span in spans) >= len(spans)


def _single(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What is said beside that: in a reviewer's words where they are well written, else as it is commonly put."""
    tidy = [v for v in brief.sayings if v.direction == "+" and v.is_tidy and v.aspect not in _ASIDE]
    voices = _fresh(tidy, told)[: _TOGETHER * len(_ALONE)]
    leads = _ALONE if told else (_ALONE[0].replace("also ", ""), *_ALONE[1:])
    told += [voice.span for voice in voices]
    # Reading misses some, so nobody knows whether it is only one who says so.
    for lead, start in zip(leads, range(0, len(voices), _TOGETHER), strict=False):
        group = voices[start : start + _TOGETHER]
        yield Statement(f"{lead} {listed([v.told for v in group])}.", "counted", tuple(v.span for v in group))
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
    if not told:
        quotes = [v for v in brief.sayings if v.direction == "+" and v.aspect not in _ASIDE]
        group = _fresh(quotes, told)[:_TOGETHER]
        yield from _quoted(group, "One reviewer says", brief, told)


def _called(findings: Sequence[ReviewFinding], brief: Brief, also: str) -> str:
    """ "Is also called light and sturdy and said to charge fast"."""
    be = "are" if brief.is_plural else "is"
    being = [f.told.partition(" ")[2] for f in findings if f.told.startswith(("is ", "are "))]
    other = [in_plural(f.told) for f in findings if not f.told.startswith(("is ", "are "))]
    does = [told for told in other if not told.startswith("do not ")]
    does_not = [told.removeprefix("do not ") for told in other if told.startswith("do not ")]
    parts = [f"called {listed(being)}"] if being else []
    parts += [f"said to {listed(does)}"] if does else []
    parts += [f"said not to {listed(does_not)}"] if does_not else []
    return f"{be} {also}{listed(parts)}"


def _named(brief: Brief) -> list[Theme]:
    """Aspects that are not in the product's own name."""
    called = brief.name.lower().split()
    themes = [theme for theme in brief.themes if theme.name.lower() not in called]
    # Of what has no name its reviewers name as an aspect what it is: "the poster".
    return [theme for theme in themes if facet_of(theme.name)] if is_nameless(brief.product) else themes


def _fresh(voices: Iterable[Voice], told: Sequence[Evidence]) -> list[Voice]:
    """One of each reviewer, none that says what was told."""
    kept: list[Voice] = []
    for voice in voices:
        heard = [*told, *(other.span for other in kept)]
        is_other = all(voice.span.source_id != other.span.source_id for other in kept)
        if is_other and not _is_told(voice.span, heard):
            kept.append(voice)
    return kept


def _each(lead: str, voices: Sequence[Voice]) -> str:
    """What different reviewers say, one after the other."""
    return "; ".join(f"{who} {voice.told}" for who, voice in zip((lead, *_OTHERS), voices, strict=False))


def _accounts(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What reviewers tell, those first who were not heard yet."""
    heard = {span.source_id for span in told}
    good = [voice for voice in brief.accounts if voice.direction == "+"]
    voices = _fresh(sorted(good, key=lambda voice: voice.span.source_id in heard), told)
    for lead, start in zip(_TELLS, range(0, len(voices), _PER_SENTENCE), strict=False):
        yield from _quoted(voices[start : start + _PER_SENTENCE], lead, brief, told)
    is_much = brief.reviewers > _MANY
    quotes = [v for v in brief.sayings if v.direction == "+" and (is_much or v.span.text[:1].isupper())]
    leads = ("Reviewers also say", "They add", "They write as well", "Others say", "It is said, too,", "Some write")
    for lead in leads if is_much else leads[:1]:
        group = _fresh(quotes, told)[:_TOGETHER]
        told += [voice.span for voice in group]
        if group:
            text = f"{lead} {listed([voice.told for voice in group])}."
            yield Statement(text, "counted", tuple(voice.span for voice in group))


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
    its = "their" if brief.is_plural else "its"
    for theme in _named(brief):
        blamed = theme.spans("-").values()
        if theme.is_blamed and not _is_covered(theme, brief):
            text = f"{at_least(theme.dislikes, brief.reviewers)} complain about {its} {theme.heading}"
            yield Statement(f"{capital(text)}.", "counted", tuple(blamed))


def _complaints(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What they mind that was not told, of different reviewers a few together."""
    leads = ["On the downside, one says", "There are more complaints: one says"]
    leads += ["Others complain: one says", "Complaints go on: one says"] * (brief.reviewers > _MANY)
    voices = [*brief.complaints, *(voice for voice in brief.accounts if voice.direction == "-")]
    for lead in leads:
        group = _fresh(voices, told)[:_TOGETHER]
        # One reviewer is one complaint.
        heard = {voice.span.source_id for voice in group}
        voices = [voice for voice in voices if voice.span.source_id not in heard]
        yield from _quoted(group, lead, brief, told)


def _closing(brief: Brief) -> Iterator[Statement]:
    """How many would buy it again, or warn of it."""
    for finding in brief.findings:
        if finding.point.aspect == "recommendation" and _is_many(finding, brief) and finding.is_settled:
            it = "them" if brief.is_plural else "it"
            does = f"recommend {it}" if finding.direction == "+" else f"advise against {it}"
            text = capital(f"{at_least(finding.count, brief.reviewers)} {does}.")
            yield Statement(text, "counted", tuple(finding.spans.values()))
            return


def _quoted(voices: Sequence[Voice], lead: str, brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What different reviewers say, as one sentence: reported where that is easy, else quoted; now it is told."""
    told += [voice.span for voice in voices]
    if brief.reviewers == 1:
        lead = lead.replace("One reviewer", "The only reviewer").replace("one", "the only reviewer")
    if voices:
        yield Statement(f"{_each(lead, voices)}.", "counted", tuple(voice.span for voice in voices))


def _opening(brief: Brief) -> list[Statement]:
    """The shop's own average, and how reviewers feel on the whole."""
    name, product = the(brief.name), brief.product
    rating, evidence = _rating(brief)
    if not product.reviews:
        have = "have" if brief.is_plural else "has"
        return [Statement(f"{capital(name)} {have} no reviews yet.", "absent")]
    mood, spans = _mood(brief, ("them" if brief.is_plural else "it") if rating else name)
    if not mood and not rating:
        if not brief.sayings and not brief.complaints:
            return []
        writes = "One reviewer writes" if brief.reviewers == 1 else f"{capital(spell(brief.reviewers))} reviewers write"
        return [Statement(f"{writes} about {name}.", "derived", whole(product, "title", "title"))]
    rated = f"Shoppers rate {name} {rating}" if rating else ""
    text = capital("; ".join(filter(None, (rated, mood))))
    return [Statement(f"{text}.", "derived" if mood else "stated", (*spans, *evidence))]


def _mood(brief: Brief, it: str) -> tuple[str, tuple[Evidence, ...]]:
    """How reviewers feel about `it`, and what that rests on; empty where it is not clear."""
    leans = _leans(brief)
    happy, upset, among = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans), brief.reviewers
    evidence = tuple(quote for a in brief.reading.aspects for point in a.points for quote in point.quotes)
    text = ""
    if not evidence:
        return "", ()
    if among == 1:
        text = f"the only reviewer {'likes' if happy else 'dislikes'} {it}" if happy or upset else ""
    elif happy == among == sum(review.stars is not None for review in brief.product.reviews):
        text = f"all {among} reviewers give {it} four or five"
        text += "" if brief.product.average_rating is not None else " stars"
    elif happy >= max(_PLEASED * among, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviewers are pleased with {it}"
    elif upset >= max(_UPSET * among, _CLEARLY * happy, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviewers are disappointed with {it}"
    elif happy > max(1, _CLEARLY * upset):
        text = f"most of what the {among} reviewers say of {it} is good"
    elif happy > upset > 1 and happy - upset > 1:
        text = f"more of the {among} reviewers like {it} than do not"
    elif min(happy, upset) > 1:
        text = f"the {among} reviewers are divided over {it}"
    return text, evidence


def _leans(brief: Brief) -> list[int]:
    """The way each reviewer leans: by the stars given, else by the learnt opinion and the reading together."""
    sums: dict[str, int] = {}
    for aspect in brief.reading.aspects:
        for mention in aspect.mentions:
            if mention.sureness >= LIKELY and mention.polarity != "neutral":
                sums[mention.review_id] = sums.get(mention.review_id, 0) + (1 if "positive" in mention.polarity else -1)
    leans = []
    for review in brief.product.reviews:
        worth, heard = worth_of(review.text), sums.get(review.id, 0)
        # Praise is often put soberly: only who is heard to blame something is upset.
        lean = review.stars - _MIDDLE if review.stars else worth + _HEARD * heard
        lean = lean if review.stars or lean > 1 or (heard < 0 and worth < 0) else 0.0
        leans.append(int(lean > 0) - int(lean < 0))
    return leans


def _rating(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """The shop's own average: "4.7 stars on average (119,292 ratings)"."""
    product = brief.product
    if product.average_rating is None:
        return "", ()
    evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
    count = f" ({product.rating_count:,} ratings)" if product.rating_count else ""
    return f"{product.average_rating:g} stars on average{count}", evidence
