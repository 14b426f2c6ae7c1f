"""Remarks retold: what a reviewer says in the third person, as a clause, as a point of a list, or several together."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from triptych.aspects.gists import Gist
from triptych.english.words import is_plural as is_plural_noun
from triptych.english.words import kinds_of, lemma_of, third_person, word_set
from triptych.writers._grammar import listed
from triptych.writers._spelling import is_known_word

_PLURALS = {"is": "are", "has": "have", "does": "do", "was": "were"}
_SIBILANTS = ("shes", "ches", "sses", "xes", "oes")
_LEADS = ("is ", "are ", "has a ", "has an ", "has ", "have a ", "have an ", "have ", "comes with ", "come with ")
_SECOND_VERB = re.compile(r"\b(?:and|or|but) (?:is|has|does|was|[a-z]+[^s]s)\b")
_BEING = re.compile(r"(?:is|are) (?!not\b)((?:[a-z-]+ ){0,2}[a-z-]+)")
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_HELPERS = word_set("can cannot can't could couldn't may might must should shouldn't will won't would wouldn't")
_HELPERS |= word_set("do does did don't doesn't didn't")
_BETWEEN, _ADVERBS = word_set("not be have even"), word_set("even still just always never often soon sometimes")
_ARTICLE = re.compile(r"(?:the|its|their) ")


class Retold(NamedTuple):
    """What is said of a thing, as it agrees with the product."""

    subject: str
    """The product's pronoun, or a part of it: "the case lid"."""
    predicate: str
    is_of_product: bool

    @property
    def clause(self) -> str:
        """As a sentence goes on behind "one says that"."""
        return f"{self.subject} {self.predicate}"

    @property
    def point(self) -> str:
        """As a list has it: "hurt the ears quickly", "case lid opens too easily", "poor sound quality"."""
        if self.is_of_product:
            return as_cell(self.predicate)
        thing, being = _ARTICLE.sub("", self.subject, count=1), _BEING.fullmatch(self.predicate)
        if being and all(kinds_of(word)[:1] in ("J", "R", "D") for word in being[1].split()):
            return f"{being[1]} {thing}"
        return f"{thing} {self.predicate}"


def retell(gist: Gist, *, is_plural: bool) -> Retold | None:
    """What a gist says, its verb agreeing with what it is said of; None where that cannot be."""
    is_of_product = gist.subject.lower() == "it"
    is_many = is_plural if is_of_product else is_plural_noun(gist.subject.rpartition(" ")[2].lower())
    words = [word for word in gist.predicate.split() if word != "also"]
    place = next((n for n, word in enumerate(words) if not _is_adverb(word)), len(words))
    is_misspelt = any(word.isalpha() and word.islower() and not is_known_word(word) for word in words)
    if place == len(words) or is_misspelt or (is_many and _SECOND_VERB.search(" ".join(words[place:]))):
        return None
    verb = _agreeing(words[place], words[place + 1 :], is_many=is_many)
    subject = ("they" if is_plural else "it") if is_of_product else gist.subject
    predicate = " ".join([*words[:place], verb, *words[place + 1 :]])
    if is_many and is_of_product:
        predicate = predicate.replace(" its ", " their ")
    return Retold(subject, predicate, is_of_product) if verb else None


def _is_adverb(word: str) -> bool:
    return word.lower() in _ADVERBS or (word.endswith("ly") and kinds_of(word.lower())[:1] == "R")


def _agreeing(verb: str, rest: Sequence[str], *, is_many: bool) -> str:
    """A verb as it is said of one or of many, "is" before a quality; empty for what is no verb."""
    kinds = kinds_of(verb.lower())
    if verb in _HELPERS:
        behind = next((word for word in rest if word not in _BETWEEN and not _is_adverb(word)), "")
        is_whole = not {"be", "have"}.isdisjoint(rest) or ("V" in kinds_of(behind) and lemma_of(behind, "V") == behind)
        return _in_number(verb, is_many=is_many) if is_whole else ""
    if verb in _PLURALS or verb in _SINGULARS:
        return _in_number(verb, is_many=is_many)
    lemma = lemma_of(verb, "V")
    if "V" in kinds and verb in (lemma, third_person(lemma)):
        return lemma if is_many else third_person(lemma)
    if "D" in kinds:
        return verb
    return f"{'are' if is_many else 'is'} {verb}" if kinds[:1] == "J" else ""


def _in_number(verb: str, *, is_many: bool) -> str:
    stem, ending = (verb[:-3], "n't") if verb.endswith("n't") else (verb, "")
    return (_PLURALS if is_many else _SINGULARS).get(stem, stem) + ending


def together(told: Sequence[Retold]) -> str:
    """Several as one list, each subject once: "the lid leaks and is hard to clean, and it is heavy"."""
    subjects = list(dict.fromkeys(each.subject for each in told))
    clauses = [
        f"{subject} {listed([each.predicate for each in told if each.subject == subject])}" for subject in subjects
    ]
    is_nested = any(" and " in clause for clause in clauses[:-1])
    return f"{', '.join(clauses[:-1])}, and {clauses[-1]}" if is_nested else listed(clauses)


def as_cell(told: str) -> str:
    """What is said of a product as a table has it: "easy to clean"."""
    return told.removeprefix(next((lead for lead in _LEADS if told.startswith(lead)), ""))


def in_plural(told: str) -> str:
    """What is said of one thing, said of several: "keep drinks cold"; what happened stays as it is."""
    verb, _, rest = told.partition(" ")
    if verb in _PLURALS:
        verb = _PLURALS[verb]
    elif verb.endswith("ies"):
        verb = verb[:-3] + "y"
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-2] if verb.endswith(_SIBILANTS) else verb[:-1]
    return f"{verb} {rest}".strip().replace(" its ", " their ")
