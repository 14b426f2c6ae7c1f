"""How a quotation and a need are said inside a sentence."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from triptych.english.sentences import kept_sentences
from triptych.english.units import quantities_in
from triptych.english.words import is_noun, kinds_of, lemma_of, singular, third_person, usual_articles
from triptych.english.words import is_plural as is_plural_noun
from triptych.listing.attributes import cues_in
from triptych.needs.query_words import is_called
from triptych.needs.words import is_trouble
from triptych.records import Evidence, Need, Review, Source
from triptych.writers._grammar import listed, with_article, word_list, wording

_UNCLEAN = r"[^\W\d_]\d|[^\x00-\u024f‘’“”–—]"
_MARKS = r"[.,;:!?…\-–—\u2600-\u27bf\U0001f000-\U0001faff]"
_ENDS = re.compile(rf"(?<!{_MARKS}){_MARKS}+$")
_NUMBERING = re.compile(r"(?<=[a-z]{2})\d{1,2}$")
"""The number of the next point, glued to this one by a shop's page."""
_INCHES = re.compile(r"(?<=\d)[”\"]")
_GARBLED = re.compile(r"(?:^|\s)-\w|https?:|www\.|[ðŸâ€]{2}|[^\W\d_]{3}\d+\.|\.\d+$|\w\.[A-Z]?[a-z]{2}")
"""Links, broken encodings, and sentences that a shop's page ran together."""
_INNER_END = re.compile(r"[.!?…]\s+\S")
_ODD = re.compile(rf"{_UNCLEAN}|[A-Z]{{5,}}|[a-z][A-Z]|\.\.+")
"""Marks of a clause that quotes badly: glued words, emoji, shouting."""
_AREA = re.compile(r"\d+ ?x ?\d|(?:pack|set|box|combo|bundle)s? of ", re.IGNORECASE)
_LIFE = re.compile(r"(?<=long )battery$|(?<=longer )battery$", re.IGNORECASE)
_BEHIND_NOUN = re.compile(r"\s(?:that|which|who|of|for|with|in|on|at|to)\s")
_GOOD_FOR = " good for "
_DENYING = ("do", "does", "cannot")
_RELATIVE = re.compile(r"\b(?:that|which)\s+$")
_OWNERS = re.compile(r"(?:['’]s|\b((?:wo)?men)s)$", re.IGNORECASE)
_SHORT_VERB = re.compile(r"[^aeiou]{0,3}[aeiou][bdglmnprt]")
_SHORTEST, _LONGEST = 2, 18
_IDEAL = 9


def quote(span: Evidence, longest: int = _LONGEST) -> str | None:
    """A clause of a reviewer as a quotation, cleaned at its ends; None where it is too long or more than a sentence."""
    text, words = quotable(span.text)
    return text if 0 < words <= longest else None


@lru_cache(maxsize=4096)
def quotable(text: str) -> tuple[str, int]:
    """Some words cleaned at their ends, and how many they are; 0 for what is more or less than a sentence."""
    text = " ".join(text.split())
    if _INNER_END.search(text) or _GARBLED.search(text) or text.count("(") != text.count(")") or text.count('"') % 2:
        return text, 0
    lead = wording("lead").match(text)
    text = _NUMBERING.sub("", _without_tail(text[lead.end() if lead else 0 :]))
    text = _INCHES.sub("″", text).replace("“", "‘").replace("”", "’").replace('"', "’")
    words = text.split()
    fewest = _SHORTEST + (kinds_of(words[0].lower()) in ("T", "I")) if words else _SHORTEST
    if words and words[-1].lower() in word_list("articles"):
        return text, 0
    return text, len(words) if len(words) >= fewest else 0


def _without_tail(text: str) -> str:
    """The words without marks and link words at their end."""
    words = text.split()
    while words and (not (last := _ENDS.sub("", words[-1])) or (last in word_list("dangling") and len(words) > 1)):
        words.pop()
    return " ".join([*words[:-1], last]) if words else ""


def clip(product_id: str, review: Review, start: int, end: int) -> Evidence:
    """A stretch of a review as evidence."""
    return Source(product_id, "review", review.id, review.text).evidence(start, end)


def narrowed(span: Evidence, start: int, end: int) -> Evidence:
    """Some characters of a span as evidence of their own."""
    return span.model_copy(update={"start": span.start + start, "end": span.start + end, "text": span.text[start:end]})


def listing_quote(listing: Iterable[Evidence], longest: int) -> Evidence | None:
    """The shortest line of a listing that can stand alone; None where all are too long or break off."""
    whole = [span for span in listing if len(span.text.split()) <= longest and not wording("broken").search(span.text)]
    return min(whole, key=lambda span: len(span.text), default=None)


def best_quote(spans: Iterable[Evidence], longest: int = _LONGEST) -> Evidence | None:
    """The clause that quotes best: whole, clean, of middling length; None where none is short."""
    return min((span for span in spans if quote(span, longest)), key=_awkwardness, default=None)


def _awkwardness(span: Evidence) -> tuple[int, int, str, int]:
    marks = len(_ODD.findall(span.text))
    return marks, abs(len(span.text.split()) - _IDEAL), span.source_id, span.start


def quoted(span: Evidence) -> str:
    """The quotation with its marks."""
    return f"“{quote(span, 10**6) or ' '.join(span.text.split())}”"


def overlap(one: Evidence, other: Evidence) -> bool:
    """True where two spans share some of their source."""
    return (
        (one.product_id, one.source, one.source_id) == (other.product_id, other.source, other.source_id)
        and one.start < other.end
        and other.start < one.end
    )


class NeedPhrases(NamedTuple):
    """A need as sentences say it of a product: "is leak proof", "has pockets"."""

    met: str
    """After the product, where it answers the need: "is leak proof"."""
    missed: str
    """After the product, where it does not: "is not leak proof"."""
    open: str
    """As something not settled: "whether it is leak proof"."""


class _Predicate(NamedTuple):
    """What a need says of a product: a plain verb, what follows it, and whether it should not be so."""

    verb: str
    rest: str
    is_denied: bool = False


def say_need(need: Need, query: str, is_plural: bool) -> NeedPhrases:
    """The words for a need of a query, about a product that is one thing or a pair."""
    text, before = _with_article(need, query), query[: need.start].lower()
    it, be = ("they", "are") if is_plural else ("it", "is")
    if need.kind == "budget":
        return NeedPhrases(f"{be} within your budget", f"{be} over your budget", "the budget")
    if need.kind == "category":
        kind = text if is_plural else with_article(singular(text))
        return NeedPhrases(f"{be} what you asked for", f"{be} no {text}", f"whether {it} {be} {kind}")
    if need.kind in ("use", "audience"):
        text = _used_for(text, need, is_act=before.endswith(" to "))
        return NeedPhrases(f"{be} good for {text}", f"{be} not for {text}", f"whether {it} {be} good for {text}")
    said = _figure(text) if need.kind == "figure" else _denial(text) or _predicate(text, before)
    yes, no = (_conjugated(said, is_plural, is_denied=is_denied) for is_denied in (False, True))
    return NeedPhrases(no if said.is_denied else yes, yes if said.is_denied else no, f"whether {it} {yes}")


def _conjugated(said: _Predicate, is_plural: bool, *, is_denied: bool) -> str:
    """The predicate of one thing or a pair, or its denial."""
    verb, rest, is_lack = said
    irregular = {"be": ("is", "are"), "have": ("has", "have"), "can": ("can", "can")}
    holds = irregular[verb][is_plural] if verb in irregular else verb if is_plural else third_person(verb)
    if not is_denied:
        return f"{holds} {rest}".strip()
    if verb == "have" and is_lack:
        return f"{holds} no {rest.removeprefix('a ').removeprefix('an ')}"
    if verb in ("be", "can"):
        return f"{holds}{' ' * (verb == 'be')}not {rest}"
    return f"{'do' if is_plural else 'does'} not {verb} {rest}".strip()


def _figure(text: str) -> _Predicate:
    """What a product is, or what it offers: "is 5 litre", "is 3 seater", "offers 3 jars", "offers a 10 ft cord"."""
    measure = next((found for found in quantities_in(text) if found.unit), None)
    is_bare = text[0].isdigit() and not is_plural_noun(text.lower().rpartition(" ")[2])
    is_bare = not text[measure.end :].strip(" -") if measure else is_bare
    is_bare = is_bare or bool(_AREA.match(text)) or kinds_of(text.lower().split()[0])[0] == "J"
    return (
        _Predicate("be", with_article(text) if " of " in text else text) if is_bare else _Predicate("offer", _a(text))
    )


def _denial(text: str) -> _Predicate | None:
    """What should not be or happen: "does not leak", "isn't heavy", "leaves no marks"; None for any other need."""
    words = text.split()
    lead, *behind = (word.lower().replace("’", "'").replace("n't", "nt") for word in words)
    if lead in word_list("helpers", "being") and behind and behind[0] in word_list("denials"):
        lead, words, behind = f"{lead}nt", words[1:], behind[1:]
    if lead in ("no", "without") and behind:
        return _Predicate("have", _a(" ".join(words[1:])), is_denied=True)
    if lead in word_list("denials") and behind:
        is_act = lead.endswith("nt") or (
            len(behind) == 1 and "V" in (kinds := kinds_of(behind[0])) and "J" not in kinds
        )
        is_act = is_act and lead not in ("isnt", "arent") and behind[0] != "be"
        rest = " ".join(words[1 + (is_act or behind[0] == "be") :])
        return _Predicate(behind[0] if is_act else "be", rest, is_denied=True)
    if len(words) > 2 and behind[0] == "no" and "V" in kinds_of(lead):
        return _Predicate(lemma_of(lead, "V"), _a(" ".join(words[2:])), is_denied=True)
    return None


def _predicate(text: str, before: str) -> _Predicate:
    """A quality, something done, or a thing: "is quiet", "keeps food warm", "has pockets"."""
    first, _, rest = text.partition(" ")
    lead, last, second = first.lower(), text.lower().rpartition(" ")[2], rest.lower().partition(" ")[0]
    if lead in word_list("helpers") and rest:
        return _Predicate("can", rest) if lead in ("can", "could") else _Predicate(second, rest[len(second) + 1 :])
    is_act = lead.endswith("s") and second != "" and kinds_of(second)[0] in "IRJ" and not is_called(lead)
    is_clause = _RELATIVE.search(before) or (is_act and not before.endswith("with "))
    shape = "action" if is_clause and (lead.endswith("s") or "V" in kinds_of(lead)) else _need_shape(text)
    if shape == "action":
        return _Predicate(lemma_of(lead, "V"), rest)
    made = [cue.attribute for cue in cues_in(text) if cue.is_value and cue.end == len(text)]
    if made == ["material"] and shape != "quality":
        return _Predicate("be", f"made of {text}")
    is_sort = lead in word_list("prefixes") or last in word_list("sorts") or f"{lead} {last[-3:]}" == "long ing"
    is_noun = text.count(" ") > 1 and lead in word_list("prefixes") and is_called(last)  # "non marking sole"
    is_quality = is_sort or (shape == "quality" and lead not in word_list("a"))
    if (is_quality and not is_noun) or made == ["colour"] or (lead == "low" and second == last):
        return _Predicate("be", text.replace(" ", "-") if lead == "low" else text)
    if is_trouble(last):
        return _Predicate("help", f"with {text}")  # Of "lower back pain" a product should have nothing.
    return _Predicate("have", _a(_LIFE.sub("battery life", text)))


def _a(text: str) -> str:
    """A noun with "a" where it usually has an article."""
    return text if _articled(text) == text else with_article(text)


def _articled(text: str) -> str:
    """A noun with the article that it usually takes, where it has none: "a school bag", "a lid that closes"."""
    words = _BEHIND_NOUN.split(text.lower())[0].split()
    if any(kinds_of(word)[:1] in ("T", "I") or word == "your" for word in words) or words[-1] in word_list("bare"):
        return text
    is_counted = words[-1] in word_list("a") or (is_called(words[-1]) and not is_plural_noun(words[-1]))
    usual = "the" if words[-1] in word_list("the") else usual_articles().get(words[-1], "a" if is_counted else "")
    return with_article(text) if usual == "a" else f"the {text}" if usual else text


def _used_for(text: str, need: Need, *, is_act: bool) -> str:
    """What a use or an audience is, as it stands behind "good for": "the gym", "carrying tea"."""
    text = _articled(_OWNERS.sub(r"\1", text.removeprefix("for ")))
    if is_act:
        return " ".join([_ing_form(text.split()[0]), *text.split()[1:]])
    if need.kind == "audience":
        return with_article(text) if text.lower().endswith((" old", "newborn")) else text
    return f"{text} use" if text == need.text and kinds_of(text.split()[-1].lower())[:1] in ("J", "R") else text


def _ing_form(verb: str) -> str:
    """The -ing form of a plain verb: "carrying", "making", "cutting"."""
    is_silent = verb.endswith("e") and not verb.endswith("ee")
    return f"{verb + verb[-1] if _SHORT_VERB.fullmatch(verb) else verb[:-1] if is_silent else verb}ing"


def left_open(needs: Iterable[NeedPhrases]) -> str:
    """What is not settled, as one list: "whether it is light or good for cars"."""
    said: list[str] = []
    last = ""
    for open_ in _joined([need.open for need in needs], "or"):
        whether, it, verb, *_ = (*open_.split(), "")
        rest = open_.removeprefix(last) if last else open_
        said.append(open_.removeprefix(f"{whether} {it} ") if said and rest == open_ else rest)
        last = f"{whether} {it} {verb} "
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def _joined(said: Iterable[str], link: str) -> list[str]:
    """What one thing after another is good for said once: "is good for the gym and a school bag"."""
    kept: list[str] = []
    for each in said:
        lead, good_for, what = each.partition(_GOOD_FOR)
        if kept and good_for and kept[-1].startswith(lead + good_for):
            kept[-1] = f"{kept[-1].replace(f' {link} ', ', ')} {link} {what}"
        else:
            kept.append(each)
    return kept


def predicates(parts: Sequence[tuple[str, str]]) -> str:
    """Predicates of one product as a list, each verb once: "is quiet, wireless and suits travel"."""
    said, last = [], ""
    if not any(ground for _, ground in parts):
        parts = [(each, "") for each in _joined((predicate for predicate, _ in parts), "and")]
    for predicate, ground in parts:
        head, _, rest = predicate.partition(" ")
        said.append((rest if head == last and rest and head not in _DENYING else predicate) + ground)
        last = head
    return listed(said) if said else ""


def in_infinitive(predicate: str) -> str:
    """What a product is or does, as it follows "must": "be quiet", "have pockets", "not shrink"."""
    verb, _, rest = predicate.partition(" ")
    plain = {"is": "be", "are": "be", "has": "have", "does": "do"}.get(verb) or lemma_of(verb, "V")
    if not rest.startswith("not "):
        return f"{plain} {rest}".strip()
    return rest if plain == "do" else f"not {plain} {rest.removeprefix('not ')}"


def said_to(predicates_: Sequence[str], be: str) -> str:
    """What somebody says of a product, without how many say so: "is said to be quiet and not to shrink"."""
    plain = [in_infinitive(each) for each in _joined(predicates_, "and")]
    acts = [f"not to {each.removeprefix('not ')}" if each.startswith("not ") else f"to {each}" for each in plain]
    return f"{be} said {listed(acts)}"


def _with_article(need: Need, query: str) -> str:
    """The need's words, with the article that the query has before them and "your" for "my"."""
    before = query[: need.start].rsplit(" ", 2)
    text = " ".join(
        word.upper() if word.lower() in word_list("letters") else word for word in _without_tail(need.text).split()
    )
    article = before[-2].lower() if len(before) > 1 and before[-1] == "" else ""
    # "A sturdy table" is sturdy; "a lid that closes" has a lid.
    behind = kinds_of(query[need.end :].split()[0].lower())[:1] if query[need.end : need.end + 1] == " " else ""
    article = "" if article in ("a", "an") and behind in ("N", "J", "G") and behind else article
    lead = {"a": "a ", "an": "an ", "the": "the ", "my": "your ", "our": "your "}.get(article, "")
    return re.sub(r"\b(?:my|our)\b", "your", lead + text)


def _need_shape(text: str) -> Literal["quality", "action", "thing"]:
    """Whether a need is a quality ("easy to clean"), something done ("stay in") or a thing."""
    sentences = kept_sentences(text)
    if len(sentences) != 1:
        return "thing"
    kinds, words = sentences[0].kinds, sentences[0].words
    start = next((n for n, kind in enumerate(kinds) if kind not in "RT"), 0)
    if kinds[start] == "V" and len(words) > 1:
        return "action"
    if kinds[0] == "I" or (kinds[start] in "JD" and (len(kinds) == start + 1 or kinds[start + 1] in "AICJD")):
        return "quality"
    if words[-1].endswith("proof") and len(words) > 1:
        return "quality"
    ends = words[-1].endswith(("resistant", "free", "friendly", "able", "less"))
    if (kinds[-1] in "JD" or ends) and not (is_noun(words[-1]) and kinds_of(words[-1])[0] == "N"):
        return "quality"
    return "thing"
