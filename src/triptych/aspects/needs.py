"""What a shopper's query asks: a budget, a use, features, an audience, a category; each with its place in the query."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from triptych.aspects._budgets import NO_LIMIT, find_budgets
from triptych.english.stems import singular
from triptych.english.units import UNIT
from triptych.english.words import word_set
from triptych.records import Need, NeedKind

_PEOPLE = word_set(
    "kid kids child children baby babies toddler toddlers infant infants teen teens teenager teenagers boy boys "
    "girl girls man men woman women lady ladies gents senior seniors elderly parents parent mom mum mother dad "
    "father wife husband girlfriend boyfriend son daughter friend friends family families student students gamer "
    "gamers beginner beginners professional professionals runner runners developer developers programmer "
    "programmers engineer engineers designer designers teacher teachers nurse nurses traveller travellers "
    "traveler travelers cyclist cyclists swimmer swimmers adult adults couple couples pet pets dog dogs cat cats "
    "person people user users grandma grandpa grandmother grandfather grandparents artist artists musician "
    "musicians photographer photographers freelancer freelancers women's men's kids' girls' boys' womens mens "
    "unisex"
)
_FILLERS = word_set(
    "i want need am looking for suggest show me best good top find buy a an the some please which recommend get "
    "any under"
)
_QUALITIES = word_set(
    "wireless portable foldable lightweight light quiet silent durable washable adjustable ergonomic rechargeable "
    "organic breathable compact soft comfortable waterproof wired cordless automatic electric manual smart slim "
    "small large big mini heavy-duty natural vegan cheap affordable stylish black white red blue green pink grey "
    "gray used refurbished women's men's kids' girls' boys' womens mens unisex bluetooth fast powerful sturdy "
    "gentle hydrating thin"
)
_QUALITY = re.compile(r".+-free|.+proof|.+-resistant|.+-friendly|.+-cancell?ing|non-.+", re.IGNORECASE)
_QUANTITY = re.compile(rf"\d[\d.]*\s?-?(?:{UNIT})(?![a-z])", re.IGNORECASE)
_LEADS: dict[str, NeedKind] = {
    "for": "use", "to use in": "use", "to use at": "use", "to use for": "use", "with": "feature", "without": "feature",
    "having": "feature", "featuring": "feature", "including": "feature", "that": "feature", "which": "feature",
    "must have": "feature", "should have": "feature", "should be": "feature", "must be": "feature", "should": "feature",
    "must": "feature", "suitable for": "use", "that suits": "audience", "but": "feature",
}  # fmt: skip
_BREAKS = re.compile(
    r"(?P<lead>\b(?:" + "|".join(sorted(_LEADS, key=len, reverse=True)) + r")\b)"
    r"|(?P<join>\s*(?:[,;.]|\band\b|\bor\b|&|\bplus\b)\s*(?:\b(?:and|also)\b\s*)?)"
    r"|(?P<easy>(?=\b(?:easy|light|quick|simple|safe|gentle|comfortable|good|not too|not)\s+(?:to|on|for|\w+)\b))",
    re.IGNORECASE,
)
_EASY = re.compile(r"(?:easy|light|quick|simple|safe|gentle|comfortable|good)\s+(?:to|on)\s|not\s", re.IGNORECASE)
_LONGER_NAMES = word_set("cleaner cleaners machine machines maker makers set sets")
"""What may follow the shop's word for a thing: "vacuum cleaner" among "vacuums"."""
_SPELT_OUT, _ALIKE = 5, 0.8
_LOOSE_START, _LOOSE_END = re.compile(r"\A[\s;,.]+"), re.compile(r"[\s;,.]+\Z")
_SUITS = re.compile(r"^(?:suits?|fits?|be suitable for|work for)\s+", re.IGNORECASE)
_WORD = re.compile(rf"\d+(?:[.,-]\d+)*\s?(?:{UNIT})(?![a-z])|[^\s,;]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the query and what the word before it says it is."""

    kind: NeedKind | None
    start: int
    end: int


def read_needs(query: str, category: str | None = None) -> tuple[Need, ...]:
    """What a query asks, in the order it asks; `category` is the shop's, for a query that names it."""
    # A line break ends whatever it stands in, as a semicolon does.
    query = query.replace("\r", ";").replace("\n", ";")
    budgets = find_budgets(query)
    masked = list(query)
    for budget in budgets:
        masked[budget.start : budget.end] = ";" * (budget.end - budget.start)
    for no_limit in NO_LIMIT.finditer(query):
        masked[slice(*no_limit.span())] = ";" * len(no_limit.group())
    text = "".join(masked)
    found = list(budgets)
    for part in _parts(text):
        if part.kind is None:
            found += _head(query, text, part, category)
        else:
            found += _need(part.kind, query, part.start, part.end)
    return tuple(sorted(found, key=lambda need: need.start))


def _parts(text: str) -> Iterator[_Part]:
    """The query cut where a word says that something new begins; the first part has no kind."""
    kind: NeedKind | None = None
    start = 0
    for match in _BREAKS.finditer(text):
        lead = (match["lead"] or "").lower()
        if match["easy"] is not None and not _EASY.match(text, match.start()):
            continue
        is_said = bool(text[start : match.start()].strip(" ;"))
        if lead in ("that", "which") and is_said and kind is not None:
            continue
        if match["join"] and not is_said and kind is None:
            continue
        if is_said or lead:
            yield _Part(kind, start, match.start())
        if lead:
            kind = _LEADS[lead]
        elif match["easy"] is not None or "," in match.group() or ";" in match.group() or kind is None:
            kind = "feature"
        start = match.start() if lead == "without" else match.end()
    yield _Part(kind, start, len(text))


def _need(kind: NeedKind, query: str, start: int, end: int) -> list[Need]:
    """The need that a stretch of the query is, if it says anything."""
    span = query[start:end]
    start += len(span) - len(_LOOSE_START.sub("", span))
    text = _LOOSE_END.sub("", query[start:end])
    suits = _SUITS.match(text)
    if suits:
        start, text, kind = start + suits.end(), text[suits.end() :], "audience"
    if kind == "use" and _is_people(text):
        kind = "audience"
    if not any(character.isalnum() for character in text):
        return []
    return [Need(kind=kind, text=text, start=start, end=start + len(text))]


def _is_people(text: str) -> bool:
    return text.lower().split()[-1:] != [] and text.lower().split()[-1].strip(".,") in _PEOPLE


def _head(query: str, text: str, part: _Part, category: str | None) -> list[Need]:
    """The beginning of a query: what kind of thing is wanted, and the qualities named before it."""
    tokens = [m for m in _WORD.finditer(text, part.start, part.end) if m.group().strip(";")]
    while tokens and tokens[0].group().lower() in _FILLERS:
        tokens = tokens[1:]
    last = _end_of_category(tokens, category)
    found: list[Need] = []
    first = 0
    while first < last - 1 and _is_quality(tokens[first].group()):
        end = first + 1
        if _QUANTITY.fullmatch(tokens[first].group()) and end < last - 1:
            end += 1
        kind: NeedKind = "audience" if _is_people(tokens[first].group()) else "feature"
        found += _need(kind, query, tokens[first].start(), tokens[end - 1].end())
        first = end
    if first < last:
        found += _need("category", query, tokens[first].start(), tokens[last - 1].end())
    if last < len(tokens):
        found += _need("feature", query, tokens[last].start(), tokens[-1].end())
    return found


def _end_of_category(tokens: list[re.Match[str]], category: str | None) -> int:
    """One past the word that ends the category: the last one the shop's category has too, else the last."""
    known = [singular(word) for word in re.findall(r"[a-z]+", (category or "").lower())]
    named = [n + 1 for n, token in enumerate(tokens) if _is_among(singular(token.group().lower()), known)]
    if not named:
        return len(tokens)
    is_longer = named[-1] < len(tokens) and tokens[named[-1]].group().lower() in _LONGER_NAMES
    return named[-1] + is_longer


def _is_among(word: str, known: list[str]) -> bool:
    """True for one of these words, misspelt or not: "vaccum" among "robot vacuums"."""
    return word in known or (len(word) >= _SPELT_OUT and bool(get_close_matches(word, known, 1, _ALIKE)))


def _is_quality(word: str) -> bool:
    return word.lower() in _QUALITIES or bool(_QUALITY.fullmatch(word)) or bool(_QUANTITY.fullmatch(word))
