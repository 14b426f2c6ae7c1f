"""Options and records agree, so that the command line, `triptych.toml` and Python take the same."""

from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest

from triptych.options import CALLS, ENGINE, JUDGE, WRITE, Option
from triptych.settings import CallOptions, EngineOptions, JudgeOptions, WriteOptions

HIDDEN = {"base_url", "api_key", "keyless", "max_tokens"}
RECORDS = [(ENGINE, EngineOptions), (CALLS, CallOptions), (JUDGE, JudgeOptions), (WRITE, WriteOptions)]


def said_as(annotation: Any) -> Any:
    """A field's type as a command line says it: a list for what may be repeated, text for what its record reads."""
    if get_origin(annotation) in (Annotated, UnionType):
        return said_as(get_args(annotation)[0])
    if get_origin(annotation) in (tuple, dict):
        return list[str]
    return annotation if get_origin(annotation) is Literal or annotation in (int, float, bool) else str


@pytest.mark.parametrize(("options", "record"), RECORDS)
def test_a_record_has_a_field_for_each_option_of_its_type(
    options: dict[str, Option], record: type[EngineOptions]
) -> None:
    fields = record.model_fields
    assert {name: option.kind for name, option in options.items()} == {
        name: said_as(field.annotation) for name, field in fields.items() if name not in HIDDEN
    }
    assert all(fields[name].default == option.default and option.words for name, option in options.items())


@pytest.mark.parametrize("bad", [{"samples": 0}, {"samples": 1001}, {"sure": 1.1}, {"context_tokens": 999}])
def test_a_record_keeps_the_limits_of_its_options(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="should be"):
        JudgeOptions.model_validate(bad)
