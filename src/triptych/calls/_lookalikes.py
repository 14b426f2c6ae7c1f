"""Text as a careless reader sees it: every disguise of a letter or a bracket becomes the plain one.

A forged tag can be spelt with Cyrillic letters, fullwidth brackets, HTML entities or zero-width characters between its
letters. Folded text has none of that: only letters, digits and the marks `< > [ ] | / # :` are left, each of them one
plain character, so that one pattern finds every spelling.
"""

import html
import re
import unicodedata
from collections.abc import Iterator

_MARKS = {
    "<": "<‹〈⟨〈《⟪«❮❬❰˂ᐸ≺⧼⋖ᚲ≪⪡◁◂◃⊲𝈶",
    ">": ">›〉⟩〉》⟫»❯❭❱˃ᐳ≻⧽⋗≫⪢▷▸▹⊳𝈷𖼿",
    "[": "[【〔〖〘⟬⁅❲⦋⦍⦏⌈⌊⎡⎣⸢⸤「『",
    "]": "]】〕〗〙⟭⁆❳⦌⦎⦐⌉⌋⎤⎦⸣⸥」』",
    "[[": "⟦〚",
    "]]": "⟧〛",
    "|": "|∣ǀ│❘⏐┃ꟾ",
    "/": "/⁄∕⧸╱᜵⁁⟋Ⳇ⼃〳ノ㇓丿𝈺",
    "#": "#♯⌗",
    ":": ":∶꞉ː˸։ःઃ᛬᠃᠉⁚ꓽ︰",
}
_LETTERS = {
    "a": "аɑαᴀꓮᎪᗅ⍺𐊠𖽀ⲁ",
    "b": "вʙьꓐƄΒᏏᏴᑲᖯᗷꞴ𐊂𐊡𐌁𝚩𝛣𝜝𝝗𝞑ⲃ",
    "c": "сϲᴄꓚᏟⲤⲥ𐊢𐌂𐐕𐐽𐔜𑣲🝌",
    "d": "ԁᴅꓒᎠᏧᑯᗞᗪꓓⲇ",
    "e": "еєεɛҽᴇꓰᎬ℮⋿ⴹꬲ𐊆𑢦𑢮ⲉ",
    "f": "ꜰꓝϜքᖴẝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓𝟊",
    "g": "ɡɢꓖƍԌցᏀᏳᶃ",
    "h": "һнհʜꓧᎻᏂᕼⲎ𐋏ⲏ",
    "i": "іıɩιɪꓲ˛Ꭵ⍳ꙇꭵ𑣃ⲓ",
    "j": "јᴊꓙͿϳᎫᒍꞲ",
    "k": "кκᴋꓗᏦᛕⲔ𐔘ⲕ",
    "l": "ӏʟꓡᏞᒪᛁ⏽ⲒⳐⵏ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪",
    "m": "мᴍꓟΜϺᎷᗰᛖⲘ𐊰𐌑𝚳𝛭𝜧𝝡𝞛ⲙ",
    "n": "пոηɴꓠռⲚ𐔓ⲛ",
    "o": "оοօσᴏꓳᎾ0ଠంಂംഠංဝჿዐᴑⲞⲟⵔ〇ꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
    "p": "рρᴘꓑᏢᑭ⍴Ⲣⲣ𐊕",
    "q": "ԛգզⵕϥ",
    "r": "гᴦʀꓣᎡᏒᖇⲅꭇꭈꮁ𐒴𖼵𝈖",
    "s": "ѕꜱʂꓢᏚƽՏᏕ𐊖𐐠𐑈𑣁𖼺ⲋ",
    "t": "тτᴛꓔᎢ⊤⟙Ⲧ𐊗𐊱𐌕𑢼𖼊🝨ⲧ",
    "u": "υսᴜꓴʋሀᑌ∪⋃ꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂ⲩ",
    "v": "ѵνᴠꓦᏙᐯ∨⋁ⴸꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍",
    "w": "ԝᴡꓪɯѡաᎳᏔꮃ𑜊𑜎𑜏𑣯ⲱ",
    "x": "хχꓫ×ᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲬⵝꞳ𐊐𐊴𐌗𐌢𐔧𑣬ⲭ",
    "y": "уүγʏꓬɣყᎩᎽᶌỿⲨꭚ𐊲𑢤𑣜𖽃",
    "z": "ᴢꓜΖᏃꮓ𐋵𑢩𑣄𝚭𝛧𝜡𝝛𝞕ⲍ",
}
_PLAIN = {odd: plain for table in (_MARKS, _LETTERS) for plain, odds in table.items() for odd in odds}
# White on black and regional-indicator letters, which Unicode does not decompose.
_PLAIN |= {chr(first + n): chr(ord("a") + n) for first in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)}

_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"

# What NFKD makes an opening mark of, or of a mark listed above.
_DECOMPOSED = "≮﹤＜﹇［﹟＃⊀⋪\u2329︗︹︻︽︿﹝🄪🉀🉁🉂🉃🉄🉅🉆🉇🉈︘︺︼﹁﹂﹃﹄﹈﹞］｢｣"
_OPENERS = frozenset("".join(_MARKS[mark] for mark in ("<", "[", "#", "]", "[[", "]]")) + _DECOMPOSED)
_ENCODED = re.compile(
    r"&(?:(?:amp|\#0{0,4}38|\#x0{0,4}26);)*"  # "&amp;lt;" hides "&lt;", any number of times over
    r"(\#\d{1,7};?|\#x[0-9a-f]{1,6};?|[lg]t;?|[a-z][a-z0-9]{1,30};)"
    r"|%(?:25){0,4}[0-7][0-9a-f]"  # "%255B" hides "%5B"
    r"|\\u(?:0000)?00[0-7][0-9a-f]|\\[ux]\{0{0,6}[0-7][0-9a-f]\}|\\x[0-7][0-9a-f]|\\[01][0-7]{2}",
    re.IGNORECASE,
)
# Without one of these no forgery can begin; most text has none and is left alone. One pattern for each first character,
# which is then found at once.
_MAY_BE_ENCODED = [re.compile(start) for start in (r"&[#a-zA-Z]", r"%[2-7]", r"\\[uUxX01]")]
_MOST_LEVELS = 3
_ASCII = bytes(range(128))


class _Folds(dict[int, str]):
    """Code point to what it folds to, worked out when first met."""

    def __missing__(self, point: int) -> str:
        folded = "".join(_fold_part(part) for part in unicodedata.normalize("NFKD", chr(point)).casefold())
        self[point] = _PLAIN.get(chr(point), folded)
        return self[point]


def _fold_part(part: str) -> str:
    if part in _PLAIN:
        return _PLAIN[part]
    return part if part.isalnum() and part not in _BLANK_LETTERS else ""


_FOLDS = _Folds()


def is_suspect(text: str) -> bool:
    """True where a text has a character that a forgery could begin with."""
    if "<" in text or "[" in text or "]" in text or "#" in text or any(start.search(text) for start in _MAY_BE_ENCODED):
        return True
    # Only the few characters that are not ASCII are looked at, told apart as bytes: far quicker than a pattern.
    odd = b"" if text.isascii() else text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return not _OPENERS.isdisjoint(odd.decode("utf-8", "surrogatepass"))


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
