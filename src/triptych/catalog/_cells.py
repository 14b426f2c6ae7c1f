"""One cell of a shop's data, however it is written, as the value a record holds.

Each reader returns None where the cell says nothing and raises UsageError where it says something that cannot be.
Texts lose markup, invisible characters and absurd lengths. Cleaning a cleaned text changes nothing, so that a span of a
cleaned source still resolves after the source was written out and read again. Entities are therefore undone to the last
one: "&amp;lt;" becomes "<", however deep it was wrapped.
"""

import datetime as dt
import html
import json
import re
import reprlib
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from html.entities import html5
from typing import Any

from pydantic import TypeAdapter, ValidationError

from triptych.errors import UsageError
from triptych.records import Money, Name, is_gap
from triptych.texts import parse_money, parse_rating

_FLAGS = dict.fromkeys(["1", "y", "yes", "t", "true", "verified", "verified purchase", "verified buyer"], True)
_FLAGS |= dict.fromkeys(["0", "n", "no", "f", "false", "not verified", "unverified"], False)
_NAME = TypeAdapter(Name)
_LONGEST_RATING = 60
_COUNT = re.compile(r"(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:[.' ]\d{3})+|\d{1,15})(?:\.0+)?(?:\s+\D*)?")
_SHORT = reprlib.Repr()
_SHORT.maxlevel = _SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 3
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4})"
# After "Reviewed in India on" or a weekday, and with or without a time.
_DATES = tuple(
    re.compile(rf"(?:.*\bon |[A-Za-z]{{3,9}},? )?{pattern}(?:[T, ].*)?")
    for pattern in (
        rf"{_YEAR}[-/.](?P<m>\d{{1,2}})[-/.]{_DAY}",
        rf"{_YEAR}(?P<m>\d{{2}})(?P<d>\d{{2}})",
        rf"{_YEAR}[ -]{_MONTH}[ -]{_DAY}",
        rf"{_DAY}[ -]{_MONTH},?[ -]{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_DAY}\.(?P<m>\d{{1,2}})\.{_YEAR}",
        rf"(?P<m>\d{{1,2}}) {_DAY}, {_YEAR}",
        rf"(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})[/-]{_YEAR}",
    )
)
_LONGEST_DATE = 100

_BREAKS = re.compile(r"\n+|[•●▪◦‣∙]|;| \| ")
_LIST_MARK = re.compile(r"^(?:[-*–—]\s+|\d{1,2}[.)]\s+)")
_NAME_KEYS = ("name", "key", "label", "attribute", "title", "specification")
_VALUE_KEYS = ("value", "values", "text", "detail")
_MOST_ENTRIES = 500
_DEEPEST = 4

_PARAGRAPHS = {"review": 20_000, "description": 50_000, "summary": 20_000}
MOST_CHARACTERS = _PARAGRAPHS | {"title": 1_000, "review title": 1_000, "category": 1_000}
MOST_CHARACTERS |= {"feature": 2_000, "specification": 2_000, "query": 2_000}
"""How long each kind of text may be; what is longer is cut at a word. All but paragraphs are put on one line."""

_PASSES = 8
_RAW_FACTOR = 10

# Characters that an emoji sequence is built from, and scripts that write with joiners.
_EMOJI = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
_EMOJI += "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINED_SCRIPTS = "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff"
_JOINABLE = _EMOJI + _JOINED_SCRIPTS
_ALWAYS_INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff"
)
_MAYBE_INVISIBLE = re.compile(f"[{_ALWAYS_INVISIBLE}\u200c\u200d\ufe0f]")
_INVISIBLE = re.compile(
    f"[{_ALWAYS_INVISIBLE}]"
    f"|(?<![{_JOINABLE}])(?<![{_EMOJI}]\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![{_JOINABLE}])"
    f"|(?<![{_EMOJI}0-9#*])\ufe0f|(?<=[0-9#*])\ufe0f(?!\u20e3)"
)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

_AMPERSANDS = re.compile(r"&(?:amp;|#0*38;|#[xX]0*26;)+")
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BLOCK_TAGS = "address|article|aside|blockquote|br|center|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav"
_BLOCK_TAGS += "|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul"
_INLINE_TAGS = "a|abbr|b|bdi|bdo|big|body|button|cite|code|col|colgroup|del|em|figcaption|font|head|html|i|iframe|img"
_INLINE_TAGS += "|input|ins|kbd|label|link|mark|meta|noscript|object|option|path|picture|q|s|samp|script|select|small"
_INLINE_TAGS += "|source|span|strike|strong|style|sub|sup|svg|time|title|tt|u|var|video|wbr"
_ATTRIBUTES = r"""(?:\s++[\w:-]++\s*+=\s*+(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>]++))*+\s*+/?"""
_BLOCK = re.compile(rf"</?(?:{_BLOCK_TAGS}){_ATTRIBUTES}>", re.IGNORECASE)
_INLINE = re.compile(rf"</?(?:{_INLINE_TAGS}){_ATTRIBUTES}>|<!doctype[^<>]*+>|<!\[CDATA\[|\]\]>", re.IGNORECASE)
_HIDDEN = (
    (re.compile("<!--"), re.compile("-->")),
    (re.compile(rf"<script{_ATTRIBUTES}>", re.IGNORECASE), re.compile(r"</script\s*+>", re.IGNORECASE)),
    (re.compile(rf"<style{_ATTRIBUTES}>", re.IGNORECASE), re.compile(r"</style\s*+>", re.IGNORECASE)),
)
_BLANK_LINES = re.compile("\n{3,}")
_PUNCTUATION = string.punctuation + "¡¿«»§¶·´¨‐‑‒–—―‘’‚‛“”„‟†‡•‣‥…‰′″‹›、。〈〉《》「」『』【】〔〕！，．：；？।॥،؛؟٪۔"
_SPACES = string.whitespace + "\u00a0\u202f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_UNTOLD_ASCII = (string.punctuation + string.whitespace).encode()
_UNTOLD = frozenset(_PUNCTUATION + _SPACES) - frozenset(string.punctuation + string.whitespace)
_PRINTABLE_ASCII = bytes(range(32, 127))


def show(value: Any) -> str:
    """A value as a message shows it: quoted when it is text, and never long."""
    if not isinstance(value, Decimal):
        return _SHORT.repr(value)
    digits = str(value)
    return digits if len(digits) <= _SHORT.maxother else digits[: _SHORT.maxother - 1] + "…"


def is_nothing(value: Any) -> bool:
    """True for what shops write into a cell that has no value."""
    if isinstance(value, str):
        return len(value) < 40 and is_gap(value)
    return value is None or (isinstance(value, (float, Decimal)) and value != value)  # NaN differs from itself


def is_number(value: Any) -> bool:
    """True for a number that is not a truth value."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """What a value is, in a user's words."""
    if isinstance(value, bool):
        return "true or false"
    if is_number(value):
        return "a number"
    kinds = {str: "text", list: "a list", tuple: "a list", dict: "an object", bytes: "bytes", type(None): "null"}
    return kinds.get(type(value), f"a {type(value).__name__}")


def not_that(value: Any, needed: str) -> str:
    """The message for a value of a wrong kind, with what would be right."""
    return f"{show(value)} is {kind_of(value)}; {needed}"


def read_text(value: Any, joint: str | None = None) -> str:
    """The text of a cell; a list of texts is joined where `joint` says with what."""
    if isinstance(value, str):
        return value
    if joint is not None and isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        return joint.join(value)
    raise UsageError(not_that(value, "text is needed"))


def read_id(value: Any) -> str | None:
    """An identifier as text; whole numbers become their digits."""
    if value is None or value != value:
        return None
    if isinstance(value, (float, Decimal)) and -(10**18) < value < 10**18 and value == int(value):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise UsageError(not_that(value, "an id is text or a whole number"))
    name = value.strip()
    if not name:
        return None
    try:
        return _NAME.validate_python(name)
    except ValidationError:
        raise UsageError(f"{show(value)} cannot be an id; an id has 1 to 200 visible characters on one line") from None


def read_stars(value: Any) -> float | None:
    """Stars from 1 to 5, from a number, "4.0 out of 5", "4/5" or "★★★★"."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        return parse_rating(value[:_LONGEST_RATING])
    if not is_number(value):
        raise UsageError(not_that(value, "a rating is a number from 1 to 5"))
    if not 1 <= value <= 5:
        raise UsageError(f"{show(value)} is not a rating; ratings go from 1 to 5")
    return float(value)


def read_count(value: Any) -> int | None:
    """A whole number from 0 on: 12, "1,834", "12 people found this helpful"."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        if found := _COUNT.fullmatch(value.strip()):
            return int(re.sub(r"\D", "", found[1]))
        raise UsageError(f"{show(value)} is not a count; write a whole number")
    if not is_number(value):
        raise UsageError(not_that(value, "a count is a whole number"))
    if not 0 <= value <= 10**15 or value != int(value):
        raise UsageError(f"{show(value)} is not a count; a count is a whole number from 0 on")
    return int(value)


def read_flag(value: Any) -> bool | None:
    """True or false, from true, 1, "Y", "Verified Purchase" and their opposites."""
    if isinstance(value, bool) or value is None:
        return value
    word = str(value).strip().casefold() if isinstance(value, (str, int)) else ""
    if word in _FLAGS:
        return _FLAGS[word]
    if is_nothing(value):
        return None
    raise UsageError(f"{show(value)} is neither yes nor no")


def read_currency(value: Any) -> str | None:
    """An ISO code, from a code or a sign such as "₹"."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        word = value.strip()
        if re.fullmatch(r"[A-Za-z]{3}", word):
            return word.upper()
        with suppress(UsageError):
            return parse_money(f"1 {word}").currency
    raise UsageError(f"{show(value)} is not a currency; write a code of three letters such as INR or USD")


def read_money(value: Any, currency: str | None) -> Money | None:
    """A price, from a number, a text such as "₹1,299" or {"amount": …, "currency": …}."""
    if isinstance(value, dict) and "amount" in value and set(value) <= {"amount", "currency"}:
        return read_money(value["amount"], read_currency(value.get("currency")) or currency)
    if is_nothing(value):
        return None
    if isinstance(value, str):
        return parse_money(value, currency)
    if not is_number(value):
        raise UsageError(not_that(value, "a price is a number or text such as '₹1,299'"))
    if value < 0:
        raise UsageError(f"{show(value)} is negative; a price is 0 or more")
    try:
        amount = value if isinstance(value, Decimal) else Decimal(str(value))
        return Money(amount=amount, currency=currency)
    except ValidationError:
        raise UsageError(f"{show(value)} is not a price; a price has at most 18 digits") from None


def read_date(value: Any) -> dt.date | None:
    """The day, from a date, ISO text, common ways to write it, or seconds or milliseconds since 1970."""
    if is_nothing(value):
        return None
    if isinstance(value, dt.date):
        return value.date() if isinstance(value, dt.datetime) else value
    if isinstance(value, str):
        return _date_in_text(value)
    if is_number(value):
        return _date_of_epoch(value)
    raise UsageError(f"{show(value)} is {kind_of(value)}, not a date")


def _date_in_text(text: str) -> dt.date:
    words = " ".join(text[:_LONGEST_DATE].split())
    if epoch := re.fullmatch(r"(\d{9,10}|\d{12,13})(?:\.0*)?", words):
        return _date_of_epoch(int(epoch[1]))
    for pattern in _DATES:
        if found := pattern.fullmatch(words):
            parts = found.groupdict()
            try:
                return dt.date(int(parts["y"]), *_month_and_day(parts, text))
            except ValueError:
                break
    raise UsageError(f"{show(text)} is not a date; write it as 2026-03-31")


def _month_and_day(parts: dict[str, str], text: str) -> tuple[int, int]:
    if "month" in parts:
        month = parts["month"][:3].casefold()
        if month not in _MONTHS:
            raise UsageError(f"{show(text)} has no month we know; write it as 2026-03-31")
        return _MONTHS.index(month) + 1, int(parts["d"])
    if "m" in parts:
        return int(parts["m"]), int(parts["d"])
    first, second = int(parts["a"]), int(parts["b"])
    if first <= 12 and second <= 12 and first != second:
        raise UsageError(f"{show(text)} may be two days; write it as 2026-03-31")
    return (second, first) if first > 12 else (first, second)


def _date_of_epoch(number: float | Decimal) -> dt.date:
    seconds = number / 1000 if number >= 10**11 else number
    if not 10**8 <= seconds < 10**10:
        raise UsageError(f"{show(number)} is not a date; write it as 2026-03-31")
    return dt.datetime.fromtimestamp(int(seconds), tz=dt.UTC).date()


def read_features(given: Any, counts: Counter[str]) -> list[str]:
    """Bullet points, one each; text is split at line breaks, bullets, semicolons and " | "."""
    given = unpack_json(given)
    if isinstance(given, str):
        return _pieces(given, counts)[:_MOST_ENTRIES]
    if not isinstance(given, (list, tuple)):
        raise UsageError(not_that(given, "key features are a list of texts, or one text"))
    features = [clean(_words(feature, 1), "feature", counts) for feature in given[:_MOST_ENTRIES]]
    return [feature for feature in features if feature]


def read_specifications(given: Any, counts: Counter[str]) -> dict[str, str]:
    """Name to value, from an object, a list of {name, value} or text such as "Size: 50 ml; Skin type: dry"."""
    given = unpack_json(given)
    if isinstance(given, str):
        named = _named_pieces(_pieces(given, counts))
    elif isinstance(given, Mapping):
        named = _flattened(given, 1)
    elif isinstance(given, (list, tuple)):
        named = (pair for entry in given for pair in _pair_in(entry))
    else:
        raise UsageError(not_that(given, "specifications are an object, a list or a text"))
    specifications: dict[str, str] = {}
    for pair in named:
        name, value = (clean(part, "specification", counts) for part in pair)
        if name and value:
            held = specifications.get(name, value)
            specifications[name] = value if held == value else f"{held}, {value}"
        if len(specifications) >= _MOST_ENTRIES:
            break
    return specifications


def unpack_json(given: Any) -> Any:
    """A list or object that a table holds as JSON text, as itself; anything else as it came."""
    if isinstance(given, str) and given.lstrip()[:1] in ("[", "{"):
        with suppress(ValueError, RecursionError):
            return json.loads(given, parse_float=str)
    return given


def _pieces(text: str, counts: Counter[str]) -> list[str]:
    """The parts of a text that lists things, without bullets and numbers in front."""
    parts = _BREAKS.split(clean(text, "description", counts))
    pieces = (clean(_LIST_MARK.sub("", part.strip()), "feature", counts) for part in parts)
    return [piece for piece in pieces if piece]


def _named_pieces(pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Each "name: value"; a piece without a colon continues the value before it."""
    name = "Details"
    for piece in pieces:
        before, colon, after = piece.partition(":")
        if colon and before.strip():
            name = before
            yield before, after
        else:
            yield name, piece


def _flattened(given: Mapping[Any, Any], depth: int) -> Iterator[tuple[str, str]]:
    """Names and values; groups such as {"General": {…}} are opened."""
    if depth > _DEEPEST:
        raise UsageError("specifications are nested too deeply; give names and values")
    for name, value in given.items():
        if isinstance(value, Mapping):
            yield from _flattened(value, depth + 1)
        elif value is not None:
            yield str(name), _words(value, depth)


def _pair_in(entry: Any) -> Iterator[tuple[str, str]]:
    """The name and value of one entry of a list."""
    if isinstance(entry, str):
        yield from _named_pieces([entry])
    elif isinstance(entry, (list, tuple)) and len(entry) == 2 and isinstance(entry[0], str):
        yield entry[0], _words(entry[1], 1)
    elif isinstance(entry, Mapping):
        name = next((entry[key] for key in _NAME_KEYS if isinstance(entry.get(key), str)), None)
        value = next((entry[key] for key in _VALUE_KEYS if entry.get(key) is not None), None)
        if name is not None and value is not None:
            yield name, _words(value, 1)
        elif name is None:
            yield from _flattened(entry, 1)
    else:
        raise UsageError(f"{show(entry)} is not a specification; write {{'name': …, 'value': …}}")


def _words(value: Any, depth: int) -> str:
    """A value as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if is_number(value):
        return str(value)
    if isinstance(value, (list, tuple)) and depth <= _DEEPEST:
        return ", ".join(_words(part, depth + 1) for part in value if part is not None)
    raise UsageError(not_that(value, "write it as text"))


def clean(text: str, kind: str, counts: Counter[str]) -> str:
    """A text of some kind, cleaned; what was done to it is counted."""
    most = MOST_CHARACTERS[kind]
    odd = _odd_characters(text)
    is_plain = odd.isprintable() and not ("<" in text or "&" in text or "  " in text or _MAYBE_INVISIBLE.search(odd))
    if is_plain and len(text) <= most:
        return text.strip()  # As most texts are; a quarter of the time of reading a case.
    is_one_line = kind not in _PARAGRAPHS
    found = {"cut"} if len(text) > most * _RAW_FACTOR else set[str]()
    cleaned = _settle(text[: most * _RAW_FACTOR], found, is_one_line)
    if len(cleaned) > most:
        found.add("cut")
        head = cleaned[:most]
        # At a word, unless it is very long.
        shorter = head if cleaned[most].isspace() else head.rsplit(None, 1)[0]
        cleaned = _settle(shorter if len(shorter) > most // 2 else head, found, is_one_line)
    counts.update(found)
    return cleaned


def drop_unstorable(text: str) -> str:
    """The text without what neither UTF-8 nor a database can hold."""
    return text if text.isascii() and "\0" not in text else _UNSTORABLE.sub("", text)


def sameness_key(text: str) -> str:
    """A key that texts share when they differ only in case, punctuation and spaces."""
    # As bytes, which takes a seventh of the time; no byte of another character is below 128.
    told = text.casefold().encode("utf-8", "surrogatepass").translate(None, _UNTOLD_ASCII)
    key = told.decode("utf-8", "surrogatepass")
    for mark in () if key.isascii() else _UNTOLD.intersection(_odd_characters(key)):
        key = key.replace(mark, "")
    return key or text


def _odd_characters(text: str) -> str:
    """The few characters that are not plain ASCII: to look at them alone takes a fifth of the time."""
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PRINTABLE_ASCII)
    return odd.decode("utf-8", "surrogatepass")


def _has_markup(text: str) -> bool:
    return "<" in text or ("&" in text and ";" in text)


def _settle(text: str, found: set[str], is_one_line: bool) -> str:
    """The text when cleaning it once more changes nothing."""
    for _ in range(_PASSES):
        cleaned = _clean_once(text, found, is_one_line)
        if cleaned == text or not _has_markup(text):
            return cleaned
        text = cleaned
    # Markup wrapped this deep was made to outlast us: without these two characters nothing is left to undo.
    return _clean_once(text.replace("&", "").replace("<", ""), found, is_one_line)


def _clean_once(text: str, found: set[str], is_one_line: bool) -> str:
    visible = _INVISIBLE.sub("", text) if _MAYBE_INVISIBLE.search(_odd_characters(text)) else text
    if visible != text:
        found.add("invisible")
    plain = visible
    if _has_markup(visible):
        plain = _AMPERSANDS.sub("&", visible)
        plain = _ENTITY.sub(
            lambda one: html.unescape(one[0]) if one[1][0] == "#" or one[0][1:] in html5 else one[0], plain
        )
        for start, end in _HIDDEN:
            plain = _without_spans(plain, start, end)
        plain = _INLINE.sub("", _BLOCK.sub("\n", plain))
    if plain != visible:
        found.add("html")
    if is_one_line:
        return " ".join(plain.split())
    lines = "\n".join(" ".join(line.split()) for line in plain.splitlines())
    return _BLANK_LINES.sub("\n\n", lines).strip()


def _without_spans(text: str, start: re.Pattern[str], end: re.Pattern[str]) -> str:
    """The text without the spans from each start to its end; one pass, however many starts have no end."""
    kept: list[str] = []
    place = 0
    while opening := start.search(text, place):
        closing = end.search(text, opening.end())
        if closing is None:
            break
        kept.append(text[place : opening.start()])
        place = closing.end()
    return " ".join([*kept, text[place:]]) if kept else text
