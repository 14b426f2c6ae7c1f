"""The explanation: why one product answers a query, want by want, in fewer than 100 words."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from triptych.records import Explanation
from triptych.writers._plan.answers import TITLE_SAYS, Answer, answer, told
from triptych.writers._plan.needs import Want, wants_of
from triptych.writers._plan.quotes import Quote
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import rating_evidence
from triptych.writers._prose.paragraph import Sentence, claims_of, join_sentences, total_words
from triptych.writers._prose.patterns import Teller
from triptych.writers._prose.remarks import features_remark, lone_remark, plain_features, turned, untold
from triptych.writers._words.money import show_price
from triptych.writers._words.wording import Wheel, at_head, capital, listed, named, people, ratings, spell, stars, verb

MOST = 99
_LEVELS = ((3, 9), (3, 2), (3, 1), (2, 0), (1, 0), (0, 0))
"""How fully it is told and with how many quotations, the fullest first."""
_GOOD_QUOTE = 2.5
_MOST_UNKNOWN = 4
_FEW, _MANY_READ = 2, 10
"""What no more than so many of so many reviewers say is little to go on."""

# By how the shopper's words fit into a sentence, and how the product stands.
_FORMS = {
    ("for", "met"): (
        "For {label} it is a good choice: {reason}.",
        "It suits {label}: {reason}.",
        "For {label} the signs are good: {reason}.",
    ),
    ("for", "missed"): ("For {label} it is a weak choice: {reason}.", "For {label} it falls short: {reason}."),
    ("for", "disputed"): (
        "For {label} opinion is divided: {reason}.",
        "Whether it suits {label} is disputed: {reason}.",
    ),
    ("for", "stated"): ("For {label}, {reason}.",),
    ("for", "voiced"): ("As to {label}, {reason}.", "For {label}, {reason}."),
    ("thing", "voiced"): ("As to {label}, {reason}.", "On {label}, {reason}."),
    ("how", "voiced"): ("As to whether it is {label}, {reason}.",),
    ("that", "voiced"): ("You want one that {label}: {reason}.",),
    ("for", "faint"): ("For {label} there is little to go on: {reason}.", "On {label} few speak: {reason}."),
    ("thing", "met"): ("As to {label}, {reason}.", "You asked for {label}, and {reason}."),
    ("thing", "missed"): ("On {label} it falls short: {reason}.", "You asked for {label}, but {reason}."),
    ("thing", "disputed"): ("On {label} opinion is divided: {reason}.", "As to {label}, {reason}."),
    ("thing", "stated"): ("As to {label}, {reason}.", "You asked for {label}: {reason}."),
    ("thing", "faint"): ("On {label} there is little to go on: {reason}.", "As to {label}, few speak: {reason}."),
    ("how", "met"): (
        "You want it {label}, and {reason}.",
        "As for being {label}, {reason}.",
        "It should be {label}, and {reason}.",
    ),
    ("how", "missed"): (
        "You want it {label}, but {reason}.",
        "It hardly counts as {label}: {reason}.",
        "It should be {label}, but {reason}.",
    ),
    ("how", "disputed"): (
        "Whether it is {label} is disputed: {reason}.",
        "Opinion is divided on whether it is {label}: {reason}.",
    ),
    ("how", "stated"): ("You want it {label}: {reason}.", "As for being {label}, {reason}."),
    ("how", "faint"): (
        "Few say whether it is {label}: {reason}.",
        "You want it {label}; few speak of that: {reason}.",
    ),
    ("that", "met"): ("You want one that {label}, and {reason}.", "As to whether it {label}, {reason}."),
    ("that", "missed"): ("You want one that {label}, but {reason}.", "As to whether it {label}, {reason}."),
    ("that", "disputed"): ("Whether it {label} is disputed: {reason}.",),
    ("that", "stated"): ("You want one that {label}: {reason}.",),
    ("that", "faint"): ("Few say whether it {label}: {reason}.",),
}
_NOT_BEFORE_NOT = ("it is {label}", "being {label}", "be {label}", "counts as {label}", "whether it {label}")
"""Words that make nonsense of "not too loud"."""
# Where reviewers say the very thing.
_DIRECT = {
    "met": ("{Who} find{s} it {label}{q}{few}.", "It is {label}, {say} {who}{q}{few}."),
    "missed": ("{Who} do{es} not find it {label}{q}{few}.", "It is not {label}, {say} {who}{q}{few}."),
}
_FAINT = {
    "met": "Only {who} find{s} it {label}{q}{few}.",
    "missed": "{Who} say{s} that it is not {label}{q}{few}.",
}
# Where a title names what is wanted.
_TITLED = {
    "how": "By its title it is {label}.",
    "thing": "The title names {label}.",
    "for": "Its title says it is for {label}.",
    "that": "Its title says that it {label}.",
}
_MATCHES = {
    "good": ("is a good match", "does what you ask"),
    "partial": ("is a partial match", "does part of what you ask"),
    "weak": ("is a weak match", "does little of what you ask"),
}


@dataclass(frozen=True, slots=True)
class _Said:
    """What of an explanation is said already."""

    most_quotes: int
    """How many quotations it may have."""
    reviewers: set[str] = field(default_factory=set)
    """Who is quoted."""
    clauses: set[str] = field(default_factory=set)
    """What of the listing is told."""


def compose_explanation(query: str, sheet: Sheet) -> Explanation:
    """The explanation of one product for a query."""
    sentences = _Composer(query, sheet).compose()
    return Explanation(
        query=query, product_id=sheet.product.id, text=join_sentences(sentences), claims=claims_of(sentences)
    )


class _Composer:
    def __init__(self, query: str, sheet: Sheet) -> None:
        self.sheet = sheet
        self.wheel = Wheel(f"{query}/{sheet.product.id}")
        answers = [answer(want, sheet) for want in wants_of(query, sheet.product.category)]
        self.budget = next((each for each in answers if each.want.kind == "budget" and not each.point), None)
        self.answers = [each for each in answers if each is not self.budget and each.status != "unknown"]
        self.unknown = [each for each in answers if each is not self.budget and each.status == "unknown"]

    def compose(self) -> list[Sentence]:
        """The fullest sentences that fit; a want is left out only where the shortest wordings are too long."""
        sentences: list[Sentence] = []
        for detail, quotes in _LEVELS:
            sentences = self._build(detail, quotes)
            if total_words(sentences) <= MOST:
                return sentences
        while total_words(sentences) > MOST and len(sentences) > 1:
            sentences.pop()
        return sentences

    def _build(self, detail: int, quotes: int) -> list[Sentence]:
        """The sentences; `detail` 2 has specifications, 0 not and one clause a want; at most so many `quotes`."""
        sentences = [self._opening()]
        said = _Said(quotes)
        seen: set[str] = set()
        for each in self.answers:
            if each.reason in seen:
                continue
            seen.add(each.reason)
            twins = [other for other in self.answers if other is not each and other.reason == each.reason]
            uses = [other for other in twins if other.want.form == each.want.form == "for"]
            told_as = _together([each, *uses])
            sentences.append(self._tell(told_as, detail, sentences[-1].pattern, said))
            others = [other.want for other in twins if other not in uses]
            if others:
                sentences.append(Sentence(_same(others), each.kind, each.evidence, "same"))
        if self.unknown:
            sentences.append(self._silence(brief=detail == 0))
        if all(each.status == "voiced" for each in self.answers):
            sentences += self._general(min(detail, 1) if self.answers else detail)
        return sentences

    def _opening(self) -> Sentence:
        """How well it matches, with its price where there is a budget, and with its rating where there is none."""
        product, name, budget = self.sheet.product, named(self.sheet.name), self.budget
        match = self._match()
        if budget is None:
            if product.average_rating is None:
                rest = f"{match}, though it has no average rating yet" if match else "has no average rating yet"
                return Sentence(f"{capital(name)} {rest}.", "absent", (), "opening")
            of = f" from {ratings(product.rating_count)}" if product.rating_count else ""
            average = f"{stars(product.average_rating)}{of}"
            text = f"With {average}, {name} {match}." if match else f"{capital(name)} averages {average}."
            return Sentence(text, "stated", rating_evidence(product), "opening")
        if self.sheet.price is None:
            text = f"No price is given for {name}, so your budget cannot be checked."
            return Sentence(text, "absent", (), "opening")
        price = show_price(self.sheet.price)
        if budget.over or budget.under:
            text = (
                f"At {price}, {budget.reason}, {name} {match}." if match else f"At {price}, {name} is {budget.reason}."
            )
        else:
            rest = ", in another currency than your budget" if budget.status == "unknown" else ""
            text = f"{capital(name)} costs {price}{rest}."
        return Sentence(text, budget.kind, budget.evidence, "opening")

    def _match(self) -> str:
        """How much of what is asked it meets, in a phrase; empty where too little is known or asked."""
        answers = [*self.answers, *self.unknown, *([self.budget] if self.budget else [])]
        met = sum(each.status == "met" and not self._is_faint(each) for each in answers)
        missed = sum(each.status == "missed" and not self._is_faint(each) for each in answers)
        if met + missed < 2 or len(self.unknown) > met + missed:
            return ""
        is_good = all(each.status in ("met", "stated") for each in answers) and 2 * met > len(answers)
        kind = "weak" if missed > met else "good" if is_good else "partial"
        return self.wheel.pick(_MATCHES[kind], "match")

    def _tell(self, each: Answer, detail: int, last: str, said: _Said) -> Sentence:
        quote = self._quote(each, said)
        evidence = (*each.evidence, *((quote.evidence,) if quote else ()))
        spec = self._spec(each, said) if detail >= 2 else ""
        if each.is_direct and each.point and each.status in _DIRECT:
            forms: Sequence[str] = (_FAINT[each.status],) if self._is_faint(each) else _DIRECT[each.status]
            form = self._pick(forms, each.want, last)
            return Sentence(self._direct(each, form, quote, spec), each.kind, evidence, form)
        if each.reason == TITLE_SAYS:
            form = _TITLED[each.want.form]
            return Sentence(form.format(label=each.want.label), each.kind, evidence, form)
        status = "faint" if self._is_faint(each) else each.status
        reason = each.reason
        if each.is_direct and each.point and each.status == "disputed" and not each.spec:
            say, do = verb(each.point.liked, "says", "say"), verb(each.point.disliked, "does", "do")
            reason = f"{people(each.point.liked)} {say} so, {spell(each.point.disliked)} {do} not"
        elif each.point and not (each.spec and each.spec.clause in reason):
            reason = told(each.point, quote, brief=detail < 2, want=each.want)
        forms = _FORMS[each.want.form, status]
        # A chair suits a person; it does not suit a back pain.
        forms = [form for form in forms if each.want.kind != "feature" or "suits" not in form] or forms
        if " not " in f" {each.want.label}":
            forms = [form for form in forms if not any(odd in form for odd in _NOT_BEFORE_NOT)] or forms
        if each.point and each.point.many == 1:
            # One voice is a sign, not a reason to choose.
            forms = [form for form in forms if "choice" not in form and "suits" not in form] or forms
        form = self._pick(forms, each.want, last)
        return Sentence(capital(form.format(label=each.want.label, reason=reason + spec)), each.kind, evidence, form)

    def _spec(self, each: Answer, said: _Said) -> str:
        """What the listing says beside what reviewers found, where it was not said before."""
        clause = each.spec.clause if each.spec and each.point else ""
        if not clause or clause in each.reason or clause in said.clauses:
            return ""
        said.clauses.add(clause)
        return f"; {clause}"

    def _pick(self, forms: Sequence[str], want: Want, last: str) -> str:
        turned_forms = self.wheel.turn(forms, want.label)
        fresh = (form for form in turned_forms if form.split()[:1] != last.split()[:1])
        return next(fresh, next((form for form in turned_forms if form != last), turned_forms[0]))

    def _quote(self, each: Answer, said: _Said) -> Quote | None:
        if each.point is None or each.point.side == "split" or len(said.reviewers) >= said.most_quotes:
            return None
        good = (quote for quote in each.point.quotes if quote.worth > _GOOD_QUOTE)
        quote = next((quote for quote in good if quote.review_id not in said.reviewers), None)
        if quote:
            said.reviewers.add(quote.review_id)
        return quote

    def _is_faint(self, each: Answer) -> bool:
        """True for the word of one or two among many."""
        point = each.point
        return bool(point and point.among >= _MANY_READ and point.many <= _FEW and each.status in ("met", "missed"))

    def _direct(self, each: Answer, form: str, quote: Quote | None, spec: str) -> str:
        point = each.point
        assert point is not None
        who = people(point.many, point.among)
        not_ = " not" if each.status == "met" else ""
        few = "" if point.is_clear else f"; {spell(point.few)} {verb(point.few, 'does', 'do')}{not_}"
        text = form.format(
            Who=at_head(who),
            who=who,
            s=verb(point.many, "s", ""),
            say=verb(point.many, "says", "say"),
            es=verb(point.many, "es", ""),
            label=each.want.label,
            q=f" ({quote.text})" if quote else "",
            few=few if form == _DIRECT[each.status][0] else _dissent(0 if point.is_clear else point.few),
        )
        return f"{text[:-1]}{spec}." if spec else text

    def _silence(self, *, brief: bool) -> Sentence:
        """What neither the listing nor the reviews tell."""
        wants = [each.want for each in self.unknown][:_MOST_UNKNOWN]
        lead = "Nothing tells" if brief else "Neither the listing nor the reviews say"
        return Sentence(f"{lead} {untold(wants)}.", "absent", (), "silence")

    def _general(self, detail: int) -> list[Sentence]:
        """What there is to say where nothing that was asked can be told: what is liked most, what is disliked most."""
        sheet = self.sheet
        if sheet.reading.reviewers == 1 and sheet.points:
            return lone_remark(sheet.points, self.wheel)[: 1 + detail]
        points = [point for point in sheet.points if point.is_shared]
        liked = [point for point in points if point.side == "liked"][: 1 + detail // 2]
        disliked = [point for point in points if point.side == "disliked"][: min(1, detail) + detail // 3]
        if liked or disliked:
            teller = Teller(self.wheel, sheet.reading.reviewers)
            praise = [teller.tell(point, quotes=int(detail > 1)) for point in liked]
            teller.begin_side()
            blame = [teller.tell(point, quotes=int(detail > 1)) for point in disliked]
            return [
                *praise,
                *(turned(blame[0], self.wheel) if praise and not n else each for n, each in enumerate(blame)),
            ]
        features = list(plain_features(sheet))[:2]
        if features and detail:
            return [features_remark(features, "; no review tells how it fares")]
        return [] if self.unknown else [Sentence("No review tells how it fares.", "absent", (), "silence")]


def _same(wants: Sequence[Want]) -> str:
    """That what was just told tells of these too."""
    labels = listed([_as_object(want) for want in wants])
    if all(want.form == "for" for want in wants):
        return f"That matters for {labels} too."
    return f"The same goes for {labels}."


def _as_object(want: Want) -> str:
    """A want behind a preposition: "being easy to clean", "whether it lasts"."""
    return {"how": f"being {want.label}", "that": f"whether it {want.label}"}.get(want.form, want.label)


def _together(answers: Sequence[Answer]) -> Answer:
    """The first of the answers, to all that they answer: "daily training and long runs"."""
    first = answers[0]
    label = listed([each.want.label for each in answers])
    return first if len(answers) == 1 else replace(first, want=replace(first.want, label=label))


def _dissent(few: int) -> str:
    return f", though {spell(few)} {verb(few, 'disagrees', 'disagree')}" if few else ""
