"""Texts without markup, invisible characters and absurd lengths.

Cleaning a cleaned text changes nothing, so that a span of a cleaned source still resolves after the source was written
out and read again. Entities are therefore undone to the last one: "&amp;lt;" becomes "<", however deep it was wrapped.
"""

import html
import re
import string
from collections import Counter
from html.entities import html5

MOST_CHARACTERS = {
    "review": 20_000,
    "review title": 1_000,
    "title": 1_000,
    "description": 50_000,
    "feature": 2_000,
    "specification": 2_000,
    "summary": 20_000,
    "category": 1_000,
    "query": 2_000,
}
"""How long each kind of text may be; what is longer is cut at a word."""

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

_ENTITY_OR_END = re.compile(rb"&#?\w+;|\]\]>")
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
_ASCII = bytes(range(128))
_LOWER = bytes(range(256)).lower()
_PLAIN = b"\n" + bytes(range(32, 127)).replace(b"<", b"").replace(b"&", b"")
_GAP_AT_BREAK = re.compile(rb"\n(?:(?<= \n)| |\n\n)")
_BLANK_LINES = re.compile("\n{3,}")
_ASCII_PUNCTUATION = (string.punctuation + string.whitespace).encode()
_OTHER_PUNCTUATION = re.compile(
    "[\u00a0¡¿«»§¶·´¨\u2000-\u200a‐‑‒–—―‘’‚‛“”„‟†‡•‣‥…‰′″‹›\u202f\u3000、。〈〉《》「」『』【】〔〕！，．：；？।॥،؛؟٪۔]"
)


def clean_line(text: str, kind: str, counts: Counter[str]) -> str:
    """The text on one line, cleaned; what was done to it is counted."""
    return _clean(text, MOST_CHARACTERS[kind], counts, is_one_line=True)


def clean_paragraphs(text: str, kind: str, counts: Counter[str]) -> str:
    """The text with its line breaks, cleaned; what was done to it is counted."""
    return _clean(text, MOST_CHARACTERS[kind], counts, is_one_line=False)


def drop_unstorable(text: str) -> str:
    """The text without what neither UTF-8 nor a database can hold."""
    # To encode a text that needs nothing takes a fiftieth of the time of looking at each character.
    try:
        is_storable = b"\0" not in text.encode()
    except UnicodeEncodeError:
        is_storable = False
    return text if is_storable else _UNSTORABLE.sub("", text)


def sameness_key(text: str) -> bytes:
    """A key that texts share when they differ only in case, punctuation and spaces."""
    return _letters_of(text) or text.encode()


def _clean(text: str, most: int, counts: Counter[str], is_one_line: bool) -> str:
    # Most texts need nothing but perhaps a strip; this finds that out without reading them twice.
    if len(text) <= most and _is_plain(text.encode(errors="surrogatepass"), is_one_line):
        return text.strip()
    is_cut = len(text) > most * _RAW_FACTOR
    found: set[str] = set()
    cleaned = _settle(text[: most * _RAW_FACTOR], found, is_one_line)
    if len(cleaned) > most:
        is_cut = True
        cleaned = _settle(_cut_at_word(cleaned, most), found, is_one_line)
    counts.update(found)
    if is_cut:
        counts["cut"] += 1
    return cleaned


def _letters_of(text: str) -> bytes:
    """The text in lower case, without punctuation and spaces."""
    # As bytes, because to fold and to look at each character takes far longer; what is not ASCII may need both.
    packed = text.encode()
    if not text.isascii():
        others = packed.translate(None, _ASCII).decode()
        for mark in set(_OTHER_PUNCTUATION.findall(others)):
            packed = packed.replace(mark.encode(), b"")
        if others.casefold() != others:
            packed = packed.decode().casefold().encode()
    return packed.translate(_LOWER, _ASCII_PUNCTUATION)


def _is_plain(packed: bytes, is_one_line: bool) -> bool:
    """True where a text has neither markup nor anything invisible, and its spaces and line breaks may stay."""
    if b"  " in packed or (b"\n" in packed and (is_one_line or _GAP_AT_BREAK.search(packed))):
        return False
    # As bytes, because that takes a fifth of the time of looking at each character of the text.
    odd = packed.translate(None, _PLAIN)
    if not odd:
        return True
    if b"<" in odd or (b"&" in odd and b";" in packed and _ENTITY_OR_END.search(packed)):
        return False
    others = odd.decode(errors="surrogatepass")
    return others.isprintable() and not _MAYBE_INVISIBLE.search(others)


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
    is_plain = text.isascii() and text.replace("\n", "").isprintable()
    visible = text if is_plain or not _MAYBE_INVISIBLE.search(text) else _INVISIBLE.sub("", text)
    if visible != text:
        found.add("invisible")
    plain = _without_html(visible) if _has_markup(visible) else visible
    if plain != visible:
        found.add("html")
    if is_one_line:
        return " ".join(plain.split())
    lines = "\n".join(" ".join(line.split()) for line in plain.splitlines())
    return _BLANK_LINES.sub("\n\n", lines).strip()


def _without_html(text: str) -> str:
    text = _ENTITY.sub(_undo_entity, _AMPERSANDS.sub("&", text))
    for start, end in _HIDDEN:
        text = _without_spans(text, start, end)
    return _INLINE.sub("", _BLOCK.sub("\n", text))


def _undo_entity(match: re.Match[str]) -> str:
    return html.unescape(match[0]) if match[1][0] == "#" or match[1] + ";" in html5 else match[0]


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


def _cut_at_word(text: str, most: int) -> str:
    head = text[:most]
    if text[most].isspace():
        return head
    shorter = head.rsplit(None, 1)[0]
    return shorter if len(shorter) > most // 2 else head
