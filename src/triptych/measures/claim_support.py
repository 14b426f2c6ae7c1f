"""How much of what the text says the sources bear out, claim by claim, through paraphrase."""

import re

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import clauses_of, content_lemmas, tagged
from triptych.measures._embedding import embed
from triptych.measures._measured import Measured
from triptych.measures._pieces import Piece
from triptych.measures._support import Support, support_of
from triptych.records import Evidence

_BORNE_OUT = 0.57
_UNRELATED = 0.34
_FAR = 0.45
_MOST_NOTES = 6
_ADVICE = re.compile(
    r"\b(?:recommend|take it|choose|pick|consider|keep|look elsewhere|worth a look|suits? (?:those|people|you|anyone)|"
    r"those who|may wish|one(?:'s)? (?:has|can|may)|decision|regretted|afterwards|come back to|read everything|"
    r"overall|all in all|in general|in short|on the whole|if you|for (?:those|anyone) who)\b",
    re.IGNORECASE,
)


def measure(analysis: Analysis) -> Measured:
    """The share of the claims that are borne out; `odd` is the share of words that no source has."""
    claims = _claims(analysis)
    if not claims:
        return Measured(None, ("the text makes no claim that could be checked",))
    if not any(sources.clauses for sources in analysis.sources):
        return Measured(None, ("there is no source to check the text against",))
    known = dict(zip((clause.text for clause in analysis.clauses), analysis.clause_vectors, strict=True))
    new = [text for text, _, _ in claims if text not in known]
    known.update(zip(new, embed(new), strict=True))
    vectors = [known[text] for text, _, _ in claims]
    found: list[tuple[str, Support]] = []
    for (text, lemmas, products), vector in zip(claims, vectors, strict=True):
        supports = [support_of(lemmas, vector, analysis.sources[product]) for product in products]
        found.append((text, max(supports, key=lambda support: support.value)))
    wrong = [(text, one) for text, one in found if _is_wrong(one) and not _is_advice(text, one)]
    mean = sum(one.value for _, one in found) / len(found)
    notes = [f"{len(found) - len(wrong)} of {len(found)} claims are borne out by the sources; not borne out:"]
    notes += [
        f"{n}. “{text[:90]}”" + (f" (no source has: {', '.join(one.strange[:4])})" if one.strange else "")
        for n, (text, one) in enumerate(wrong[:_MOST_NOTES], start=1)
    ]
    return Measured(
        1 - len(wrong) / len(found),
        tuple(notes) if wrong else (f"All {len(found)} claims are borne out by the sources.",),
        _evidence([one for _, one in found]),
        certainty=min(1.0, len(found) / 6),
        faults=len(wrong),
        of=len(found),
        figures={
            "reviews": float(max(len(s.read_ids) for s in analysis.sources)),
            "mean": mean,
            "unrelated": sum(one.value < _UNRELATED for _, one in found) / len(found),
        },
    )


Claim = tuple[str, tuple[str, ...], tuple[int, ...]]


def _claims(analysis: Analysis) -> list[Claim]:
    """Each claim's words, its content words and the products it may be about; what is said twice counts once."""
    everyone = tuple(range(len(analysis.sources)))
    found: dict[tuple[str, tuple[int, ...]], Claim] = {}
    for piece in analysis.pieces:
        products = everyone if piece.product is None else (piece.product,)
        for text, lemmas in _split(piece):
            if lemmas:
                found.setdefault((text.lower(), products), (text, lemmas, products))
    return list(found.values())


def _split(piece: Piece) -> list[tuple[str, tuple[str, ...]]]:
    """The claims of a piece: clauses of prose, cells as they are; a value is understood with its label."""
    if piece.place in ("prose", "verdict"):
        return [(clause.text, clause.lemmas) for clause in clauses_of(tagged(piece.text))]
    lemmas = tuple(lemma for sentence in tagged(piece.text) for lemma in content_lemmas(sentence))
    return [(f"{piece.label}: {piece.text}" if piece.place == "value" else piece.text, lemmas)]


def _is_wrong(support: Support) -> bool:
    """True for a claim that is far from all sources, or rather far and in words that none of them has."""
    return support.value < (_BORNE_OUT if support.strange else _FAR)


def _is_advice(text: str, support: Support) -> bool:
    return bool(_ADVICE.search(text)) and len(support.strange) < 2


def _evidence(found: list[Support]) -> tuple[Evidence, ...]:
    once = {(s.best.source.id, s.best.start): s.best for s in found if s.best and s.value >= _BORNE_OUT}
    return tuple(clause.evidence() for clause in list(once.values())[:12])
