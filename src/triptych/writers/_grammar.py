"""Small grammar: word lists, counts, lists, articles, titles, prices; and sentences with what they rest on."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache, partial
from operator import attrgetter
from typing import NamedTuple, TypeVar
from zlib import crc32

from triptych.english.words import is_noun, stem_of, wording_of
from triptych.english.words import word_list as lists_of
from triptych.listing.phrases import mend
from triptych.records import Claim, ClaimKind, Evidence, Money, count_words
from triptych.texts import show_money

T = TypeVar("T")

_TITLE_ROOM = 70
_FEWEST_TITLE_WORDS = 4
_TITLE_BREAK = re.compile(r"(?<=\S)(?:,| [-–|:(]) ?")
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MANY = 4
_HEARD_RIGHTLY = 0.8
"""The share of those who are heard to say something that surely do."""
_LOUD = 4
"""Letters of a word in capitals that is no abbreviation."""
_VOWEL_SOUND = re.compile(r"(?i:[aeio]|u(?!ni[a-z]|s[aeub]|til)|8|11\b|18\b|hour|honest)|[FHLMNRSX](?=[A-Z0-9])")
_CONSONANT_SOUND = re.compile(r"(?i:eu|one\b|once)|U(?=[A-Z])")
_CENT = Decimal("0.01")
_WITHOUT_CENTS = frozenset({"CLP", "IDR", "ISK", "JPY", "KRW", "VND"})
_PLACE = attrgetter("product_id", "source", "source_id", "start", "end")


word_list = partial(lists_of, "writers/words.txt")
"""The words of some lists of `words.txt`, by their names."""
wording = partial(wording_of, "writers/words.txt")
"""One of its patterns, which are for lower case."""


@cache
def stem_list(*names: str) -> frozenset[str]:
    """Their stems."""
    return frozenset(map(stem_of, word_list(*names)))


def pick(options: Sequence[T], *seed: str) -> T:
    """One of the options: the same for the same content, another for another."""
    return options[crc32("/".join(seed).encode()) % len(options)]


def spell(count: int) -> str:
    """Small numbers as words."""
    return _SMALL[count] if count < len(_SMALL) else str(count)


def at_least(expected: float, among: int) -> str:
    """So many reviewers as surely say so, of those who are heard to: some are misheard. "At least four"."""
    count = int(expected + 0.5)
    if count > _MANY and count >= among - 1:
        return "nearly all"
    return spell(count) if count == 1 else f"at least {spell(max(2, int(_HEARD_RIGHTLY * count)))}"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """The text with a small first letter, where that is only a capital: not "USB"."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def calm(text: str) -> str:
    """The text without shouting: whole words in capitals become small where most of them are shouted."""
    words = text.split()
    loud = [word for word in words if word.isupper() and sum(map(str.isalpha, word)) >= _LOUD]
    return text.lower() if len(loud) * 2 > len(words) else text


def title_name(name: str) -> str:
    """A name as a shop heads a row: "Battery Life", "28 cm", "Easy to Clean"."""
    words = [word.upper() if word.lower() in word_list("letters") else word for word in name.split()]
    is_small = [
        n and (w.lower() in word_list("small") or (words[n - 1][-1].isdigit() and len(w) < _LOUD))
        for n, w in enumerate(words)
    ]
    return " ".join(w if small or not w[:1].islower() else capital(w) for w, small in zip(words, is_small, strict=True))


def listed(parts: Sequence[str]) -> str:
    """The parts as a list: "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def with_article(noun: str) -> str:
    """A noun phrase with "a" or "an"."""
    is_vowel = _VOWEL_SOUND.match(noun) and not _CONSONANT_SOUND.match(noun)
    return f"{'an' if is_vowel else 'a'} {noun}"


def the(name: str) -> str:
    """A product's name with its article."""
    return name if name.lower().startswith(("the ", "a ", "an ")) else f"the {name}"


def cut_titles(titles: Sequence[str]) -> list[str]:
    """Titles as far as a table has room for them; whole where they would be the same."""
    cut = list(map(_cut_title, titles))
    return [
        short if cut.count(short) == 1 else " ".join(title.split()) for short, title in zip(cut, titles, strict=True)
    ]


def _cut_title(title: str) -> str:
    """Its first parts, else whole words."""
    words = mend(title).split()
    text = " ".join(words)
    for end in (*(match.start() for match in _TITLE_BREAK.finditer(text)), len(text)):
        if end > _TITLE_ROOM:
            break
        if len(text[:end].split()) >= _FEWEST_TITLE_WORDS:
            return text[:end]
    while len(" ".join(words)) > _TITLE_ROOM or (len(words) > 1 and not is_noun(words[-1].lower().strip(",-|"))):
        if len(words) <= _FEWEST_TITLE_WORDS:
            break
        words.pop()
    return " ".join(words).rstrip(" ,-|(–:") or text


def with_cents(money: Money) -> Money:
    """The same sum without a lone decimal: 18.50 for 18.5 and 219 for 219.0, which is how numbers write prices.

    Whatever else a source gives keeps its digits.
    """
    if money.currency is None or money.amount.as_tuple().exponent != -1:
        return money
    if money.amount == money.amount.to_integral_value():
        return money.model_copy(update={"amount": money.amount.to_integral_value()})
    if money.currency in _WITHOUT_CENTS:
        return money
    return money.model_copy(update={"amount": money.amount.quantize(_CENT)})


def show_price(money: Money) -> str:
    """A price in a sentence: "$18.50"."""
    return show_money(with_cents(money))


class Statement(NamedTuple):
    """A sentence, what kind of claim it is, and what it rests on."""

    text: str
    """The words, with the full stop."""
    kind: ClaimKind
    evidence: tuple[Evidence, ...] = ()

    @property
    def words(self) -> int:
        """How long it is."""
        return count_words(self.text)


def total_words(sentences: Iterable[Statement]) -> int:
    """How long the paragraph will be."""
    return sum(sentence.words for sentence in sentences)


def fit(sentences: Sequence[Statement], most: int) -> list[Statement]:
    """The sentences that fit into so many words, the first ones first; a long one may be passed over."""
    kept: list[Statement] = []
    for sentence in sentences:
        if total_words(kept) + sentence.words <= most:
            kept.append(sentence)
    return kept


def join_sentences(sentences: Iterable[Statement]) -> str:
    """The paragraph."""
    return " ".join(sentence.text for sentence in sentences)


def claims_of(sentences: Iterable[Statement], start: int = 0) -> tuple[Claim, ...]:
    """The claims of a paragraph that begins at `start`."""
    claims = []
    for sentence in sentences:
        end = start + len(sentence.text)
        claims.append(
            Claim(text=sentence.text, start=start, end=end, kind=sentence.kind, evidence=distinct(sentence.evidence))
        )
        start = end + 1
    return tuple(claims)


def distinct(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The spans, each once."""
    if len(evidence) < 2:
        return tuple(evidence)
    return tuple(dict(zip(map(_PLACE, evidence), evidence, strict=True)).values())
