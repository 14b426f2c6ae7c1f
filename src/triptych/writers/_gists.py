"""Gists: what a remark says, in a few words of the third person, so that a sentence can go on with them."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from triptych.aspects.remarks import RemarkCut, parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence
from triptych.english.words import denies, is_plural, kinds_of, lemma_of, open_words, word_set
from triptych.records import Evidence
from triptych.writers._voices import is_known_word

GistForm = Literal["clause", "predicate", "quality", "thing", "liking"]
"""What a gist follows: "one says …", "it …", "it is …", "one mentions …", "one likes …"."""

_LEADS = word_set(
    "and but also so overall plus however then yes well additionally furthermore honestly because still yet or though "
    "although while since especially & when first second basically actually unfortunately sadly luckily again too"
)
_STRENGTHENING = word_set("very really super so absolutely extremely incredibly truly honestly totally just seriously")
"""Words that add nothing but force to the quality behind them."""
_OWN = word_set("my our his her your")
_SPEAKERS = word_set(
    "i we me us myself ourselves you u he she him im ive i'm i've we've i'd i'll you're you'll you've he's she's we're"
)
_PEOPLE = word_set(
    "husband wife son daughter kid kids child children mother mom mum father dad sister brother friend friends family "
    "baby toddler grandson granddaughter boyfriend girlfriend people person someone everyone guy seller company "
    "amazon flipkart dog cat dogs cats team guys review reviews reviewer day days time times reason thing everything"
)
"""Subjects of sentences that are not about the product."""
_SUPPOSED = word_set(
    "if would could should wish hope hopefully might may expected supposed maybe perhaps unless than until till guess "
    "hoping think thought believe heard compared previous old other another others someone initially seems seem seemed "
    "used usually expect want wants wanted will won't instead normally whether almost ad says said claims"
)
"""Words of what is not so, not sure, or not of this product."""
_JOINING = word_set("which that who because since when where while whereas though although as if until so")
"""Words that begin a further clause."""
_WAITING = word_set("a an the with for of from at by")
_LIKING = word_set("love loved like liked enjoy enjoyed appreciate appreciated adore loves likes loving")
_IT_IS = {"it's": "it", "they're": "they", "theyre": "they", "that's": "it"}
_POINTING = word_set("it they this these those its") | _IT_IS.keys()
_PRONOUNS = dict.fromkeys(["it", "this", "its", "it's", "that's"], "it") | dict.fromkeys(
    ["they", "these", "those", "they're", "theyre"], "they"
)
_VAGUE = word_set("some any every each most another such either neither no one")
"""Words that make a subject something other than this product."""
_PRIVATE = word_set("liking taste opinion needs favorite favourite first life experience review")
"""What "my" before it makes the reviewer's own."""
_BEING = word_set("is are was were")
_MANY = word_set("are were have")
_FEELING = word_set(
    "happy glad pleased satisfied impressed excited disappointed afraid sure able last first next same many much own "
    "only whole worth amazed surprised upset sad sorry interested aware ready careful new"
)
"""Adjectives of the reviewer, or that need their noun."""
_LOOSE = word_set("been being am to")
_BINDING = word_set("vs with for of from to at by as than like without into about per and a the")
"""Words that a remark cannot end with."""
_SHORT_FORMS = {
    "it's": "it is", "they're": "they are", "that's": "that is", "there's": "there is", "isn't": "is not",
    "aren't": "are not", "doesn't": "does not", "don't": "do not", "didn't": "did not", "won't": "will not",
    "can't": "cannot", "cant": "cannot", "wasn't": "was not", "weren't": "were not", "hasn't": "has not",
    "haven't": "have not", "couldn't": "could not", "doesnt": "does not", "dont": "do not", "isnt": "is not",
    "didnt": "did not", "wont": "will not", "theyre": "they are", "hadn't": "had not",
}  # fmt: skip
_LONGEST = 11
_LONGEST_PLAIN = 16
"""Words of a sentence without any mark; in a longer one nobody can tell where a remark ends."""
_SHORT_CLAUSE = 7
_CLEAN = re.compile(r"[a-z0-9][\w'’%.,/&\"+-]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gist:
    """What one remark says."""

    form: GistForm
    text: str
    """Its words."""
    span: Evidence
    """The remark."""
    lemmas: frozenset[str]
    """Its nouns, verbs and qualities in dictionary form."""
    pronoun: str = ""
    """What the reviewer calls the product in it: "it" or "they"; empty where it is not called anything."""

    def said_of(self, it: str) -> str:
        """As a clause: "it is sturdy", "the lid closes securely"; `it` is the pronoun for the product."""
        if self.form == "quality":
            return f"{it} {'are' if it == 'they' else 'is'} {self.text}"
        return f"{it} {agreeing(self.text, it)}" if self.form == "predicate" else self.text


def gists_in(sentence: Sentence, product_id: str, review_id: str, known: Container[str]) -> Iterator[Gist]:
    """What each remark of a reviewer's sentence says, where that can be said without the reviewer's "I".

    Remarks with words that are in no list, misspelt or glued, are passed over.
    """
    if sentence.is_question:
        return
    condition = sentence.words.index("if") if "if" in sentence.words else len(sentence)
    is_run_on = len(sentence) > _LONGEST_PLAIN and "." not in sentence.kinds[:-1]
    for part in parts_of(sentence, clause_numbers(sentence)[0]):
        if part.end > condition or (condition < len(sentence) and "," not in sentence.words[part.end : condition]):
            continue
        words = _RemarkWords.of(sentence, part)
        if words is None or not all(word in known or is_known_word(word) for word in words.words):
            continue
        start, end = sentence.starts[part.start], sentence.ends[part.end - 1]
        text = sentence.text[start:end]
        span = Evidence(product_id=product_id, source="review", source_id=review_id, start=start, end=end, text=text)
        gist = words.gist(span)
        if gist and not (is_run_on and (gist.form != "clause" or len(gist.text.split()) > _SHORT_CLAUSE)):
            yield gist


def agreeing(predicate: str, it: str) -> str:
    """A predicate with its verb in the form that goes with "it" or "they"."""
    verb, _, rest = predicate.partition(" ")
    if it == "they":
        verb = {"is": "are", "was": "were", "has": "have", "does": "do"}.get(verb) or (
            lemma_of(verb, "V") if verb.endswith("s") else verb
        )
    else:
        verb = {"are": "is", "were": "was", "have": "has", "do": "does"}.get(verb) or _third_person(verb)
    return f"{verb} {rest}"


def _third_person(verb: str) -> str:
    if not kinds_of(verb).startswith("V") or verb.endswith("s"):
        return verb
    if verb.endswith(("sh", "ch", "x", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else verb + "s"


@dataclass(frozen=True, slots=True)
class _RemarkWords:
    """The words of a remark, with their kinds and how they are written."""

    words: tuple[str, ...]
    kinds: tuple[str, ...]
    lemmas: tuple[str, ...]
    raw: tuple[str, ...]
    subject: str
    """The subject of the sentence before it, for a remark that has none of its own; empty where there is none."""

    @classmethod
    def of(cls, sentence: Sentence, part: RemarkCut) -> "_RemarkWords | None":
        """Without what leads in and what trails; None where something in it makes it no statement."""
        first, last = part.start, part.end
        while first < last and (sentence.words[first] in _LEADS or sentence.kinds[first] in ".E"):
            first += 1
        while last > first and (sentence.kinds[last - 1] in ".CATWM" or sentence.words[last - 1] in _JOINING):
            last -= 1
        inside = slice(first, last)
        words = tuple(sentence.words[inside])
        if not words or not _SUPPOSED.isdisjoint(words) or not CONTRAST.isdisjoint(words) or words[0] in _LOOSE:
            return None
        if words[-1] in _BINDING or _is_denied(sentence, first) or _goes_on(sentence, first, last):
            return None
        raw = tuple(sentence.text[sentence.starts[n] : sentence.ends[n]] for n in range(first, last))
        subject = _subject_before(sentence, first)
        return cls(words, tuple(sentence.kinds[inside]), tuple(sentence.lemmas[inside]), raw, subject)

    def gist(self, span: Evidence) -> Gist | None:
        """What they say."""
        return self._liking(span) or self._statement(span) or self._fragment(span)

    def _liking(self, span: Evidence) -> Gist | None:
        """ "I love the carry handle": what is liked."""
        verb = next((n for n, word in enumerate(self.words[:4]) if word in _LIKING and self.kinds[n] in "VDG"), None)
        if verb is None or any(kind not in "SR" for kind in self.kinds[:verb]):
            return None
        if any(
            kind == "S" and word not in _SPEAKERS for word, kind in zip(self.words, self.kinds[:verb], strict=False)
        ):
            return None
        end = self._noun_phrase(verb + 1)
        if self.words[verb + 1 : verb + 2] and self.words[verb + 1] in _POINTING:
            return None
        if end is None or not (end == len(self.words) or self.kinds[end] in ".CSW"):
            return None
        return self._made("liking", verb + 1, end, span)

    def _statement(self, span: Evidence) -> Gist | None:
        """Something said of the product or of a part of it."""
        if self.words[0] in _IT_IS:
            return self._said_of_it(1, self._predicate_end(0), span, is_being=True)
        verb = next((n for n, kind in enumerate(self.kinds) if kind in "BMVDX"), None)
        end = self._predicate_end(verb) if verb is not None else None
        if verb is None or end is None or end - verb < 2 or self.words[verb] == "not" or self.words.count("and") > 1:
            return None
        subject = self.words[:verb]
        if (
            len(subject) == 1
            and self.words[verb] in _MANY
            and subject[0] not in _POINTING
            and not is_plural(subject[0])
        ):
            return None
        if verb == 0:
            # Without a subject it is about what the sentence was about.
            is_fragment = not self.subject and self.kinds[0] in "VB" and self.words[0].endswith("s")
            # "Frozen" of "it crushes ice, frozen fruit" is no verb.
            is_continued = (self.subject in _POINTING or self.subject == "thing") and self.kinds[0] != "D"
            if is_continued or is_fragment:
                return self._said_of_it(0, end, span, is_being=False)
            return None
        if len(subject) == 1 and subject[0] in _POINTING:
            return self._said_of_it(verb, end, span, is_being=self.words[verb] in _BEING)
        thing = self._noun_phrase(0)
        if subject[0] in _VAGUE:
            return None
        if thing is None or any(kind != "R" for kind in self.kinds[thing:verb]) or not _PEOPLE.isdisjoint(subject):
            return None
        return self._made("clause", 0, end, span) if self._is_whole(verb, end) else None

    def _said_of_it(self, start: int, end: int | None, span: Evidence, *, is_being: bool) -> Gist | None:
        if end is None or not self._is_whole(start, end):
            return None
        behind = start + 1 if is_being and self.words[start] in _BEING else start
        if is_being and self.kinds[end - 1] == "N" and self.kinds[behind] == "J" and not is_plural(self.words[end - 1]):
            return None  # "are thicker sole"
        if is_being and self._is_quality(behind, end):
            return self._made("quality", behind, end, span)
        if start == 1 and self.words[0] in _IT_IS:
            return None
        return self._made("predicate", start, end, span) if self.kinds[start] in "BMVDX" else None

    def _is_whole(self, start: int, end: int) -> bool:
        """False where an article or a preposition waits for its noun: "is a good simple"."""
        words, kinds = self.words[start:end], self.kinds[start:end]
        waiting = [n for n, word in enumerate(words) if word in _WAITING]
        behind = zip(words[waiting[-1] + 1 :], kinds[waiting[-1] + 1 :], strict=True) if waiting else ()
        return not waiting or any(
            kind in "PO0G" or (kind == "N" and "J" not in kinds_of(word)) for word, kind in behind
        )

    def _fragment(self, span: Evidence) -> Gist | None:
        """A quality ("easy to clean") or a thing with one ("great value for money") without a verb."""
        if self.subject and self.subject not in _POINTING:
            return None
        if self._is_quality(0, len(self.words)):
            return self._made("quality", 0, len(self.words), span)
        end = self._noun_phrase(0)
        if end is None or self.subject or "J" not in self.kinds[:end] or self.words[0] in ("this", "these", "its"):
            return None
        if end < len(self.words) and self.words[end] in ("for", "with", "in", "at", "on", "of"):
            end = self._noun_phrase(end + 1) or end
        return self._made("thing", 0, end, span) if end == len(self.words) else None

    def _is_quality(self, start: int, end: int) -> bool:
        """True for adjectives with their adverbs, and for "easy to clean"."""
        kinds, words = self.kinds[start:end], self.words[start:end]
        place = 0
        while place < len(kinds) and kinds[place] in "RX":
            place += 1
        if place == len(kinds) or kinds[place] != "J" or words[place] in _FEELING:
            return False
        while place < len(kinds) and (kinds[place] in "JRC" or words[place] == ","):
            place += 1
        if place == len(kinds):
            return kinds[-1] in "JR"
        if kinds[place] == "A" and len(kinds) > place + 1 and kinds[place + 1] in "VN":
            return len(kinds) - place <= 5 and "S" not in kinds[place:]
        return kinds[place] == "I" and self._noun_phrase(start + place + 1) == end

    def _noun_phrase(self, start: int) -> int | None:
        """One past a noun phrase that begins here."""
        place, has_noun = start, False
        while place < len(self.words):
            kind, word = self.kinds[place], self.words[place]
            if kind in "NP":
                has_noun = True
            elif has_noun and word in ("of", "and", "&"):
                return self._noun_phrase(place + 1) or place
            elif has_noun or kind not in "TR0JG":
                break
            place += 1
        return place if has_noun else None

    def _predicate_end(self, verb: int) -> int | None:
        """One past what is said, without further clauses; None where it says nothing by itself."""
        place = verb + 1
        while place < len(self.words):
            word, kind = self.words[place], self.kinds[place]
            if word in (",", ";", ":", "(", ")", "-", "–", "—") or word in _SPEAKERS or kind in "WS":
                break
            behind = self.kinds[place + 1 : place + 2]
            if word in _JOINING and not (word == "so" and behind in (("J",), ("R",))):
                break
            place += 1
        # What a speaker or another subject cuts off is not whole: "enough to keep [me hydrated]".
        is_cut = place < len(self.words) and (
            self.kinds[place] == "S" or self.words[place] in _SPEAKERS or self.words[place] in ("how", "what", "why")
        )
        while place > verb + 1 and self.kinds[place - 1] in "CIATWM.":
            place -= 1
        behind = self.kinds[verb + 1 : place]
        says = any(kind in "JVDNG" or (kind == "R" and self.kinds[verb] in "VD") for kind in behind)
        # A second verb without a link is a second sentence that nobody marked.
        is_run_on = any(kind in "BMX" for kind in behind[2:]) or any(
            one in "NP" and other in "V" for one, other in pairwise(behind)
        )
        return place if says and not is_cut and not is_run_on and place - verb <= _LONGEST else None

    def _made(self, form: GistForm, start: int, end: int, span: Evidence) -> Gist | None:
        """The gist of some of the words."""
        if not _SPEAKERS.isdisjoint(self.words[start:end]) or not 0 < end - start <= _LONGEST:
            return None
        parts, lemmas = [], []
        for n in range(start, end):
            word, kind = self.words[n], self.kinds[n]
            if kind in "JNPVDGX":
                lemmas.append(self.lemmas[n])
            if (word in _STRENGTHENING and n + 1 < end and self.kinds[n + 1] in "JR") or word == "also":
                continue
            if word in _OWN and kind == "T":
                if self.words[n + 1 : n + 2] and self.words[n + 1] in _PRIVATE:
                    return None
                word = "the"
            elif kind == "P" or any(map(str.isdigit, word)) or (self.raw[n].isupper() and word not in open_words()):
                word = self.raw[n]
            parts.append(_SHORT_FORMS.get(word, word))
        text = " ".join(parts).replace(" ,", ",")
        if not all(_CLEAN.fullmatch(part) for part in text.split()):
            return None
        pronoun = _PRONOUNS.get(self.words[0]) or _PRONOUNS.get(self.subject, "")
        if form == "clause":
            text, pronoun = _with_article(text, self.kinds[0]), ""
        return Gist(form, text, span, frozenset(lemmas), pronoun if form in ("predicate", "quality") else "")


_REACH = 6


def _with_article(clause: str, kind: str) -> str:
    """A clause whose subject has its article: "the juicer is loud" for "juicer is loud" and "this juicer is loud"."""
    first, _, rest = clause.partition(" ")
    if first in ("this", "these", "that", "those", "its", "their"):
        return f"the {rest}"
    return f"the {clause}" if kind in "NJG" else clause


def _goes_on(sentence: Sentence, first: int, last: int) -> bool:
    """True for one of several deeds behind "to" ("easy to use, clean and fill"), and a quality joined to no other."""
    if sentence.kinds[first] in "VJ" and "to" in sentence.words[max(0, first - _REACH) : first]:
        return True
    if last - first > 1 or sentence.kinds[first] != "J":
        return False
    behind = [kind for kind in sentence.kinds[last : last + 3] if kind not in ".CRX"][:1]
    return sentence.kinds[last : last + 1] in (["C"],) and behind != ["J"]


def subject_of(sentence: Sentence) -> str:
    """The noun that a sentence begins with, where it is about a thing: "straw" of "The straw is removable"."""
    verb = next((n for n, kind in enumerate(sentence.kinds) if kind in "BMVDX"), 0)
    nouns = [n for n in range(verb) if sentence.kinds[n] in "NP"]
    if not nouns or any(kind in "SOVI" for kind in sentence.kinds[: nouns[-1]]):
        return ""
    return sentence.lemmas[nouns[-1]]


def _is_denied(sentence: Sentence, first: int) -> bool:
    """True for the second of two things that are denied together: "without being thick or uncomfortable"."""
    before = sentence.words[max(0, first - _REACH) : first]
    return sentence.words[first - 1 : first] in (["or"], ["nor"]) or (
        sentence.kinds[first] not in "STNP" and any(map(denies, before)) and not CONTRAST.intersection(before)
    )


def _subject_before(sentence: Sentence, first: int) -> str:
    """The subject that a later remark of a sentence goes on with: a pronoun, "thing", or empty at its beginning."""
    if first == 0:
        return ""
    before = list(zip(sentence.words[:first], sentence.kinds[:first], strict=True))
    if all(kind in ".RCE" or word in _LEADS for word, kind in before):
        return ""
    for n in range(len(before) - 1, -1, -1):
        word, kind = before[n]
        # As an object "it" is no subject: "carried it around".
        is_subject = "'" in word or (n + 1 < len(before) and before[n + 1][1] in "BMVDXR")
        if kind == "S" and is_subject and (n == 0 or before[n - 1][1] not in "VDI"):
            return word
    verb = next((n for n, (_, kind) in enumerate(before) if kind in "BMVD"), None)
    has_subject = verb is not None and any(kind in "NP" for _, kind in before[:verb])
    return "thing" if has_subject and _PEOPLE.isdisjoint(word for word, _ in before[:verb]) else "none"
