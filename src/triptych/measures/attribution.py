"""Who is said to think so, and how cautiously: reviewers named, both sides, few sweeping words."""

from dataclasses import dataclass

from triptych.measures._analysis import Analysis, Measured, bad, good, growing
from triptych.measures._text import wording

_MOST_NOTES = 5


@dataclass(frozen=True, slots=True)
class Attribution(Measured):
    """How a text says who thinks so; the value is how often it names reviewers."""

    cautious: float = good()
    """The share of statements told as one's or some people's view."""
    balanced: float = good()
    """How often it tells both sides."""
    sweeping: float = bad()
    """How often it leaves no exception."""
    own_voice: float = bad()
    """How often it says "I", as if one view were everyone's."""


def measure(analysis: Analysis) -> Attribution:
    """Densities of the words that attribute, limit or sweep."""
    text = analysis.plain
    words = max(1, analysis.plain_words)
    statements = [claim.text for claim in analysis.claims]

    def density(name: str, scale: float) -> float:
        return growing(100 * len(wording(name).found_in(text)) / words, scale)

    sweeping = wording("sweeping").found_in(text)
    voice = len(wording("first_person").found_in(analysis.prose)) / max(1, len(analysis.sentences))
    named = wording("reviewers").found_in(text)
    notes = [f"{len(named)} statements say how many reviewers think so."]
    if sweeping:
        notes.append("Leaves no exception: " + ", ".join(f"“{word}”" for word in dict.fromkeys(sweeping[:_MOST_NOTES])))
    if voice:
        notes.append("Speaks as “I”.")
    return Attribution(
        density("reviewers", 3.0),
        tuple(notes),
        certainty=min(1.0, len(statements) / 6),
        cautious=sum(bool(wording("cautious").search(one)) for one in statements) / max(1, len(statements)),
        balanced=density("both_sides", 2.0),
        sweeping=density("sweeping", 2.0),
        own_voice=growing(voice, 0.5),
    )
