"""Listings: what a product is (`find_kind`), its facts (`find_facts`), several side by side (`align_listings`)."""

from triptych.listing.alignment import AlignedAttribute, AlignedCell, align_listings, figure_in, show_figures
from triptych.listing.kinds import find_kind
from triptych.listing.reading import find_facts

__all__ = [
    "AlignedAttribute", "AlignedCell", "align_listings", "figure_in", "find_facts", "find_kind", "show_figures",
]  # fmt: skip
