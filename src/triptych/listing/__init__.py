"""Listings: what a product is (`find_kind`), its facts (`find_facts`), several side by side (`align_listings`)."""

from triptych.listing.alignment import AlignedAttribute as AlignedAttribute
from triptych.listing.alignment import AlignedCell as AlignedCell
from triptych.listing.alignment import align_listings as align_listings
from triptych.listing.alignment import figure_in as figure_in
from triptych.listing.alignment import show_figures as show_figures
from triptych.listing.kinds import find_kind as find_kind
from triptych.listing.reading import find_facts as find_facts
