"""JSON as we read it: decimals keep their digits, NaN is nothing, and nothing but BadJson is ever raised."""

import json
from decimal import Decimal
from typing import Any


class BadJson(Exception):
    """A text that is not JSON; the message says where it goes wrong."""


# Raw line breaks and tabs inside strings are forgiven: exports have them.
_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant={"NaN": None}.get, strict=False)


def read_json(text: str) -> Any:
    """What the text holds."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        near = text[error.pos : error.pos + 20]
        found = f"at {near!r}" if near else "where it ends"
        raise BadJson(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} {found} (character {error.pos + 1})") from None
    except RecursionError:
        raise BadJson("not readable: nested too deeply") from None
    except (ValueError, ArithmeticError):
        # Python reads whole numbers of so many digits only on request.
        raise BadJson("not readable: a number in it has thousands of digits") from None
