"""The listing read: what a product is (`find_kind`) and what title, features, specifications state (`find_facts`)."""

from triptych.aspects.listing.kinds import find_kind
from triptych.aspects.listing.reading import find_facts

__all__ = ["find_facts", "find_kind"]
