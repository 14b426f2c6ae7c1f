"""Accounts: whole sentences of single reviewers on the product, as somebody else would report them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log2, sqrt
from typing import NamedTuple

from triptych.english.clauses import CONTRAST
from triptych.english.sentences import Sentence, spoken_sentences
from triptych.english.words import is_plural, kinds_of, singular, stem_of, word_set
from triptych.english.words import word_list as word_lists
from triptych.records import Evidence, Product, Reading, Review
from triptych.writers._findings import in_plural
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._phrases import clip, quotable
from triptych.writers._sayings import blames, is_tidy, judges
from triptych.writers._voices import (
    Voice,
    breaks_off,
    is_danger,
    is_known_word,
    is_of_another,
    is_real_sentence,
    sizes_of,
    stems_of,
    worth_of,
)

_FEWEST, _SHORT, _LONGEST = 4, 10, 28
_TELLING = "NPVDGJ"
"""Kinds of word that tell something."""
_TOLD = 2
"""So many words must tell something beside the product's name."""
_FINITE = "BMVDX"
_COMMON, _FIGURE = 0.4, 0.5
_SEVERAL = 2
_DENIED = re.compile(r"n['’]t\b|\b(?:not|no|never)\b")
_GRAVE, _BAD = -2.4, -0.5
"""What the learnt opinion makes of words that surely blame, and that do where they deny nothing."""
_STAR = re.compile(r"\bstars?\b|\breviews?\b|[()\[\]/*~<>=_“”\"—–€]|blank|\.\.| - |(?:^|\s)['‘]\w")
_SHOUTED = re.compile(r"\b[A-Z]{5,}\b")
"""Longer than abbreviations are."""
_JOINING = word_set("and but so")
_SETTING = word_set("if when for after with in on once since while although though during because at")
_OWN = {"i": "they", "we": "they", "my": "their", "our": "their", "me": "them", "us": "them", "mine": "theirs"}
_OWN |= {"myself": "themselves", "ourselves": "themselves", "i'm": "they're", "we're": "they're", "i've": "they've"}
_OWN |= {"we've": "they've", "i'll": "they'll", "we'll": "they'll", "i'd": "they'd", "we'd": "they'd"}
_AGREE = {"am": "are", "was": "were", "wasn't": "weren't"}


class Account(NamedTuple):
    """What a reviewer tells."""

    span: Evidence
    does: str
    """As it follows who it is: "says that the lid stays closed"."""
    is_good: bool = True
    """False where it may be bad news."""
    weight: float = 0.0
    """How much it tells."""
    tells: frozenset[str] = frozenset()
    """The stems of what it tells of that not every review does."""


class _Edit(NamedTuple):
    """Words of a review that are replaced."""

    start: int
    end: int
    text: str


def accounts_of(product: Product, reading: Reading, it: str) -> tuple[Account, ...]:
    """What reviewers tell, the most telling sentence first."""
    counts = Counter(stem for review in product.reviews for stem in stems_of(review.text, _TELLING))
    names, sizes = stems_of(f"{product.title} {reading.kind or ''}"), sizes_of(product.title)
    known = names | stem_list("canned", "plain")
    # What most reviews have says little of this product; what several name belongs to it.
    common = word_lists("writers/common_stems.txt", "common")
    shared = names | {stem for stem, count in counts.items() if count >= _SEVERAL}
    found = []
    for review in product.reviews:
        for sentence in (part for whole in spoken_sentences(review.text) for part in _parts(whole)):
            words = zip(sentence.words, sentence.kinds, strict=True)
            stems = {stem_of(word) for word, kind in words if kind in _TELLING} - known
            # No hearsay, no wish, of others' names only the product's own.
            if len(stems) < _TOLD or sentence.is_question or not is_real_sentence(sentence, shared):
                continue
            account = _account(product, review, sentence, it, shared)
            if account and not is_of_another(account.span, sizes):
                told = ((_COMMON if stem in common else 1) * (1 + log2(counts[stem] or 1)) for stem in stems)
                # What was bought when and where tells little.
                is_purchase = not word_list("buying").isdisjoint(sentence.words[:3])
                # What nobody else has a word of is hardly about the product.
                is_aside = not any(counts[stem] >= _SEVERAL for stem in stems)
                weight = (sum(told) + _FIGURE * ("0" in sentence.kinds)) / (1 + is_purchase) / (1 + is_aside)
                weight /= sqrt(len(sentence.words))
                found.append(account._replace(weight=weight, tells=frozenset(stems - common)))
    return tuple(sorted(found, key=lambda account: -account.weight))


def grave_remarks(accounts: Iterable[Account]) -> Iterator[Account]:
    """Those that surely speak against the product, though they are no complaint that can be told as one."""
    for account in accounts:
        text, worth = account.span.text, worth_of(account.span.text)
        is_plain = worth < _BAD and not _DENIED.search(text.lower())
        is_grave = (worth < _GRAVE or is_plain) and blames(text) and account.tells and "your" not in text.lower()
        if account.does.startswith("says that ") and not account.is_good and (is_grave or is_danger(text)):
            yield account


def neat_first(voices: Iterable[Voice]) -> list[Voice]:
    """Complaints in our own words or a short quotation before long quotations, which readers pass over."""
    return sorted(voices, key=lambda v: not v.told.startswith("that ") and len(v.span.text.split()) > _SHORT)


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence, or the clauses of a long one that has commas before "and" and "but"."""
    words, kinds = sentence.words, sentence.kinds
    cuts = [0, len(words)]
    if len(words) > _LONGEST:
        ends = (n for n in range(1, len(words) - 2) if words[n] in (",", ";", "—") and words[n + 1] in _JOINING)
        cuts[1:1] = [n for n in ends if kinds[n + 2] in "ST"]
    for first, end in pairwise(cuts):
        yield Sentence(
            sentence.text,
            words[first:end],
            sentence.starts[first:end],
            sentence.ends[first:end],
            kinds[first:end],
            sentence.lemmas[first:end],
        )


def _account(product: Product, review: Review, sentence: Sentence, it: str, names: frozenset[str]) -> Account | None:
    """A whole sentence as its reviewer's saying; None where it cannot be read alone, or is about its reviewer."""
    words, kinds = sentence.words, sentence.kinds
    first, last = 0, len(words)
    while first < last and (kinds[first] == "." or words[first] in word_list("leads") or words[first] in CONTRAST):
        first += 1
    while last > first and kinds[last - 1] == ".":
        last -= 1
    if not _FEWEST <= last - first <= _LONGEST or not word_list("shop").isdisjoint(words) or _is_of_somebody(words):
        return None
    span = clip(product.id, review, sentence.starts[first], sentence.ends[last - 1])
    is_own = words[first] in _OWN and words[first] not in ("my", "our")
    is_sure = is_tidy(sentence) or (last - first <= _SHORT and review.text.islower())
    if is_own or (words[first] in _OWN and not _names(sentence, first, names)):
        return None
    if _STAR.search(span.text.lower()) or not is_sure or not _is_spelt(sentence, product):
        return None
    is_asked = any(words[n] in ("i", "we") and kinds[n - 1] in "BM" for n in range(first + 1, last))
    is_barred = is_asked or _SHOUTED.search(span.text) or _points_away(sentence, first, last)
    if is_barred or not quotable(span.text)[1] or breaks_off(span.end, review.text):
        return None
    does = _does(sentence, first, last, it)
    worth = worth_of(span.text)
    return Account(span, does, is_good=worth > 0 and not (judges(span.text, "-") and worth < 1)) if does else None


def _is_spelt(sentence: Sentence, product: Product) -> bool:
    """False where a word is in no list and nobody else uses it."""
    unknown = [word for word in sentence.words if word[0].isalpha() and not is_known_word(word)]
    texts = [product.title.lower(), *(review.text.lower() for review in product.reviews)]
    return all(sum(word in text for text in texts) >= _SEVERAL for word in unknown)


def _points_away(sentence: Sentence, first: int, last: int) -> bool:
    """True where a word refers to what the review said before: "that load", "the same", "then"."""
    words, kinds = sentence.words, sentence.kinds
    pointed = (n for n in range(first, last - 1) if words[n] in ("that", "those") and kinds[n + 1] in "NP")
    is_pointed = any(n + 2 >= last or kinds[n + 2] not in _FINITE for n in pointed)
    return is_pointed or not word_list("elsewhere").isdisjoint(words[first:last])


def _names(sentence: Sentence, first: int, names: frozenset[str]) -> bool:
    """True where a sentence about its reviewer speaks of the product as well: of it, or of "the basket"."""
    words = sentence.words[first + 1 :]
    parts = (stem_of(word) for before, word in pairwise(words) if before in ("the", "this", "these"))
    return not word_list("held").isdisjoint(words) or any(part in names for part in parts)


def _is_of_somebody(words: Sequence[str]) -> bool:
    """True for "he" and "her" where nobody is named whom they might mean."""
    own = next((n for n, word in enumerate(words) if word in word_list("others")), None)
    people = word_lists("needs/lists.txt", "people")
    return own is not None and not any(word in people or singular(word) in people for word in words[:own])


def _does(sentence: Sentence, first: int, last: int, it: str) -> str:
    """What the reviewer says, as it follows "one"; empty where nothing shows how to say it."""
    word, kinds = sentence.words[first], sentence.kinds
    edits = list(_edits(sentence, first, last, it))
    verb = next((n for n in range(first, last) if kinds[n] in _FINITE), last)
    if verb == last or any(not edit.text for edit in edits) or _is_spliced(sentence, first, last):
        return ""
    text = _edited(sentence, first, last, edits)
    if verb == first and word in ("can", "could"):
        return f"says that {it} {text}"
    if verb == first:
        is_things = word.endswith("s") and kinds[first] == "V" and kinds[first + 1] in "RJITOA"
        return f"says that {it} {text if it == 'it' else in_plural(text)}" if is_things else ""
    is_bare = kinds[first] == "N" and not is_plural(word) and not text[:1].isupper()
    return f"says that {'the ' * is_bare}{text}" if _is_statement(sentence, first, verb, it) else ""


def _is_statement(sentence: Sentence, first: int, verb: int, it: str) -> bool:
    """True where a subject that is clear by itself stands before a verb that agrees with it."""
    words, kinds = sentence.words, sentence.kinds
    word = words[first]
    if word in _SETTING and "," in words[first:]:
        start = first + words[first:].index(",") + 1
        behind = next((n for n in range(start, len(words)) if kinds[n] in _FINITE), len(words))
        return behind < len(words) and start < behind and _is_statement(sentence, start, behind, it)
    if word in ("it's", "they're"):
        return word.startswith(it) and kinds[first + 1] not in "NP"
    if word in word_list("vague", "openers") - word_list("first") and word not in ("this", "these"):
        return False
    if any(kind not in "TJNPRCGI0" for kind in kinds[first + 1 : verb]):
        return False
    if kinds[first] == "S":
        is_one = words[verb].endswith("s") or kinds[verb] != "V"
        is_clear = _is_verb(sentence, verb) and verb > first
        return is_clear and (word in ("you", "you'll", "you'd") or (word == it and (it != "it" or is_one)))
    if kinds[first] not in "TNPG" or (kinds[verb - 1] not in "NPR" and verb > first + 1):
        return False
    return _is_verb(sentence, verb) and words[verb] not in word_list(
        "singular" if is_plural(words[verb - 1]) else "plural"
    )


def _is_verb(sentence: Sentence, n: int) -> bool:
    """True for a word that is a verb before it is anything else."""
    return sentence.kinds[n] in "BMX" or kinds_of(sentence.words[n])[:1] in tuple("VDBMX")


def _is_spliced(sentence: Sentence, first: int, last: int) -> bool:
    """True where commas join what does not belong together, or something is pointed at that is not there."""
    words, kinds = sentence.words, sentence.kinds
    is_serial = any(words[n] in _JOINING and kinds[n + 1] in "ST" for n in range(first, last - 1))
    for n in range(first, last - 1):
        if words[n] in (",", ";", ":") and kinds[n + 1] in "STVDXBM" and words[first] not in _SETTING and not is_serial:
            return True
        if kinds[n] in "IV" and words[n + 1] == "that" and (n + 2 >= last or kinds[n + 2] not in "NPJSTO"):
            return True
    return False


def _edits(sentence: Sentence, first: int, last: int, it: str) -> Iterator[_Edit]:
    """Reviewers' words for themselves and for what they hold in their hands, as somebody else would say them."""
    words, kinds = sentence.words, sentence.kinds
    for n in range(first, last):
        start, end, word = sentence.starts[n], sentence.ends[n], words[n]
        following = words[n + 1] if n + 1 < len(words) else ""
        if word in _OWN:
            is_unclear = it == "they" or not {"they", "them"}.isdisjoint(words)
            yield _Edit(start, end, "" if is_unclear and word not in ("my", "our") else _OWN[word])
            if word == "i" and following in _AGREE:
                yield _Edit(sentence.starts[n + 1], sentence.ends[n + 1], _AGREE[following])
        elif word in ("this", "these"):
            behind = kinds[n + 1] if n + 1 < last else "."
            it_is = it if behind in _FINITE else "it" if it == "it" else "them"
            yield _Edit(start, end, "the" if behind in "NPJRG0" else it_is)


def _edited(sentence: Sentence, first: int, last: int, edits: list[_Edit]) -> str:
    """The words with what is replaced, the first one small unless it is a name."""
    start, end = sentence.starts[first], sentence.ends[last - 1]
    text = sentence.text[start:end]
    for edit in sorted(set(edits), reverse=True):
        text = text[: edit.start - start] + edit.text + text[edit.end - start :]
    text = " ".join(text.split())
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
