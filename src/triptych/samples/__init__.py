"""The bundled shortlists: six categories of invented products with invented, messy reviews."""

from pathlib import Path


def sample_files() -> tuple[Path, ...]:
    """The files, one shortlist each."""
    return tuple(sorted(Path(__file__).parent.glob("*.json")))
