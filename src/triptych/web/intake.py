"""What visitors bring: pasted text and uploaded files become shortlists or a catalogue to choose from.

Files are read by the catalogue's own readers, from a folder that is made for them and removed again. They get names of
ours, so that nothing a visitor wrote is ever part of a path; messages name them as the visitor did.
"""

import math
import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from triptych.catalog import Input, Report, Tables, read_any
from triptych.english.words import stem_of
from triptych.errors import UsageError
from triptych.needs import read_needs
from triptych.records import MOST_PRODUCTS, Product, Shortlist

ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".xlsx")
"""The files that are taken."""
_MOST_UNPACKED = 200 << 20
_MOST_RECORDS = 50_000
_OVER_BUDGET = 0.4
_TITLE_WEIGHT = 3.0
_WORTH_OFFERING = 0.25
"""What a product must have of the best score."""
_REMARKS = 8


class Upload(NamedTuple):
    """A file, or a pasted text, as it came."""

    name: str
    """What the visitor calls it; only ever shown."""
    content: bytes

    @property
    def ending(self) -> str:
        """One of ENDINGS; UsageError for any other."""
        found = next((ending for ending in ENDINGS if self.name.lower().endswith(ending)), None)
        if found is None:
            raise UsageError(f"{self.name[:80]!r} is not of a kind that is read here; these are: {', '.join(ENDINGS)}")
        return found


class Brought(NamedTuple):
    """What was in it."""

    shortlists: tuple[Shortlist, ...] = ()
    products: tuple[Product, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was skipped or cleaned."""


def read_brought(main: Upload, reviews: Upload | None = None) -> Brought:
    """The shortlists or products of an upload; UsageError with file, line and field where there are none."""
    with tempfile.TemporaryDirectory(prefix="triptych-web-") as folder:
        roles = {"main": main} | ({"reviews": reviews} if reviews else {})
        paths = {_save(upload, Path(folder), role): upload.name for role, upload in roles.items()}
        source: Input = next(iter(paths)) if reviews is None else Tables(*((path,) for path in paths))
        try:
            return _read(source, paths)
        except UsageError as error:
            raise UsageError(_renamed(str(error), paths)) from None


def _save(upload: Upload, folder: Path, role: str) -> str:
    content, ending = upload.content, upload.ending
    if content[:2] == b"\x1f\x8b":
        raise UsageError(f"{upload.name} is packed; unpack it first")
    if ending == ".xlsx":
        # One that unpacks to more than any real workbook does is refused.
        try:
            with zipfile.ZipFile(BytesIO(content)) as packed:
                size = sum(part.file_size for part in packed.infolist())
        except zipfile.BadZipFile:
            raise UsageError(f"{upload.name} is not an Excel workbook; save it as .xlsx or .csv") from None
        if size > _MOST_UNPACKED:
            raise UsageError(f"{upload.name} unpacks to {size >> 20} MB; at most {_MOST_UNPACKED >> 20} are read here")
    path = folder / f"{role}{ending}"
    path.write_bytes(content)
    return str(path)


def _read(source: Input, paths: dict[str, str]) -> Brought:
    stream = read_any(source)
    if stream.kind not in ("shortlists", "products"):
        raise UsageError(f"these are {stream.kind}; give shortlists (a query with its products) or products")
    records = tuple(islice(stream, _MOST_RECORDS + 1))
    if len(records) > _MOST_RECORDS:
        raise UsageError(f"more than {_MOST_RECORDS:,} rows; `triptych write` on the command line takes any number")
    remarks = _remarks(stream.report, paths)
    return Brought(records, (), remarks) if stream.kind == "shortlists" else Brought((), records, remarks)


def _remarks(report: Report, paths: dict[str, str]) -> tuple[str, ...]:
    problems = [f"Skipped: {problem}" for problem in report.problems[:_REMARKS]]
    if (more := report.problem_count - len(problems)) > 0:
        problems.append(f"Skipped: {more} more problems; `triptych check` lists them all")
    return tuple(_renamed(words, paths) for words in (*problems, *report.notes))


def _renamed(message: str, paths: dict[str, str]) -> str:
    """The message with each file called as the visitor calls it."""
    for path, name in paths.items():
        message = message.replace(path, name)
    return message


@dataclass(frozen=True)
class Catalogue:
    """Products to choose from."""

    products: tuple[Product, ...]
    """All of them, ids unique."""
    name: str = ""
    remarks: tuple[str, ...] = ()
    """What was skipped when it was read."""

    @cached_property
    def _words(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        """The stems of each product's title and category, and of what else its listing says."""
        titles = [_stems([one.title, one.category or ""]) for one in self.products]
        rest = [
            _stems([one.description or "", *one.key_features, *one.specifications.values()]) for one in self.products
        ]
        return list(zip(titles, rest, strict=True))

    @cached_property
    def _spread(self) -> Counter[str]:
        """How many products have each stem."""
        return Counter(stem for title, rest in self._words for stem in title | rest)

    def likeliest(self, query: str, most: int = 12) -> list[Product]:
        """The products whose listings have the query's telling words, those within its budget first."""
        asked = _stems([query])
        limit = next((need.most for need in read_needs(query) if need.most), None)
        rarity = {stem: math.log(1 + len(self.products) / (1 + self._spread[stem])) for stem in asked}
        scores: list[tuple[float, int]] = []
        for place, (title, rest) in enumerate(self._words):
            score = sum(rarity[stem] * (_TITLE_WEIGHT if stem in title else 1) for stem in asked & (title | rest))
            price = self.products[place].final_price or self.products[place].base_price
            if limit and price and price.amount > limit.amount:
                score *= _OVER_BUDGET
            scores.append((-score, place))
        ranked = sorted(scores)[:most]
        least = ranked[0][0] * _WORTH_OFFERING if ranked else 0.0
        return [self.products[place] for score, place in ranked if not query or (score and score <= least)]

    def shortlist(self, query: str, ids: Sequence[str]) -> Shortlist:
        """The shortlist of a query and some products; UsageError where it is none."""
        by_id = {product.id: product for product in self.products}
        chosen = [by_id[one] for one in dict.fromkeys(ids) if one in by_id]
        if not query.strip():
            raise UsageError("say what you are looking for: the comparison answers a query")
        if not 2 <= len(chosen) <= MOST_PRODUCTS:
            raise UsageError(f"choose 2 to {MOST_PRODUCTS} products; {len(chosen)} are chosen")
        return Shortlist.model_validate({"query": query, "products": chosen})


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(stem_of(word) for text in texts for word in re.findall(r"\w+", text.lower()) if len(word) > 1)
