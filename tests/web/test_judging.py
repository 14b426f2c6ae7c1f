"""Judgements for people: the text with doubts marked, and reasons without the protocol's own line."""

from triptych.catalog import case_of
from triptych.records import Judgement
from triptych.web.judging import view_judgements
from triptych.web.state import Site, WebOptions
from web.brought import shortlist_of

CASE = case_of(
    {
        "task": "opinion",
        "text": "It is quiet. It is quiet. It costs $99 now.",
        "products": shortlist_of("x")["products"][:1],
    }
)


def judgement(metric: str, explanation: str) -> Judgement:
    return Judgement(
        case_id=CASE.id, item=CASE.item, task="opinion", metric=metric, judge="x", score=2, value=2.2,
        explanation=explanation, signature="s",
    )  # fmt: skip


def test_what_faithfulness_quotes_is_marked_and_nothing_else(options: WebOptions) -> None:
    said = "1. “It costs $99 now” (the price is 30)\n2. “costs $99”\n3. “in no text”\nScore- <score>2</score>"
    view = view_judgements(
        Site(options), CASE, [judgement("fluency", "“It is quiet”"), judgement("faithfulness", said)]
    )
    assert view.parts == (("It is quiet. It is quiet. ", False), ("It costs $99 now", True), (".", False))
    assert view.marked == 1
    assert view.cards[1].lines[-1] == "3. “in no text”"
    assert view.cards[0].anchor


def test_a_judgement_cut_short_is_still_found(options: WebOptions) -> None:
    view = view_judgements(Site(options), CASE, [judgement("faithfulness", 'It says "It is quiet. It …" but no.')])
    assert view.parts[0] == ("It is quiet. It", True)


def test_a_metric_that_no_rubric_here_has_is_shown_without_one(options: WebOptions) -> None:
    view = view_judgements(Site(options), CASE, [judgement("house_style", "x")])
    (card,) = view.cards
    assert (card.rubric, card.anchor, card.lines, view.parts) == (None, "", ("x",), ((CASE.text, False),))


def test_a_comparison_is_a_table_with_its_cells_marked(options: WebOptions) -> None:
    rows = [
        "| Product Title | Ambo | Birk |",
        "| --- | --- | --- |",
        "| Base Price | $40 | $50 |",
        "| Final Price | $30 | $31 |",
    ]
    rows += [f"| {name} | very silent indeed | N/A |" for name in ("Noise", "Lid", "Size", "Cord", "Base")]
    rows += ["| Average Rating | 4 | 4 |", "| Pros | quick | quick |", "| Cons | loud | N/A |"]
    text = "\n".join(rows) + "\n\nFinal Verdict Summary: Take the Ambo, which never leaks.\n"
    case = case_of({"task": "comparison", "query": "x", "text": text, "products": shortlist_of("x")["products"]})
    said = judgement("faithfulness", "1. “very silent indeed”\n2. “which never leaks”").model_copy(
        update={"task": "comparison"}
    )
    view = view_judgements(Site(options), case, [said])
    assert view.rows[3] == ("Noise", ((("very silent indeed", True),), (("N/A", False),)))
    assert view.parts == (("Take the Ambo, ", False), ("which never leaks", True), (".", False))
    assert view.marked == 6
