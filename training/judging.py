"""Fit the embedded judge: what makes a claim doubtful, and what each measured quantity is worth for each rubric.

    python training/judging.py REAL HUMAN [--cache FILE] [--last-look] [--dry-run]

REAL is a folder with `rated_texts.jsonl` and `shortlists.jsonl`, HUMAN one with `*_dev.jsonl`; the anchors are the
repository's. Each rubric may use the quantities of the measures that its YAML names. A quantity's curve is monotone in
the direction that its measure gives it: pieces between knots with non-negative weights and a ridge, fitted to rated
texts, anchors and people's ratings together, with a row that keeps our own texts from faring better than others, and
with good rated texts before and after each damage of the sensitivity audit: what it aims at has to fall, the rest to
stay. Prints cross-validated figures (by shortlist, by sample, by item), then writes `judges/embedded.yaml` and
`measures/claims.yaml`. Two shortlists and the unseen anchors take no part; `--last-look` prints how they fare. Takes
two minutes; the cache spares the measuring. Needs scipy (the extra `stats`).
"""

import argparse
import json
import pickle
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize, nnls
from scipy.stats import kendalltau, spearmanr

import triptych
from triptych.audits import Damage, bundled_cases, load_damages
from triptych.catalog import Report, read_cases, read_shortlists
from triptych.catalog.benchmarks import load_benchmark
from triptych.judges.embedded import WEIGHTS, Curve, RubricWeights, Weights, load_weights
from triptych.measures import Analysis, NothingToMeasure, take_measure
from triptych.measures.claims import CheckedClaim, ClaimDoubts, summary_of
from triptych.records import Case, Rubric, count_words
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

ANCHORS = Path(__file__).resolve().parent.parent / "tests" / "judges"
CLAIMS = Path(triptych.__file__).parent / "measures" / "claims.yaml"
HELD_BACK = ("s05", "s14")
"""Shortlists for the last look."""
SETS = {"opinsummeval": "opinsummeval_dev.jsonl", "summeval-op": "summeval_op_dev.jsonl"}
PEOPLE_WEIGHTS = {"opinsummeval": 450.0, "summeval-op": 150.0}
"""What all texts of a set that people rated weigh together, against one rated text."""
RIDGE, CLAIM_RIDGE = 1.0, 3.0
KNOTS = 4
LEAST_GAP = 0.08
ANCHOR_WEIGHT = 4.0
BIAS_WEIGHT = 300.0
"""What it weighs that our own texts get, beyond what they deserve, as much as the others do."""
MIDDLE, SPREAD = 3.0, 1.1
"""A fit draws values to the middle of the scale; they are spread again by this much."""
LEAST_RANGE = 0.12
"""A quantity that moves a rubric by less than this in all is left out of it."""
ONLY_CAPPING = {"claims.stated"}
"""Quantities that caps use and no curve: how many claims there are does not say whether they hold."""
GOOD = ("expert", "decent", "by hand")
"""Who wrote the texts that are damaged: the better ones of the rated texts, and those that audits come with."""
FALL, FALL_FAR, STAY = 0.75, 1.5, 0.15
"""How far a score has to fall for a damage, and for a severe one; and how far it may move where it has to stay."""
ROUNDS = 6
FALL_WEIGHT, STAY_WEIGHT = 50.0, 120.0
"""What all texts with one kind of damage weigh together, where a score has to fall and where it has to stay."""
SIGNALS = tuple(yaml.safe_load(CLAIMS.read_text(encoding="utf-8"))["weights"])
"""What is seen of a claim; a new one gets any weight there, to be fitted."""

Numbers = NDArray[Any]


@dataclass
class Text:
    """A text with what it deserves and what was measured in it."""

    case: Case
    origin: str
    """`rated`, `anchors`, `unseen` or the name of a set that people rated."""
    group: str
    """What is left out together: a shortlist, a sample, an item."""
    scores: dict[str, float]
    """By rubric."""
    wrong: tuple[str, ...] = ()
    """Statements that a careful reader called wrong, in the text's words."""
    quantities: dict[str, float] = field(default_factory=dict)
    """What was measured; those of claims are made anew from the claims."""
    checked: tuple[CheckedClaim, ...] = ()
    spoilt: list[tuple[Damage, "Text"]] = field(default_factory=list)
    """The same text with each damage that can be done to it."""

    @property
    def is_own(self) -> bool:
        """True for a text that Triptych wrote."""
        return self.origin == "rated" and self.case.system == "ours"


# --- Reading ---------------------------------------------------------------------------------------------------------


def rated_texts(folder: Path) -> list[Text]:
    """The rated texts about real products."""
    shortlists = {row["id"]: row for row in map(json.loads, (folder / "shortlists.jsonl").open(encoding="utf-8"))}
    rows = {row["id"]: row for row in map(json.loads, (folder / "rated_texts.jsonl").open(encoding="utf-8"))}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for row in rows.values():
            shortlist = shortlists[row["shortlist"]]
            products = [p for p in shortlist["products"] if row["task"] == "comparison" or p["id"] == row["product"]]
            given = {"id": row["id"], "task": row["task"], "products": products, "text": row["text"]}
            query = {} if row["task"] == "opinion" else {"query": shortlist["query"]}
            file.write(json.dumps({**given, **query, "system": row["kind"]}) + "\n")
        file.flush()
        cases = list(read_cases(file.name))
    return [
        Text(
            case,
            "rated",
            rows[case.id]["shortlist"],
            {f"{case.task}/{metric}": score for metric, score in rows[case.id]["scores"].items()},
            tuple(part for line in rows[case.id]["wrong"] for part in quoted_in(line)),
        )
        for case in cases
    ]


def quoted_in(line: str) -> list[str]:
    """The words of the text that a remark on a wrong statement quotes: between marks, or all before the dash."""
    said = line.split('" - ')[0] + '"' if '" - ' in line else line.split(" - ")[0]
    quotes = re.findall(r'"([^"]+)"', said) or [re.sub(r"\([^)]*\)", "", said).strip(' "')]
    parts = (part.strip() for quote in quotes for part in re.split(r"\.\.\.|…|\|", quote))
    return [part for part in parts if len(part) > 2]


def anchor_texts(folder: str) -> list[Text]:
    """The texts of the samples whose score on one rubric is known."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    found: list[Text] = []
    for rubric in find_rubrics():
        for row in map(json.loads, (ANCHORS / folder / f"{rubric.name}.jsonl").open(encoding="utf-8")):
            shortlist = shortlists[row["sample"]]
            products = [p for p in shortlist.products if rubric.task == "comparison" or p.id == row["product"]]
            query = None if rubric.task == "opinion" else row["query"] or shortlist.query
            given = {"id": row["name"], "task": rubric.task, "query": query, "products": products, "text": row["text"]}
            origin = "anchors" if folder == "anchors" else "unseen"
            found.append(Text(Case.model_validate(given), origin, row["sample"], {rubric.name: row["expect"]}))
    return found


def people_texts(folder: Path) -> list[Text]:
    """Summaries that people rated, with the mean of their ratings."""
    found: list[Text] = []
    for name, file in SETS.items():
        benchmark = load_benchmark(name, str(folder / file), Report())
        scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for rating in benchmark.ratings:
            scores[rating.case_id][f"opinion/{rating.metric}"].append(rating.score)
        for case in benchmark.cases:
            means = {metric: float(np.mean(some)) for metric, some in scores[case.id].items()}
            found.append(Text(case, name, str(case.item), means))
    return found


def spoil_all(texts: Iterable[Text]) -> None:
    """Damage the good texts in every way."""
    for text in (text for text in texts if text.case.system in GOOD):
        for damage in load_damages():
            spoilt = damage.spoil(text.case)
            if spoilt is not None and spoilt != text.case.text:
                after = text.case.model_copy(update={"text": spoilt, "claims": ()})
                text.spoilt.append((damage, Text(after, "spoilt", text.group, {})))


def with_spoilt(texts: Iterable[Text]) -> Iterator[Text]:
    """Every text, and after it what damages made of it."""
    for text in texts:
        yield text
        yield from (after for _, after in text.spoilt)


def measure_all(texts: Iterable[Text], rubrics: Sequence[Rubric]) -> None:
    """Take every measure that a rubric of the text's task names."""
    names = {
        rubric.task: dict.fromkeys(n for r in rubrics if r.task == rubric.task for n in r.measures)
        for rubric in rubrics
    }
    for text in with_spoilt(texts):
        analysis = Analysis(text.case)
        for name in names[text.case.task]:
            try:
                measured = take_measure(name, analysis)
            except NothingToMeasure:
                continue
            text.quantities |= {label(name, quantity): value for quantity, value, _ in measured.quantities()}
            SIGNS.update({label(name, quantity): sign for quantity, _, sign in measured.quantities()})
            if isinstance(measured, ClaimDoubts):
                text.checked = measured.checked


SIGNS: dict[str, int] = {}
"""Whether more of a quantity is better (1) or worse (-1)."""


def label(measure: str, quantity: str) -> str:
    """A quantity as the weights name it: `claims` for the chief one, `claims.worst` for another."""
    return measure if quantity == "value" else f"{measure}.{quantity}"


# --- Claims ----------------------------------------------------------------------------------------------------------


def fit_claims(texts: Sequence[Text]) -> dict[str, float]:
    """The weights of a log-linear model of whether a claim is among the statements called wrong."""
    rows = [(one.signals, is_wrong(one, text)) for text in texts for one in text.checked if one.signals]
    x = np.array([[signals[name] for name in SIGNALS] + [1.0] for signals, _ in rows])
    y = np.array([wrong for _, wrong in rows], dtype=float)

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        z = x @ weights
        chance = 1 / (1 + np.exp(-z))
        own = np.append(weights[:-1], 0.0)
        return float(np.sum(np.logaddexp(0, z) - y * z) + CLAIM_RIDGE / 2 * own @ own), x.T @ (
            chance - y
        ) + CLAIM_RIDGE * own

    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x
    return {name: round(float(weight), 3) for name, weight in zip((*SIGNALS, "base"), found, strict=True)}


def is_wrong(claim: CheckedClaim, text: Text) -> bool:
    """True where a claim and a statement that was called wrong are the same words, or one has most of the other."""
    said = plain(claim.text)
    for quote in text.wrong:
        wrong = plain(quote)
        if wrong in said or (said in wrong and " " in said):
            return True
        shared = set(said.split()) & set(wrong.split())
        if len(shared) >= max(3, 0.6 * min(len(set(said.split())), len(set(wrong.split())))):
            return True
    return False


def plain(text: str) -> str:
    """Words in lower case, without marks."""
    return " ".join(re.findall(r"[\w.$%]+", text.lower().replace("’", "'")))


def doubt(claim: CheckedClaim, weights: dict[str, float]) -> float:
    """The chance of being wrong; of a quote, what is fixed."""
    if claim.signals is None:
        return claim.doubt
    total = weights["base"] + sum(weights[name] * claim.signals[name] for name in SIGNALS)
    return float(1 / (1 + np.exp(-total)))


def put_claims(texts: Iterable[Text], weights: dict[str, float]) -> None:
    """Make the quantities of claims anew, with these weights."""
    for text in with_spoilt(texts):
        if text.checked:
            mean, worst = summary_of([doubt(one, weights) for one in text.checked])
            text.quantities |= {"claims": 1 - mean, "claims.worst": worst}


# --- Curves ----------------------------------------------------------------------------------------------------------


def fit_rubric(rubric: Rubric, texts: Sequence[Text], names: Sequence[str] = ()) -> RubricWeights:
    """The curves of one rubric; those that hardly move it are left out and the rest is fitted again."""
    known = [text for text in texts if rubric.name in text.scores]
    judged = [text for text in known if text.origin not in SETS]
    people = [text for text in known if text.origin in SETS]
    names = names or sorted(
        {name for text in judged for name in text.quantities if name.split(".")[0] in rubric.measures} - ONLY_CAPPING
    )
    knots = {name: knots_of([text.quantities[name] for text in known if name in text.quantities]) for name in names}
    rows = judged_rows(judged, rubric.name, design(judged, names, knots))
    if people:
        rows = stacked(rows, people_rows(people, rubric.name, design(people, names, knots)))
    steps = solve_spoilt(rows, rubric.name, texts, lambda some: design(some, names, knots))
    x, y = design(judged, names, knots), np.array([text.scores[rubric.name] for text in judged])
    base = float(np.average(y - x @ steps, weights=[weight_of(text) for text in judged]))
    curves: dict[str, Curve] = {}
    at = 0
    for name in names:
        own = steps[at : at + len(knots[name]) - 1]
        at += len(own)
        heights = np.concatenate([[0.0], np.cumsum(own)]) * SIGNS[name] * SPREAD
        curves[name] = tuple(
            (round(float(k), 3), round(float(h), 3)) for k, h in zip(knots[name], heights, strict=True)
        )
    kept = [name for name, curve in curves.items() if abs(curve[-1][1]) >= LEAST_RANGE]
    if kept and len(kept) < len(names):
        return fit_rubric(rubric, texts, kept)
    return RubricWeights(round(MIDDLE + SPREAD * (base - MIDDLE), 3), curves)


def knots_of(values: Sequence[float]) -> Numbers:
    """Where a curve may bend: at quantiles, from 0 to 1, none too near another."""
    found = [0.0]
    for value in np.quantile(values, np.linspace(0, 1, KNOTS + 1)):
        if value - found[-1] >= LEAST_GAP and 1 - value >= LEAST_GAP:
            found.append(float(round(value, 3)))
    return np.array([*found, 1.0])


def design(texts: Sequence[Text], names: Sequence[str], knots: dict[str, Numbers]) -> Numbers:
    """One column for each piece of a curve: how far a text is along it; half way where nothing was measured."""
    columns: list[Numbers] = []
    for name in names:
        values = np.array([text.quantities.get(name, np.nan) for text in texts])
        for left, right in pairwise(knots[name]):
            along = np.clip((values - left) / (right - left), 0, 1)
            columns.append(SIGNS[name] * np.where(np.isnan(values), 0.5, along))
    return np.column_stack(columns)


Rows = tuple[Numbers, Numbers, Numbers]
"""Pieces of curves, what they should add up to, and what each row weighs."""


def weight_of(text: Text) -> float:
    """What a text weighs."""
    return ANCHOR_WEIGHT if text.origin == "anchors" else 1.0


def judged_rows(texts: Sequence[Text], rubric: str, x: Numbers) -> Rows:
    """Ratings beside their mean; and, as one row more, our own rated texts beside the others."""
    y = np.array([text.scores[rubric] for text in texts])
    weight = np.array([weight_of(text) for text in texts])
    rows = x - np.average(x, axis=0, weights=weight), y - np.average(y, weights=weight), weight
    own = np.array([text.is_own for text in texts])
    others = ~own & np.array([text.origin == "rated" for text in texts])
    if not own.any() or not others.any():
        return rows
    apart = x[own].mean(axis=0) - x[others].mean(axis=0), y[own].mean() - y[others].mean()
    return stacked(rows, (apart[0][None, :], np.array([apart[1]]), np.array([BIAS_WEIGHT])))


def people_rows(texts: Sequence[Text], rubric: str, x: Numbers) -> Rows:
    """People's ratings beside the mean of their item: only what sets texts on one item apart counts."""
    y = np.array([text.scores[rubric] for text in texts])
    items = np.array([f"{text.origin}/{text.group}" for text in texts])
    for item in np.unique(items):
        x[items == item] -= x[items == item].mean(axis=0)
        y[items == item] -= y[items == item].mean()
    sizes = {origin: sum(text.origin == origin for text in texts) for origin in SETS}
    return x, y, np.array([PEOPLE_WEIGHTS[text.origin] / sizes[text.origin] for text in texts])


def solve_spoilt(rows: Rows, rubric: str, texts: Sequence[Text], pieces: Callable[[list[Text]], Numbers]) -> Numbers:
    """The solution with damaged texts beside the good ones; a score that falls far enough, or stays, is left alone."""
    pairs = [(text, damage, after) for text in texts for damage, after in text.spoilt if text.case.task in rubric]
    aimed = [pair for pair in pairs if rubric in pair[1].aims]
    spared = [pair for pair in pairs if rubric in pair[1].spares]
    steps = solve(*rows)
    if not pairs:
        return steps
    falls, stays = moved(aimed, pieces), moved(spared, pieces)
    aims = np.array([FALL_FAR if damage.is_severe else FALL for _, damage, _ in aimed]) / SPREAD
    for _ in range(ROUNDS):
        short, shift = falls @ steps < aims, stays @ steps
        far = abs(shift) > STAY
        more = stacked(rows, (falls[short], aims[short], weights_of(aimed, FALL_WEIGHT)[short]))
        steps = solve(*stacked(more, (stays[far], STAY * np.sign(shift[far]), weights_of(spared, STAY_WEIGHT)[far])))
    return steps


Spoilt = Sequence[tuple[Text, Damage, Text]]


def moved(pairs: Spoilt, pieces: Callable[[list[Text]], Numbers]) -> Numbers:
    """How much further along the pieces of curves each text was before its damage."""
    before = pieces([text for text, _, _ in pairs])
    return before - pieces([after for *_, after in pairs])


def weights_of(pairs: Spoilt, weight: float) -> Numbers:
    """What each pair weighs, so that every kind of damage weighs the same."""
    kinds = Counter(damage.name for _, damage, _ in pairs)
    return np.array([weight / kinds[damage.name] for _, damage, _ in pairs])


def stacked(some: Rows, others: Rows) -> Rows:
    """All rows together."""
    x, y, weight = (np.concatenate(pair) for pair in zip(some, others, strict=True))
    return x, y, weight


def solve(x: Numbers, y: Numbers, weight: Numbers) -> Numbers:
    """Non-negative least squares with a ridge."""
    rows, aim = x * np.sqrt(weight)[:, None], y * np.sqrt(weight)
    root = np.linalg.cholesky(rows.T @ rows + RIDGE * np.eye(x.shape[1]))
    steps: Numbers = nnls(root.T, np.linalg.solve(root, rows.T @ aim))[0]
    return steps


def fit(texts: Sequence[Text], everyone: Sequence[Text], rubrics: Sequence[Rubric]) -> tuple[dict[str, float], Weights]:
    """Claims and rubrics fitted to some texts; the quantities of everyone's claims follow."""
    claims = fit_claims([text for text in texts if text.origin == "rated"])
    put_claims(everyone, claims)
    return claims, Weights({rubric.name: fit_rubric(rubric, texts) for rubric in rubrics}, load_weights().caps)


def dump_weights(weights: Weights, path: Path = WEIGHTS) -> None:
    """Write weights as `load_weights` reads them, one line for each curve."""
    lines = ["# Caps are written by hand; training/judging.py fits the rest.", "caps:"]
    for cap in weights.caps:
        given = {key: value for key in cap.__slots__ if (value := getattr(cap, key)) is not None}
        lines.append("- " + json.dumps(given, ensure_ascii=False))
    lines.append("rubrics:")
    for name, one in weights.rubrics.items():
        lines += [f"  {name}:", f"    base: {one.base:g}", "    curves:"]
        for quantity, curve in one.curves.items():
            points = ", ".join(f"[{place:g}, {height + 0.0:g}]" for place, height in curve)
            lines.append(f"      {quantity}: [{points}]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# --- Figures ---------------------------------------------------------------------------------------------------------

Values = dict[tuple[str, str], float]
"""By rubric and case."""


def predict(weights: Weights, texts: Iterable[Text]) -> Values:
    """What the judge gives."""
    return {
        (rubric, text.case.id): weights.value(rubric, text.quantities)
        for text in texts
        for rubric in text.scores
        if rubric in weights.rubrics
    }


def cross_validate(texts: Sequence[Text], rubrics: Sequence[Rubric], folds: Sequence[Callable[[Text], bool]]) -> Values:
    """What each text gets from weights that were fitted without its fold."""
    found: Values = {}
    for is_out in folds:
        _, weights = fit([text for text in texts if not is_out(text)], texts, rubrics)
        found |= predict(weights, [text for text in texts if is_out(text)])
    return found


def print_rated(texts: Sequence[Text], values: Values, title: str) -> None:
    """Rank correlation, bias towards our own texts, order of pairs on one item, for each task and in all."""
    print(f"\n{title}")
    print(f"{'':14}{'rho':>6}{'others':>8}{'own bias':>10}{'order':>7}{'faithfulness':>14}")
    tasks: list[Numbers] = []
    for task in ("opinion", "explanation", "comparison"):
        some = [text for text in texts if text.case.task == task and text.origin == "rated"]
        rows = {rubric: rated_row(some, rubric, values) for rubric in sorted(some[0].scores)} if some else {}
        if rows:
            mean = np.nanmean(np.array(list(rows.values())), axis=0)
            tasks.append(mean)
            print(
                f"{task:14}{mean[0]:6.2f}{mean[1]:8.2f}{mean[2]:+10.2f}{mean[3]:7.2f}{rows[f'{task}/faithfulness'][0]:14.2f}"
            )
    mean = np.mean(tasks, axis=0)
    print(f"{'all':14}{mean[0]:6.2f}{mean[1]:8.2f}{mean[2]:+10.2f}{mean[3]:7.2f}")


def rated_row(texts: Sequence[Text], rubric: str, values: Values) -> tuple[float, float, float, float]:
    """The figures of one rubric."""
    given = np.array([text.scores[rubric] for text in texts])
    got = np.array([values[rubric, text.case.id] for text in texts])
    own = np.array([text.is_own for text in texts])
    rho, others = (np.nan_to_num(spearmanr(given[m], got[m]).statistic) for m in (own | ~own, ~own))
    bias = float(np.mean((got - given)[own]) - np.mean((got - given)[~own]))
    items = [(text.group, tuple(product.id for product in text.case.products)) for text in texts]
    pairs = [
        (a, b) for a, b in combinations(range(len(texts)), 2) if items[a] == items[b] and abs(given[a] - given[b]) >= 1
    ]
    right = [0.5 if got[a] == got[b] else float((got[a] > got[b]) == (given[a] > given[b])) for a, b in pairs]
    return float(rho), float(others), bias, float(np.mean(right)) if right else float("nan")


def print_anchors(texts: Sequence[Text], values: Values, title: str) -> None:
    """How many anchors are met, and within one."""
    off = [
        abs(int(values[rubric, text.case.id] + 0.5) - score) for text in texts for rubric, score in text.scores.items()
    ]
    print(f"{title}: within 1 {np.mean(np.array(off) <= 1):.3f}, exact {np.mean(np.array(off) == 0):.3f} of {len(off)}")


def print_people(texts: Sequence[Text], values: Values, title: str) -> None:
    """Mean over items and metrics of Kendall's tau and Spearman's rho, the latter also with length held."""
    for origin in SETS:
        found: list[tuple[float, float, float]] = []
        for rubric in sorted({rubric for text in texts if text.origin == origin for rubric in text.scores}):
            some = [text for text in texts if text.origin == origin and (rubric, text.case.id) in values]
            for item in sorted({text.group for text in some}):
                here = [text for text in some if text.group == item]
                given = np.array([text.scores[rubric] for text in here])
                got = np.array([values[rubric, text.case.id] for text in here])
                words = np.array([count_words(text.case.text) for text in here])
                if np.std(given) and np.std(got):
                    rho, a, b = (spearmanr(*pair).statistic for pair in ((given, got), (got, words), (given, words)))
                    held = (rho - a * b) / np.sqrt(max(1e-6, (1 - a * a) * (1 - b * b)))
                    found.append((kendalltau(given, got).statistic, rho, held))
        tau, rho, held = np.nanmean(np.array(found), axis=0)
        print(f"{title}, {origin}: tau {tau:.3f}, rho {rho:.3f}, with length held {held:.3f}")


def print_named(texts: Sequence[Text], weights: dict[str, float]) -> None:
    """Of the wrong statements in texts that were spoilt on purpose, how many an explanation names."""
    total = named = listed = 0
    for text in (text for text in texts if text.case.system == "flawed" and text.wrong):
        doubts = sorted(((doubt(one, weights), one) for one in text.checked), key=lambda pair: -pair[0])
        shown = [one for chance, one in doubts if chance >= 0.25][:16]
        listed += len(shown)
        for quote in text.wrong:
            total += 1
            named += any(is_wrong(one, Text(text.case, "rated", "", {}, (quote,))) for one in shown)
    print(
        f"wrong statements of spoilt texts that are named: {named} of {total} ({named / max(1, total):.0%}), "
        f"of {listed} listed"
    )


# --- The whole -------------------------------------------------------------------------------------------------------


def main() -> None:
    """Measure, cross-validate, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("real", type=Path)
    parser.add_argument("human", type=Path)
    parser.add_argument("--cache", type=Path, help="where measured quantities are kept")
    parser.add_argument("--last-look", action="store_true", help="print the shortlists and anchors that were held back")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    options = parser.parse_args()
    rubrics = find_rubrics()
    texts = measured_texts(options, rubrics)
    everyone = [
        text for text in texts if text.origin != "unseen" and not (text.origin == "rated" and text.group in HELD_BACK)
    ]
    print_figures(everyone, rubrics)
    claims, weights = fit(everyone, texts, rubrics)
    print_anchors([t for t in everyone if t.origin == "anchors"], predict(weights, everyone), "anchors, fitted")
    print_named(everyone, claims)
    if options.last_look:
        held = [text for text in texts if text.origin == "rated" and text.group in HELD_BACK]
        print_rated(held, predict(weights, held), "the two shortlists held back")
        unseen = [text for text in texts if text.origin == "unseen"]
        print_anchors(unseen, predict(weights, unseen), "unseen anchors")
        print_named(held, claims)
    if not options.dry_run:
        dump_weights(weights)
        base = claims.pop("base")
        CLAIMS.write_text(yaml.safe_dump({"base": base, "weights": claims}, sort_keys=False), encoding="utf-8")


def measured_texts(options: argparse.Namespace, rubrics: Sequence[Rubric]) -> list[Text]:
    """All texts with what was measured, from the cache where there is one."""
    if options.cache and options.cache.exists():
        texts, signs = pickle.loads(options.cache.read_bytes())
        SIGNS.update(signs)
        return list(texts)
    texts = [
        *rated_texts(options.real),
        *anchor_texts("anchors"),
        *anchor_texts("anchors_unseen"),
        *people_texts(options.human),
        *(Text(case, "bundled", str(case.item), {}) for case in bundled_cases()),
    ]
    spoil_all(texts)
    measure_all(texts, rubrics)
    if options.cache:
        options.cache.write_bytes(pickle.dumps((texts, SIGNS)))
    return texts


def print_figures(texts: Sequence[Text], rubrics: Sequence[Rubric]) -> None:
    """The cross-validated figures: by shortlist, by sample, by item."""
    by_shortlist = cross_validate(texts, rubrics, folds_of(texts, "rated"))
    print_rated([text for text in texts if text.origin == "rated"], by_shortlist, "rated texts, by shortlist")
    anchors = [text for text in texts if text.origin == "anchors"]
    print_anchors(anchors, cross_validate(texts, rubrics, folds_of(texts, "anchors")), "anchors, by sample")
    opinions = [rubric for rubric in rubrics if rubric.task == "opinion"]
    halves = [lambda text, half=half: text.origin in SETS and hash_of(text.group) % 2 == half for half in (0, 1)]
    print_people(texts, cross_validate(texts, opinions, halves), "people, by item")


def hash_of(name: str) -> int:
    """The same number for the same name, on every machine."""
    return sum(name.encode())


def folds_of(texts: Sequence[Text], origin: str) -> list[Callable[[Text], bool]]:
    """One fold for each group of an origin."""
    groups = sorted({text.group for text in texts if text.origin == origin})
    return [lambda text, group=group: text.origin == origin and text.group == group for group in groups]


if __name__ == "__main__":
    main()
