"""The explanation: why one product answers a query, want by want, in fewer than 100 words."""

from triptych.records import Explanation
from triptych.texts import show_money
from triptych.writers._plan.answers import Answer, answer, told
from triptych.writers._plan.needs import wants_of
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import rating_evidence
from triptych.writers._prose.paragraph import Sentence, claims_of, join_sentences, total_words
from triptych.writers._prose.patterns import Teller
from triptych.writers._prose.remarks import features_remark, lone_remark, plain_features
from triptych.writers._words.wording import Wheel, capital, listed, named, ratings, stars

MOST = 99
_GOOD_QUOTE = 2.5
_MOST_UNKNOWN = 4

# By how the shopper's words fit into a sentence, and how the product stands.
_FORMS = {
    ("for", "met"): (
        "For {label} the signs are good: {reason}.",
        "For {label}, {reason}.",
        "It suits {label}: {reason}.",
    ),
    ("for", "missed"): ("For {label} be warned: {reason}.", "For {label} it falls short: {reason}."),
    ("for", "disputed"): (
        "For {label} opinion is divided: {reason}.",
        "Whether it suits {label} is disputed: {reason}.",
    ),
    ("for", "stated"): ("For {label}, {reason}.",),
    ("thing", "met"): ("Your wish for {label} is met: {reason}.", "You asked for {label}, and {reason}."),
    ("thing", "missed"): ("Your wish for {label} is not met: {reason}.", "You asked for {label}, but {reason}."),
    ("thing", "disputed"): ("On {label} opinion is divided: {reason}.", "You asked for {label}; there, {reason}."),
    ("thing", "stated"): ("As to {label}, {reason}.", "You asked for {label}: {reason}."),
    ("how", "met"): ("You want it {label}, and {reason}.", "As for being {label}, {reason}."),
    ("how", "missed"): ("You want it {label}, but {reason}.", "It is not what you call {label}: {reason}."),
    ("how", "disputed"): ("Whether it is {label} is disputed: {reason}.", "You want it {label}; there, {reason}."),
    ("how", "stated"): ("You want it {label}: {reason}.", "As for being {label}, {reason}."),
    ("that", "met"): ("You want one that {label}, and {reason}.",),
    ("that", "missed"): ("You want one that {label}, but {reason}.",),
    ("that", "disputed"): ("Whether it {label} is disputed: {reason}.",),
    ("that", "stated"): ("You want one that {label}: {reason}.",),
}


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
        for detail in (3, 2, 1, 0):
            sentences = self._build(detail)
            if total_words(sentences) <= MOST:
                return sentences
        while total_words(sentences) > MOST and len(sentences) > 1:
            sentences.pop()
        return sentences

    def _build(self, detail: int) -> list[Sentence]:
        """The sentences; `detail` 3 has quotations and specifications, 0 neither and one clause a want."""
        sentences = [self._opening()]
        quoted: set[str] = set()
        seen: dict[str, Answer] = {}
        for each in self.answers:
            if each.reason not in seen:
                seen[each.reason] = each
                sentences.append(self._tell(each, detail, sentences[-1].pattern, quoted))
                twins = [other for other in self.answers if other is not each and other.reason == each.reason]
                if twins:
                    labels = listed([other.want.label for other in twins])
                    sentences.append(Sentence(f"The same goes for {labels}.", each.kind, each.evidence, "same"))
        if self.unknown:
            sentences.append(self._silence())
        if not self.answers:
            sentences += self._general(detail)
        return sentences

    def _opening(self) -> Sentence:
        product, name, budget = self.sheet.product, named(self.sheet.name), self.budget
        if budget is None:
            if product.average_rating is None:
                return Sentence(f"{capital(name)} has no average rating yet.", "absent", (), "opening")
            of = f" from {ratings(product.rating_count)}" if product.rating_count else ""
            text = f"{capital(name)} averages {stars(product.average_rating)}{of}."
            return Sentence(text, "stated", rating_evidence(product), "opening")
        if self.sheet.price is None:
            text = f"No price is given for {name}, so your budget cannot be checked."
            return Sentence(text, "absent", (), "opening")
        price = show_money(self.sheet.price)
        if budget.over or budget.under:
            text = self.wheel.pick(
                (f"At {price}, {name} is {budget.reason}.", f"{capital(name)} costs {price}, {budget.reason}."), "price"
            )
        else:
            rest = ", in another currency than your budget" if budget.status == "unknown" else ""
            text = f"{capital(name)} costs {price}{rest}."
        return Sentence(text, budget.kind, budget.evidence, "opening")

    def _tell(self, each: Answer, detail: int, last: str, quoted: set[str]) -> Sentence:
        reason, evidence = each.reason, each.evidence
        if each.point:
            good = (quote for quote in each.point.quotes if quote.worth > _GOOD_QUOTE)
            quote = next((quote for quote in good if quote.review_id not in quoted), None)
            if quote and detail >= 3:
                quoted.add(quote.review_id)
                evidence = (*evidence, quote.evidence)
                reason = told(each.point, quote)
            if each.spec and detail >= 2:
                reason += f"; {each.spec.clause}"
        forms = self.wheel.turn(_FORMS[each.want.form, each.status], each.want.label)
        # A chair suits a person; it does not suit a back pain.
        forms = tuple(form for form in forms if each.want.kind != "feature" or "suits" not in form)
        form = next((form for form in forms if form != last), forms[0])
        return Sentence(capital(form.format(label=each.want.label, reason=reason)), each.kind, evidence, form)

    def _silence(self) -> Sentence:
        words = [need.text for each in self.unknown for need in each.want.needs][:_MOST_UNKNOWN]
        labels = listed([f"“{' '.join(text.split())}”" for text in words])
        return Sentence(f"Neither the listing nor the reviews speak of {labels}.", "absent", (), "silence")

    def _general(self, detail: int) -> list[Sentence]:
        """What there is to say where nothing that was asked can be told."""
        sheet = self.sheet
        if sheet.reading.reviewers == 1 and sheet.points:
            return lone_remark(sheet.points, self.wheel)[: 1 + detail]
        points = [point for point in sheet.points if point.many > 1 or point.among < 4][: 1 + detail]
        if points:
            teller = Teller(self.wheel, sheet.reading.reviewers)
            return [teller.tell(point, quotes=int(detail > 1)) for point in points]
        features = list(plain_features(sheet))[:2]
        if features and detail:
            return [features_remark(features, "; no review tells how it fares")]
        return [] if self.unknown else [Sentence("No review tells how it fares.", "absent", (), "silence")]
