"""The embedded writer: says in sentences what the reading found; no model, no network, the same words each time."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from triptych import __version__
from triptych.aspects import read_product
from triptych.aspects._reading import collector_at_rest
from triptych.engines import Work
from triptych.listing.phrases import mend
from triptych.needs import answer_needs, read_needs
from triptych.needs.excerpts import Excerpts
from triptych.records import Case, Claim, Comparison, Explanation, Opinion, Product, Reading, Shortlist, Task, Writing
from triptych.texts import short_names
from triptych.writers._brief import Brief, is_nameless, make_brief
from triptych.writers._comparison import compose_comparison
from triptych.writers._explanation import compose_explanation
from triptych.writers._grammar import word_list
from triptych.writers._opinion import compose_opinion
from triptych.writers._spelling import is_known_word
from triptych.writers._voices import called_in
from triptych.writers._writer import Assignment, make_case

NAME = "embedded"


def write_opinion(product: Product, reading: Reading | None = None) -> Opinion:
    """What reviewers think of a product, in one paragraph; `reading` spares reading it again."""
    reading = reading or read_product(product)
    return compose_opinion(make_brief(product, reading, name_alone(product, reading)))


def write_explanation(query: str, product: Product, reading: Reading | None = None) -> Explanation:
    """Why a product answers a query, in fewer than 100 words; `reading` spares reading it again."""
    reading = reading or read_product(product)
    return compose_explanation(query, _brief(query, product, reading, name_alone(product, reading)))


def write_comparison(shortlist: Shortlist, readings: Mapping[str, Reading] | None = None) -> Comparison:
    """A table of the shortlist's products for its query, and the verdict; `readings` go by product id."""
    comparison, _ = compose_comparison(shortlist, list(briefs_of(shortlist, readings).values()))
    return comparison


def briefs_of(shortlist: Shortlist, readings: Mapping[str, Reading] | None = None) -> dict[str, Brief]:
    """What is known of each product for the query, by product id; each product is read once."""
    read = [(readings or {}).get(product.id) or read_product(product) for product in shortlist.products]
    names = _names(shortlist.products, read)
    return {
        product.id: _brief(shortlist.query, product, reading, name)
        for product, reading, name in zip(shortlist.products, read, names, strict=True)
    }


def _names(products: Sequence[Product], readings: Sequence[Reading]) -> tuple[str, ...]:
    """Short names by brand, without the words that only say what kind of thing each is, as long as they stay apart."""
    names = short_names([mend(product.title) for product in products])
    trimmed = []
    for name, product, reading in zip(names, products, readings, strict=True):
        dull = {*(reading.kind or "").lower().split(), *word_list("audiences")}
        brand = "" if any(map(_is_own_name, name.split())) else _brand(product, reading)
        words = (name if brand.lower() in name.lower() else brand).split()
        while len(words) > 1 and words[-1].lower() in dull:
            words.pop()
        trimmed.append(" ".join(words))
    return tuple(trimmed) if len({name.casefold() for name in trimmed}) == len(trimmed) else names


def _is_own_name(word: str) -> bool:
    """True for a word that only names: "Yintar", not "Surge" or "6Ft"."""
    return word[:1].isupper() and word.isalpha() and not is_known_word(word.lower())


def _brand(product: Product, reading: Reading) -> str:
    """Who makes a product whose title begins with what it is; empty where nothing tells."""
    stated = (fact.value for fact in reading.facts if fact.attribute == "brand")
    return next((brand for brand in chain(stated, filter(_is_own_name, mend(product.title).split()))), "")


def _brief(query: str, product: Product, reading: Reading, name: str) -> Brief:
    needs, excerpts = read_needs(query, product.category), Excerpts(product, reading)
    answers = answer_needs(needs, product, reading, excerpts)
    return make_brief(product, reading, name, query, needs, answers, excerpts)


@collector_at_rest()
def write_cases(assignment: Assignment, readings: Mapping[str, Reading] | None = None) -> tuple[Case, ...]:
    """The texts of an assignment as cases; each product is read once."""
    return compose_cases(assignment, briefs_of(assignment.shortlist, readings))


def compose_cases(assignment: Assignment, briefs: Mapping[str, Brief]) -> tuple[Case, ...]:
    """The same from what is known of each product."""
    shortlist = assignment.shortlist
    cases = []
    for case_id, task, products in assignment.texts():
        text, claims = _compose(task, shortlist, [briefs[product.id] for product in products])
        answers = briefs[products[0].id].answers if task == "explanation" else ()
        notes = tuple(note for product in products for note in briefs[product.id].notes)
        writing = Writing(writer=NAME, answers=answers, notes=notes)
        case = make_case(case_id, task, shortlist.query, products, text, writing)
        cases.append(case.model_copy(update={"claims": claims}))
    return tuple(cases)


def _compose(task: Task, shortlist: Shortlist, briefs: list[Brief]) -> tuple[str, tuple[Claim, ...]]:
    if task == "comparison":
        comparison, text = compose_comparison(shortlist, briefs)
        return text, comparison.claims
    # Alone a product needs no number to tell it from another of its name.
    alone = replace(briefs[0], name=name_alone(briefs[0].product, briefs[0].reading))
    written = compose_opinion(alone) if task == "opinion" else compose_explanation(shortlist.query, alone)
    return written.text, written.claims


def name_alone(product: Product, reading: Reading) -> str:
    """Its short name; a product whose title names nothing is what its reviewers call it: "boots"."""
    if is_nameless(product):
        head = (reading.kind or "").rpartition(" ")[2]
        is_said = head and any(head in review.text.lower() for review in product.reviews)
        return called_in(product) or (reading.kind if is_said else None) or "product"
    return _names([product], [reading])[0]


class EmbeddedWriter:
    """Writes without a model; its texts change only with Triptych itself."""

    name = NAME
    signature = f"{NAME}|{__version__}"
    work: Work[Assignment, tuple[Case, ...]] = Work(compute=write_cases)


connect = EmbeddedWriter
