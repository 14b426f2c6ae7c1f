"""The verdict and the prose around a table."""

import pytest

from triptych.texts import read_table


def _table(*rows: str) -> str:
    return "\n".join(["| Product Title | A1 | B2 |", "|---|---|---|", *rows]) + "\n"


@pytest.mark.parametrize(
    ("closing", "verdict"),
    [
        ("Final Verdict Summary: Take A1.", "Take A1."),
        ("**Final Verdict Summary:** Take **A1**.", "Take A1."),
        ("**Final Verdict Summary**: Take A1.", "Take A1."),
        ("**Final Verdict Summary: Take A1.**", "Take A1."),
        ("*Verdict:* Take A1.", "Take A1."),
        ("### Final Verdict Summary\nTake A1.", "Take A1."),
        ("### **Final Verdict Summary:**\n\nTake A1.", "Take A1."),
        ("Final Verdict\n=============\n\nTake A1.", "Take A1."),
        ("## 🏆 Our Verdict\n\n- Take A1.\n- Leave B2.", "Take A1. Leave B2."),
        ("Verdict - Take A1.", "Take A1."),
        ("3. Conclusion: Take A1.\n\nSources: reviews", "Take A1."),
        ("Final Verdict Summary:\n\nTake A1.\n\nLet me know if you need more.", "Take A1."),
        ("```\nFinal Verdict Summary: Take A1.\n```", "Take A1."),
        ("<p><b>Final Verdict Summary:</b> Take <i>A1</i>.</p><p>Bye</p>", "Take A1."),
        ("Verdict: Take A1 | not B2.", "Take A1 | not B2."),
        ("Final Verdict Summary: Take\nA1.", "Take A1."),
    ],
)
def test_the_verdict_is_found_under_any_heading(closing: str, verdict: str) -> None:
    text = _table("| Pros | good | bad |") + "\n" + closing
    found = read_table(text).verdict
    assert found is not None
    assert found.text == verdict


def test_an_empty_verdict_is_a_fault_with_its_line() -> None:
    reading = read_table(_table("| Pros | good | bad |") + "\nFinal Verdict Summary:\n")
    assert "line 5: nothing follows the verdict's heading" in reading.faults
