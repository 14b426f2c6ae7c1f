"""Teach the network that retells remarks in the third person (`triptych.aspects.gists`).

    python training/gists.py PRODUCTS.jsonl.gz training/labels/gists.tsv \\
        src/triptych/aspects/learnt/gists.npz [--report FILE]

The labels say of 12,500 runs of words in reviews how readers retold them, as steps: which word is copied in which form,
counted from the first of the remark, and which common word stands between; no words of a review are in them. With
`--report` an eighth of the products is left out, and what the package then writes of their remarks is printed to FILE
beside the labels, the surest first. Takes half an hour on two cores; needs torch.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from direction import rows_of
from torch import Tensor

from triptych.aspects import gists
from triptych.aspects.gists import DEEP, FORMS, HEADS, LONGEST, WIDTH, Window, window_of
from triptych.aspects.quotations import Wanted, fitness_of, remarks_in
from triptych.english.questions import read_texts

LEFT_OUT = 8
"""One product of so many is left out."""
EPOCHS, BATCH, RATE, WARMING, DROPPED = 15, 48, 1e-3, 0.06, 0.2
BARS = (0.1, 0.2, 0.3, 0.4, 0.5)
SEEDS = (0, 1)
"""Two networks write together: where they disagree neither is sure."""


class Example(NamedTuple):
    """A remark with the steps that retell it."""

    product: int
    window: Window
    steps: list[int]
    fitness: float


def main() -> None:
    """Learn, write the weights and report."""
    parser = argparse.ArgumentParser(description="Teach the network that retells remarks.")
    parser.add_argument("products", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--report", type=Path, help="leave products out and write what is said of their remarks there")
    options = parser.parse_args()
    common = [*common_of(options.labels)]
    examples = [*examples_of(options.products, options.labels, common)]
    taught = [each for each in examples if not options.report or each.product % LEFT_OUT]
    learnt = [learn(taught, len(common), seed) for seed in SEEDS]
    stored = {name: np.stack([each[name].detach().numpy() for each in learnt]) for name in learnt[0]}
    stored = {name: each.astype(np.float16) for name, each in stored.items()}
    np.savez_compressed(options.output, words=np.array("\n".join(common)), **stored)
    if options.report:
        kept = tuple({name: each[n].astype(np.float32) for name, each in stored.items()} for n in range(len(SEEDS)))
        gists.stored, gists.common_words = lambda: kept, lambda: tuple(common)  # What was learnt just now.
        report([each for each in examples if each.product % LEFT_OUT == 0], common, options.report)


def common_of(labels: Path) -> Iterator[str]:
    """The common words, which the first line lists."""
    yield from labels.read_text(encoding="utf-8").splitlines()[1].removeprefix("# ").split(" ")


def examples_of(products: Path, labels: Path, common: Sequence[str]) -> Iterator[Example]:
    """All labelled remarks."""
    rows = list(rows_of(products))
    numbers = {word: n for n, word in enumerate(common)}
    for line in labels.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        number, review, sort, place, told = line.split("\t")
        text = rows[int(number)]["reviews"][int(review) - 1]["text"]
        start, end = map(int, place.split("-"))
        (remark,) = remarks_in([Wanted(text, start, end, "+" if sort == "+" else "-", read_texts([text])[0])])
        if remark is None:
            continue
        window = window_of(remark)
        steps = [step_of(each, window, numbers, len(common)) for each in told.split(" ")]
        if None not in steps:
            yield Example(int(number), window, [step for step in steps if step is not None], fitness_of(remark))


def step_of(told: str, window: Window, numbers: dict[str, int], many: int) -> int | None:
    """The number of a step: a common word, or "@3:1", the third word behind the remark's first in its second form."""
    if not told.startswith("@"):
        return numbers[told]
    away, form = map(int, told[1:].split(":"))
    at = window.first + away
    is_there = 0 <= at < len(window.forms) and window.forms[at][form]
    return many + at * FORMS + form if is_there else None


# The network, as `triptych.aspects.gists` runs it


def starting_weights(wide: int, many: int) -> dict[str, Tensor]:
    """Weights that nothing was learnt of."""
    found: dict[str, Tensor] = {}

    def add(name: str, rows: int, columns: int) -> None:
        found[name] = torch.randn(rows, columns) / rows**0.5
        found[f"{name} bias"] = torch.zeros(columns)

    def norm(name: str) -> None:
        found[f"{name} gain"], found[f"{name} bias"] = torch.ones(WIDTH), torch.zeros(WIDTH)

    def block(name: str, suffix: str) -> None:
        norm(f"{name} look{suffix}")
        add(f"{name} ask{suffix}", WIDTH, WIDTH)
        add(f"{name} hold{suffix}", WIDTH, 2 * WIDTH)
        add(f"{name} join{suffix}", WIDTH, WIDTH)

    def widening(name: str) -> None:
        norm(f"widen look {name}")
        add(f"widen {name}", WIDTH, 2 * WIDTH)
        add(f"narrow {name}", 2 * WIDTH, WIDTH)

    add("in", wide, WIDTH)
    block("reading", "")
    widening("reading")
    norm("read")
    for layer in range(DEEP):
        block("own", f" {layer}")
        block("other", f" {layer}")
        widening(str(layer))
    norm("last")
    for name in ("copy", "copied", "again"):
        add(name, WIDTH, WIDTH)
    for name in ("form", "form of word"):
        add(name, WIDTH, FORMS)
    found |= {"begin": torch.randn(WIDTH) * 0.1, "steps": torch.randn(LONGEST, WIDTH) * 0.1}
    found |= {"common": torch.randn(many, WIDTH) / WIDTH**0.5, "common bias": torch.zeros(many)}
    found |= {"written": torch.randn(many, WIDTH) * 0.3, "form written": torch.randn(FORMS, WIDTH) * 0.1}
    return {name: each.requires_grad_() for name, each in found.items()}


class Net:
    """The network over its weights."""

    def __init__(self, weights: dict[str, Tensor]) -> None:
        self.weights = weights
        self.is_learning = True

    def __call__(self, rows: Tensor, is_there: Tensor, may: Tensor, steps: Tensor) -> Tensor:
        """The log-odds of each step behind those before it."""
        held = self.dressed(rows, is_there)
        many = len(self.weights["common"])
        at = (steps - many).clamp(min=0)
        copied = torch.gather(held, 1, (at // FORMS)[:, :, None].expand(-1, -1, WIDTH))
        copied = self.made(copied, "again") + self.weights["form written"][at % FORMS]
        fed = torch.where((steps < many)[:, :, None], self.weights["written"][steps.clamp(max=many - 1)], copied)
        begin = self.weights["begin"].expand(len(rows), 1, WIDTH)
        value = torch.cat([begin, fed[:, :-1]], dim=1) + self.weights["steps"][: steps.shape[1]]
        value = self.drop(value)
        before = torch.ones(steps.shape[1], steps.shape[1], dtype=torch.bool).tril()
        for layer in range(DEEP):
            seen = self.normed(value, f"own look {layer}")
            value = value + self.drop(self.looked(seen, seen, "own", f" {layer}", before[None, None]))
            seen = self.normed(value, f"other look {layer}")
            value = value + self.drop(self.looked(seen, held, "other", f" {layer}", is_there[:, None, None]))
            value = self.widened(value, str(layer))
        value = self.normed(value, "last")
        keys = self.made(held, "copied")
        copies = (self.made(value, "copy") @ keys.transpose(1, 2))[:, :, :, None] / WIDTH**0.5
        copies = copies + self.made(held, "form of word")[:, None] + self.made(value, "form")[:, :, None]
        copies = copies.masked_fill(~may[:, None], -1e9).flatten(2)
        plain = value @ self.weights["common"].T + self.weights["common bias"]
        return torch.cat([plain, copies], dim=2)

    def dressed(self, rows: Tensor, is_there: Tensor) -> Tensor:
        """What the reading layer makes of the words."""
        value = self.drop(self.made(self.drop(rows), "in"))
        seen = self.normed(value, "reading look")
        value = value + self.drop(self.looked(seen, seen, "reading", "", is_there[:, None, None]))
        return self.normed(self.widened(value, "reading"), "read")

    def looked(self, asking: Tensor, held: Tensor, name: str, suffix: str, may: Tensor) -> Tensor:
        """What one layer makes of what it looks at."""
        ask = self.made(asking, f"{name} ask{suffix}")
        key, hold = self.made(held, f"{name} hold{suffix}").chunk(2, dim=-1)
        ask, key, hold = (each.unflatten(2, (HEADS, -1)).transpose(1, 2) for each in (ask, key, hold))
        odds = ask @ key.transpose(2, 3) / (WIDTH // HEADS) ** 0.5
        shares = odds.masked_fill(~may, -1e9).softmax(dim=-1)
        return self.made((shares @ hold).transpose(1, 2).flatten(2), f"{name} join{suffix}")

    def widened(self, value: Tensor, name: str) -> Tensor:
        """A layer that looks at each word by itself."""
        inner = F.relu(self.made(self.normed(value, f"widen look {name}"), f"widen {name}"))
        return value + self.drop(self.made(self.drop(inner), f"narrow {name}"))

    def drop(self, value: Tensor) -> Tensor:
        """Some numbers left out while it learns."""
        return F.dropout(value, DROPPED, self.is_learning)

    def made(self, value: Tensor, name: str) -> Tensor:
        """One step of a layer."""
        return value @ self.weights[name] + self.weights[f"{name} bias"]

    def normed(self, value: Tensor, name: str) -> Tensor:
        """Numbers of the same size."""
        return F.layer_norm(value, (WIDTH,), self.weights[f"{name} gain"], self.weights[f"{name} bias"], 1e-6)


def learn(examples: Sequence[Example], many: int, seed: int) -> dict[str, Tensor]:
    """The weights of one network after some rounds over all examples."""
    torch.manual_seed(seed)
    weights = starting_weights(examples[0].window.rows.shape[1], many)
    net, order = Net(weights), [*examples]
    total = EPOCHS * (len(order) // BATCH)
    steps = torch.optim.AdamW([*weights.values()], lr=RATE, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, RATE, total + EPOCHS, pct_start=WARMING)
    shuffle = random.Random(seed)
    for epoch in range(EPOCHS):
        shuffle.shuffle(order)
        lost = 0.0
        for first in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[first : first + BATCH]
            rows, is_there, may, told = padded(batch)
            odds = net(rows, is_there, may, told.clamp(min=0))
            loss = F.cross_entropy(odds.flatten(0, 1), told.flatten(), ignore_index=-1)
            steps.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_([*weights.values()], 1.0)
            steps.step()
            pace.step()
            lost += loss.item()
        print(f"round {epoch + 1}: {lost / (len(order) // BATCH):.3f}", flush=True)
    return weights


def padded(batch: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The words of some examples with which are there and may be copied in which form, and the steps; -1 is none."""
    long, most = max(len(each.window.words) for each in batch), max(len(each.steps) for each in batch)
    rows = torch.zeros(len(batch), long, batch[0].window.rows.shape[1])
    is_there, may = (
        torch.zeros(len(batch), long, dtype=torch.bool),
        torch.zeros(len(batch), long, FORMS, dtype=torch.bool),
    )
    told = torch.full((len(batch), most), -1)
    for n, each in enumerate(batch):
        total = len(each.window.words)
        rows[n, :total], is_there[n, :total] = torch.from_numpy(each.window.rows), True
        may[n, :total] = torch.tensor([[bool(form) for form in forms] for forms in each.window.forms])
        told[n, : len(each.steps)] = torch.tensor(each.steps)
    return rows, is_there, may, told


def report(examples: Sequence[Example], common: Sequence[str], output: Path) -> None:
    """What the package makes of remarks that were left out, the surest first."""
    lines = []
    for first in range(0, len(examples), 64):
        some = examples[first : first + 64]
        for each, written in zip(some, gists.written([one.window for one in some]), strict=True):
            gist, told = gists._gist(each.window, written), gists._gist(each.window, (each.steps, [1.0]))
            text, (start, end) = (
                each.window.text,
                (each.window.words[each.window.first][0], each.window.words[each.window.last][1]),
            )
            said = f"{gist.subject} | {gist.predicate}" if gist else "-"
            label = f"{told.subject} | {told.predicate}" if told else "-"
            around = f"{text[max(0, start - 90) : start]}[[{text[start:end]}]]{text[end : end + 40]}".replace("\n", " ")
            lines.append((gist.chance if gist else 0.0, said, label, around))
    output.write_text(
        "".join(
            f"{chance:.2f}\t{said}\t{label}\t{around}\n" for chance, said, label, around in sorted(lines, reverse=True)
        ),
        encoding="utf-8",
    )
    made, same = [line for line in lines if line[1] != "-"], np.mean([line[1] == line[2] for line in lines])
    print(f"{len(lines)} remarks, {len(made)} retold; {same:.2f} as labelled")
    for bar in BARS:
        sure = [line for line in made if line[0] >= bar]
        same, none = np.mean([line[1] == line[2] for line in sure]), np.mean([line[2] == "-" for line in sure])
        print(f"from {bar}: {len(sure)}, exactly as labelled {same:.2f}, none by label {none:.2f}")


if __name__ == "__main__":
    main()
