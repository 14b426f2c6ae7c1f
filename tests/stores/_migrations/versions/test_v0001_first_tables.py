"""What the first release made."""

from sqlalchemy import inspect

from old_store import OLD, make_version_one, opened


def test_the_first_tables_are_made_with_their_keys(url: str) -> None:
    with opened(url) as store, store._database.writing.begin() as connection:
        make_version_one(connection, OLD)
        found = inspect(connection)
        keys = {name: found.get_pk_constraint(name)["constrained_columns"] for name in found.get_table_names()}
    assert keys == {
        "triptych_runs": ["id"],
        "triptych_cases": ["run_id", "case_id"],
        "triptych_judgements": ["run_id", "case_id", "metric", "judge"],
        "triptych_replies": ["key"],
        "triptych_ratings": ["case_id", "metric", "rater"],
        "triptych_secrets": ["name"],
        "triptych_version": ["version_num"],
    }
