"""The bundled shortlists can be read, one from each file."""

from triptych.catalog import read_shortlists
from triptych.samples import sample_files


def test_each_file_is_one_shortlist_of_three() -> None:
    files = sample_files()
    assert len(files) == 6 and list(files) == sorted(files)
    for path in files:
        (shortlist,) = read_shortlists(path)
        assert shortlist.query and len(shortlist.products) == 3
