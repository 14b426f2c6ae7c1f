"""The bundled shortlists: six categories of invented products with invented, messy reviews; and texts about them."""

from pathlib import Path


def sample_files() -> tuple[Path, ...]:
    """The files, one shortlist each."""
    return tuple(sorted(Path(__file__).parent.glob("*.json")))


def texts_by_others() -> Path:
    """Texts about some of the products that are good and bad on purpose: one expert, one fluent but false, one poor."""
    return Path(__file__).parent / "texts_by_others.jsonl"
