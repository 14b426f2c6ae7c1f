"""How much of what the text says the sources bear out, claim by claim, through paraphrase."""

from dataclasses import dataclass

from triptych.english.wordings import Wording
from triptych.english.words import word_set
from triptych.measures._analysis import Analysis
from triptych.measures._clauses import brief, content_lemmas, is_verbless, tagged
from triptych.measures._counts import COUNT
from triptych.measures._covered_aspects import Part, covered_aspects, tone_of
from triptych.measures._figures import figures_in
from triptych.measures._measured import Measured
from triptych.measures._phrases import ABSENT
from triptych.measures._pieces import Piece
from triptych.measures._quotes import Quote, leads_up_to, side_of
from triptych.measures._sources import ProductSources
from triptych.measures._support import Support, support_of, told_words
from triptych.records import Evidence, Product

_BORNE_OUT = 0.57
_UNRELATED = 0.34
_FAR = 0.45
_MISQUOTED = 0.3
"""What a claim is worth that the sources deny, or a quote that none of them has."""
_CLEAR = 1.5
"""How strongly a quote must judge, on the scale from -4 to 4, to stand on one side."""
_MIDDLE_STARS = 3
_FEWEST_WORDS = 4
_FEWEST_QUOTED = 3
"""Words of a quote that must be a source's; fewer may be a turn of phrase."""
_MOST_NOTES, _MOST_EVIDENCE = 6, 12
_ASKED = Wording(r"^\W*(?:you|your|as for|as to|for|on|whether)\b|\byou (?:asked|want|wish|need)\b")
"""How a sentence takes up what the query asks, in the query's words."""
_SAID = word_set("listing review source speak mention word nothing page maker seller rating price average")
_ADVICE = Wording(
    r"\b(?:recommend|take it|choose|pick|consider|keep|look elsewhere|worth a look|suits? (?:those|people|you|anyone)|"
    r"those who|(?:the|a) (?:\w+ )?(?:choice|pick|answer)|one(?:'s)? (?:has|can|may)|overall|all in all|in general|"
    r"in short|on the whole|if you|"
    r"for (?:those|anyone) who)\b",
)
_TO_THE_READER = Wording(
    r"^\W*(?:those|anyone|people|whoever|if you|you|one)\b.{0,120}\b(?:may|might|can|could|should|would)\b",
)
"""A sentence on what a reader may do says nothing of the product."""


def measure(analysis: Analysis) -> Measured:
    """The share of the claims that are borne out, true quotes among them; `mean` is how well on average."""
    claims = _claims(analysis)
    quotes = [quote for quote in analysis.quotes if quote.evidence or len(quote.text.split()) >= _FEWEST_QUOTED]
    if not claims and not quotes:
        return Measured(None, ("the text makes no claim that could be checked",))
    if not any(sources.clauses for sources in analysis.sources):
        return Measured(None, ("there is no source to check the text against",))
    found = [*_checked(analysis, claims), *_quoted(analysis, quotes)]
    wrong = [one for one in found if one.is_wrong]
    notes = [f"{len(found) - len(wrong)} of {len(found)} claims are borne out by the sources; not borne out:"]
    notes += [f"{n}. “{brief(one.text, 90)}”{one.why}" for n, one in enumerate(wrong[:_MOST_NOTES], start=1)]
    return Measured(
        1 - len(wrong) / len(found),
        tuple(notes) if wrong else (f"All {len(found)} claims are borne out by the sources.",),
        tuple(dict.fromkeys(one.evidence for one in found if one.evidence))[:_MOST_EVIDENCE],
        certainty=min(1.0, len(found) / 6),
        faults=len(wrong),
        of=len(found),
        figures={
            "reviews": float(max(len(s.read_ids) for s in analysis.sources)),
            "mean": sum(one.value for one in found) / len(found),
            "unrelated": sum(one.value < _UNRELATED for one in found) / len(found),
            "misplaced": float(sum(one.is_misplaced for one in found)),
        },
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim and how well it is borne out."""

    text: str
    value: float
    is_wrong: bool
    why: str = ""
    evidence: Evidence | None = None
    is_misplaced: bool = False
    """True for a true quote on the wrong side."""


def _quoted(analysis: Analysis, quotes: list[Quote]) -> list[Checked]:
    found: list[Checked] = []
    for quote in quotes:
        why = " (no source has these words)" if quote.evidence is None else _wrong_side(analysis, quote)
        is_misplaced = bool(why) and quote.evidence is not None
        found.append(Checked(quote.text, _MISQUOTED if why else 1.0, bool(why), why, quote.evidence, is_misplaced))
    return found


def _wrong_side(analysis: Analysis, quote: Quote) -> str:
    """Why a true quote is told on the wrong side, if it is: praise as a complaint, or a complaint as praise."""
    side = side_of(leads_up_to(analysis.prose, analysis.quotes, quote))
    values = tone_of(quote.text) if side else []
    if not values or max(side * value for value in values) > 0 or max(map(abs, values)) < _CLEAR:
        return ""
    # Praise in a review of one star is mockery.
    reviews = (review for product in analysis.case.products for review in product.reviews)
    stars = next((r.stars for r in reviews if quote.evidence and r.id == quote.evidence.source_id), None)
    if stars is not None and side * (stars - _MIDDLE_STARS) > 0:
        return ""
    return " (a complaint, told as praise)" if side > 0 else " (praise, told as a complaint)"


def _checked(analysis: Analysis, claims: list["Claim"]) -> list[Checked]:
    found: list[Checked] = []
    meanings = analysis.meanings([text for text, _, _ in claims])
    for (text, lemmas, products), meaning in zip(claims, meanings, strict=True):
        if ABSENT.search(text):
            found.append(_absence(text, lemmas, [analysis.sources[product] for product in products]))
            continue
        supports = [support_of(lemmas, meaning, analysis.sources[product]) for product in products]
        best = max(supports, key=lambda support: support.value)
        is_wrong = _is_wrong(best) and not _is_advice(text, best)
        if is_wrong and COUNT.search(text) and _is_counted(text, [analysis.sources[product] for product in products]):
            found.append(Checked(text, _BORNE_OUT, is_wrong=False))
            continue
        strange = f" (no source has: {', '.join(best.strange[:4])})" if best.strange else ""
        evidence = best.best.evidence() if best.best and best.value >= _BORNE_OUT else None
        found.append(Checked(text, best.value, is_wrong, strange, evidence))
    return found


def _is_counted(text: str, sources: list[ProductSources]) -> bool:
    """True for a claim that only tells how many speak of an aspect that they do speak of; the number is for figures."""
    told = [aspect for one in sources for aspect in covered_aspects([Part(text)], one.reading)]
    return bool(told) and all(aspect.aspect is not None for aspect in told)


def _absence(text: str, lemmas: tuple[str, ...], sources: list[ProductSources]) -> Checked:
    """A claim that something is not said holds where no clause of the sources has all its words."""
    for one in sources:
        words = set(told_words(lemmas)) - _SAID - {lemma for s in tagged(one.product.title) for lemma in s.lemmas}
        where = next((clause for clause in one.clauses if words and words <= set(clause.lemmas)), None)
        if where is not None:
            why = f" (but: “{brief(where.text)}”)"
            return Checked(text, _MISQUOTED, is_wrong=True, why=why, evidence=where.evidence())
        if not words and _is_given(text, one.product):
            return Checked(text, _MISQUOTED, is_wrong=True, why=" (but it is given)")
    return Checked(text, 1.0, is_wrong=False)


def _is_given(text: str, product: Product) -> bool:
    lower = text.lower()
    if "rating" in lower:
        return product.average_rating is not None
    return "price" in lower and (product.final_price or product.base_price) is not None


Claim = tuple[str, tuple[str, ...], tuple[int, ...]]


def _claims(analysis: Analysis) -> list[Claim]:
    """Each claim's words, its content words and the products it may be about; what is said twice counts once."""
    everyone = tuple(range(len(analysis.sources)))
    asked = _words_asked(analysis)
    found: dict[tuple[str, tuple[int, ...]], Claim] = {}
    for piece in analysis.pieces:
        products = everyone if piece.product is None else (piece.product,)
        takes_up = bool(asked) and bool(_ASKED.search(piece.text))
        if _TO_THE_READER.search(piece.text) and not any(figures_in(piece.text)):
            continue
        # "Best, best, best!" claims nothing that a source could bear out.
        is_short = piece.place in ("prose", "verdict") and len(piece.text.split()) < _FEWEST_WORDS
        if is_short and all(map(is_verbless, tagged(piece.text))):
            continue
        for text, lemmas in _split(analysis, piece):
            told = tuple(lemma for lemma in lemmas if lemma not in asked) if takes_up else lemmas
            if told_words(told) or ABSENT.search(text):
                found.setdefault((text.lower(), products), (text, told, products))
    return list(found.values())


def _words_asked(analysis: Analysis) -> frozenset[str]:
    query = analysis.case.query or ""
    return frozenset(lemma for sentence in tagged(query) for lemma in sentence.lemmas)


def _split(analysis: Analysis, piece: Piece) -> list[tuple[str, tuple[str, ...]]]:
    """The claims of a piece: clauses of prose, cells as they are; a value is understood with its label."""
    if piece.place in ("prose", "verdict"):
        return [(clause.text, clause.lemmas) for clause in analysis.clauses_in(piece)]
    lemmas = tuple(lemma for sentence in tagged(piece.text) for lemma in content_lemmas(sentence))
    return [(f"{piece.label}: {piece.text}" if piece.place == "value" else piece.text, lemmas)]


def _is_wrong(support: Support) -> bool:
    """True for a claim that is far from all sources, or rather far and in words that none of them has."""
    return support.value < (_BORNE_OUT if support.strange else _FAR)


def _is_advice(text: str, support: Support) -> bool:
    return bool(_ADVICE.search(text)) and len(support.strange) < 2
