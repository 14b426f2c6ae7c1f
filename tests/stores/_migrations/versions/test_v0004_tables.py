"""What the first version makes."""

from sqlalchemy import inspect

from triptych.stores import open_store


def test_the_tables_are_made_with_their_keys(url: str) -> None:
    with open_store(url) as store, store._database.reading.connect() as connection:
        found = inspect(connection)
        keys = {name: found.get_pk_constraint(name)["constrained_columns"] for name in found.get_table_names()}
    assert keys == {
        "triptych_runs": ["id"],
        "triptych_cases": ["run_id", "case_id"],
        "triptych_judgements": ["run_id", "case_id", "metric", "judge"],
        "triptych_replies": ["key"],
        "triptych_ratings": ["case_id", "case_digest", "metric", "rater"],
        "triptych_claims": ["run_id", "name"],
        "triptych_secrets": ["name"],
        "triptych_version": ["version_num"],
    }
