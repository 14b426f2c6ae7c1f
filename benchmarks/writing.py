"""How fast texts are written, how much memory it takes, and what a model is sent. Each figure says what makes it.

    python benchmarks/writing.py [--memory N]

Shortlists have 3 products with 30 reviews of 40 words each, made of the bundled samples' sentences; one core.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice

from triptych.aspects import read_product
from triptych.calls.budget import estimate_prompt
from triptych.calls.caller import Caller, Limits, ReplyCache
from triptych.catalog import read_shortlists
from triptych.models.scripted import ScriptedModel
from triptych.records import TASKS, Product, Reading, Review, Shortlist, count_words
from triptych.samples import sample_files
from triptych.writers import Assignment, assign, write_opinion
from triptych.writers.embedded import briefs_of, write_cases
from triptych.writers.llm import Asking, LlmWriter

PRODUCTS, REVIEWS, WORDS = 3, 30, 40
COUNT = 24
_PASSES = 5


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="How fast texts are written.")
    parser.add_argument("--memory", type=int, default=10_000, metavar="N", help="shortlists in the memory test")
    options = parser.parse_args()
    print(f"# python {' '.join(sys.argv)}")
    shortlists = list(islice(make_shortlists(), COUNT))
    readings = print_speed(shortlists)
    print_lengths()
    print_tokens(shortlists, readings)
    print_memory(shortlists, readings, options.memory)


def make_shortlists(seed: int = 4) -> Iterator[Shortlist]:
    """Shortlists of the measured size, the same each time, without end."""
    chance = random.Random(seed)
    samples = [shortlist for path in sample_files() for shortlist in read_shortlists(path)]
    for number in cycle(range(sys.maxsize)):
        sample = samples[number % len(samples)]
        products = [_resized(product, number, chance) for product in sample.products[:PRODUCTS]]
        yield sample.model_copy(update={"id": f"{sample.id}-{number}", "products": tuple(products)})


def _resized(product: Product, number: int, chance: random.Random) -> Product:
    """The product with so many reviews of so many words, of its own reviewers' sentences."""
    bank = [review.text for review in product.reviews if len(review.text.split()) > 3]
    reviews = []
    for place in range(REVIEWS):
        words: list[str] = []
        while len(words) < WORDS:
            words += chance.choice(bank).split()
        reviews.append(Review(id=f"r{place}", text=" ".join(words[:WORDS]), stars=float(chance.randint(1, 5))))
    return product.model_copy(update={"id": f"{product.id}-{number}", "reviews": tuple(reviews)})


def print_speed(shortlists: list[Shortlist]) -> list[dict[str, Reading]]:
    """Shortlists a second with reading, and with readings given."""
    assignments = list(assign(shortlists))
    write_cases(assignments[0])
    whole = min(_seconds_each([(assignment, None) for assignment in assignments]) for _ in range(2))
    readings = [{product.id: read_product(product) for product in shortlist.products} for shortlist in shortlists]
    alone = min(_seconds_each(list(zip(assignments, readings, strict=True))) for _ in range(_PASSES))
    print(f"with reading:        {1 / whole:6.1f} shortlists a second of CPU ({whole * 1000:.1f} ms)")
    print(f"with readings given: {1 / alone:6.1f} shortlists a second of CPU ({alone * 1000:.1f} ms)")
    return readings


def _seconds_each(given: list[tuple[Assignment, dict[str, Reading] | None]]) -> float:
    """Processor seconds a shortlist; others on the machine only add to them, so the best of some passes counts."""
    started = time.process_time()
    for assignment, readings in given:
        write_cases(assignment, readings)
    return (time.process_time() - started) / len(given)


def print_lengths() -> None:
    """How many opinions of much reviewed products have the full length."""
    products = [product for path in sample_files() for each in read_shortlists(path) for product in each.products]
    lengths = [count_words(write_opinion(product).text) for product in products if len(product.reviews) >= 20]
    full = sum(225 <= length <= 250 for length in lengths)
    print(f"opinions of 225 to 250 words: {full} of {len(lengths)} products with 20 or more reviews")


def print_tokens(shortlists: list[Shortlist], readings: list[dict[str, Reading]]) -> None:
    """Tokens sent for all texts of a shortlist, with the sources and with the digest; estimated."""
    sent = dict.fromkeys((False, True), 0)
    for is_digest in sent:
        caller = Caller(ScriptedModel([]), ReplyCache(None), Limits())
        writer = LlmWriter(caller, Asking(is_digest), b"0" * 32)
        for shortlist, given in zip(shortlists, readings, strict=True):
            briefs = tuple(briefs_of(shortlist, given).values())
            for task in TASKS:
                for group in [briefs] if task == "comparison" else [(brief,) for brief in briefs]:
                    query = None if task == "opinion" else shortlist.query
                    sent[is_digest] += estimate_prompt(writer.request(task, query, group).messages)
    sources, digest = (sent[is_digest] / len(shortlists) for is_digest in (False, True))
    print(
        f"tokens sent a shortlist: {sources:.0f} with the sources, {digest:.0f} with --digest ({digest / sources:.0%})"
    )


def print_memory(shortlists: list[Shortlist], readings: list[dict[str, Reading]], count: int) -> None:
    """Peak memory after a tenth of so many shortlists, and after all of them."""
    peaks = []
    pairs = cycle(zip(shortlists, readings, strict=True))
    for number, assignment in enumerate(assign(_renamed(count, [pair[0] for pair in islice(pairs, len(shortlists))]))):
        write_cases(assignment, readings[number % len(readings)])
        if number + 1 in (count // 10, count):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"peak memory: {peaks[0]:.0f} MB after {count // 10} shortlists, {peaks[-1]:.0f} MB after {count}")


def _renamed(count: int, shortlists: list[Shortlist]) -> Iterator[Shortlist]:
    for number in range(count):
        yield shortlists[number % len(shortlists)].model_copy(update={"id": f"s{number}"})


if __name__ == "__main__":
    main()
