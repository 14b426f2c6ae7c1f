"""A comparison as one line of JSON: the record itself, complete."""

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import Comparison
from triptych.texts._comparison import complaints


def write(comparison: Comparison) -> str:
    """The comparison as a line of JSON."""
    return comparison.to_json() + "\n"


def read(text: str) -> Comparison:
    """The comparison a line of JSON holds; a UsageError says which field is wrong."""
    try:
        return Comparison.model_validate_json(text.lstrip("\ufeff"))
    except (ValidationError, UnicodeEncodeError) as error:
        reasons = complaints(error) if isinstance(error, ValidationError) else [str(error)]
        raise UsageError(f"this is not a comparison: {'; '.join(reasons)}") from error
