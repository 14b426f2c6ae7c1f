"""Listings: what a product is (`find_kind`), its facts (`find_facts`), those of several in rows (`align_facts`)."""

from triptych.listing.alignment import AlignedAttribute, align_facts
from triptych.listing.kinds import find_kind
from triptych.listing.reading import find_facts

__all__ = ["AlignedAttribute", "align_facts", "find_facts", "find_kind"]
