"""An invented product to ask things of."""

import pytest

from answered import product_of
from triptych.records import Product


@pytest.fixture
def kettle() -> Product:
    """A kettle that some find loud."""
    return product_of(
        "It boils fast and is very quiet. The lid never leaks.",
        "So noisy in the morning! But easy to clean.",
        "Perfect for the office. I wish it had a timer.",
        title="Veltra K2 Electric Kettle 1.7 Litre, Cordless, Stainless Steel, 2 Years Warranty",
        key_features=["Auto shut off", "Cord length: 75 cm", "Leak-proof lid"],
        final_price={"amount": "1499", "currency": "INR"},
    )
