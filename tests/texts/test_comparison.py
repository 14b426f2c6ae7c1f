"""Tables that do not amount to a comparison."""

import re

import pytest

from triptych.errors import UsageError
from triptych.texts.markdown_table import read

MARKDOWN = r"""| Product Title | boAt Airdopes 141 \| Black | JBL Tune 230NC |
| --- | --- | --- |
| Base Price | Rs. 4490 | $79.95 |
| Final Price | Rs. 1299.00 | N/A |
| Battery Life | 42 hours | 40 hours |
| Driver | 8 mm | 10 mm |
| Latency | N/A | N/A |
| Microphones | 2 | 4 |
| Water Resistance | IPX4 | N/A |
| Average Rating | 4.1 | 4 |
| Pros | long battery; bass\; and treble | clear calls |
| Cons | N/A | over budget; no app |

Final Verdict Summary: Take the boAt for music and the JBL for calls.
"""


def test_all_that_is_missing_is_said_at_once() -> None:
    lines = [line for line in MARKDOWN.splitlines() if not line.startswith(("| Base", "| Cons", "| Latency", "Final"))]
    with pytest.raises(UsageError) as error:
        read("\n".join(lines))
    for said in ("no row 'Base Price'", "no row 'Cons'", "4 attribute rows", "no verdict"):
        assert said in str(error.value)


def test_one_product_is_too_few() -> None:
    text = re.sub(r"(?m)^(\|.*?[^\\]\|.*?[^\\]\|).*$", r"\1", MARKDOWN)
    with pytest.raises(UsageError, match="there are 1 products, not 2 to 6"):
        read(text)


def test_a_repeated_attribute_is_refused() -> None:
    with pytest.raises(UsageError, match="'battery life' is there twice"):
        read(MARKDOWN.replace("| Driver |", "| Battery Life |"))
