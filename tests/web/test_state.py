"""What pages share: a store that is opened when it is needed, and a form key of each start."""

from dataclasses import replace
from pathlib import Path

from triptych.catalog import Tables
from triptych.web.state import Site, WebOptions


def test_the_store_is_opened_when_it_is_needed(options: WebOptions, tmp_path: Path) -> None:
    site = Site(options)
    assert not (tmp_path / "store.db").exists()
    assert site.store is site.store
    assert (tmp_path / "store.db").exists()
    site.close()


def test_a_catalogue_is_read_from_tables(options: WebOptions, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,title\na,Kettle\nb,Lamp\n")
    site = Site(replace(options, tables=Tables((str(tmp_path / "p.csv"),))))
    assert site.catalogue
    assert [product.id for product in site.catalogue.products] == ["a", "b"]
    assert Site(options).catalogue is None


def test_a_page_has_one_memory(options: WebOptions) -> None:
    site = Site(options)
    assert site.shelf("scores") is site.shelf("scores")
    assert site.shelf("scores") is not Site(options).shelf("scores")


def test_each_start_has_its_own_form_key(options: WebOptions) -> None:
    assert Site(options).form_key != Site(options).form_key
