"""How well the sources bear out what a text says: by meaning, and by the words it uses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from triptych.english.meanings import Vectors, embed
from triptych.english.number_words import NUMBER_WORDS
from triptych.english.words import word_set
from triptych.measures._language import facets, value_of
from triptych.measures._sources import ProductSources, SourceClause

_SAME, _FAR = 0.7, 0.3
"""Cosine of clauses that say the same, and nearness of words that have nothing to do with each other."""
_LIKE_WORD = 0.8
"""What a word of like meaning is worth beside the word itself."""
_FEW_TOLD = 2
# How texts speak of sources and of shopping; the sources need not use these words.
TELLING = word_set(
    "average rating rate rated star final price cost base listing listed claim claimed claims state stated range total "
    "call speak point complaint praise main major common frequent majority number share divided mixed split opinion "
    "advise suit suitable choice option pick choose decide winner budget limit query ask shopper recommendation worth "
    "strength weakness drawback downside benefit advantage trade-off caveat catch concern issue problem trouble "
    "experience satisfaction disappointment expect expectation prefer value regret find enjoy appreciate criticise "
    "criticize dislike love hate unhappy happy pleased satisfied note warn add explain confirm describe compare remain "
    "include feature offer provide deliver make keep help serve meet fit fail lack hear tend seem appear become "
    "first second third half quarter hundred inr rs "
    "mix mixed receive express convey positive negative effort investment appearance convenience factor "
    "important level "
    "occasion special newer older version alternative result comparable universal reaction discomfort "
    "inconsistent source "
    "suitable necessary minor various generally specific particular additional potential certain quality "
    "product purchase "
    "service issue performance functionality reliability usability design style look size weight sound comfort noise "
    "condition situation possible ability capability element component risk time year month week day "
    "need want use usage "
    "unit unknown pass miss brief strong poor exceed clear list fall short long "
    "usd rupee dollar coder user person customer owner buyer reviewer other another rest everyone nobody "
    "overall general agree disagree content mind mark draw divide outweigh effect side account dear low high "
    "whoever likely further consider speak write puts writing warm warmest sore liking behind live inside title "
    "wish matter compromise answer otherwise dispute even odd suffice operate neither warn careful rather fault "
    "hand part win sign "
    "balance group object favour few down"
) | frozenset(NUMBER_WORDS)


@dataclass(frozen=True, slots=True)
class Support:
    """How well one claim is borne out."""

    value: float
    """0 to 1."""
    best: SourceClause | None
    """The clause of the sources that comes nearest."""
    strange: tuple[str, ...]
    """Words that no source has, nor any like them."""


def told_words(lemmas: Iterable[str]) -> list[str]:
    """The words of a claim that sources should have: not those that only tell who thinks what."""
    return [lemma for lemma in lemmas if lemma[0].isalpha() and lemma not in TELLING]


def support_of(lemmas: Sequence[str], vector: Vectors, sources: ProductSources) -> Support:
    """How well the sources of a product bear out a claim with these content words and this meaning."""
    if not sources.clauses:
        return Support(0.0, None, ())
    told = told_words(lemmas)
    near = sources.vectors @ vector
    if told and len(told) <= _FEW_TOLD and len(told) < len(lemmas):
        # Among many words of who thinks what, the few about the product are looked at by themselves too.
        near = np.maximum(near, sources.vectors @ embed([" ".join(told)])[0])
    best = int(near.argmax())
    meaning = min(1.0, max(0.0, float(near[best])) / _SAME)
    if not told:
        return Support(max(meaning, 0.6), sources.clauses[best], ())
    worth = {lemma: _worth(lemma, sources) for lemma in told}
    covered = sum(worth.values()) / len(worth)
    strange = tuple(lemma for lemma, value in worth.items() if value < _LIKE_WORD / 3)
    return Support((meaning + covered) / 2, sources.clauses[best], strange)


def _worth(lemma: str, sources: ProductSources) -> float:
    if lemma in sources.aspect_words or any(name in sources.aspect_names for name in facets().terms.get(lemma, ())):
        return 1.0
    nearness = sources.nearness(lemma)
    if nearness == 1.0:
        return 1.0
    like = min(_LIKE_WORD, max(0.0, (nearness - _FAR) / (_SAME - _FAR)))
    # A judging word is the writer's way of putting it; whether it holds is for sentiment to say.
    return max(like, 0.5) if value_of(lemma, "J", lemma) else like
