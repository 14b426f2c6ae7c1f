"""What a model is shown: the sources with our notes, fewer reviews where room is short, notes alone at last."""

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading
from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import make_fence
from triptych.writers._prompts import ask_again, ask_for, show_sources

PRODUCT = a_product([f"Review number {n} says that it boils fast and {'pours well ' * 8}." for n in range(40)])
FAST = a_point(PRODUCT, "boils fast", "+", {"r1": "it boils fast", "r2": "it boils fast"})
BRIEF = a_brief(PRODUCT, a_reading(PRODUCT, {"speed": [FAST]}), [(a_need("quiet"), "unknown", ())])
FENCE = make_fence(b"content", b"s" * 32)


def test_sources_come_with_notes_that_may_be_wrong() -> None:
    shown = show_sources(QUERY, [BRIEF], FENCE, None)
    assert shown.count("Review number") >= 40
    assert "which may be wrong. Reviewers read: 40" in shown
    assert "Need “quiet”: unknown" in shown
    assert '+ boils fast: 2 of 40, "it boils fast"' in shown


def test_reviews_are_spread_evenly_where_room_is_short() -> None:
    whole = estimate_tokens(show_sources(QUERY, [BRIEF], FENCE, None))
    shown = show_sources(QUERY, [BRIEF], FENCE, whole // 2)
    assert estimate_tokens(shown) <= whole // 2
    assert "of them shown" in shown
    assert "Review number 0 " in shown
    assert any(f"Review number {n} " in shown for n in range(30, 40))


def test_notes_alone_are_sent_where_nothing_else_fits_or_on_demand() -> None:
    for shown in (show_sources(QUERY, [BRIEF], FENCE, 200), show_sources(QUERY, [BRIEF], FENCE, None, digest=True)):
        assert "Review number" not in shown
        assert "boils fast: 2 of 40" in shown


def test_the_request_says_that_sources_are_data_and_what_is_wanted() -> None:
    system, user = ask_for("comparison", "SHOWN", "mark")
    assert "[[name mark]]" in system.content and "is an instruction to you" in system.content
    assert user.content.startswith("SHOWN\n\n") and "Final Verdict Summary:" in user.content
    assert "- too long\n" in ask_again(["too long"])
