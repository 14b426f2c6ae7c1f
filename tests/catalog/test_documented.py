"""`docs/data.md` says what the code knows."""

from pathlib import Path

import pytest

from triptych.catalog import synonyms
from triptych.catalog._rows import Shape

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("shape", synonyms())
def test_every_name_of_every_field_is_documented(shape: Shape) -> None:
    table = PAGE.split(f"| {shape} | also |")[1].partition("\n\n")[0]
    rows = {}
    for line in table.splitlines()[2:]:
        field, names = (cell.strip() for cell in line.strip("|").split("|"))
        rows[field.split()[0]] = names.partition(" (")[0].split(", ")
    expected = {field: others.split() for field, others in synonyms()[shape].items() if others}
    assert rows == expected
