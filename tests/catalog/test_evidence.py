"""What a text points to stays where it was: sources are cleaned once, and reading them again moves nothing."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from triptych.catalog import read_cases, read_products
from triptych.errors import UsageError
from triptych.records import Case, Claim, Evidence, Product

MESSY = st.lists(
    st.sampled_from(
        ["<b>", "</b>", "&amp;", "lt;", "<br>", "\u200b", "👩\u200d🔬", "\ufe0f", "\x07", "  ", "\n\n\n", "; ", " | "]
    )
    | st.sampled_from(["•", "- ", "Size: 5", "words", "क्\u200dष", "<3", "&#38;", "#38;", "\ud800", "it’s"]),
    min_size=1,
    max_size=12,
).map(lambda pieces: "x" + "".join(pieces))
PRODUCTS = st.fixed_dictionaries(
    {"id": st.just("p"), "title": MESSY},
    optional={
        "description": MESSY,
        "key_features": MESSY | st.lists(MESSY, max_size=3),
        "specs": MESSY | st.dictionaries(MESSY, MESSY, max_size=3),
        "ugc_summary": MESSY,
        "opinion": MESSY,
        "category": MESSY,
        "price": st.sampled_from(["₹1,299", "24.90", 5]),
        "reviews": st.lists(MESSY, max_size=4),
    },
)


def evidence_of(product: Product) -> tuple[Evidence, ...]:
    """The whole of every source, as spans."""
    return tuple(
        Evidence(
            product_id=one.product_id, source=one.kind, source_id=one.id, start=0, end=len(one.text), text=one.text
        )
        for one in product.sources()
    )


def read_one(read: Any, folder: Path, line: str) -> Any:
    path = folder / "row.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    [record] = read(path)
    return record


@given(PRODUCTS)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_span_still_resolves_when_a_case_is_read_again(raw: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            product: Product = read_one(read_products, Path(folder), json.dumps(raw))
        except UsageError:
            return
        claim = Claim(text="T", start=0, end=1, kind="stated", evidence=evidence_of(product))
        case = Case(id="c", item="i", task="opinion", products=(product,), text="T", claims=(claim,))
        again: Case = read_one(read_cases, Path(folder), case.to_json())
    assert again == case
    assert all(evidence.resolves_in(again.products[0]) for evidence in again.claims[0].evidence)
