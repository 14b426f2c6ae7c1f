"""What options about models are given as, read: further fields of a request, and money."""

import json
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from triptych.errors import UsageError
from triptych.models import Option

# Without these as we send them nothing can be read back.
_OURS = ("messages", "stream")


def read_model_options(given: Sequence[str]) -> dict[str, Option]:
    """`temperature=null` and `top_p=0.9` as fields; what is not JSON is text."""
    options: dict[str, Option] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"--model-option is K=V; this is {pair!r}")
        if name.strip() in _OURS:
            raise UsageError(
                f"--model-option {pair}: {name.strip()} is not yours to set; what is sent is made of the case"
            )
        try:
            options[name.strip()] = json.loads(value)
        except ValueError:
            options[name.strip()] = value
    return options


def read_money(given: str | None) -> Decimal | None:
    """The amount that `--budget-cost` says."""
    if given is None:
        return None
    try:
        amount = Decimal(given)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount <= 0:
        raise UsageError(f"--budget-cost is an amount of money above 0; this is {given!r}")
    return amount
