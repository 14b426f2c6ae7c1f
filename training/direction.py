"""Learn which words are good news, which are bad, and which cost a happy review its fifth star.

    python training/direction.py REVIEWS.jsonl.gz src/triptych/aspects/learnt

A row of the reviews has `stars`, `text` and perhaps `title`, `product_id`. Each sentence, cut at "but" and its like, is
an instance with the stars of its review as a weak label; the two sides weigh the same. Because a review of five stars
has clauses that complain, mostly behind "but", the model is fitted again on its own idea of each clause, held by what
stars and "but" let expect (`direction.npz`). A second one tells the clauses of five stars from those of three and four
(`quibble.npz`). Takes some minutes and 6 GB; the same reviews give the same bytes. Needs scipy (the extra `stats`).
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import minimize

from triptych.aspects.lexicon import CHAIN, FINAL, LONGEST_RUN, MIX, STEP, word_hash
from triptych.english.sentences import words_of
from triptych.english.words import word_set

FEWEST_USES = (10, 15, 15)
"""How often a run of one, two or three words must be used."""
GOOD_STARS, FULL_STARS = 4, 5
STAR_WEIGHTS = np.array([0, 1, 1, 1, 0.3, 1])
SOFT_STAR_WEIGHTS = np.array([0, 1, 1, 1, 0.6, 1])
PRAISE_BY_STARS = np.array([[0.5, 0.15, 0.25, 0.4, 0.75, 0.88], [0.5, 0.25, 0.3, 0.3, 0.3, 0.42]])
"""The share of clauses that praise in reviews of so many stars, and of those behind "but"."""
QUIBBLE_STARS = np.array([0, 0, 0, 0.5, 1, 1])
BUT = word_set("but however except yet whereas otherwise nevertheless nonetheless")
ALTHOUGH = word_set("although though despite while")
PENALTY, QUIBBLE_PENALTY = 3e-6, 1e-5
LEAST_WEIGHT = 0.03
FIRST_STEPS, LATER_STEPS, QUIBBLE_STEPS, ROUNDS = 40, 25, 30, 3

Numbers = NDArray[Any]


@dataclass
class Clauses:
    """The clauses of all reviews as hashes of their words."""

    hashes: Numbers
    """Of every word, one after the other."""
    lengths: Numbers
    """Words of each clause."""
    stars: Numbers
    """Of the review each clause is from."""
    siblings: Numbers
    """How many clauses that review has."""
    turned: Numbers
    """1 for a clause behind "but", else 0."""


def main() -> None:
    """Read reviews, learn, write the weights."""
    parser = argparse.ArgumentParser(description="Learn good and bad news from star-rated reviews.")
    parser.add_argument("reviews", type=Path, help="JSONL, or JSONL.gz")
    parser.add_argument("folder", type=Path, help="where the .npz files go")
    options = parser.parse_args()
    learn(rows_of(options.reviews), options.folder)


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file of reviews."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def learn(rows: Iterator[dict[str, Any]], folder: Path, fewest: tuple[int, ...] = FEWEST_USES) -> None:
    """Learn from rows and write the weights."""
    clauses = read_clauses(rows)
    keys, uses = count_runs(clauses, fewest)
    print(f"{len(clauses.lengths):,} clauses, {len(keys):,} runs")
    write(keys, fit(uses, clauses), folder / "direction.npz")
    write(keys, fit_quibbles(uses, clauses), folder / "quibble.npz")


def write(keys: Numbers, weights: Numbers, output: Path) -> None:
    """Store the weights that matter, as bytes."""
    values = np.clip(np.rint(weights / STEP), -127, 127).astype(np.int8)
    values[np.abs(weights) < LEAST_WEIGHT] = 0
    kept = np.flatnonzero(values)
    gaps = np.diff(keys[kept], prepend=np.uint32(0)).astype(np.uint32)
    np.savez_compressed(output, gaps=gaps, values=values[kept])
    print(f"{len(kept):,} kept in {output}")


def read_clauses(rows: Iterator[dict[str, Any]]) -> Clauses:
    """The clauses of titles and texts; a text that comes twice of one product counts once."""
    hashes: list[int] = []
    lengths: list[int] = []
    stars: list[int] = []
    siblings: list[int] = []
    turned: list[int] = []
    seen: set[int] = set()
    for row in rows:
        key = hash_of_row(row)
        if key in seen:
            continue
        seen.add(key)
        texts = (row.get("title") or "", row["text"])
        found = [clause for text in texts for words in words_of(text) for clause in clauses_of(words)]
        for words, is_turned in found:
            hashes.extend(map(word_hash, words))
            lengths.append(len(words))
            turned.append(is_turned)
        stars += [int(row["stars"])] * len(found)
        siblings += [len(found)] * len(found)
    return Clauses(np.array(hashes, np.uint64), *map(np.array, (lengths, stars, siblings, turned)))


def clauses_of(words: list[str]) -> Iterator[tuple[list[str], int]]:
    """The parts of a sentence before and behind "but", the latter with 1; "although" ends at a comma."""
    held: list[str] = []
    is_turned = is_conceding = False
    for word in words:
        if word in BUT or word in ALTHOUGH or (is_conceding and word == ","):
            if held:
                yield held, int(is_turned)
            held, is_turned, is_conceding = [], word != ",", word in ALTHOUGH
        else:
            held.append(word)
    if held:
        yield held, int(is_turned)


def run_keys(hashes: Numbers) -> list[Numbers]:
    """For each length of run the keys of those that end at each word, whatever clause they begin in."""
    mixed = hashes * np.uint64(MIX)
    runs, found = mixed, [_key(mixed)]
    for _ in range(LONGEST_RUN - 1):
        longer = mixed.copy()
        longer[1:] += runs[:-1] * np.uint64(CHAIN)
        runs = longer
        found.append(_key(runs))
    return found


def _key(runs: Numbers) -> Numbers:
    return (((runs ^ (runs >> np.uint64(29))) * np.uint64(FINAL)) >> np.uint64(32)).astype(np.uint32)


def hash_of_row(row: dict[str, Any]) -> int:
    """What tells one review of one product from others."""
    return word_hash(f"{row.get('product_id')}\0{row['text']}") << 32 | word_hash(row["text"])


def count_runs(clauses: Clauses, fewest: tuple[int, ...]) -> tuple[Numbers, sparse.csr_matrix]:
    """The runs that are common enough, and which clause has which."""
    ends = np.cumsum(clauses.lengths)
    of_clause = np.repeat(np.arange(len(ends)), clauses.lengths)
    firsts = np.arange(len(of_clause)) - np.repeat(ends - clauses.lengths, clauses.lengths)
    runs = [(keys[firsts >= n], of_clause[firsts >= n]) for n, keys in enumerate(run_keys(clauses.hashes))]
    known = []
    for (keys, _), least in zip(runs, fewest, strict=True):
        some, counts = np.unique(keys, return_counts=True)
        known.append(some[counts >= least])
    table = np.unique(np.concatenate(known))
    rows, columns = [], []
    for keys, places in runs:
        at = np.minimum(np.searchsorted(table, keys), len(table) - 1)
        hits = table[at] == keys
        rows.append(places[hits])
        columns.append(at[hits])
    ones = np.ones(sum(map(len, rows)), np.float32)
    uses = sparse.csr_matrix((ones, (np.concatenate(rows), np.concatenate(columns))), shape=(len(ends), len(table)))
    uses.data[:] = 1
    return table, uses


def fit(uses: sparse.csr_matrix, clauses: Clauses) -> Numbers:
    """What each run says of its being good news."""
    stars, share = clauses.stars, clauses.siblings**-0.5
    wanted = (stars >= GOOD_STARS).astype(float)
    weights = balanced(wanted, STAR_WEIGHTS[stars] * share * (1 - clauses.turned))
    found = descend(uses, *weights, np.zeros(uses.shape[1] + 1), FIRST_STEPS)
    for _ in range(ROUNDS):
        prior = PRAISE_BY_STARS[clauses.turned, stars]
        odds = uses @ found[1:].astype(np.float32) + found[0] + np.log(prior / (1 - prior))
        weights = balanced(1 / (1 + np.exp(-odds)), SOFT_STAR_WEIGHTS[stars] * share)
        found = descend(uses, *weights, found, LATER_STEPS)
    return found[1:]


def fit_quibbles(uses: sparse.csr_matrix, clauses: Clauses) -> Numbers:
    """What each run says of a star's being missing."""
    weights = QUIBBLE_STARS[clauses.stars] * clauses.siblings**-0.5
    happy = np.flatnonzero(weights)
    wanted = (clauses.stars[happy] < FULL_STARS).astype(float)
    start = np.zeros(uses.shape[1] + 1)
    return descend(uses[happy], *balanced(wanted, weights[happy]), start, QUIBBLE_STEPS, QUIBBLE_PENALTY)[1:]


def balanced(wanted: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    """Targets and weights under which praise and blame weigh the same in all."""
    praise = weights * wanted * ((weights * (1 - wanted)).sum() / (weights * wanted).sum())
    total = praise + weights * (1 - wanted)
    return np.divide(praise, total, out=np.zeros_like(total), where=total > 0), total / total.mean()


def descend(
    uses: sparse.csr_matrix, wanted: Numbers, weights: Numbers, start: Numbers, steps: int, penalty: float = PENALTY
) -> Numbers:
    """Bias and weights of a penalised logistic regression, after some steps of L-BFGS."""
    total = weights.sum()

    def loss(at: Numbers) -> tuple[float, Numbers]:
        odds = uses @ at[1:].astype(np.float32) + at[0]
        value = weights * (np.maximum(odds, 0) - odds * wanted + np.log1p(np.exp(-np.abs(odds))))
        slope = weights * (1 / (1 + np.exp(-odds)) - wanted)
        gradient = np.concatenate([[slope.sum()], uses.T @ slope.astype(np.float32)]) / total
        gradient[1:] += penalty * at[1:]
        return float(value.sum() / total + penalty / 2 * (at[1:] ** 2).sum()), gradient

    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": steps}).x


if __name__ == "__main__":
    main()
