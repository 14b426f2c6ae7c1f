"""Themes: what reviewers say of a product by aspect, as gists that a sentence can go on with."""

import re
from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from triptych.aspects import aspects_in, facet_of
from triptych.aspects.lexicon import judged_things
from triptych.english.sentences import kept_sentences
from triptych.english.words import denies, open_words, singular, stem_of, word_set
from triptych.listing.kinds import is_product
from triptych.records import Aspect, Direction, Evidence, Mention, Product, Reading, StrengthWord
from triptych.writers._gists import Gist, gists_in, subject_of
from triptych.writers._voices import OVERALL, PLAIN, is_real_sentence, learnt_worth

SURE: dict[Direction, float] = {"+": 0.7, "-": 0.62}
"""How sure a reading must be of a remark to be told."""
COUNTED = 0.75
"""How sure it must be to count a reviewer, who "at least" so many are."""
_ALIKE = 6
"""Words that begin with as many letters alike are forms of one: comfort, comfortable."""
_SHORT = 3
_BLAME = word_set(
    "downside downsides drawback drawbacks complaint complaints problem problems issue issues flaw con cons"
)
_PRAISE = word_set(
    "good great nice best awesome amazing excellent wonderful fantastic superb perfect perfectly fine well"
)
_DANGERS = word_set(
    "shock shocks electricity electrocuted fatal fire flames smoke burnt burned burns explode exploded injury injured "
    "dangerous unsafe"
)
_DULL = frozenset(map(stem_of, PLAIN))
_SHOP = word_set("deliver delivery sale order ship arrive return refund replace buy purchase package price cost")
"""What a reviewer says of the shop, or of what was paid, is not said of the product."""
_WORDS = re.compile(r"[a-z]+")
_FAULTS = {"leaking": "leak protection", "noise": "noise level"}
_NOT_OF_PRODUCT = ("delivery",)
_CLEAR = 0.5
_TYPICAL = 0.5
"""The words of a gist must be in so many of an aspect's mentions for it to be about that aspect."""
_CONTRARY: dict[Direction, float] = {"+": 0.6, "-": 0.4}
"""How far the learnt opinion may lean the other way; it hears too little in what is denied."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What one reviewer says, in a few words."""

    gist: Gist
    direction: Direction
    aspect: str
    """What it is about; empty where its words name nothing that reviewers speak of."""
    sureness: float

    @property
    def reviewer(self) -> str:
        """Who says it."""
        return self.gist.span.source_id


@dataclass(frozen=True, slots=True)
class Theme:
    """An aspect, what is said of it, and who surely likes it and who does not."""

    name: str
    sayings: tuple[Saying, ...]
    liked: Mapping[str, Evidence]
    """A clause of each reviewer who likes it."""
    disliked: Mapping[str, Evidence]
    """A clause of each who does not."""
    strength_words: tuple[StrengthWord, ...] = ()
    """Qualities that reviewers give it in so many words."""

    def words(self, direction: Direction, most: int = 3) -> list[str]:
        """Qualities of one direction that say more than good or bad and need no noun, where two reviewers name any."""
        sign = 1 if direction == "+" else -1
        found = [
            each
            for each in self.strength_words
            if each.direction == direction and each.word not in PLAIN and not each.word.endswith(("er", "est"))
            if len(each.word.split()) > 1 or learnt_worth([each.word]) * sign > _CLEAR
        ]
        return [each.word for each in found[:most]] if sum(each.reviewers for each in found) > 1 else []

    @property
    def is_named(self) -> bool:
        """True where a reviewer's word begins like its name ("durable", "durability"); else it is an odd heading."""
        heads = tuple(word[: max(3, min(4, len(word) - 1))] for word in self.name.lower().split() if word != "of")
        words = (word for span in self.evidence for word in _WORDS.findall(span.text.lower()))
        return any(word.startswith(heads) for word in words)

    def is_named_in(self, saying: "Saying") -> bool:
        """True for a statement that names it: "the spout pours well" of a spout."""
        heads = tuple(word[:_ALIKE] for word in self.name.lower().split() if word != "of")
        is_statement = saying.gist.form not in ("thing", "liking")
        return is_statement and any(word.startswith(heads) for word in saying.gist.text.split())

    @property
    def heading(self) -> str:
        """What it is called where it is praised or blamed: some aspects go by the name of a fault."""
        return _FAULTS.get(self.name, self.name)

    @property
    def likes(self) -> int:
        """How many like it; who says both counts for neither."""
        return len(self.liked.keys() - self.disliked.keys())

    @property
    def dislikes(self) -> int:
        """How many do not."""
        return len(self.disliked.keys() - self.liked.keys())

    @property
    def many(self) -> int:
        """How many reviewers speak of it."""
        return len(self.liked.keys() | self.disliked.keys())

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """A clause of each of them."""
        return (*self.liked.values(), *self.disliked.values())

    def side(self, direction: Direction) -> list[Saying]:
        """What is said in one direction, the surest first."""
        return sorted((s for s in self.sayings if s.direction == direction), key=lambda s: -s.sureness)


def sayings_of(product: Product, reading: Reading, name: str, it: str) -> tuple[Saying, ...]:
    """Everything that reviewers surely say and that can be said in a few words, in the order of the reviews.

    `it` is the pronoun for the product: who says "they" of a single thing speaks of something else.
    """
    names = {word for s in kept_sentences(product.title) for word in s.words}
    stems = {stem_of(word) for word in names}
    heard: dict[str, list[tuple[Aspect, Mention]]] = {}
    for aspect in reading.aspects:
        for mention in aspect.mentions:
            if mention.polarity != "neutral":
                heard.setdefault(mention.review_id, []).append((aspect, mention))
    words = _AspectWords(reading)
    kinds = {stem_of(word) for word in f"{product.title} {reading.kind or ''} product item".lower().split()}
    dull = _DULL | {stem_of(word) for word in f"{reading.kind or ''} {name}".lower().split()}
    found = []
    for review in product.reviews:
        mentions = heard.get(review.id)
        last = ""
        for sentence in kept_sentences(review.text) if mentions else ():
            before, last = last, subject_of(sentence)
            start, end = sentence.starts[0], sentence.ends[-1]
            near = [(a, m) for a, m in mentions or () if m.start < end and m.end > start]
            if near and is_real_sentence(sentence, stems):
                for gist in gists_in(sentence, product.id, review.id, names):
                    saying = _saying(gist, near, words)
                    own = {stem_of(lemma) for lemma in gist.lemmas if lemma in open_words() and not is_product(lemma)}
                    if (
                        saying
                        and _is_of_product(gist, it, before, kinds)
                        and own - dull
                        and _SHOP.isdisjoint(gist.lemmas)
                    ):
                        found.append(saying)
    return tuple(found)


def _is_of_product(gist: Gist, it: str, before: str, kinds: Container[str]) -> bool:
    """False where "it" is not the product's pronoun, or is the thing that the sentence before is about."""
    return not gist.pronoun or (gist.pronoun == it and (not before or stem_of(before) in kinds))


def _saying(gist: Gist, mentions: Sequence[tuple[Aspect, Mention]], words: "_AspectWords") -> Saying | None:
    """The gist with what it is about and its direction; None where the reading is not sure of it."""
    over = [(a, m) for a, m in mentions if m.start < gist.span.end and m.end > gist.span.start]
    if not over:
        return None
    stems = {stem_of(lemma) for lemma in gist.lemmas}
    named = _named_in(gist.text)
    own = [(a, m) for a, m in over if a.name in named or stem_of(a.name.rpartition(" ")[2].lower()) in stems]
    if not own:
        shares = {a.name: words.share(a.name, stems) for a, _ in over}
        own = [(a, m) for a, m in over if shares[a.name] == max(shares.values()) >= _TYPICAL]
    aspect, mention = max(own or over, key=lambda each: each[1].sureness)
    directions = {"positive" in m.polarity for _, m in over}
    direction: Direction = "+" if "positive" in mention.polarity else "-"
    learnt = learnt_worth(gist.text.split()) * (1 if direction == "+" else -1)
    is_contrary = _denies_itself(gist.text, direction) or (
        learnt < -_CONTRARY[direction] and not any(map(denies, gist.text.split()))
    )
    # "My place is not air tight" is about the product only where it names something that reviewers judge.
    is_private = not own and gist.span.text.lower().startswith(("my ", "our "))
    if is_private or mention.sureness < SURE[direction] or is_contrary or (len(directions) > 1 and learnt <= 0):
        return None
    return Saying(gist, direction, aspect.name if own and aspect.name != OVERALL else "", mention.sureness)


class _AspectWords:
    """Which words reviewers of one product use when they speak of each aspect."""

    def __init__(self, reading: Reading) -> None:
        self._shares: dict[str, dict[str, float]] = {}
        for aspect in reading.aspects:
            counts = Counter(
                stem for mention in aspect.mentions for stem in {stem_of(word) for word in mention.text.lower().split()}
            )
            many = len(aspect.mentions) + 1
            self._shares[aspect.name] = {stem: count / many for stem, count in counts.items()}

    def share(self, aspect: str, stems: Collection[str]) -> float:
        """The share of an aspect's mentions that have these words, on average."""
        return sum(self._shares[aspect].get(stem, 0.0) for stem in stems) / max(1, len(stems))


@lru_cache(maxsize=4096)
def _named_in(text: str) -> frozenset[str]:
    return frozenset(aspects_in(text))


def _denies_itself(text: str, direction: Direction) -> bool:
    """True where what is denied is bad, but was heard as a complaint ("not bad"), or good and heard as praise.

    A complaint that praises is half of one: "it worked great for 6 months"; so is praise with a downside.
    """
    left = [word for word in text.split() if not denies(word)]
    if len(left) == len(text.split()) and not (_PRAISE if direction == "-" else _BLAME).isdisjoint(left):
        return True
    worth = learnt_worth(left)
    return len(left) < len(text.split()) and (worth < -_CLEAR if direction == "-" else worth > _CLEAR)


def themes_of(product: Product, reading: Reading, sayings: Sequence[Saying]) -> tuple[Theme, ...]:
    """The aspects that have a name people use, what most speak of first."""
    themes = []
    for aspect in reading.aspects:
        if not is_nameable(aspect.name):
            continue
        own = tuple(saying for saying in sayings if saying.aspect == aspect.name)
        liked, disliked = (
            {saying.reviewer: saying.gist.span for saying in own if saying.direction == sign} for sign in ("+", "-")
        )
        for mention in aspect.mentions:
            if mention.polarity != "neutral" and mention.sureness >= COUNTED:
                side = liked if "positive" in mention.polarity else disliked
                side.setdefault(mention.review_id, evidence_at(product.id, mention))
        if liked or disliked:
            themes.append(Theme(aspect.name, own, liked, disliked, aspect.strength_words))
    return tuple(sorted(themes, key=lambda theme: -theme.many))


def says_more(saying: Saying) -> bool:
    """True for more than that the aspect is good or bad: not "the sound quality is great"."""
    heads = tuple(word[: min(_ALIKE, max(_SHORT, len(word) - 1))] for word in saying.aspect.split())
    return any(not lemma.startswith(heads) and stem_of(lemma) not in _DULL for lemma in saying.gist.lemmas)


def evidence_at(product_id: str, mention: Mention) -> Evidence:
    """The span of a mention."""
    return Evidence(
        product_id=product_id,
        source="review",
        source_id=mention.review_id,
        start=mention.start,
        end=mention.end,
        text=mention.text,
    )


def is_nameable(aspect: str) -> bool:
    """True for what many reviewers write of and people judge; others' nouns ("reward") make odd headings."""
    word = aspect.rpartition(" ")[2]
    is_judged = singular(word) in judged_things() or facet_of(aspect) is not None
    return is_judged and aspect not in (OVERALL, *_NOT_OF_PRODUCT)


def is_danger(text: str) -> bool:
    """True for what a shopper must hear before all else."""
    return not _DANGERS.isdisjoint(text.lower().split())


def different(sayings: Sequence[Saying], most: int) -> list[Saying]:
    """Sayings that each add something: dangers, then of different reviewers, what says more before what says less."""
    chosen: list[Saying] = []
    seen: set[str] = set()
    while len(chosen) < most:
        heard = {saying.reviewer for saying in chosen}
        fresh = [(s, {stem_of(lemma) for lemma in s.gist.lemmas} - seen) for s in sayings if s not in chosen]
        fresh = [(s, new) for s, new in fresh if len(new) * 2 > len(s.gist.lemmas)]
        if not fresh:
            break
        best, new = max(
            fresh,
            key=lambda each: (
                is_danger(each[0].gist.text),
                each[0].reviewer not in heard,
                min(len(each[1]), 3),
                each[0].sureness,
            ),
        )
        chosen.append(best)
        seen |= new
    return chosen
