"""What the records of a store say of themselves."""

from triptych.records import Rating
from triptych.stores import KeptRating, RunTally
from triptych.stores._rows import CaseFigures


def test_records_say_what_follows_from_their_fields() -> None:
    rated = KeptRating("c", "d", "fluency", "ann", 4.0)
    assert rated.rating == Rating(case_id="c", metric="fluency", rater="ann", score=4.0)
    assert rated._replace(score=None, skipped="in French").rating is None
    assert RunTally(cases=2, scored=3, unscored=1, unreached=1).judgements == 5
    figures = CaseFigures("c", "", 9, None, 1, {"fluency": 4.0, "clarity": 3.0})
    assert (figures.mean, figures._replace(values={}).mean) == (3.5, None)
