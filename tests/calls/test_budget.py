"""What a run may use."""

from decimal import Decimal
from pathlib import Path

import pytest

from triptych.calls.budget import Budget, Price, Prices, read_prices
from triptych.errors import BudgetReached, UsageError
from triptych.records import Usage


def test_prices_are_found_by_any_name_of_the_model(tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(
        'currency = "USD"\n["small"]\ninput = 0.15\noutput = 1\ncached_input = 0.075\n["*"]\ninput = 9\noutput = 9\n'
    )
    prices = read_prices(path)
    small = Price(Decimal("0.15"), Decimal(1), Decimal("0.075"))
    assert prices.currency == "USD"
    assert [prices.of(name) for name in ("openai:small@http://h/v1", "openai:small", "small")] == [small] * 3
    assert prices.of("gguf:/x.gguf") == Price(Decimal(9), Decimal(9))
    assert Prices().of("openai:small") is None


def test_cached_tokens_cost_what_the_file_says() -> None:
    usage = Usage(prompt_tokens=1_000_000, cached_tokens=400_000, completion_tokens=500_000)
    assert Price(Decimal(1), Decimal(2)).cost(usage) == Decimal(2)
    assert Price(Decimal(1), Decimal(2), Decimal("0.5")).cost(usage) == Decimal("1.8")


@pytest.mark.parametrize(
    "content",
    [
        "input = 1",
        "[m]\ninput = 1",
        "[m]\ninput = 1\noutput = -1",
        '[m]\ninput = 1\noutput = "2"',
        "[m]\ninput = nan\noutput = 1",
        "[m]\ninput = true\noutput = 1",
        "[m]\ninput = 1\noutput = 1\nper = 3",
        "currency = 3",
        "not toml",
        None,
    ],
)
def test_a_wrong_price_file_is_refused_in_words(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "prices.toml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError, match="prices"):
        read_prices(path)


def test_what_is_reserved_counts_until_it_is_known() -> None:
    budget = Budget(tokens=100)
    expected = Usage(prompt_tokens=40, completion_tokens=10)
    budget.reserve(expected)
    budget.reserve(expected)
    with pytest.raises(BudgetReached, match="100 tokens"):
        budget.reserve(expected)
    budget.spend(Usage(prompt_tokens=20))
    budget.release(expected)
    with pytest.raises(BudgetReached, match="20 spent"):
        budget.reserve(expected)
    budget.release(expected)
    budget.reserve(expected)


def test_money_is_a_budget_too() -> None:
    budget = Budget(cost=Decimal("0.10"))
    budget.spend(Usage(cost=Decimal("0.08")))
    budget.reserve(Usage(cost=Decimal("0.02")))
    with pytest.raises(BudgetReached, match=r"0\.10"):
        budget.reserve(Usage(cost=Decimal("0.000001")))


def test_a_budget_that_no_call_fits_into_does_not_promise_to_go_on() -> None:
    for budget in (Budget(tokens=10), Budget(cost=Decimal("0.001"))):
        with pytest.raises(BudgetReached, match="too small: a single call would take about") as reached:
            budget.reserve(Usage(prompt_tokens=40, cost=Decimal("0.01")))
        assert "same command" not in str(reached.value)


def test_no_limit_is_no_limit() -> None:
    budget = Budget()
    for _ in range(10):
        budget.reserve(Usage(prompt_tokens=10**9, cost=Decimal(10**6)))
    budget.release(Usage(prompt_tokens=5, cost=Decimal(1)))
    assert not budget.reserved_tokens and not budget.reserved_cost
