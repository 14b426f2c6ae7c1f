"""Teach the network that reads reviews (`triptych.english.network`).

    python training/network.py pretrain REVIEWS.jsonl.gz PRODUCTS.jsonl.gz pretrained.npz
    python training/network.py fit pretrained.npz PRODUCTS.jsonl.gz training/labels/remarks.tsv \\
        src/triptych/english/data/network.npz

First it guesses words that were left out of all reviews, and their stars: 40 minutes on two cores. Then it learns what
readers marked as telling something in 4,900 reviews: five minutes. With `--report` a sixth of the products is left out,
and what the package then finds in them is held against the labels. Needs jax and optax.
"""

import argparse
import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from direction import rows_of

from triptych.aspects.tellings import CLUES, REACHES, SORTS, TAGS, clues_of, tellings_in
from triptych.english import network

Weights = dict[str, jax.Array]
Numbers = np.ndarray[Any, Any]

WIDTH = 96
VOCABULARY, GUESSED = 20_000, 8_000
"""Words with a vector of their own, and those of them that may be left out."""
LONGEST, ROW, ROWS = 400, 128, 64
STEPS, LEFT_OUT, STAR_WEIGHT = 5_400, 0.15, 0.3
EPOCHS, DROPPED, HIDDEN_WORDS, HIDDEN_STARS, STARS = 10, 0.2, 0.05, 0.4, 6
BATCH, LONGEST_REVIEW = 24, 256
NEVER = -30.0
BARS = (0.3, 0.4, 0.5, 0.6, 0.7)


class Example(NamedTuple):
    """A review with its tags."""

    product: int
    text: str
    stars: float | None
    marked: list[tuple[int, int, str]]
    """From where to where, and the sort."""
    words: list[int]
    tags: list[int]
    clues: Numbers


def main() -> None:
    """Pretrain, or fit."""
    parser = argparse.ArgumentParser(description="Teach the network that reads reviews.")
    commands = parser.add_subparsers(required=True)
    first = commands.add_parser("pretrain")
    first.add_argument("reviews", type=Path)
    first.add_argument("products", type=Path)
    first.add_argument("output", type=Path)
    first.set_defaults(run=lambda o: pretrain(o.reviews, o.products, o.output))
    second = commands.add_parser("fit")
    second.add_argument("pretrained", type=Path)
    second.add_argument("products", type=Path)
    second.add_argument("labels", type=Path)
    second.add_argument("output", type=Path)
    second.add_argument("--report", action="store_true", help="leave a sixth of the products out, and report on them")
    second.set_defaults(run=lambda o: fit(o.pretrained, o.products, o.labels, o.output, is_report=o.report))
    options = parser.parse_args()
    options.run(options)


# The network


def normed(values: jax.Array, gain: jax.Array) -> jax.Array:
    """Each vector at a common length."""
    return values * jax.lax.rsqrt((values * values).mean(-1, keepdims=True) + 1e-6) * gain


def moved(values: jax.Array, by: int) -> jax.Array:
    """The same some places on, with nothing before it."""
    if by > 0:
        return jnp.pad(values, ((0, 0), (by, 0), (0, 0)))[:, :-by]
    return jnp.pad(values, ((0, 0), (0, -by), (0, 0)))[:, -by:]


def dropped(values: jax.Array, key: jax.Array | None, number: int) -> jax.Array:
    """The same with some values left out, while learning."""
    if key is None:
        return values
    kept = jax.random.bernoulli(jax.random.fold_in(key, number), 1 - DROPPED, values.shape)
    return values * kept / (1 - DROPPED)


def looked(values: jax.Array, weights: Weights, name: str, number: int, reach: int, key: jax.Array | None) -> jax.Array:
    """What one layer adds."""
    seen = normed(values, weights[f"{name}gain {number}"])
    around = jnp.concatenate([moved(seen, reach), seen, moved(seen, -reach)], -1)
    made = around @ weights[f"{name}layer {number}"] + weights[f"{name}bias {number}"]
    width = values.shape[-1]
    return dropped(made[..., :width] * jax.nn.sigmoid(made[..., width:]), key, number)


def encode(weights: Weights, words: jax.Array, is_word: jax.Array, key: jax.Array | None = None) -> jax.Array:
    """A vector for each word."""
    values = dropped(weights["table"][words], key, 99) * is_word[..., None]
    for number, reach in enumerate(network.DILATIONS):
        values += looked(values, weights, "", number, reach, key) * is_word[..., None]
    return normed(values, weights["gain"])


def new_layers(name: str, count: int, width: int, key: jax.Array) -> Weights:
    """Layers that know nothing yet."""
    found: Weights = {}
    for number in range(count):
        drawn = jax.random.normal(jax.random.fold_in(key, number), (3 * width, 2 * width))
        found[f"{name}layer {number}"] = drawn / np.sqrt(3 * width)
        found[f"{name}bias {number}"] = jnp.zeros(2 * width)
        found[f"{name}gain {number}"] = jnp.ones(width)
    return found


def drawn(key: jax.Array, number: int, rows: int, columns: int) -> jax.Array:
    """Weights that know nothing yet."""
    return jax.random.normal(jax.random.fold_in(key, number), (rows, columns)) / np.sqrt(rows)


# Guessing words


def pretrain(reviews: Path, products: Path, output: Path) -> None:
    """Guess words that were left out, and stars."""
    texts = list(_texts(reviews, products))
    uses = Counter(word for words, _ in texts for word in words)
    vocabulary = [word for word, _ in uses.most_common(VOCABULARY)]
    known = {word: network.FIRST_WORD + n for n, word in enumerate(vocabulary)}
    random.Random(1).shuffle(texts)
    flat, stars = [], []
    for words, given in texts:
        flat += [network.EDGE, *(network.number_of(word, known) for word in words)]
        stars += [0] + [given] * len(words)
    rows = len(flat) // ROW
    table, given_table = np.array(flat[: rows * ROW]).reshape(-1, ROW), np.array(stars[: rows * ROW]).reshape(-1, ROW)
    key = jax.random.PRNGKey(0)
    weights = new_layers("", len(network.DILATIONS), WIDTH, key)
    weights["table"] = jax.random.normal(key, (network.FIRST_WORD + VOCABULARY, WIDTH)) * 0.1
    weights |= {"gain": jnp.ones(WIDTH), "guess bias": jnp.zeros(GUESSED)}
    weights |= {"guess": drawn(key, 90, WIDTH, WIDTH), "stars": drawn(key, 91, WIDTH, 5) * 0.5}
    many = int(ROW * ROWS * LEFT_OUT)

    def loss(weights: Weights, words: jax.Array, places: jax.Array, right: jax.Array, given: jax.Array) -> jax.Array:
        vectors = encode(weights, words, jnp.ones(words.shape))
        made = vectors.reshape(-1, WIDTH)[places] @ weights["guess"]
        odds = made @ weights["table"][network.FIRST_WORD : network.FIRST_WORD + GUESSED].T + weights["guess bias"]
        missed = optax.softmax_cross_entropy_with_integer_labels(odds, right).mean()
        is_given = given > 0
        wrong = optax.softmax_cross_entropy_with_integer_labels(vectors @ weights["stars"], jnp.maximum(given - 1, 0))
        return missed + STAR_WEIGHT * (wrong * is_given).sum() / is_given.sum()

    step, state = _stepper(loss, weights, STEPS, 3e-3)
    drawer, started, order = np.random.default_rng(0), time.time(), np.array([], dtype=int)
    for number in range(STEPS):
        order = order if len(order) >= ROWS else drawer.permutation(rows)
        chosen, order = order[:ROWS], order[ROWS:]
        words = table[chosen].copy()
        seen = words.reshape(-1)
        usual = np.flatnonzero((seen >= network.FIRST_WORD) & (seen < network.FIRST_WORD + GUESSED))
        places = drawer.choice(usual, many, replace=len(usual) < many)
        right, how = seen[places] - network.FIRST_WORD, drawer.random(many)
        seen[places[how < 0.8]] = network.MASKED
        other = places[(how >= 0.8) & (how < 0.9)]
        seen[other] = drawer.integers(network.FIRST_WORD, network.FIRST_WORD + GUESSED, len(other))
        weights, state, lost = step(weights, state, words, places, right, given_table[chosen])
        if number % 100 == 99:
            print(f"{number + 1} of {STEPS}: {float(lost):.3f} after {time.time() - started:.0f} s", flush=True)
    np.savez(output, words=np.array("\n".join(vocabulary)), **{name: np.asarray(x) for name, x in weights.items()})


def _texts(reviews: Path, products: Path) -> Iterator[tuple[list[str], int]]:
    with gzip.open(reviews, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            for text in (row.get("title") or "", row["text"]):
                if len(words := _words(text)[:LONGEST]) > 1:
                    yield words, round(row.get("stars") or 0)
    for row in rows_of(products):
        for review in row["reviews"]:
            if len(words := _words(review["text"])[:LONGEST]) > 1:
                yield words, round(review.get("stars") or 0)


def _words(text: str) -> list[str]:
    return [network.spelt(word) for word in network.WORD.findall(text.lower())]


def _stepper(loss: Any, weights: Weights, steps: int, rate: float, decay: float = 0.0) -> tuple[Any, Any]:
    pace = optax.warmup_cosine_decay_schedule(0, rate, 200, steps, rate / 50)
    ways = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(pace, b2=0.98, weight_decay=decay))

    @jax.jit
    def step(weights: Weights, state: Any, *rest: Any) -> tuple[Weights, Any, jax.Array]:
        lost, slope = jax.value_and_grad(loss)(weights, *rest)
        change, state = ways.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, lost

    return step, ways.init(weights)


# What readers marked


def fit(pretrained: Path, products: Path, labels: Path, output: Path, *, is_report: bool) -> None:
    """Learn what tells something, and write the weights."""
    with np.load(pretrained) as found:
        stored = {name: found[name] for name in found.files}
    words = str(stored.pop("words")).split("\n")
    known = {word: network.FIRST_WORD + n for n, word in enumerate(words)}
    network.vocabulary = lambda: known  # The words are those that are being learnt.
    tellings = list(_tellings(products, labels))
    kept = [each for each in tellings if not (is_report and is_left_out(each.product))]
    weights = {name: jnp.asarray(x) for name, x in stored.items() if name not in ("guess", "guess bias", "stars")}
    learnt = {name: np.asarray(each) for name, each in learn(weights, kept).items()}
    table = learnt.pop("table")
    scale = np.abs(table).max(axis=1) / 127 + 1e-9
    small = {name: each.astype(np.float16) for name, each in learnt.items()}
    small |= {"table": np.round(table / scale[:, None]).astype(np.int8), "table scale": scale.astype(np.float16)}
    np.savez_compressed(output, words=np.array("\n".join(words)), **small)
    if is_report:
        report([each for each in tellings if is_left_out(each.product)])


def is_left_out(product: int) -> bool:
    """True for the products of a report."""
    return product % 6 == 0


def _tellings(products: Path, labels: Path) -> Iterator[Example]:
    """Reviews with their tags."""
    texts = {number: row["reviews"] for number, row in enumerate(rows_of(products))}
    for line in labels.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        product, review, *spans = line.split("\t")
        row = texts[int(product)][int(review) - 1]
        text = row["text"]
        placed = network.placed_words(text)
        tags, marked = [0] * len(placed), [(*map(int, span[1:].split("-")), span[0]) for span in spans]
        for start, end, sort in marked:
            inside = [n for n, (_, a, b) in enumerate(placed) if 2 * (min(b, end) - max(a, start)) > b - a]
            for n in inside:
                tags[n] = TAGS.index(f"{'B' if n == inside[0] else 'I'}{sort}")
        if placed:
            words = [number for number, _, _ in placed]
            clues = clues_of(text, row.get("stars"), [start for _, start, _ in placed])[:LONGEST_REVIEW]
            stars = row.get("stars")
            yield Example(int(product), text, stars, marked, words[:LONGEST_REVIEW], tags[:LONGEST_REVIEW], clues)


def learn(weights: Weights, tellings: Sequence[Example]) -> Weights:
    """The weights that find tellings by what the network makes of words and by what else is known of them."""
    key, drawer = jax.random.PRNGKey(1), np.random.default_rng(1)
    many = len(TAGS)
    weights |= new_layers("told ", len(REACHES), WIDTH, key) | {"told gain": jnp.ones(WIDTH)}
    weights |= {"told own": jnp.eye(WIDTH), "told clues": drawn(key, 40, CLUES, WIDTH) * 0.3}
    weights |= {"tags": drawn(key, 41, WIDTH, many), "tags bias": jnp.zeros(many)}
    weights |= {"steps": jnp.zeros((many, many)), "first": jnp.zeros(many)}

    def loss(weights: Weights, key: jax.Array, words: Any, is_word: Any, clues: Any, tags: Any, counts: Any) -> Any:
        vectors = encode(weights, words, is_word, key)
        values = dropped(vectors, key, 60) @ weights["told own"] + dropped(clues, key, 61) @ weights["told clues"]
        values *= is_word[..., None]
        for number, reach in enumerate(REACHES):
            values += looked(values, weights, "told ", number, reach, jax.random.fold_in(key, 62)) * is_word[..., None]
        scores = normed(values, weights["told gain"]) @ weights["tags"] + weights["tags bias"]
        return chain_loss(weights, scores, tags, counts)

    step, state = _stepper(loss, weights, EPOCHS * (len(tellings) // BATCH), 1e-3, 1e-3)
    number, started = 0, time.time()
    for epoch in range(EPOCHS):
        batches, lost = list(_batches(tellings, drawer)), list[float]()
        random.Random(epoch).shuffle(batches)
        for some in batches:
            number += 1
            weights, state, value = step(weights, state, jax.random.fold_in(key, number), *_batch(some, drawer))
            lost.append(float(value))
        print(f"{epoch + 1} of {EPOCHS}: {np.mean(lost):.4f} after {time.time() - started:.0f} s", flush=True)
    return weights | {"steps": weights["steps"] + _BARRED, "first": weights["first"] + _BARRED[0]}


def _barred() -> Numbers:
    """What no chain of tags has: an inside without its beginning."""
    found = np.zeros((len(TAGS), len(TAGS)), dtype=np.float32)
    for n, tag in enumerate(TAGS):
        if tag.startswith("I"):
            found[[k for k, other in enumerate(TAGS) if other not in (tag, f"B{tag[1:]}")], n] = NEVER
    return found


_BARRED = _barred()


def _batches(examples: Sequence[Example], drawer: np.random.Generator) -> Iterator[list[Example]]:
    """Examples of about the same length together."""
    order = sorted(range(len(examples)), key=lambda n: len(examples[n].words) + drawer.normal() * 5)
    for start in range(0, len(order) - BATCH + 1, BATCH):
        yield [examples[n] for n in order[start : start + BATCH]]


def _batch(some: Sequence[Example], drawer: np.random.Generator) -> tuple[Numbers, ...]:
    """The words of some reviews between their edges, where there are any, what is known of them, tags, what counts.

    Some words and stars are hidden.
    """
    longest = -(-(max(len(each.words) for each in some) + 2) // 32) * 32
    words, tags = (np.zeros((len(some), longest), dtype=np.int32) for _ in range(2))
    is_word, counts = (np.zeros((len(some), longest), dtype=np.float32) for _ in range(2))
    clues = np.zeros((len(some), longest, CLUES), dtype=np.float32)
    for n, each in enumerate(some):
        inside = slice(1, 1 + len(each.words))
        words[n, inside], tags[n, inside], counts[n, inside], clues[n, inside] = each.words, each.tags, 1, each.clues
        is_word[n, : len(each.words) + 2] = 1
        if drawer.random() < HIDDEN_STARS:
            clues[n, inside, -STARS:] = np.eye(STARS)[0]
    words = np.where((drawer.random(words.shape) < HIDDEN_WORDS) & (words > 0), network.MASKED, words)
    return words, is_word, clues, tags, counts


def chain_loss(weights: Weights, scores: jax.Array, tags: jax.Array, counts: jax.Array) -> jax.Array:
    """How unlikely the right chain of tags is by these scores, by the word."""
    scores, tags, counts = scores[:, 1:], tags[:, 1:], counts[:, 1:]
    steps, first = weights["steps"] + _BARRED, weights["first"] + _BARRED[0]
    own = first[tags[:, 0]] + (jnp.take_along_axis(scores, tags[..., None], -1)[..., 0] * counts).sum(1)
    own += (steps[tags[:, :-1], tags[:, 1:]] * counts[:, 1:]).sum(1)

    def go_on(sums: jax.Array, here: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, None]:
        score, is_there = here
        return jnp.where(is_there[:, None] > 0, jax.nn.logsumexp(sums[:, :, None] + steps, 1) + score, sums), None

    sums, _ = jax.lax.scan(go_on, first + scores[:, 0], (scores[:, 1:].swapaxes(0, 1), counts[:, 1:].T))
    return (jax.nn.logsumexp(sums, 1) - own).sum() / counts.sum()


def report(examples: Sequence[Example]) -> None:
    """How many tellings are found as they were marked, or nearly, and how many found were marked."""
    marked, rows = Counter[str](), list[tuple[str, float, bool, bool]]()
    for each in examples:
        marked.update(sort for _, _, sort in each.marked)
        for start, end, sort, chance in tellings_in([each.text], [each.stars])[0]:
            same = [(a, b) for a, b, other in each.marked if other == sort]
            is_near = any(2 * (min(b, end) - max(a, start)) >= max(b - a, end - start) for a, b in same)
            rows.append((sort, chance, (start, end) in same, is_near))
    for sort in SORTS:
        for bar in (0.15, *BARS):
            some = [row for row in rows if row[0] == sort and row[1] >= bar]
            exact, near = (sum(row[n] for row in some) / max(1, len(some)) for n in (2, 3))
            found = sum(row[3] for row in some) / max(1, marked[sort])
            print(f"{sort} {bar}: {len(some)} of {marked[sort]}, {exact:.2f} exact, {near:.2f} near; {found:.2f} found")


if __name__ == "__main__":
    main()
