"""What visitors bring: read like any file, named as they name it, and never a path or a bomb."""

import io
import zipfile

import pytest

from triptych.errors import UsageError
from triptych.records import Product
from triptych.web.intake import Catalogue, Upload, read_brought


def test_messages_name_the_file_as_the_visitor_does() -> None:
    rows = b"id,title\na,Kettle\n,\nb,\n"
    brought = read_brought(Upload("../../etc/my file.csv", rows))
    assert [product.title for product in brought.products] == ["Kettle"]
    assert brought.remarks
    assert all("../../etc/my file.csv" in remark for remark in brought.remarks[:1])
    assert not any("/tmp" in remark or "triptych-web" in remark for remark in brought.remarks)


@pytest.mark.parametrize("name", ["x.parquet", "x.exe", "x", "", "x.csv.gz", "x.json/"])
def test_only_kinds_that_are_listed_are_read(name: str) -> None:
    with pytest.raises(UsageError, match="not of a kind"):
        read_brought(Upload(name, b"id,title\na,b\n"))


def test_packed_and_broken_files_are_refused() -> None:
    with pytest.raises(UsageError, match="packed"):
        read_brought(Upload("x.csv", b"\x1f\x8b\x08"))
    with pytest.raises(UsageError, match="not an Excel workbook"):
        read_brought(Upload("x.xlsx", b"PK nothing"))


def test_a_bomb_of_a_workbook_is_refused_unopened() -> None:
    content = io.BytesIO()
    with (
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed,
        packed.open("xl/sharedStrings.xml", "w") as part,
    ):
        for _ in range(201):
            part.write(bytes(1 << 20))
    assert len(content.getvalue()) < 1 << 20
    with pytest.raises(UsageError, match="unpacks to 201 MB"):
        read_brought(Upload("x.xlsx", content.getvalue()))


def product(name: str, title: str, price: str | None = None, **more: object) -> Product:
    return Product.model_validate({"id": name, "title": title, "final_price": price, "currency": "USD", **more})


CATALOGUE = Catalogue(
    (
        product("lamp", "Bright Desk Lamp", "20"),
        product("dear", "Silent Blender Deluxe", "250"),
        product("quiet", "Hush Blender", "80", key_features=["silent"]),
        product("plain", "Strong Blender", "60"),
    )
)


def test_the_likeliest_have_the_telling_words_and_fit_the_budget() -> None:
    found = [one.id for one in CATALOGUE.likeliest("silent blenders under $100")]
    assert found == ["quiet", "plain", "dear"] or found == ["quiet", "dear", "plain"]
    assert [one.id for one in CATALOGUE.likeliest("")] == ["lamp", "dear", "quiet", "plain"]
    assert CATALOGUE.likeliest("bicycle") == []


def test_a_shortlist_needs_a_query_and_two_products() -> None:
    assert [one.id for one in CATALOGUE.shortlist("x", ["plain", "quiet", "plain", "none"]).products] == [
        "plain",
        "quiet",
    ]
    with pytest.raises(UsageError, match="1 are chosen"):
        CATALOGUE.shortlist("x", ["plain"])
    with pytest.raises(UsageError, match="say what you are looking for"):
        CATALOGUE.shortlist(" ", ["plain", "quiet"])
