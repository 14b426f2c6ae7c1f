"""Numbers in words: the value of "two", "a dozen" or "one and a half", and the words for a value."""

import re

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_TIMES = {"dozen": 12, "hundred": 100}
_LARGE = {"thousand": 1000, "lakh": 100_000, "million": 1_000_000, "crore": 10_000_000}
_PHRASES = {
    "half a dozen": 6.0, "half a": 0.5, "half an": 0.5, "a couple of": 2.0, "a couple": 2.0, "couple of": 2.0,
    "couple": 2.0, "a pair of": 2.0, "a single": 1.0,
}  # fmt: skip

NUMBER_WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    **_TIMES,
    **_LARGE,
}
"""Single words and the whole numbers they mean."""

_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))})\b"
_BIG = rf"(?:{'|'.join((*_TIMES, *_LARGE))})\b"
SPELT_NUMBER = rf"(?:{_SMALL}|an?(?= {_BIG}))(?: {_BIG}(?:(?: and)? {_SMALL})?)*(?: and a half\b)?"
"""Pattern of a number in lower-case words: "two", "twenty-five", "a hundred and ten", "one and a half"."""


def number_of(written: str) -> float | None:
    """The value of a number in digits or words, None for anything else."""
    written = written.strip().lower()
    if written in _PHRASES:
        return _PHRASES[written]
    if re.fullmatch(r"\d{1,15}(?:,\d{2,3})*(?:\.\d{1,9})?", written):
        return float(written.replace(",", ""))
    if not re.fullmatch(SPELT_NUMBER, written):
        return None
    words = written.removesuffix(" and a half")
    half = 0.5 if words != written else 0.0
    total = current = 0
    for word in re.split(r"[- ]", words):
        if word in _LARGE:
            total, current = total + (current or 1) * _LARGE[word], 0
        elif word in _TIMES:
            current = (current or 1) * _TIMES[word]
        else:
            current += NUMBER_WORDS.get(word, 0)
    return total + current + half


def spell(number: int) -> str:
    """A whole number in words below 100, else in digits: "twenty-five", "1,200"."""
    if not 0 <= number < 100:
        return f"{number:,}"
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = _TENS[number // 10 - 2], number % 10
    return f"{tens}-{_ONES[ones]}" if ones else tens
