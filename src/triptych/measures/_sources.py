"""What a product's sources say, made ready for matching once for all its cases; and whether they have a quote."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np

from triptych.aspects import Tally, read_product, tally
from triptych.english.meanings import Vectors, embed, embed_once
from triptych.english.sentences import kept_sentences
from triptych.measures._text import clauses_of, content_lemmas, leanings_of, tagged, with_words
from triptych.records import Aspect, Evidence, Product, Reading, Review, Source, group_by

_MOST_KEPT, _FEWEST_KEPT, _MOST_REVIEWS_KEPT = 64, 6, 2_000
"""Products that are kept, and reviews of all of them together: some 100 MB. A comparison needs its own six."""
_MOST_CLAUSES = 3_000
_MOST_WORDS = 2_000
"""Words of texts whose nearness to a product's sources is kept; more than any dozen texts have."""


class SourceClause(NamedTuple):
    """A stretch of a source that says one thing."""

    source: Source
    start: int
    end: int
    lemmas: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words."""
        return self.source.text[self.start : self.end]

    def evidence(self) -> Evidence:
        """The clause as something a judgement can point to."""
        return self.source.evidence(self.start, self.end)


class ProductSources:
    """A product's sources: what reviewers and maker say, clause by clause, with meanings and words."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self._nearness: dict[str, float] = {}

    @cached_property
    def tally(self) -> Tally:
        """What was taken down of each review."""
        return tally(self.product.reviews)

    @cached_property
    def reading(self) -> Reading:
        """What reviewers say, counted."""
        return self.tally.reading(self.product)

    @cached_property
    def opinion_reading(self) -> Reading | None:
        """What the product's opinion text says, where it has one."""
        return self._read_text(self.product.opinion, "opinion")

    @cached_property
    def fallback_reading(self) -> Reading:
        """What reviewers say; without any reviewer, what the shop's summary says, or else its key features."""
        if self.reading.reviewers:
            return self.reading
        summary = self._read_text(self.product.ugc_summary, "ugc_summary")
        if summary and summary.aspects:
            return summary
        return self._read_text(". ".join(self.product.key_features), "key_feature") or self.reading

    def _read_text(self, text: str | None, source_id: str) -> Reading | None:
        if not text or not text.strip():
            return None
        told = Review(id=source_id, text=text)
        return read_product(self.product.model_copy(update={"reviews": (told,)}))

    @cached_property
    def read_ids(self) -> frozenset[str]:
        """The reviews that were read and not set aside."""
        return frozenset(notes.review_id for notes in self.tally.notes.values() if notes.set_aside is None)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources that count: reviews that were set aside do not."""
        return tuple(s for s in self.product.sources() if s.kind != "review" or s.id in self.read_ids)

    @cached_property
    def plain_texts(self) -> tuple[tuple[Source, str], ...]:
        """Each source with its words as quotes are compared: no case, one blank, straight marks."""
        return tuple((source, straight(source.text)) for source in self.sources)

    @cached_property
    def clauses(self) -> tuple[SourceClause, ...]:
        """All sources in clauses."""
        return tuple(clause for source in self.sources for clause in _clauses(source))[:_MOST_CLAUSES]

    @cached_property
    def vectors(self) -> Vectors:
        """The meaning of each clause; a specification is read with its name."""
        names = [f"{one.source.id}: " if one.source.kind == "specification" else "" for one in self.clauses]
        return embed([name + clause.text for name, clause in zip(names, self.clauses, strict=True)])

    @cached_property
    def review_rows(self) -> range:
        """Which clauses are reviewers': the last ones, as a product's sources end with its reviews."""
        others = sum(clause.source.kind != "review" for clause in self.clauses)
        return range(others, len(self.clauses))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All content words of the sources."""
        return frozenset(lemma for clause in self.clauses for lemma in clause.lemmas)

    @cached_property
    def vocabulary_vectors(self) -> Vectors:
        """The meaning of each word of the vocabulary, in alphabetical order."""
        words = [embed_once(word) for word in sorted(self.vocabulary)]
        return np.array(words) if words else embed(())

    @cached_property
    def leanings(self) -> list[float]:
        """Whether each clause is good news or bad, from -1 to 1, by what was learnt from stars."""
        return leanings_of([[w for sentence in tagged(clause.text) for w in sentence.words] for clause in self.clauses])

    @cached_property
    def rows_with(self) -> dict[str, list[int]]:
        """The clauses that have each word."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for row, clause in enumerate(self.clauses):
            for lemma in dict.fromkeys(clause.lemmas):
                found[lemma].append(row)
        return found

    def nearness(self, word: str) -> float:
        """How near the nearest word of the sources comes to a word: 1 for the word itself."""
        if word in self.vocabulary:
            return 1.0
        if word not in self._nearness:
            if len(self._nearness) >= _MOST_WORDS:
                self._nearness.clear()
            self._nearness[word] = float((self.vocabulary_vectors @ embed_once(word)).max(initial=0.0))
        return self._nearness[word]

    def quote(self, aspect: Aspect) -> tuple[Evidence, ...]:
        """A clause that speaks for what is said of an aspect."""
        return tuple(quote for quote in aspect.quotes if quote.source_id in self.read_ids)[:1]

    def rows_of(self, aspect: Aspect) -> list[int]:
        """The clauses in which reviewers speak of an aspect."""
        by_review = self._rows_by_review
        near = [(mention, row) for mention in aspect.mentions for row in by_review.get(mention.review_id, ())]
        return [row for mention, row in near if self.clauses[row].start <= mention.start < self.clauses[row].end]

    @cached_property
    def _rows_by_review(self) -> dict[str, list[int]]:
        return group_by(self.review_rows, lambda row: self.clauses[row].source.id)


def straight(text: str) -> str:
    """Words in lower case with single blanks and straight quotation marks."""
    return " ".join(text.lower().translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_kept: dict[str, ProductSources] = {}
_lock = Lock()


def sources_of(product: Product) -> ProductSources:
    """The product's sources; those of the last products are kept, so that cases of one item share them."""
    key = product.to_json()
    with _lock:
        # The one asked for last stands last.
        found = _kept[key] = _kept.pop(key) if key in _kept else ProductSources(product)
        reviews = sum(len(sources.product.reviews) for sources in _kept.values())
        while len(_kept) > _MOST_KEPT or (len(_kept) > _FEWEST_KEPT and reviews > _MOST_REVIEWS_KEPT):
            reviews -= len(_kept.pop(next(iter(_kept))).product.reviews)
    return found


def _clauses(source: Source) -> Iterator[SourceClause]:
    # The reading of the reviews has tagged them a moment ago.
    sentences = with_words(kept_sentences(source.text)) if source.kind == "review" else tagged(source.text)
    if source.kind in ("specification", "price", "rating", "key_feature"):
        named = tagged(source.id) if source.kind == "specification" else []
        lemmas = (lemma for sentence in (*named, *sentences) for lemma in content_lemmas(sentence))
        yield SourceClause(source, 0, len(source.text), tuple(lemmas))
        return
    for clause in clauses_of(sentences):
        yield SourceClause(source, clause.start, clause.end, clause.lemmas)


_QUOTE = re.compile(r"“([^“”\n]{3,400})”|(?<!\w)\"([^\"\n]{3,400})\"(?!\w)")
_ELLIPSIS = re.compile(r"\s*(?:\.{3}|…|\[[^\]]*\])\s*")
_STRIPPED = " .,;:!?\"'“”‘’()"


class Quote(NamedTuple):
    """A stretch between quotation marks."""

    start: int
    """Where the opening mark stands in the text."""
    end: int
    """One past the closing mark."""
    text: str
    """What stands between them."""
    evidence: Evidence | None
    """Where a source has the same words; None where none has."""


def find_quotes(text: str, sources: Sequence[ProductSources], query: str) -> Iterator[Quote]:
    """The quotes of two words or more, those of the query aside, and where the sources have them."""
    for match in _QUOTE.finditer(text):
        said = match[1] or match[2]
        parts = [part for part in (straight(part).strip(_STRIPPED) for part in _ELLIPSIS.split(said)) if part]
        if sum(len(part.split()) for part in parts) > 1 and not all(part in straight(query) for part in parts):
            yield Quote(match.start(), match.end(), said, _place(parts, sources))


def _place(parts: list[str], sources: Sequence[ProductSources]) -> Evidence | None:
    """The first source that has all parts of a quote, one after the other."""
    # Blanks of any width and marks of any shape may stand between the words.
    words = [[re.escape(word).replace("'", "['’‘]").replace('"', '["“”]') for word in part.split()] for part in parts]
    pattern = re.compile(".*?".join(r"\s+".join(some) for some in words), re.IGNORECASE | re.DOTALL)
    for product in sources:
        for source, plain in product.plain_texts:
            if all(part in plain for part in parts) and (match := pattern.search(source.text)):
                return source.evidence(*match.span())
    return None
