"""What pages share: a store that is opened when it is needed, and a form key of each start."""

from pathlib import Path

from triptych.web.state import Site, WebOptions


def test_the_store_is_opened_when_it_is_needed(options: WebOptions, tmp_path: Path) -> None:
    site = Site(options)
    assert not (tmp_path / "store.db").exists()
    assert site.store is site.store
    assert (tmp_path / "store.db").exists()
    site.close()


def test_each_start_has_its_own_form_key(options: WebOptions) -> None:
    assert Site(options).form_key != Site(options).form_key
