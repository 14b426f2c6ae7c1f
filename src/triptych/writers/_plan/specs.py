"""What a listing states of a product, as short values that can stand in a sentence or beside each other in a table."""

import re
from dataclasses import dataclass
from functools import lru_cache

from triptych.aspects import aspects_in
from triptych.english.stems import singular
from triptych.records import Evidence, Product, is_gap
from triptych.writers._plan.needs import is_quality, stems
from triptych.writers._words.wording import is_plural, lower_name

_NOTE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*")
_QUANTITY = re.compile(r"(?:up to |about |around )?\d+(?:\.\d+)?\s?[a-zA-Z]", re.IGNORECASE)
_MEASURE = re.compile(
    r"(?:capacity|weight|size|length|height|width|power|range|level|life|playtime|time|load|brightness|depth|warranty|"
    r"drop|thickness|travel|speed|diameter|output|consumption|dose)"
)
_SOFT = frozenset(
    {
        *("Up", "About", "Around", "Adjustable", "Fixed", "Fanless", "Backlit", "Self-adjusting", "Full", "Hybrid"),
        *("Soft", "Firm", "Medium", "Extra", "Dark", "Light", "Stainless", "Manual", "Automatic", "Machine", "Dry"),
        *("Refillable", "Matte", "Satin", "Gel", "Cream", "Fluid", "Silicone", "Memory", "Pocket", "Goose", "Neutral"),
    }
)
_COUNTED = re.compile(r"(\d+)(\s+\([^()]*\))?")
_DULL = re.compile(
    r"\b(?:warranty|colou?r|model|brand|manufacturer|sku|origin|package|contents|importer|packer|dimensions|asin|ean|upc|"
    r"department|generic|number|closure|cord|item weight|bluetooth version|net weight|shelf life|language|sim|"
    r"box size)\b",
    re.IGNORECASE,
)
# What can stand in a sentence without quotation marks: "IPX5", "adjustable (height and depth)".
_PLAIN = re.compile(r"[a-z-]+(?: \([a-z0-9 -]+\))?|[A-Z]*\d[A-Z\d]*|[A-Z] \([a-z]+\)")
_LONGEST = 48
_MOST_WORDS = 9
_DENIED, _CONFIRMED = frozenset({"no", "none", "false"}), frozenset({"yes", "y", "true"})
_NOTHING = re.compile(r"(?:none|no|nil|without)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spec:
    """One attribute of a product and its value."""

    name: str
    """As the shop has it: "Battery Life"."""
    value: str
    """Shortened to what a table can hold."""
    bare_name: str
    """The name without notes: "Weight" for "Weight (Each Bud)"."""
    product_id: str
    """The product."""
    source: tuple[str, str]
    """The name and the value to the letter."""

    @property
    def evidence(self) -> Evidence:
        """Where it stands."""
        name, text = self.source
        return Evidence(
            product_id=self.product_id, source="specification", source_id=name, start=0, end=len(text), text=text
        )

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects it speaks of."""
        return aspects_in(self.bare_name)

    @property
    def is_dull(self) -> bool:
        """True for what hardly anybody chooses by."""
        return is_dull(self.bare_name)

    @property
    def clause(self) -> str:
        """Both as a clause: "the listed weight is 1.4 kg"."""
        name, value = lower_name(self.bare_name), self.value
        if value == f"No {name}" or value.lower() in _DENIED:
            return f"the listing says it is not {name}" if is_quality(name) else f"the listing says it has no {name}"
        if value.lower() in _CONFIRMED:
            return f"the listing says it is {name}" if is_quality(name) else f"the listing confirms {name}"
        if _share_a_word(name, value):
            return f"the listing says “{value}”"
        counted = _COUNTED.fullmatch(value)
        what, _, included = name.rpartition(" included")
        if counted and ((included == "" and what) or is_plural(name)):
            return _count(counted, what or name, "includes" if what else "gives")
        value = soften(value)
        is_plain = value[:1].isdigit() or _QUANTITY.match(value) or _PLAIN.fullmatch(value)
        return f"the listed {name} {'are' if is_plural(name) else 'is'} {value if is_plain else f'“{self.value}”'}"

    @property
    def phrase(self) -> str | None:
        """Both in a sentence, "a weight of 1.4 kg"; None where they make no good one."""
        name, value = lower_name(self.bare_name), soften(self.value)
        if (
            not _MEASURE.fullmatch(name.split()[-1])
            or not _QUANTITY.match(value)
            or "," in value
            or len(value.split()) > 6
        ):
            return None
        return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name} of {value}"


def _share_a_word(name: str, value: str) -> bool:
    """True where the value speaks of the name itself: "Washing: Machine washable"."""
    said = {stem[:4] for stem in stems(value)}
    return any(stem[:4] in said for stem in stems(name))


def _count(counted: re.Match[str], name: str, verb: str) -> str:
    """A clause for a number of things: "the listing includes 2 batteries"."""
    return f"the listing {verb} {counted[1]} {singular(name) if counted[1] == '1' else name}{counted[2] or ''}"


def is_dull(name: str) -> bool:
    """True for an attribute that hardly anybody chooses by."""
    return _DULL.search(name) is not None


@lru_cache(maxsize=4096)
def bare_name(name: str) -> str:
    """An attribute's name without its notes."""
    return _NOTE.sub(" ", name).strip() or name


def soften(value: str) -> str:
    """A value inside a sentence: "Up to" becomes "up to"."""
    first = value.split(" ", 1)[0]
    return value[0].lower() + value[1:] if first in _SOFT else value


def specs_of(product: Product) -> list[Spec]:
    """The product's specifications that say something, in the shop's order."""
    found = []
    for name, value in product.specifications.items():
        shown = show_value(lower_name(" ".join(name.split())), value)
        if shown and name.strip() and len(name) <= 60:
            flat = " ".join(name.split())
            found.append(Spec(flat, shown[0], bare_name(flat), product.id, (name, value[: shown[1]])))
    return found


def show_value(name: str, value: str) -> tuple[str, int] | None:
    """A value short enough for a table and how many characters of the source it takes; None where it says nothing."""
    flat = " ".join(value.split())
    if not flat or is_gap(flat):
        # "Fragrance: None" says something; "Fragrance: N/A" does not.
        return (f"No {name}", len(value)) if _NOTHING.fullmatch(flat) else None
    if len(flat) <= _LONGEST and len(flat.split()) <= _MOST_WORDS:
        return flat, len(value)
    cut = _shorten(flat)
    return (cut, len(value)) if cut else None


def _shorten(flat: str) -> str | None:
    """The leading part of a long value that is whole in itself."""
    for separator in (r"\s*[;(\[]", r"\.\s", r",\s", r"\s[-–]\s", r"\s(?:with|and|for)\s"):
        lead = re.split(separator, flat, maxsplit=1)[0].strip()
        if 0 < len(lead) <= _LONGEST and len(lead.split()) <= _MOST_WORDS and not is_gap(lead):
            return lead
    words = flat.split()[: _MOST_WORDS - 1]
    lead = " ".join(words)[: _LONGEST - 1].rstrip(" ,;:-–")
    return f"{lead}…" if lead and not is_gap(lead) else None
