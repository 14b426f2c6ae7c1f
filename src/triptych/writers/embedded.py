"""The embedded writer: plans from evidence and says it in sentences; no model, no network, the same words each time."""

from collections.abc import Mapping
from dataclasses import dataclass

from triptych import __version__
from triptych.aspects import answer_needs, read_needs, read_product
from triptych.engines import Work
from triptych.records import Answer, Case, Claim, Comparison, Explanation, Opinion, Product, Reading, Shortlist, Writing
from triptych.writers._plan.sheets import Sheet, make_sheet
from triptych.writers._prose.comparison import compose_comparison
from triptych.writers._prose.explanation import compose_explanation
from triptych.writers._prose.opinion import compose_opinion
from triptych.writers._writer import Assignment, make_case

NAME = "embedded"


def write_opinion(product: Product, reading: Reading | None = None) -> Opinion:
    """What reviewers think of a product, in one paragraph; `reading` spares reading it again."""
    return compose_opinion(make_sheet(product, reading or read_product(product)))


def write_explanation(query: str, product: Product, reading: Reading | None = None) -> Explanation:
    """Why a product answers a query, in fewer than 100 words; `reading` spares reading it again."""
    return compose_explanation(query, make_sheet(product, reading or read_product(product)))


def write_comparison(shortlist: Shortlist, readings: Mapping[str, Reading] | None = None) -> Comparison:
    """A table of the shortlist's products for its query, and the verdict; `readings` go by product id."""
    readings = readings or {}
    sheets = [make_sheet(product, readings.get(product.id) or read_product(product)) for product in shortlist.products]
    comparison, _ = compose_comparison(shortlist, sheets)
    return comparison


def write_cases(assignment: Assignment, readings: Mapping[str, Reading] | None = None) -> tuple[Case, ...]:
    """The texts of an assignment as cases; each product is read once."""
    readings = readings or {}
    shortlist = assignment.shortlist
    sheets = {
        product.id: make_sheet(product, readings.get(product.id) or read_product(product))
        for product in shortlist.products
    }
    cases = []
    for case_id, task, products in assignment.texts():
        if task == "comparison":
            comparison, text = compose_comparison(shortlist, [sheets[product.id] for product in products])
            claims = comparison.claims
        else:
            text, claims = _compose(task, shortlist.query, sheets[products[0].id])
        answers = _answers(shortlist.query, sheets[products[0].id]) if task == "explanation" else ()
        writing = Writing(writer=NAME, answers=answers)
        case = make_case(case_id, task, shortlist.query, products, text, writing)
        cases.append(case.model_copy(update={"claims": claims}))
    return tuple(cases)


def _answers(query: str, sheet: Sheet) -> tuple[Answer, ...]:
    """How the product of a sheet answers each need of the query."""
    return answer_needs(read_needs(query, sheet.product.category), sheet.product, sheet.reading)


def _compose(task: str, query: str, sheet: Sheet) -> tuple[str, tuple[Claim, ...]]:
    written = compose_opinion(sheet) if task == "opinion" else compose_explanation(query, sheet)
    return written.text, written.claims


@dataclass(frozen=True, slots=True)
class EmbeddedWriter:
    """Writes without a model."""

    @property
    def name(self) -> str:
        """What `Case.system` says."""
        return NAME

    @property
    def signature(self) -> str:
        """Its texts change only with Triptych itself."""
        return f"{NAME}|{__version__}"

    @property
    def work(self) -> Work[Assignment, tuple[Case, ...]]:
        """Computing, in worker processes where there are many shortlists."""
        return Work(compute=write_cases)


def connect() -> EmbeddedWriter:
    """The writer behind `--writer embedded`."""
    return EmbeddedWriter()
