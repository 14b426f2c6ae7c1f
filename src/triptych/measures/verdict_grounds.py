"""Whether the verdict follows from the table and the query: who wins, on what grounds, and who is beaten."""

import re
from dataclasses import dataclass

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import Clause, clauses_of, tagged
from triptych.measures._embedding import Vectors, embed
from triptych.measures._figures import figures_in
from triptych.measures._language import word_set
from triptych.measures._measured import Measured
from triptych.measures._needs import Asked, needs_asked
from triptych.measures._pieces import Piece, products_named
from triptych.records import Money

_CHOSEN = re.compile(
    r"\b(?:take|takes|taken|choose|chosen|pick|choice|winner|wins|recommend\w*|best|the one|go for|get "
    r"the|your (?:shoe|pair|chair|"
    r"laptop|blender|cream)|suits?|for those|for anyone|answer|buy|prefer|ideal|stands out|right (?:shoe|one|chair))\b",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"\b(?:avoid\w*|not (?:for you|recommended|worth|the)|cannot be recommended|leave|skip|too "
    r"(?:expensive|heavy|small|narrow)|"
    r"rule[sd]? (?:it|him)? ?out|far behind|miss(?:es)? the brief|loses)\b",
    re.IGNORECASE,
)
_NONE_FITS = re.compile(r"\b(?:none|no (?:pair|chair|laptop|shoe|blender|cream|product|one)|nothing)\b", re.IGNORECASE)
_ADMITTED = re.compile(
    r"\b(?:but|though|although|however|yet|weak\w*|over (?:the |your )?(?:budget|limit)|compromise|expect|"
    r"plan on|stretch|catch|"
    r"falls short|fails|except|only if|drawback|too (?:high|much)|costs? (?:more|rs|[$₹]))\b",
    re.IGNORECASE,
)
_FOR_WHOM = re.compile(r"\b(?:for|suits?|if you|those who|anyone|when)\b", re.IGNORECASE)
_SUPERLATIVE = re.compile(
    r"\b(?:most|least|best|only|cheapest|lightest|fastest|longest|quietest|widest|softest|\w{3,}est)\b", re.I
)
_ADVICE = re.compile(
    r"\b(?:choose|take|pick|get|go for|if you|suits?|for those|for anyone|is for|the one|the choice|"
    r"recommend\w*|leave|keep|save)\b",
    re.IGNORECASE,
)
_BORNE_OUT, _SAME, _SMALL, _FEWEST_WORDS = 0.56, 0.6, 10, 3
_CLEARLY = 0.8


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the verdict rests on."""

    winners: tuple[int, ...]
    named: tuple[int, ...]
    reasons: int
    supported: int
    contradicted: int
    beaten: float
    passed_over: int


def measure(analysis: Analysis) -> Measured:
    """1 for a verdict that follows fully; `level` is the anchor that its faults leave open."""
    if not analysis.verdict.strip():
        return Measured(0.0, ("There is no verdict.",), figures={"level": 1.0}, faults=4, of=4)
    verdict = [piece for piece in analysis.pieces if piece.place == "verdict"]
    grounds = _weigh(analysis, verdict)
    titles = [product.title.split(",")[0][:40] for product in analysis.case.products]
    notes = [
        "Verdict names: " + (", ".join(titles[n] for n in grounds.named) or "no product") + ".",
        "To take: " + (", ".join(titles[n] for n in grounds.winners) or "none named") + ".",
        f"{grounds.supported} of {grounds.reasons} reasons stand in the table"
        + (f", {grounds.contradicted} go against it." if grounds.contradicted else "."),
    ]
    if grounds.beaten:
        notes.append(
            "The product to take is beaten by another on what the query asks, and the verdict does not say so."
        )
    if grounds.passed_over:
        notes.append(f"{grounds.passed_over} needs of the query are passed over.")
    level = _level(analysis, grounds, verdict)
    return Measured(
        (level - 1) / 4,
        tuple(notes),
        certainty=min(1.0, 0.4 + grounds.reasons / 10),
        faults=grounds.reasons - grounds.supported + grounds.contradicted,
        of=grounds.reasons,
        figures={"level": level, "supported": grounds.supported / max(1, grounds.reasons)},
    )


def _level(analysis: Analysis, grounds: Grounds, verdict: list[Piece]) -> float:
    text = " ".join(piece.text for piece in verdict)
    if not grounds.winners and not _NONE_FITS.search(text):
        return 1.0
    share = grounds.supported / max(1, grounds.reasons)
    level = 5.0 - 2.4 * max(0.0, 0.85 - share) / 0.5
    level -= 1.3 * min(1.0, grounds.contradicted / max(1, grounds.reasons) * 2.5)
    level -= 1.6 * grounds.beaten
    level -= 0.6 * (len(analysis.case.products) - len(grounds.named))
    level -= 0.25 * max(0, grounds.passed_over - 1)
    if not _FOR_WHOM.search(text):
        level -= 0.5
    if analysis.table.form is None:
        level = min(level, 2.0)
    return min(5.0, max(1.0, level))


def _weigh(analysis: Analysis, verdict: list[Piece]) -> Grounds:
    named: list[int] = []
    winners: list[int] = []
    for piece in verdict:
        here = products_named(piece.text, analysis.case)
        named += [number for number in here if number not in named]
        if here and _CHOSEN.search(piece.text) and not _REJECTED.search(piece.text):
            winners += [number for number in here[:1] if number not in winners]
    if not winners and len(named) == 1:
        winners = named[:]
    reasons, supported, contradicted = _reasons(analysis, verdict)
    text = " ".join(piece.text for piece in verdict)
    asked = needs_asked(analysis)
    beaten = _beaten(analysis, asked, winners[:1], text)
    passed = sum(1 for one in asked if one.weight >= 1 and not _speaks_of(analysis, one, text))
    return Grounds(tuple(winners), tuple(named), reasons, supported, contradicted, beaten, passed)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What the table says of one product, or of all: meanings, words and numbers."""

    vectors: Vectors
    words: frozenset[str]
    numbers: frozenset[float]

    def bears_out(self, clause: Clause, vector: Vectors) -> bool:
        """True for a reason, of this meaning, that stands there."""
        told = [lemma for lemma in clause.lemmas if lemma[0].isalpha()]
        near = float((self.vectors @ vector).max()) if len(self.vectors) else 0.0
        known = sum(_is_known(lemma, self.words) for lemma in told) / max(1, len(told))
        exact = all(f.number in self.numbers or f.number <= _SMALL for f in figures_in(clause.text))
        return exact and (known + min(1.0, near / _SAME)) / 2 >= _BORNE_OUT


def _ground(analysis: Analysis, product: int | None) -> _Ground:
    places = [n for n, cell in enumerate(analysis.cells) if product is None or cell.product == product]
    said = [analysis.cells[n].said for n in places]
    others = [item.title for item in analysis.case.products] + [analysis.case.query or ""]
    words = {lemma for text in (*said, *others) for sentence in tagged(text) for lemma in sentence.lemmas}
    numbers = {figure.number for text in said for figure in figures_in(text)} | _prices(analysis, product)
    return _Ground(analysis.cell_vectors[places], frozenset(words) | _USUAL, frozenset(numbers))


def _reasons(analysis: Analysis, verdict: list[Piece]) -> tuple[int, int, int]:
    """Reasons given, those that stand in the table for the product in question, and those that go against it."""
    grounds: dict[int | None, _Ground] = {}
    reasons = supported = contradicted = 0
    for piece in verdict:
        if piece.product not in grounds:
            grounds[piece.product] = _ground(analysis, piece.product)
        clauses = list(clauses_of(tagged(piece.text)))
        for clause, vector in zip(clauses, embed([clause.text for clause in clauses]), strict=True):
            figures = list(figures_in(clause.text))
            told = [lemma for lemma in clause.lemmas if lemma[0].isalpha()]
            if len(told) + len(figures) < 1 or len(clause.text.split()) < _FEWEST_WORDS:
                continue
            if _ADVICE.search(clause.text) and not figures:
                continue
            reasons += 1
            supported += grounds[piece.product].bears_out(clause, vector)
            contradicted += _goes_against(analysis, piece, clause.text)
    return reasons, supported, contradicted


_USUAL = word_set(
    "take choose pick choice winner win recommend good best budget limit price cost rs need suit fit "
    "right option short "
    "long expect plan stretch want come first weak point compromise matter meet three product pair one shopper query"
)


def _is_known(lemma: str, words: set[str] | frozenset[str]) -> bool:
    """True for a word of the table, also in another degree: "lighter" where the table has "light"."""
    stem = lemma.removesuffix("est").removesuffix("er")
    return any(
        form in words for form in (lemma, stem, stem[:-1] + "y" if stem.endswith("i") else stem + "e", stem[:-1])
    )


def _prices(analysis: Analysis, product: int | None) -> set[float]:
    """The prices and ratings of the table, what they differ by, and the numbers of the query and of names."""
    columns = [
        column
        for place, column in enumerate(analysis.table.columns)
        if product is None or (place < len(analysis.columns) and analysis.columns[place] == product)
    ]
    prices = [m for column in columns for m in (column.base_price, column.final_price) if m]
    amounts = [float(price.amount) for price in prices]
    query = [figure.number for figure in figures_in(analysis.case.query or "")]
    ratings = {column.average_rating for column in columns if column.average_rating}
    known = {*amounts, *query, *ratings}
    known |= {figure.number for product in analysis.case.products for figure in figures_in(product.title)}
    known |= {float(n) for product in analysis.case.products for n in re.findall(r"\d+", product.title)}
    return known | {round(abs(a - b), 2) for a in (*amounts, *query) for b in amounts}


def _goes_against(analysis: Analysis, piece: Piece, text: str) -> bool:
    """True where the verdict calls a product the best at what another is better at by the table."""
    if piece.product is None or not _SUPERLATIVE.search(text):
        return False
    start = piece.start + piece.text.find(text)
    for told in analysis.told[piece.product]:
        if any(start <= spot.start < start + len(text) for spot in told.spots):
            standing = [_cells_say(analysis, number, told.name) for number in range(len(analysis.case.products))]
            mine = standing[piece.product]
            rivals = [value for n, value in enumerate(standing) if n != piece.product and value is not None]
            if mine is not None and rivals and max(rivals) - mine > _CLEARLY:
                return True
    return False


def _cells_say(analysis: Analysis, number: int, name: str) -> float | None:
    """How the cells of one product speak of an aspect."""
    values = [
        spot.value
        for told in analysis.told[number]
        if told.name == name
        for spot in told.spots
        if spot.start < analysis.table.end
    ]
    return sum(values) / len(values) if values else None


def _beaten(analysis: Analysis, asked: tuple[Asked, ...], winners: list[int], text: str) -> float:
    """How badly the product to take is beaten on the query's needs without a word about it."""
    if not winners:
        return 0.0
    winner, worst = winners[0], 0.0
    for place, one in enumerate(asked):
        standing = [_standing(analysis, one, number) for number in range(len(analysis.case.products))]
        mine = standing[winner]
        rivals = [value for number, value in enumerate(standing) if number != winner and value is not None]
        if mine is None or not rivals or max(rivals) - mine < 1.5 or mine > 0:
            continue
        is_chief = place <= 1 or one.need.kind == "budget"
        admits = _speaks_of(analysis, one, text) and bool(_ADMITTED.search(text))
        if not admits:
            worst = max(worst, 1.0 if is_chief else 0.7)
        elif place == 0:
            worst = max(worst, 0.3)
    return worst


def _standing(analysis: Analysis, one: Asked, number: int) -> float | None:
    """How a product does on a need by the table: above 0 well, below 0 badly; None where it cannot be told."""
    product = analysis.case.products[number]
    if one.need.kind == "budget":
        price = product.final_price or product.base_price
        return _within(price, one.need.most) if price and one.need.most else None
    values = [
        spot.value
        for told in analysis.told[number]
        if told.name in one.aspects
        for spot in told.spots
        if spot.start < analysis.table.end
    ]
    return sum(values) / len(values) if values else None


def _within(price: Money, most: Money) -> float:
    return 2.0 if price.amount <= most.amount else -2.0


def _speaks_of(analysis: Analysis, one: Asked, text: str) -> bool:
    if one.need.kind == "budget":
        return bool(re.search(r"[$₹€£]\s?\d|\brs\.?\s?\d|budget|price|cheap|expensive|limit", text, re.IGNORECASE))
    lemmas = {lemma for sentence in tagged(text) for lemma in sentence.lemmas}
    if one.lemmas & lemmas:
        return True
    spots = [s for product in analysis.told for told in product if told.name in one.aspects for s in told.spots]
    return any(spot.start >= analysis.table.end for spot in spots)
