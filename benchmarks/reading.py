"""How well and how fast reviews are read. Each figure is printed with what makes it.

    python benchmarks/reading.py [--semeval PATH] [--real FOLDER]

Terms and polarity are measured on SemEval-2014 task 4 (laptops and restaurants; not part of this repository), products
on hand labels (the bundled samples' in `tests/aspects/labels`; other categories' in `tests/aspects/labels_more`, in the
sets that `tests/aspects/sets.json` names), speed and memory on the bundled samples.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from triptych.aspects import find_generic, find_terms, polarities_of, read_product, tally
from triptych.catalog import read_products, read_shortlists
from triptych.english.words import lines_of
from triptych.records import Aspect, Product, Reading, Review
from triptych.samples import sample_files

ROOT = Path(__file__).parent.parent
REAL = ROOT.parent / "shared" / "real"
"""Labelled real products with their scorer; not part of this repository."""
SEMEVAL = ROOT.parent / "shared" / "human" / "absa_semeval14_train.jsonl"
TESTS = ROOT / "tests" / "aspects"
SETS = TESTS / "sets.json"
"""Which products of other categories served in writing the lists, and which were only measured."""
MANY = 10_000
"""Reviews of one product in the memory test."""

Span = tuple[int, int]


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="How well and how fast reviews are read.")
    parser.add_argument("--semeval", type=Path, default=SEMEVAL, help="SemEval-2014 rows, one JSON object a line")
    parser.add_argument("--real", type=Path, default=REAL, help="folder of labelled real shortlists and their scorer")
    parser.add_argument("--products", action="store_true", help="only the labelled products")
    parser.add_argument(
        "--without-facets", action="store_true", help="only the labelled products, facets.txt left empty"
    )
    parser.add_argument(
        "--memory", action="store_true", help="only read many reviews of one product and print the peak"
    )
    options = parser.parse_args()
    if options.memory:
        print_memory()
        return
    command = " ".join(["python", *sys.argv])
    print(f"# {command}")
    if options.without_facets:
        leave_out_facets()
    if options.products or options.without_facets:
        print_products()
        return
    print_semeval(options.semeval)
    print_real(options.real)
    print_products()
    subprocess.run([sys.executable, __file__, "--without-facets"], check=True)
    print_speed()
    print_start()
    subprocess.run([sys.executable, __file__, "--memory"], check=True)


def leave_out_facets() -> None:
    """Read as if `facets.txt` were empty: what is left are the nouns that reviewers use."""
    patch(
        "triptych.aspects.lexicon.lines_of", lambda name: () if name.endswith("facets.txt") else lines_of(name)
    ).start()


def print_semeval(path: Path) -> None:
    """Aspect-term F1 and polarity accuracy, by domain."""
    if not path.is_file():
        print(f"SemEval-2014: not measured, {path} is not there (--semeval PATH)")
        return
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    generic = find_generic(row["text"] for row in rows)
    domains: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        domains[row["domain"]].append(row)
    for domain, some in domains.items():
        hits = predicted = wanted = 0
        for row in some:
            gold = [(term["start"], term["end"]) for term in row["aspect_terms"]]
            found = [(term.start, term.end) for term in find_terms(row["text"], generic)]
            hits += overlaps(found, gold)
            predicted += len(found)
            wanted += len(gold)
        precision, recall = hits / predicted, hits / wanted
        f1 = 2 * precision * recall / (precision + recall)
        right, total = polarity(some)
        print(
            f"SemEval-2014 {domain}: aspect terms F1 {f1:.3f} (precision {precision:.3f}, recall {recall:.3f}, "
            f"{wanted} terms); polarity accuracy {right / total:.3f} ({total} terms, conflict left out)"
        )


def print_real(folder: Path) -> None:
    """The figures of the scorer that lies beside the labelled real products."""
    scorer, shortlists = folder / "score_reading.py", folder / "shortlists.jsonl"
    if not scorer.is_file():
        print(f"real products: not measured, {scorer} is not there (--real FOLDER)")
        return
    readings = [read_product(product).to_json() for some in read_shortlists(shortlists) for product in some.products]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("\n".join(readings) + "\n")
        file.flush()
        command = [sys.executable, str(scorer), str(folder / "labels.jsonl"), str(shortlists), file.name]
        scored = subprocess.run(command, check=True, capture_output=True, text=True)
    print(f"real products: {scored.stdout.strip()}")


def overlaps(found: list[Span], gold: list[Span]) -> int:
    """How many gold spans some found span overlaps, each found span used once."""
    used: set[int] = set()
    for start, end in gold:
        for n, (first, last) in enumerate(found):
            if n not in used and first < end and start < last:
                used.add(n)
                break
    return len(used)


def polarity(rows: list[dict[str, Any]]) -> tuple[int, int]:
    """How many given terms get their polarity, and how many there are."""
    right = total = 0
    for row in rows:
        terms = row["aspect_terms"]
        given = polarities_of(row["text"], [(term["start"], term["end"]) for term in terms])
        for term, level in zip(terms, given, strict=True):
            if term["polarity"] != "conflict":
                total += 1
                right += level.removeprefix("very ") == term["polarity"]
    return right, total


@dataclass
class Held:
    """Counts over the labelled aspects."""

    aspects: int = 0
    found: int = 0
    sentiment: int = 0
    five_levels: int = 0
    counts: int = 0
    counts_near: int = 0
    all_near: int = 0

    def add(self, label: dict[str, Any], reading: Reading) -> None:
        """Hold one labelled aspect against a reading."""
        self.aspects += 1
        self.counts += 3
        aspect = matching(label, reading)
        if aspect is None:
            return
        self.found += 1
        self.sentiment += aspect.sentiment.split()[-1] == label["sentiment"].split()[-1]
        self.five_levels += aspect.sentiment == label["sentiment"]
        counts = aspect.reviewers
        pairs = zip(("for", "against", "neutral"), (counts.for_, counts.against, counts.neutral), strict=True)
        near = [abs(len(label[side]) - count) <= 1 for side, count in pairs]
        self.counts_near += sum(near)
        self.all_near += all(near)


def matching(label: dict[str, Any], reading: Reading) -> Aspect | None:
    """The aspect of a reading that bears the label's name, or one of those it also goes by; the most discussed."""
    names = {plain(name) for name in [label["name"], *label["also"]]}
    return next((aspect for aspect in reading.aspects if plain(aspect.name) in names), None)


def plain(name: str) -> str:
    """A name without capitals and hyphens."""
    return name.lower().replace("-", " ")


def print_products() -> None:
    """Recall of labelled aspects, their sentiment and their reviewer counts, for each set of products."""
    samples = {product.id: product for product in sample_products()}
    print_set("samples", sorted((TESTS / "labels").glob("*.json")), samples)
    for title, ids in json.loads(SETS.read_text(encoding="utf-8")).items():
        files = [TESTS / "labels_more" / f"{name}.json" for name in ids]
        products = {
            product.id: product for name in ids for product in read_products(TESTS / "products" / f"{name}.json")
        }
        print_set(title, files, products)


def print_set(title: str, files: list[Path], products: dict[str, Product]) -> None:
    """The figures of one set of labelled products."""
    held = Held()
    for file in files:
        labels = json.loads(file.read_text(encoding="utf-8"))
        reading = read_product(products[labels["product_id"]])
        for label in labels["aspects"]:
            held.add(label, reading)
    n = held.aspects
    print(
        f"products, {title}: {len(files)} labelled, {n} aspects: recall {held.found / n:.3f}; majority sentiment right "
        f"{held.sentiment / n:.3f} (for, against or even; on all five levels {held.five_levels / n:.3f}); "
        f"counts within ±1 {held.counts_near / held.counts:.3f} (all three of an aspect {held.all_near / n:.3f})"
    )


def sample_products() -> Iterator[Product]:
    """The products of the bundled shortlists."""
    for file in sample_files():
        for shortlist in read_shortlists(file):
            yield from shortlist.products


def some_reviews(wanted: int) -> Iterable[Review]:
    """So many distinct reviews, made of the samples' own."""
    texts = [review.text for product in sample_products() for review in product.reviews]
    for n in range(wanted):
        yield Review(id=str(n), text=f"{texts[n % len(texts)]} Order number {n}.")


def print_speed() -> None:
    """Words of reviews a second, on one core, warm; the best of three."""
    reviews = list(some_reviews(3000))
    tally(reviews[:100])
    words = sum(len(review.text.split()) for review in reviews)
    times = []
    for _ in range(3):
        start = time.process_time()
        tally(reviews).reading(Product(id="p", title="A product"))
        times.append(time.process_time() - start)
    seconds = min(times)
    print(f"speed: {words / seconds:,.0f} words a second ({words:,} words in {seconds:.2f} s of one core)")
    print("  spaCy's small English pipeline is not beside it: its weights come from no index this project trusts")


def print_start() -> None:
    """Seconds from a fresh interpreter to the first reading, the best of three."""
    code = (
        "from triptych.aspects import read_product; from triptych.records import Product, Review;"
        "read_product(Product(id='p', title='Earbuds', reviews=[Review(id='1', text='Great sound, bad mic.')]))"
    )
    waited, worked = [], []
    for _ in range(3):
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        waited.append(time.perf_counter() - start)
        worked.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    print(
        f"start-up: {min(waited):.2f} s to the first reading in a fresh interpreter "
        f"({min(worked):.2f} s of a core: what it takes on an idle machine)"
    )


def print_memory() -> None:
    """Peak memory of one pass over many reviews of one product."""
    product = Product(id="p", title="Wireless earbuds", reviews=tuple(some_reviews(MANY)))
    reading = read_product(product)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {peak:.0f} MB at most for {reading.reviewers:,} reviews of one product in one pass")


if __name__ == "__main__":
    main()
