"""Short quotations from reviews that are fit to print: clean, whole, and about the aspect."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from triptych.aspects import polarities_of
from triptych.english.sentences import sentence_around, sentence_spans
from triptych.records import Aspect, Evidence, Mention, Product, Review

_LONGEST = 110
_ENOUGH = 6
"""Quotations to choose from; more cost time and say no more."""
_FEWEST_WORDS, _MOST_WORDS, _BEST_WORDS = 3, 14, 8
# "and" and "so" part two clauses only where another subject follows.
_CLAUSE_BREAK = re.compile(
    r"[,;:()]\s|\s[-–—]+\s|\b(?:but|because|though|although|while)\b|"
    r"\b(?:and|so)\b(?=\s+(?:i|it|its|the|my|they|we|you|he|she|this|that|there|no|a|an|now|then|have|has|had)\b)",
    re.IGNORECASE,
)
_OPENS_BADLY = re.compile(
    r"(?:which|that|who|than|of|as|to|when|if|since|until|where|or|nor|not|with|without|for|at|in|on|by|from|after|even|like|"
    r"the (?:first|second|third|other|same)|other|then|also|again|pros|cons|except|only thing|why|what|how|does|who|"
    r"shame)\b",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"^(?:[\W_]+|(?:and|but|so|because|though|although|plus|also|yes|oh|no doubt|otherwise|overall)\b[\s,]*)+",
    re.IGNORECASE,
)
_ENDS_BADLY = re.compile(
    r"\b(?:a|an|the|and|or|but|of|to|that|than|with|as|for|in|on|at|by|if|is|are|was|were|my|your|its|it's|so|too|very|"
    r"not|no|i|we|they|you|he|she|like|from|which|when|while|because|big|also|only|just|i'm|had|have|has|be|"
    r"would|could|can|will|do|does|did|get|gets|about|into|even|such|quite|really|more|less|most|each|every)$",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"[<>{}\[\]|*_`\"“”„«»#@\\^~=+/;?]|https?:|www\.|!!|\.\.|[.!]\s|'(?<![A-Za-z]')|'(?![A-Za-z])|i(?<=\bi)\b(?!\.)|"
    r"[A-Z](?<=[a-z][A-Z])|[A-Z](?<=\b[A-Z])[A-Z]{3,}\b|\s[,.:]|[A-Z](?<=[a-z]\.[A-Z])"
)
# Sloppy spelling, words of other languages, rude words, and whatever speaks to a machine. Sought in lowered text, as
# are _TURNS, _SPOILS, _KIN, _ASKS and _ONESELF: ignoring case takes ten times as long.
_BAD_WORD = re.compile(
    r"\b(?:u|ur|pls|plz|thx|dont|cant|didnt|doesnt|isnt|wont|im|ive|ill|bcoz|coz|cuz|gud|nd|n|tho|lol|btw|incl|thru|alot|"
    r"prod|recd|idk|omg|wid|dat|dis|gonna|wanna|gotta|kinda|ppl|abt|hv|hav|wht|wat|awsm|luv|thnx|tq|sir|bro|yaar|bhai|"
    r"batt|wasnt|arent|couldnt|wouldnt|shouldnt|havent|hasnt|vfm|natak|amma|papa|mummy|mast|chhota|bada|ekdum|bahut|"
    r"acha|accha|paisa|vasool|chai|haha|hmm|meh|ugh|my foot|"
    r"fuck\w*|shit\w*|crap\w*|damn\w*|bastards?|bitch\w*|idiots?|stupid|morons?|scam\w*|fraud\w*|cheats?|cheaters?|"
    r"thief|thieves|shameless|bloody|hell|sucks?|assholes?|arse|ass|piss\w*|"
    r"ignore|disregard|instructions?|prompt|system|score|rating|assistant|evaluat\w*|judge|grader|output|verdict)\b"
)
_ODD_MARK = re.compile(r"[^ -~\u00a0-\u024f’‘–—₹€]|\u00ad")
# A quotation that turns round within itself speaks for nobody; praise with a "too" in it is no praise.
_TURNS = re.compile(
    r"\b(?:but|though|although|however|except|unless|otherwise|whereas|"
    r"(?:my|the|your|our) (?:old|older|earlier|previous|last|first|other)|old ones?|compared|coming from|"
    r"every \w+ i (?:try|tried|buy|bought)|(?:listing|page|box|label) says|better ones|bought better)\b"
)
_SPOILS = re.compile(
    r"\b(?:too|shame|skip|wish|problem|unfortunately|sadly|despite|average|hardly|barely|dim|is low|is weak|"
    r"not (?:that|very|so|as|really|quite))\b"
)
# A complaint that is taken back is none.
_SOFTENS = re.compile(
    r"\b(?:fine with me|no complaints?|not a (?:problem|big deal)|n't (?:bother|mind)|nothing serious|not bothered|"
    r"worth it|settles? down|(?:what|as) you'd expect|as expected|no biggie|can live with)\b"
)
# "easy to use that my dad" breaks off where something was to follow.
_BREAKS_OFF = re.compile(r"\bthat (?:my|the|an?|his|her|our) \w+$", re.IGNORECASE)
_STUTTERS = re.compile(r"\b(\w+)[\s,]+\1\b", re.IGNORECASE)
_FEW_STARS = 2
_ASIDE, _TYPICAL, _PERSONAL = 1.5, 1.5, 1.2
"""What it costs to speak of another aspect too, and of oneself; and what being among the reading's quotations adds."""
_FAIR = 1.8
"""What a quotation must be worth to be printed: better none than one beside the point."""
_MOST_READ = 3
_AGAINST, _UNSURE = 4.0, 1.5
"""What it costs when the words, read alone, say the opposite of what they are quoted for, or lean to no side."""
_KIN = re.compile(
    r"\b(?:husband|wife|daughter|son|kids?|mother|mom|dad|father|neighbou?r|niece|nephew|friend|boss|roommate)\b"
)
# Advice and conditions praise and blame nothing.
_ASKS = re.compile(r"^(?:just|please|order|use|buy|get|go|try|don't|do not|make sure|remember|once|would)\b|\bif you\b")
_ONESELF = re.compile(
    r"(?:i'm|i am|i was|i've been|i had to|as an?|an?|he|she|my (?:husband|wife|daughter|son|boss|friend))\b"
)
_POINTS_BACK = re.compile(r"(?:it|this|they|that|there)\b")
_FIRST_PERSON = re.compile(r"\b(?:I|my|me|mine|we|our)\b")
# Words by which a reviewer repeats what the maker says, instead of saying what was found.
_REPEATS = re.compile(r"\b(?:says?|claims?|page|listing|box|advertise\w*|promise\w*|written|printed)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d")

_Breaks = tuple[list[int], list[int]]
"""Where the breaks of a text begin, and where they end."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation and how well it speaks for an aspect."""

    product_id: str
    """The product."""
    review_id: str
    """Who."""
    start: int
    """Where, in the review's text."""
    words: str
    """What."""
    worth: float
    """Higher is better."""

    @property
    def text(self) -> str:
        """The words between quotation marks."""
        return f"“{self.words}”"

    @property
    def evidence(self) -> Evidence:
        """Where it stands."""
        end = self.start + len(self.words)
        return review_span(self.product_id, self.review_id, self.start, end, self.words)

    def repeats(self, other: "Quote") -> bool:
        """True where both say the same in the same words."""
        mine, theirs = set(self.words.lower().split()), set(other.words.lower().split())
        return 2 * len(mine & theirs) >= min(len(mine), len(theirs))

    def overlaps(self, other: "Quote") -> bool:
        """True where both quote some of the same words."""
        if self.review_id != other.review_id:
            return False
        return self.start < other.start + len(other.words) and other.start < self.start + len(self.words)


@dataclass(frozen=True, slots=True)
class Voices:
    """A product's reviews, and where each speaks of which aspect."""

    product_id: str
    """The product."""
    reviews: Mapping[str, Review]
    """By id."""
    spoken: Mapping[str, Sequence[tuple[int, str]]]
    """For each review, places and the aspects spoken of there."""
    sentences: dict[tuple[str, int, int], Evidence] = field(default_factory=dict, compare=False)
    """The sentences asked for so far: many speak of several aspects."""

    def others(self, review_id: str, start: int, end: int, aspect: str) -> int:
        """How many aspects beside this one a span of a review speaks of."""
        return len({name for place, name in self.spoken[review_id] if start <= place < end and name != aspect})

    def sentence(self, mention: Mention) -> Evidence:
        """The sentence in which a reviewer speaks of an aspect."""
        text = self.reviews[mention.review_id].text
        start, end = sentence_around(text, mention.start, mention.end)
        place = (mention.review_id, start, end)
        if place not in self.sentences:
            self.sentences[place] = sentence_span(self.product_id, mention.review_id, start, end, text)
        return self.sentences[place]


def hear(product: Product, aspects: Iterable[Aspect]) -> Voices:
    """The voices of a product's reviewers."""
    spoken: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for aspect in aspects:
        for mention in aspect.mentions:
            spoken[mention.review_id].append((mention.start, aspect.name))
    return Voices(product.id, {review.id: review for review in product.reviews}, spoken)


def quotes_for(aspect: Aspect, voices: Voices, *, liked: bool) -> list[Quote]:
    """Quotations of those who like an aspect, or dislike it, the best first and one a reviewer."""
    side = "positive" if liked else "negative"
    usual = _usual(aspect)
    against: dict[str, list[int]] = defaultdict(list)
    for mention in aspect.mentions:
        if side not in mention.polarity:
            against[mention.review_id].append(mention.start)
    found: dict[str, Quote] = {}
    about: dict[str, tuple[int, int]] = {}
    best = aspect.quotes
    for mention in aspect.mentions:
        if len(found) >= _ENOUGH:
            break
        review = voices.reviews.get(mention.review_id)
        if review is None or side not in mention.polarity or (liked and (review.stars or 5) <= _FEW_STARS):
            continue
        for start, end in _spans(review.text, mention):
            places = against.get(review.id, ())
            if _is_doubtful(review.text, start, end, liked) or any(start <= place < end for place in places):
                continue
            words = review.text[start:end]
            worth = _worth(words, mention, usual, aspect) - _doubt(review.stars, liked)
            worth -= _ASIDE * voices.others(review.id, start, end, aspect.name)
            worth += _TYPICAL * any(
                review.id == span.source_id and span.start < end and start < span.end for span in best
            )
            if review.id not in found or worth > found[review.id].worth:
                found[review.id] = Quote(voices.product_id, review.id, start, words, worth)
                about[review.id] = (mention.start - start, mention.end - start)
    fair: list[Quote] = []
    for quote in sorted(found.values(), key=_best_first):
        # Reading words again takes time, and hardly ever are more than three quotations asked for.
        if len(fair) >= _MOST_READ or quote.worth < _FAIR:
            break
        worth = quote.worth - _misgiving(quote.words, *about[quote.review_id], side)
        fair += [replace(quote, worth=worth)] if worth >= _FAIR else []
    return sorted(fair, key=_best_first)


def _best_first(quote: Quote) -> tuple[float, str, int]:
    return -quote.worth, quote.review_id, quote.start


def sentences_fit(product_id: str, review: Review) -> Iterator[Quote]:
    """The sentences of a review that are fit to print, as quotations."""
    for start, end in sentence_spans(review.text):
        left, right = _trim(review.text, start, end)
        words = review.text[left:right]
        if is_fit(words):
            yield Quote(product_id, review.id, left, words, 0.0)


def _is_doubtful(text: str, start: int, end: int, liked: bool) -> bool:
    """True for words that turn round within themselves, ask, or praise with a "too" in them."""
    words = text[start:end].lower()
    return text[end : end + 1] == "?" or _turns(words) or (_spoils(words) if liked else _softens(words))


@lru_cache(maxsize=4096)
def _turns(lower: str) -> bool:
    return _TURNS.search(lower) is not None


@lru_cache(maxsize=4096)
def _spoils(lower: str) -> bool:
    return _SPOILS.search(lower) is not None


@lru_cache(maxsize=4096)
def _softens(lower: str) -> bool:
    return _SOFTENS.search(lower) is not None


def _doubt(stars: float | None, liked: bool) -> float:
    """How far a review's stars speak against its words being meant so."""
    return 0.0 if stars is None or liked else 1.5 * (stars >= 5)


@lru_cache(maxsize=4096)
def _misgiving(words: str, start: int, end: int, side: str) -> float:
    """How far words that are torn from their review cease to say what they are quoted for."""
    if " " in words[start:end]:
        # A turn of phrase, "weighs nothing", says by itself what is meant.
        return 0.0
    (polarity,) = polarities_of(words, [(start, end)])
    if side in polarity:
        return 0.0
    return _UNSURE if polarity == "neutral" else _AGAINST


def _spans(text: str, mention: Mention) -> Iterator[tuple[int, int]]:
    """The sentence around a mention and its clause, where they are fit to print."""
    start, end = sentence_around(text, mention.start, mention.end)
    for left, right in _fit_spans(text[start:end], mention.start - start, mention.end - start):
        yield start + left, start + right


@lru_cache(maxsize=4096)
def _fit_spans(sentence: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """A sentence and the clause around a place in it, where they are fit to print."""
    whole = (0, len(sentence))
    clause = _between(_find_breaks(_CLAUSE_BREAK, sentence), start, end, len(sentence))
    trimmed = [_trim(sentence, *span) for span in dict.fromkeys((whole, clause))]
    return tuple(
        (left, right) for left, right in trimmed if left <= start and end <= right and is_fit(sentence[left:right])
    )


def _between(breaks: _Breaks, start: int, end: int, length: int) -> tuple[int, int]:
    """What lies between the last break before a span and the first behind it."""
    begins, ends = breaks
    before, behind = bisect_right(ends, start), bisect_left(begins, end)
    return ends[before - 1] if before else 0, begins[behind] if behind < len(begins) else length


def _find_breaks(pattern: re.Pattern[str], text: str) -> _Breaks:
    found = list(pattern.finditer(text))
    return [match.start() for match in found], [match.end() for match in found]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    joint = _JOINT.match(text[start:end])
    if joint:
        start += joint.end()
    while end > start and not text[end - 1].isalnum() and text[end - 1] not in "%)":
        end -= 1
    return start, end


@lru_cache(maxsize=4096)
def is_fit(text: str) -> bool:
    """True for words one may print between quotation marks in a shop."""
    if len(text) > _LONGEST or not _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS:
        return False
    last_word = text.rfind(" ") + 1
    if _ODD_MARK.search(text) or _UNFIT.search(text) or _OPENS_BADLY.match(text) or _ENDS_BADLY.search(text, last_word):
        return False
    if _STUTTERS.search(text) or _BREAKS_OFF.search(text):
        return False
    return text.count("(") == text.count(")") and bool(_WORD.search(text)) and not _BAD_WORD.search(text.lower())


def _usual(aspect: Aspect) -> dict[str, float]:
    """What the words by which reviewers name an aspect are worth: the more of them use these, the more."""
    counts = Counter([mention.text.lower() for mention in aspect.mentions])
    most = max(counts.values(), default=0)
    return {words: 3.0 * count / most for words, count in counts.items()}


def _worth(text: str, mention: Mention, usual: Mapping[str, float], aspect: Aspect) -> float:
    """How well words speak for an aspect."""
    lower = text.lower()
    worth = usual[mention.text.lower()]
    worth += 2.0 * any(word in lower for word in aspect.strength_words)
    worth += 1.0 * any(word in lower for word in aspect.name.split())
    worth += 1.0 * mention.polarity.startswith("very")
    return worth + _manner(text)


@lru_cache(maxsize=4096)
def _manner(text: str) -> float:
    """What words are worth by how they are put, whatever they speak of."""
    lower = text.lower()
    words = text.split()
    worth = 1.5 * bool(_NUMBER.search(text))
    worth -= 0.25 * abs(len(words) - _BEST_WORDS) + _PERSONAL * bool(_FIRST_PERSON.search(text))
    worth -= 4.0 * bool(_ONESELF.match(lower)) + _PERSONAL * bool(_KIN.search(lower)) + 3.0 * bool(_ASKS.search(lower))
    worth -= 0.8 * (not text[0].isupper()) + 1.0 * bool(_POINTS_BACK.match(lower))
    return worth


def review_span(product_id: str, review_id: str, start: int, end: int, text: str) -> Evidence:
    """Evidence in a review."""
    return Evidence(product_id=product_id, source="review", source_id=review_id, start=start, end=end, text=text)


def sentence_span(product_id: str, review_id: str, start: int, end: int, text: str) -> Evidence:
    """Evidence for a sentence of a review's text, without the space before it."""
    words = text[start:end].lstrip()
    return review_span(product_id, review_id, end - len(words), end, words)


def fit_part(evidence: Evidence) -> Evidence | None:
    """The part of a span that is fit to print: all of it, or one of its sentences."""
    text = evidence.text
    for start, end in (_trim(text, *span) for span in ((0, len(text)), *sentence_spans(text))):
        part = text[start:end]
        if is_fit(part) and _NUMBER.search(part) and not _REPEATS.search(part) and len(part.split()) > _FEWEST_WORDS:
            at = evidence.start
            return evidence.model_copy(update={"start": at + start, "end": at + end, "text": text[start:end]})
    return None
