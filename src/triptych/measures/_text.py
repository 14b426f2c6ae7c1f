"""A text cut into what it says, each sentence, clause and cell with its place; the wordings measures look for; and the
aspects of the reviewers that it speaks of, and how."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, pairwise
from math import tanh
from typing import Any, Literal, NamedTuple

import yaml

from triptych.aspects import OVERALL
from triptych.aspects._reading import level
from triptych.aspects.lexicon import facets_named, runs_of, weigh_runs
from triptych.aspects.mentions import Spoken, spoken_of
from triptych.aspects.opinion_words import judge_words
from triptych.english.sentences import Sentence, sentences_of
from triptych.english.units import NUMBER_WORDS, with_numbers
from triptych.english.wordings import Wording
from triptych.english.words import singular, word_set
from triptych.records import SENTIMENTS, Aspect, Case, Reading
from triptych.texts import RowKind, TableReading, short_names

_BREAKS = word_set(", ; : ( ) – — ... … | but although though however because while except and whereas yet")
_SPOKEN = re.compile(r"[^\W_]|[$₹€£¥]")
"""How words and sums of money begin, and marks do not."""
_FEWEST_WORDS = 2
_CONTENT = frozenset("NPVDGJ0")
_VERBS = frozenset("VDBMX")
_LONG_LIST = 12


@cache
def wordings() -> dict[str, Any]:
    """The words and turns of phrase that measures look for, as `wordings.yaml` has them."""
    found: dict[str, Any] = yaml.safe_load(files("triptych.measures").joinpath("wordings.yaml").read_text("utf-8"))
    return found


@cache
def words_of(name: str) -> frozenset[str]:
    """One of the sets of words."""
    return word_set(wordings()["words"][name])


@cache
def wording(name: str) -> Wording:
    """One of the turns of phrase."""
    given = wordings()
    if name in given["patterns"]:
        pattern = given["patterns"][name].replace("\n", "")
        for part, words in given["parts"].items():
            pattern = pattern.replace(f"%{part}%", words)
        return Wording(with_numbers(pattern))
    before = r"\b" if name in given["phrases"] else r"^\W*"
    either = (given["phrases"] | given["openings"])[name].replace("\n", "|")
    return Wording(rf"{before}(?:{either})\b")


class Clause(NamedTuple):
    """A stretch of a sentence that says one thing."""

    start: int
    end: int
    text: str
    lemmas: tuple[str, ...]
    """Its content words in dictionary form, those that any review has left out."""
    sentence: int
    """Which sentence of the text it is of."""


def clauses_of(sentences: list[Sentence]) -> Iterator[Clause]:
    """The clauses of some sentences, in order."""
    for number, sentence in enumerate(sentences):
        words, first = sentence.words, 0
        for last in _ends(sentence):
            while first < last and (words[first] in _BREAKS or not _SPOKEN.match(words[first])):
                first += 1
            if first < last:
                start, end = sentence.starts[first], sentence.ends[last - 1]
                lemmas = content_lemmas(sentence, first, last)
                yield Clause(start, end, one_line(sentence.text[start:end]), lemmas, number)
            first = last


def content_lemmas(sentence: Sentence, first: int = 0, last: int | None = None) -> tuple[str, ...]:
    """The words that say something, in dictionary form."""
    empty, words = words_of("empty"), zip(sentence.lemmas[first:last], sentence.kinds[first:last], strict=True)
    return tuple([lemma for lemma, kind in words if kind in _CONTENT and lemma not in empty and len(lemma) > 1])


@lru_cache(maxsize=512)
def tagged(text: str) -> list[Sentence]:
    """The sentences of a text that hold a word; kept for the measures that look at the same text, so left as is."""
    return with_words(sentences_of(text))


def with_words(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Those sentences that hold a word."""
    return [sentence for sentence in sentences if any(word[0].isalnum() for word in sentence.words)]


def _ends(sentence: Sentence) -> Iterator[int]:
    """Where clauses end: at breaks before and behind which there is more than a word of a list, and at the end."""
    words = sentence.words
    if not _BREAKS.isdisjoint(words):
        spoken = [0, *accumulate(word[0].isalnum() for word in words)]
        first = 0
        for last in range(1, len(words)):
            if (
                words[last] in _BREAKS
                and spoken[last] - spoken[first] >= _FEWEST_WORDS
                and spoken[-1] - spoken[last + 1] >= _FEWEST_WORDS
            ):
                yield last
                first = last
    yield len(words)


def leanings_of(all_words: Sequence[Sequence[str]]) -> list[float]:
    """Whether each of some stretches is good news or bad, from -1 to 1, as learnt from the stars of reviews."""
    words = [word for some in all_words for word in some]
    runs = runs_of(words, [place for some in all_words for place in range(len(some))])
    weighed = weigh_runs(runs, "direction")
    ends = list(accumulate(map(len, all_words), initial=0))
    return [tanh(weighed.of(start, end) / 2) for start, end in pairwise(ends)]


def brief(text: str, most: int = 70) -> str:
    """A stretch as it is quoted in a note: cut after a word where it is long."""
    whole = " ".join(text.split())
    return whole if len(whole) <= most else f"{whole[:most].rsplit(' ', 1)[0]} …"


def sentence_text(sentence: Sentence) -> str:
    """The words of a sentence as they stand."""
    return one_line(sentence.text[sentence.starts[0] : sentence.ends[-1]])


def one_line(text: str) -> str:
    """A stretch without the wide gaps that quotes and marks leave."""
    return " ".join(text.split()) if "  " in text else text


def is_verbless(sentence: Sentence) -> bool:
    """True for words that make no statement: none of them is a verb, or commas string them together."""
    commas = sum(word == "," for word in sentence.words)
    return _VERBS.isdisjoint(sentence.kinds) or (len(sentence) >= _LONG_LIST and commas > len(sentence) / 3)


Place = Literal["prose", "value", "pro", "con", "verdict"]
_PLACES: dict[RowKind, Place] = {"attribute": "value", "pros": "pro", "cons": "con"}
_POINT_COMMA = re.compile(r",\s+(?!(?:but|and|or|so|yet|though|while|which|who|as|if|not|with|for|says?)\b)(?=\D)")
_LONGEST_POINT = 4
"""Points between commas are at most so many words; longer ones are a phrase with a comma in it."""


class Piece(NamedTuple):
    """Something the text says."""

    text: str
    start: int
    end: int
    place: Place
    product: int | None = None
    """Which product it speaks of; None where it does not say."""
    label: str = ""
    """The row it stands in."""

    @property
    def is_cell(self) -> bool:
        """True for a value or point of the table."""
        return self.place in ("value", "pro", "con")

    @property
    def lead(self) -> str:
        """What is read before it, so that a value has its label and a point is praise or blame."""
        return {"value": f"{self.label}: ", "pro": "Pros: ", "con": "Cons: "}.get(self.place, "")

    @property
    def said(self) -> str:
        """What it says by itself: a value with its label."""
        return self.lead + self.text if self.place == "value" else self.text


def cell_pieces(table: TableReading, products: Sequence[int | None]) -> Iterator[Piece]:
    """What the cells of a table say, row by row; titles, prices, ratings and gaps are left out."""
    for row in table.rows:
        for column, cell in enumerate(row.cells if row.kind in _PLACES else ()):
            product = products[column] if column < len(products) else None
            said = (cell.text,) if row.kind == "attribute" else _points(cell.points)
            for text in said if not cell.is_gap else ():
                yield Piece(text, cell.start, cell.end, _PLACES[row.kind], product, row.label.text)


def _points(points: Sequence[str]) -> Iterator[str]:
    for point in points:
        parts = _POINT_COMMA.split(point)
        if len(points) == 1 and len(parts) > 1 and all(len(part.split()) <= _LONGEST_POINT for part in parts):
            yield from parts
        else:
            yield point


def match_columns(case: Case, table: TableReading) -> tuple[int | None, ...]:
    """The product that each column is about: by its title, or by its place where no title fits any product."""
    titles = [product.title for product in case.products]
    wanted = [*zip(map(_name_words, titles), map(_name_words, short_names(titles)), strict=True)]
    found: list[int | None] = []
    for column in table.columns:
        words = _name_words(column.title)
        fits = [len(words & one) / max(1, len(words)) + len(words & name) / max(1, len(name)) for one, name in wanted]
        best = max(range(len(fits)), key=lambda place: fits[place], default=None)
        found.append(best if best is not None and fits[best] >= 1.0 and best not in found else None)
    free = [place for place in range(len(case.products)) if place not in found]
    by_place = [number if number in free else None for number in range(len(found))]
    return tuple(own if place is None else place for place, own in zip(found, by_place, strict=True))


def products_named(text: str, case: Case) -> tuple[int, ...]:
    """The products that a sentence names, in the order it names them."""
    return tuple(dict.fromkeys(number for _, _, number in places_named(text, case)))


def places_named(text: str, case: Case) -> list[tuple[int, int, int]]:
    """Where a sentence names products: start and end of the words of each name, and which product it is."""
    lower = text.lower()
    own = enumerate(_own_words(tuple(product.title for product in case.products)))
    # Most sentences name no product, which a plain search tells sooner.
    named = [(number, whole) for number, names in own for name, whole in names if name in lower]
    words = [(*match.span(), number) for number, whole in named for match in whole.finditer(lower)]
    found: list[tuple[int, int, int]] = []
    for start, end, number in sorted(words):
        if found and found[-1][2] == number and len(text[found[-1][1] : start].split()) <= 1:
            found[-1] = found[-1][0], end, number
        else:
            found.append((start, end, number))
    return found


@lru_cache(maxsize=64)
def _own_words(titles: tuple[str, ...]) -> tuple[tuple[tuple[str, re.Pattern[str]], ...], ...]:
    """For each title, the words of its short name that no other title has, each as it stands and as a whole word."""
    found: list[tuple[tuple[str, re.Pattern[str]], ...]] = []
    for number, name in enumerate(short_names(titles)):
        words = [word.lower() for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", name)]
        others = {word for k, title in enumerate(titles) if k != number for word in title.lower().split()}
        told = [word for word in words if word not in others and len(word) > 1]
        # "10 hours" does not name the Tab 10.
        told = [word for word in told if not word.isdigit()] or told
        found.append(tuple((word, re.compile(rf"\b{re.escape(word)}\b")) for word in told))
    return tuple(found)


def _name_words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", title.lower()))


def told_words(lemmas: Iterable[str]) -> list[str]:
    """The words of a claim that sources should have: not those that only tell who thinks what."""
    return [lemma for lemma in lemmas if lemma[0].isalpha() and not is_telling(lemma)]


def is_telling(lemma: str) -> bool:
    """True for a word with which texts speak of sources and of shopping; the sources need not use it."""
    return lemma in words_of("telling") or lemma in NUMBER_WORDS


_FEWEST_REVIEWERS = 2
_SHARE_OF_REVIEWERS = 0.1
_MOST_MAJOR = 12
"""A product with hundreds of reviews has a long tail; people list about a dozen aspects."""


class Spot(NamedTuple):
    """A place where a text speaks of an aspect."""

    start: int
    end: int
    text: str
    value: float
    """How it speaks of it, on the scale from -4 to 4."""

    @property
    def degree(self) -> int:
        """The same on five levels, from -2 to 2."""
        return SENTIMENTS.index(level(self.value)) - 2


class CoveredAspect(NamedTuple):
    """An aspect that a text speaks of."""

    name: str
    """As the reading of the reviews has it, where that has it."""
    aspect: Aspect | None
    """What the sources say of it; None where they do not speak of it."""
    spots: tuple[Spot, ...]
    """Where the text speaks of it."""


def major_aspects(reading: Reading) -> tuple[Aspect, ...]:
    """The aspects that come up again and again, most discussed first; all of them where one text is read."""
    share = max(_FEWEST_REVIEWERS, round(_SHARE_OF_REVIEWERS * reading.reviewers))
    fewest = share if reading.reviewers > 1 else 1
    named = [aspect for aspect in reading.aspects if aspect.name != OVERALL]
    return tuple(aspect for aspect in named if aspect.reviewers.total >= fewest)[:_MOST_MAJOR]


def covered_aspects(pieces: Iterable[Piece], reading: Reading) -> tuple[CoveredAspect, ...]:
    """The aspects that pieces of a text speak of, matched with those of a reading."""
    known = {aspect.name: aspect for aspect in reading.aspects}
    stems = {_stem(aspect.name): aspect.name for aspect in reversed(reading.aspects)}
    found: dict[str, list[Spot]] = {}
    for piece in pieces:
        read = piece.lead + piece.text
        shift = piece.start - len(piece.lead)
        for spoken in _spoken_in(read):
            name, value = _resolve(spoken, known, stems)
            if name:
                start = max(piece.start, spoken.start + shift)
                text = read[spoken.start : spoken.end]
                found.setdefault(name, []).append(Spot(start, max(start, spoken.end + shift), text, value))
    ordered = {name: tuple(sorted(spots, key=lambda spot: spot.start)) for name, spots in found.items()}
    return tuple(CoveredAspect(name, known.get(name), spots) for name, spots in ordered.items())


@lru_cache(maxsize=512)
def _spoken_in(text: str) -> list[Spoken]:
    """What a stretch of text speaks of; kept for the measures that read the same cell, so left as it is."""
    return [spoken for sentence in tagged(text) for spoken in spoken_of(judge_words(sentence))]


def join_covered(own: Sequence[CoveredAspect], quoted: Sequence[CoveredAspect]) -> tuple[CoveredAspect, ...]:
    """What a text tells in its own words, and in quotes what those leave open: an aspect, or how it is spoken of."""
    found = {told.name: told for told in own}
    for told in quoted:
        before = found.get(told.name)
        if before is None:
            found[told.name] = told
        elif not any(spot.degree for spot in before.spots):
            found[told.name] = before._replace(spots=(*before.spots, *told.spots))
    return tuple(found.values())


def _resolve(spoken: Spoken, known: dict[str, Aspect], stems: dict[str, str]) -> tuple[str, float]:
    """The aspect's name and how it is spoken of; of the names a word can mean, the one reviewers discuss most."""
    if spoken.key:
        names = facets_named(spoken.key)
        name = _best(names, known) or stems.get(_stem(spoken.key), "") or (names[0] if names else "")
        return name, spoken.leaning.worth
    values = dict(spoken.implied)
    if not values:
        return "", 0.0
    name = _best(tuple(values), known) or next(iter(values))
    if spoken.owner and (owners := facets_named(spoken.owner)) and name not in owners:
        return "", 0.0
    value = values[name]
    return name, spoken.leaning.worth if value is None else value


def _best(names: tuple[str, ...], known: dict[str, Aspect]) -> str:
    return max((name for name in names if name in known), key=lambda name: known[name].reviewers.total, default="")


@lru_cache(maxsize=10_000)
def _stem(name: str) -> str:
    return singular(name.lower().rpartition(" ")[2])
