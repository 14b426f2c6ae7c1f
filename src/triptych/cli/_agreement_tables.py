"""Agreement on the terminal: tables, and sentences about what matched and what to beware of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from triptych.agreement import (
    ALL_METRICS,
    LEAVE_ONE_OUT,
    WORD_COUNT,
    Agreement,
    AgreementRow,
    Calibration,
    Estimate,
    Matching,
)
from triptych.cli._output import is_terminal, show_table

KEY_COLUMNS = ("ρ by item", "ρ, length held", "like length")
OTHER_COLUMNS = ("n", "skip", "τ", "r", "pool", "sys", "err", "α")
_LEGEND = "n cases; ρ skipping undefined items; τ, r by item; ρ pooled, by system; mean error; Krippendorff's α"
ALL_COLUMNS = ("metric", "who", "statistic", "level", "value", "low", "high", "count", "reason")
_MOST_REASONS = 3


def show_agreement(agreement: Agreement) -> None:
    """The figures that matter most and then the others; off a terminal, both on one line."""
    alphas = {alpha.metric: alpha.alpha for alpha in agreement.alphas}
    if not is_terminal():
        rows = [(row.metric, row.who, *_key_cells(row), *_other_cells(row, alphas)) for row in agreement.rows]
        show_table(None, (), rows)
        return
    keys = _grouped((row, _key_cells(row)) for row in agreement.rows)
    show_table("Agreement with people, 95 % intervals", ("", *KEY_COLUMNS), keys)
    others = _grouped((row, _other_cells(row, alphas)) for row in agreement.rows)
    show_table(_LEGEND, ("", *OTHER_COLUMNS), others)


def _key_cells(row: AgreementRow) -> tuple[str, ...]:
    return (
        _with_interval(row.figure("spearman", "by_item")),
        _with_interval(row.figure("spearman_length_held", "by_item")),
        _with_interval(row.figure("like_length_pairs", "pooled")),
    )


def _other_cells(row: AgreementRow, alphas: Mapping[str, Estimate]) -> tuple[str, ...]:
    skipped = _short(row.figure("spearman", "by_item_defined"))
    return (
        str(row.cases),
        f"{skipped} ({row.undefined_items})" if row.undefined_items else skipped,
        _short(row.figure("kendall", "by_item")),
        _short(row.figure("pearson", "by_item")),
        _short(row.figure("spearman", "pooled")),
        _short(row.figure("spearman", "by_system")),
        _short(row.figure("absolute_error", "pooled")),
        _short(alphas[row.metric]) if row.who == LEAVE_ONE_OUT and row.metric in alphas else "",
    )


def _grouped(rows: Iterable[tuple[AgreementRow, tuple[str, ...]]]) -> Iterator[Sequence[str]]:
    """Rows under a line with their metric, which saves a column."""
    metric = None
    for row, cells in rows:
        if row.metric != metric:
            metric = row.metric
            yield metric, *("" for _ in cells)
        yield f" {row.who}", *cells


def all_figures(agreement: Agreement) -> Iterator[Sequence[str]]:
    """Every statistic of every row, with its interval and what it rests on."""
    for row in agreement.rows:
        for figure in row.figures:
            numbers = ("" if number is None else f"{number:.4f}" for number in (figure.value, figure.low, figure.high))
            yield row.metric, row.who, figure.statistic, figure.level, *numbers, str(figure.count), figure.reason or ""
    for alpha in agreement.alphas:
        value = "" if alpha.alpha.value is None else f"{alpha.alpha.value:.4f}"
        count, reason = str(alpha.alpha.count), alpha.alpha.reason or ""
        yield alpha.metric, f"{alpha.raters} raters", "krippendorff_alpha", "pooled", value, "", "", count, reason


def matching_sentences(agreement: Agreement) -> Iterator[str]:
    """What was held against what."""
    people = f"{agreement.raters} people" if agreement.raters != 1 else "1 person"
    pairs = _counted(agreement.rated, "case and metric pair")
    yield f"{_counted(agreement.ratings, 'rating')} by {people}, of {pairs}"
    for matching in agreement.matching:
        yield from _matching(matching)


def warnings(agreement: Agreement) -> Iterator[str]:
    """What the figures do not show by themselves."""
    yield from agreement.notes
    metric = ALL_METRICS if any(row.metric == ALL_METRICS for row in agreement.rows) else None
    rows = [row for row in agreement.rows if metric is None or row.metric == metric]
    for words in rows:
        if words.who == WORD_COUNT:
            judges = [row for row in rows if row.kind == "judge" and row.metric == words.metric]
            yield from (sentence for row in judges for sentence in _beside_length(row, words))
    yield from list(dict.fromkeys(_undefined(agreement.rows)))[:_MOST_REASONS]


def _undefined(rows: Sequence[AgreementRow]) -> Iterator[str]:
    """Why a judge has no correlation."""
    for row in rows:
        if row.kind == "judge":
            for named, figure in (
                ("by item", row.figure("spearman", "by_item_defined")),
                ("pooled", row.figure("spearman", "pooled")),
            ):
                if figure and figure.reason:
                    yield f"{row.metric}, {row.who}: no ρ {named}: {figure.reason}"


def calibration_rows(entries: Sequence[Calibration]) -> Iterator[Sequence[str]]:
    """What was learnt for each judge and metric."""
    for entry in entries:
        how = {
            "none": "nothing helps",
            "shift": f"shift {entry.shift:+.2f}",
            "isotonic": f"curve of {len(entry.knots)} points",
        }
        yield (
            f"{entry.task}/{entry.metric}",
            entry.judge,
            str(entry.labels),
            how[entry.method],
            f"{entry.error_before:.2f}",
            f"{entry.error_after:.2f}",
            _with_interval(entry.gain),
        )


def _matching(matching: Matching) -> Iterator[str]:
    matched = f"{matching.matched} matched a rating ({_counted(matching.cases, 'case')})"
    yield f"{matching.judge}: {_counted(matching.judgements, 'judgement')}, {matched}"
    counts = (
        (sum(matching.unscored.values()), "rated, but the judge gave no score"),
        (matching.not_judged_cases, "rated, but the case was not judged"),
        (matching.not_judged_metrics, "rated, but not judged on that metric"),
        (matching.not_rated_cases, "judged, but the case was not rated"),
        (matching.not_rated_metrics, "judged, but not rated on that metric"),
    )
    for count, what in counts:
        if count:
            yield f"{matching.judge}: {count} {what}"
    for reason, count in list(matching.unscored.items())[:_MOST_REASONS]:
        yield f"{matching.judge}: {count} unscored: {reason}"
    if matching.examples:
        yield f"{matching.judge}: not matched, for example: {'; '.join(matching.examples)}"


def _beside_length(judge: AgreementRow, words: AgreementRow) -> Iterator[str]:
    own, length = judge.figure("spearman", "by_item"), words.figure("spearman", "by_item")
    if own is None or length is None or own.value is None or length.value is None or length.value <= 0:
        return
    if own.value <= length.value:
        how = "as well as" if f"{own.value:.2f}" == f"{length.value:.2f}" else "better than"
        yield (
            f"beware: counting words agrees with people {how} {judge.who} does "
            f"(ρ {length.value:.2f} and {own.value:.2f}); look at what is left with length held"
        )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _short(estimate: Estimate | None) -> str:
    return "–" if estimate is None or estimate.value is None else f"{estimate.value:.2f}"


def _with_interval(estimate: Estimate | None) -> str:
    if estimate is None or estimate.value is None or estimate.low is None or estimate.high is None:
        return _short(estimate)
    low, high = (f"{bound:.2f}".replace("0.", ".", 1) for bound in (estimate.low, estimate.high))
    return f"{estimate.value:.2f} [{low}, {high}]"
