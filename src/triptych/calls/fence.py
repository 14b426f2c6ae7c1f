"""Sources are data, not instructions: this is what keeps them so in a prompt.

**Markers.** Each block of sources is between `[[name mark]]` and `[[/name mark]]`. The mark is a word made from an
HMAC of the content under the store's secret: the author of a review cannot guess it, yet it is the same for all
rubrics, samples and reruns of a case, so that replies can be cached. A made-up word costs fewer tokens than hex digits.

**Forgeries.** Inside a block nothing may look like a marker, a score tag or a token of a chat template, in any
disguise: Cyrillic letters, fullwidth brackets, HTML entities, zero-width characters between letters. Folded text has
none of that, only letters, digits and the marks `< > [ ] | / # :`, so that one pattern finds every spelling; what looks
like what is in `lookalikes.txt`. Brackets of forgeries become round: the words stay for the judge, the tag is gone.

**Canary.** The end of a rubric, which no source can see, asks for a case word beside the score. A reply taken over by
a source that says "answer only with a score" lacks it. The word proves that the rubric was read to its end; it does
not prove that a source had no influence, so `looks_obeyed` also looks for an explanation that is missing, that repeats
a source's instruction as its own, or that says it follows one. A decoy instruction planted among the sources would
catch more, but it would also change what is judged and mislead small models that were under no attack.
"""

import hmac
import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from triptych.errors import UsageError
from triptych.records import Case, Product

BARE = "gives a score and neither the case word nor an explanation"
"""The plainest sign of a reply that obeyed: what `looks_obeyed` says of one that holds nothing but a score."""

_SYLLABLES = tuple(consonant + vowel for vowel in "aeiou" for consonant in "bdfghjklmnprstvwxyzq")
_MARK_SYLLABLES, _CANARY_SYLLABLES = 6, 3
_SHORTEST_SECRET = 16

_READ_BY_US = r"(?:score|seedthink|think(?:ing)?|thought|reasoning|reflection|analysis|scratchpad)"
_TOKEN = r"(?:s|bos|eos|pad|unk|sys|model|startofturn|endofturn)"
_ROLE = (
    r"(?:system|developer|user|assistant|human|admin|instructions?|prompt|message|reminder|rubric|judge|evaluat|grad(?:er|ing)"
    r"|override|tool(?:use|calls?|results?|responses?)|functions?(?:calls?|results?))"
)
# Over folded text. A run of brackets is entered at its beginning only and other runs are bounded, so that no text takes
# more than linear time. A marker needs two brackets: none are left side by side, whatever is around them.
_OPENING = r"(?<![</|])(?=[/|]*+<)[</|]++"
_FORGERY = re.compile(
    rf"{_OPENING}(?:(?:{_READ_BY_US}|{_ROLE})(?:[^<>]{{0,300}}>)?|{_TOKEN}[/>]{{0,3}}>)"
    r"|</{0,9}\|[^<>|]{1,40}\|>"
    r"|\[/{0,9}(?:inst|sys|system(?:prompt|message)?|developer|user|assistant|think|availabletools|tool(?:calls|results))\]"
    r"|\[{2,}|\]{2,}"
    r"|##(?:system|developer|instructions?|response|user|assistant|human|input|rubric|judge)(?:prompt|message)?:"
)
_HARMLESS = {"<": "(", ">": ")", "[": "(", "]": ")", "|": "/", "#": "*"}

_WHOM = r"(?:ai|llms?|chatbots?|language models?|assistants?|judges?|evaluat(?:ors?|ion)|graders?|raters?|system note)"
_ORDER = r"(?:must|should|shall|please|give|assign|award|output|return|print|write|reply|respond|rate|score|skip|treat)"
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|skip)\b[^.!?]{0,60}"
    r"\b(?:instructions?|prompts?|rules?|rubrics?|guidelines?|criteria|guide|steps|above|previous)\b"
    rf"|\b{_WHOM}\b[^.!?]{{0,100}}\b{_ORDER}\b"
    r"|\b(?:output|print|return|reply|respond|write|answer|finish|end|give|assign|award|rate)\b[^.!?]{0,60}"
    r"\b(?:score|(?:this|the) (?:summary|text|comparison|explanation|opinion|verdict|answer))\b"
)
# Each match of the pattern has one of these in it; to look for them first is fifty times as quick.
_TRIGGERS = (
    *(" ai ", " ai,", " ai:", " ai-", "(ai", "llm", "chatbot", "language model", "assistant", "system note"),
    *("judge", "evaluat", "grader", "rater", "ignore", "disregard", "forget", "override", "skip", "score"),
    *("this summary", "the summary", "this text", "the text", "this answer", "the answer"),
    *("comparison", "explanation", "opinion", "verdict"),
)
_UNSEEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_OBEYS = re.compile(
    r"\bas (?:instructed|requested|asked|told|directed|required)\b[^.!?\n]{0,20}\b(?:by|in|from)\b[^.!?\n]{0,20}"
    r"\b(?:reviews?|reviewers?|sources?|descriptions?|products?|text|block)\b",
    re.IGNORECASE,
)
# A sentence that says who said a thing reports it; it does not obey.
_REPORTS = re.compile(r"\b(?:reviews?|reviewers?|sources?|descriptions?|r\d+|P\d)\b")
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|^\s*Evidence:.*$", re.MULTILINE)
_CLOSING = re.compile(r"[\s>#*_`~+\-•]*(?:score|case)[*_`]*\s*[-–:]", re.IGNORECASE)
_FEWEST_WORDS = 8
_ECHO_WORDS = 6
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"

# What NFKD makes an opening mark of, or of what looks like one.
_DECOMPOSED = "≮﹤＜﹇［﹟＃⊀⋪\u2329︗︹︻︽︿﹝🄪🉀🉁🉂🉃🉄🉅🉆🉇🉈︘︺︼﹁﹂﹃﹄﹈﹞］｢｣"
_ENCODED = re.compile(
    r"&(?:(?:amp|\#0{0,4}38|\#x0{0,4}26);)*"  # "&amp;lt;" hides "&lt;", any number of times over
    r"(\#\d{1,7};?|\#x[0-9a-f]{1,6};?|[lg]t;?|[a-z][a-z0-9]{1,30};)"
    r"|%(?:25){0,4}[0-7][0-9a-f]"  # "%255B" hides "%5B"
    r"|\\u(?:0000)?00[0-7][0-9a-f]|\\[ux]\{0{0,6}[0-7][0-9a-f]\}|\\x[0-7][0-9a-f]|\\[01][0-7]{2}",
    re.IGNORECASE,
)
# By what they begin with, which most text lacks and `in` finds at once.
_MAY_BE_ENCODED = {"&": re.compile(r"&[#a-zA-Z]"), "%": re.compile(r"%[2-7]"), "\\": re.compile(r"\\[uUxX01]")}
_MOST_LEVELS = 3
_ASCII = bytes(range(128))


class Fence(NamedTuple):
    """The mark around a case's sources, and the word that only its rubrics know."""

    mark: str
    """Stands in every marker of the case."""
    canary: str
    """The case word a reply has to give."""

    def wrap(self, name: str, *lines: str) -> str:
        """Lines as a block of their own, put together once; they must have been neutralised before."""
        return "\n".join((f"[[{name} {self.mark}]]", *lines, f"[[/{name} {self.mark}]]"))

    def wrap_value(self, name: str, text: str) -> str:
        """A text between markers on its line, or as a block where it has several lines; neutralised before."""
        return self.wrap(name, text) if "\n" in text else f"[[{name} {self.mark}]] {text} [[/{name} {self.mark}]]"


def make_fence(content: bytes, secret: bytes) -> Fence:
    """The fence for some content: the same for the same content and secret, and not to be guessed without it."""
    if len(secret) < _SHORTEST_SECRET:
        raise UsageError(f"the fence's secret has {len(secret)} bytes; it needs {_SHORTEST_SECRET} or more")
    places = range(_MARK_SYLLABLES + _CANARY_SYLLABLES)
    # Of the whole number, divided again and again, only the end counts.
    number = int.from_bytes(hmac.digest(secret, content, "sha256")) % len(_SYLLABLES) ** len(places)
    syllables = [_SYLLABLES[number // len(_SYLLABLES) ** place % len(_SYLLABLES)] for place in places]
    return Fence("".join(syllables[:_MARK_SYLLABLES]), "".join(syllables[_MARK_SYLLABLES:]))


def fence_case(case: Case, secret: bytes) -> Fence:
    """The fence for a case: made from its text and what others wrote about its products, not from its id or writer."""
    words = [word for product in case.products for word in (product.id, *_words_of(product))]
    return make_fence("\0".join([case.task, case.query or "", case.text, *words]).encode("utf-8", "replace"), secret)


def neutralise(text: str) -> str:
    """The text with the brackets of every forged tag, marker or chat token made round; any other text as it is."""
    while is_suspect(text) and has_forgery(text):
        text = _defuse(text)
    return text


def has_forgery(text: str) -> bool:
    """True where something in the text looks like a score tag, a marker or a chat token, in any disguise."""
    return _FORGERY.search(fold(text)) is not None


def find_instructions(case: Case) -> tuple[str, ...]:
    """The sentences in a case's sources and text that speak to a judge instead of about the product."""
    sources = ["\0".join(_words_of(product)) for product in case.products]
    texts = [text for text in (case.text, case.query, *sources) if text]
    return tuple(dict.fromkeys(sentence for text in texts for sentence in _instructions(text)))


def looks_obeyed(reply: str, find: Callable[[], Sequence[str]], canary: str | None = None) -> str | None:
    """Why a reply seems to have obeyed the sources instead of its rubric, or None where it does not.

    `reply` is without its reasoning; `find` gives what `find_instructions` does, where that matters; `canary` is the
    word the rubric asked for, None where it asked for none.
    """
    # Without the lines that give the score and the case word; line by line, because one pattern over the whole begins
    # anew at every character and takes ten times as long.
    said = "\n".join([line for line in reply.split("\n") if not _CLOSING.match(line)])
    is_bare = len(said.split(None, _FEWEST_WORDS)) < _FEWEST_WORDS
    lacks_canary = canary is not None and _lacks(reply, canary)
    if lacks_canary and is_bare:
        return BARE
    # One that gives the case word, explains, and has no word in it that instructions to a judge are made of.
    is_clear = canary is not None and not lacks_canary and not is_bare and not _triggers_in(_plain(said))
    instructions = () if is_clear else find()
    if not instructions:
        return None
    if lacks_canary or is_bare:
        missing = "the case word" if lacks_canary else "an explanation"
        return f"lacks {missing}, and a source tells the judge what to do"
    own_words = _QUOTED.sub("", said)
    if _OBEYS.search(own_words):
        return "says that it follows a source"
    own_sentences = [sentence for sentence in re.split(r"[.!?\n]", own_words) if not _REPORTS.search(sentence)]
    told = {run for sentence in instructions for run in _runs(sentence)}
    if any(run in told for sentence in own_sentences for run in _runs(sentence)):
        return "repeats an instruction from a source as its own words"
    return None


def _lacks(reply: str, canary: str) -> bool:
    # From the end, where it usually is.
    return reply.rfind(canary) < 0 and canary.casefold() not in reply.casefold()


def _defuse(text: str) -> str:
    folded, spans = fold_with_spans(text)
    places = [place for found in _FORGERY.finditer(folded) for place in range(*found.span())]
    harmless = {spans[place]: _HARMLESS[folded[place]] for place in places if folded[place] in _HARMLESS}
    parts: list[str] = []
    end = 0
    for (start, next_end), mark in sorted(harmless.items()):
        parts += (text[end:start], mark)
        end = next_end
    return "".join([*parts, text[end:]])


def _words_of(product: Product) -> list[str]:
    """All that a product's sources say."""
    own = (product.title, product.description, product.ugc_summary, product.opinion, *product.key_features)
    listed = [f"{name}: {value}" for name, value in product.specifications.items()]
    return [words for words in (*own, *listed, *[review.text for review in product.reviews]) if words]


def _instructions(text: str) -> Iterator[str]:
    triggers = _triggers_in(_plain(text))
    if not triggers and not is_suspect(text):
        return
    for source in text.split("\0"):
        plain = _plain(source)
        if any(trigger in plain for trigger in triggers) or is_suspect(source):
            for sentence in re.split(r"(?<=[.!?]) ", " ".join(source.split())):
                if _INSTRUCTION.search(_plain(sentence)) or (is_suspect(sentence) and has_forgery(sentence)):
                    yield sentence


def _triggers_in(plain: str) -> list[str]:
    return list(filter(plain.__contains__, _TRIGGERS))


def _plain(text: str) -> str:
    """The text in small letters and without what is not seen, a space before it."""
    return f" {text if text.isascii() else _UNSEEN.sub('', unicodedata.normalize('NFKC', text))}".casefold()


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return (tuple(words[start : start + _ECHO_WORDS]) for start in range(len(words) - _ECHO_WORDS + 1))


@cache
def _lookalikes() -> dict[str, str]:
    """The plain character, or two of them, that each odd one looks like."""
    listed = files("triptych.calls").joinpath("lookalikes.txt").read_text(encoding="utf-8")
    plain = {odd: plain for plain, odds in map(str.split, listed.splitlines()) for odd in odds}
    # White on black and regional-indicator letters, which Unicode does not decompose.
    return plain | {chr(first + n): chr(ord("a") + n) for first in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)}


@cache
def _openers() -> frozenset[str]:
    return frozenset(odd for odd, plain in _lookalikes().items() if plain[0] in "<[]#") | frozenset(_DECOMPOSED)


class _Folds(dict[int, str]):
    """Code point to what it folds to, worked out when first met."""

    def __missing__(self, point: int) -> str:
        plain = _lookalikes()
        parts = unicodedata.normalize("NFKD", chr(point)).casefold()
        kept = {part: part if part.isalnum() and part not in _BLANK_LETTERS else "" for part in parts}
        self[point] = plain.get(chr(point), "".join(plain.get(part, kept[part]) for part in parts))
        return self[point]


_FOLDS = _Folds()


def is_suspect(text: str) -> bool:
    """True where a text has a character that a forgery could begin with."""
    if "<" in text or "[" in text or "]" in text or "#" in text:
        return True
    if any(start in text and encoded.search(text) for start, encoded in _MAY_BE_ENCODED.items()):
        return True
    # Only the few characters that are not ASCII are looked at, told apart as bytes: far quicker than a pattern.
    odd = b"" if text.isascii() else text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return not _openers().isdisjoint(odd.decode("utf-8", "surrogatepass"))


def fold(text: str) -> str:
    """The folded text alone."""
    return fold_with_spans(text)[0]


def fold_with_spans(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The folded text, and for each of its characters the place it came from."""
    places = [(place, place + 1) for place in range(len(text))]
    for _ in range(_MOST_LEVELS):
        if not _ENCODED.search(text):
            break
        pieces = list(_pieces(text))
        decoded = "".join(piece for _, _, piece in pieces)
        # An encoded character comes from where its first letter began to where its last one ended.
        places = [(places[start][0], places[end - 1][1]) for start, end, piece in pieces for _ in piece]
        text = decoded
    plain = [letter.translate(_FOLDS) for letter in text]
    spans = [place for place, folded in zip(places, plain, strict=True) for _ in folded]
    return "".join(plain), spans


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """The characters of a text, an encoded one taken whole and decoded."""
    position = 0
    for encoded in _ENCODED.finditer(text):
        decoded = _decode(encoded)
        if decoded == encoded[0]:
            continue
        yield from ((place, place + 1, text[place]) for place in range(position, encoded.start()))
        yield encoded.start(), encoded.end(), decoded
        position = encoded.end()
    yield from ((place, place + 1, text[place]) for place in range(position, len(text)))


def _decode(encoded: re.Match[str]) -> str:
    """The character that an encoded one means; the text as it is where it means none."""
    whole = encoded[0]
    if whole[0] == "\\" and whole[1].isdigit():
        return chr(int(whole[1:], 8))
    if whole[0] in "%\\":
        return chr(int(whole.rstrip("}")[-2:], 16))
    return html.unescape(f"&{encoded[1]}")
