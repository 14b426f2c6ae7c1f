"""One rule for each rubric: what its measures say together, as a value between 1 and 5.

A rule is a function of what was measured. Shares go through the anchors' own lines (scale.py); counts of faults take
off what the anchors say they cost. `bearing` is the only part that is not in the rubric: what people give an opinion on
any metric rises a little with how much of the reviews it carries, and falls with slips and with a voice that says "I";
so values move by up to half an anchor with it. It never decides between anchors that the counts tell apart clearly.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from triptych.judges._embedded.scale import Knots, on_scale
from triptych.measures import Measured

BEARING = ("review_recall", "aspect_recall", "sentence_flow", "grammar")
"""Measures that bear on every rating of an opinion."""
_FULL = 4.85
"""Where an opinion without a fault stands before `carried` moves it."""


class NothingMeasured(Exception):
    """A measure that the rule cannot do without found nothing to measure; says what."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much what bears on every rating of an opinion moves it, in anchors; one set for all metrics and products."""

    carried: float = 1.6
    """For how much of the reviews is carried, from nothing to all."""
    covered: float = 0.4
    """For the share of the major aspects told, from none to all."""
    language: float = 0.15
    """For each anchor that errors of language cost."""
    voice: float = 0.6
    """For each "I" in a sentence."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the measures of one rubric found."""

    measured: Mapping[str, Measured]
    """By name; for an opinion, those that bear on every rating are among them."""
    is_opinion: bool = False
    """True where what bears on every rating counts."""
    weights: Weights = Weights()
    """How much it counts."""

    def value(self, name: str) -> float:
        """A measure's value; without it there is no score."""
        found = self.measured[name]
        if found.value is None:
            raise NothingMeasured(found.notes[0] if found.notes else f"{name} found nothing to measure")
        return found.value

    def value_or(self, name: str, otherwise: float) -> float:
        """A measure's value, or another where it found nothing."""
        found = self.measured.get(name)
        return otherwise if found is None or found.value is None else found.value

    def faults(self, name: str) -> float:
        """How many faults a measure counted."""
        found = self.measured.get(name)
        return found.faults if found else 0.0

    def of(self, name: str) -> int:
        """How many things a measure looked at."""
        found = self.measured.get(name)
        return found.of if found else 0

    def figure(self, name: str, figure: str, otherwise: float = 0.0) -> float:
        """A further number of a measure."""
        found = self.measured.get(name)
        return found.figures.get(figure, otherwise) if found else otherwise

    def carried(self) -> float:
        """How much of the reviews the text carries, as up to half an anchor either way."""
        return _between(self.weights.carried * (self.value_or("review_recall", 0.5) - 0.5), 0.5)

    def covered(self) -> float:
        """How many of the major aspects the text tells, against the usual share."""
        return self.weights.covered * (self.value_or("aspect_recall", _USUALLY_TOLD) - _USUALLY_TOLD)

    def smooth(self) -> float:
        """How usual the order of the words is, as up to a fifth of an anchor either way."""
        return _between(0.4 * (self.figure("grammar", "usual", -2.5) + 2.5), 0.2)

    def own_voice(self) -> float:
        """What it costs that a text about reviewers speaks as "I": one voice told as everyone's."""
        return min(0.6, self.weights.voice * self.figure("sentence_flow", "own_voice"))

    def bearing(self) -> float:
        """What moves every rating of a person a little: what is carried of the reviews, whose voice, what slips."""
        if not self.is_opinion:
            return 0.0
        slips = min(0.4, self.weights.language * language_cost(self))
        return self.carried() + self.covered() - self.own_voice() - slips


_USUALLY_TOLD = 0.6
"""The share of the major aspects that summaries usually tell."""


def _between(value: float, most: float) -> float:
    return max(-most, min(most, value))


Rule = Callable[[Findings], float]
RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Registers a function as the rule of some rubrics."""

    def register(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


def mean_rule(found: Findings) -> float:
    """What a rubric of the user's own gets: the mean of its measures through the usual lines."""
    values = [measured.value for measured in found.measured.values() if measured.value is not None]
    if not values:
        notes = [measured.notes[0] for measured in found.measured.values() if measured.notes]
        raise NothingMeasured(notes[0] if notes else "nothing could be measured")
    return on_scale(sum(values) / len(values))


_COVERAGE: Knots = (
    (0.0, 1.0),
    (0.1, 1.4),
    (0.2, 2.0),
    (0.38, 2.5),
    (0.48, 3.0),
    (0.58, 3.5),
    (0.75, 4.0),
    (0.88, 4.5),
    (1.0, 5.0),
)
_SENTIMENT: Knots = (
    *((0.2, 1.0), (0.3, 1.5), (0.38, 2.0), (0.47, 2.5), (0.56, 3.0)),
    *((0.64, 3.5), (0.72, 4.0), (0.8, 4.5), (1.0, 5.0)),
)
_SPECIFIC: Knots = (
    (0.0, 1.0),
    (0.1, 1.5),
    (0.2, 2.0),
    (0.3, 2.5),
    (0.45, 3.0),
    (0.58, 3.5),
    (0.7, 4.0),
    (0.84, 4.5),
    (1.0, 5.0),
)
_SLIPS: Knots = ((0.0, 0.0), (0.1, 0.75), (0.35, 1.35), (0.6, 1.9), (1.0, 2.4), (2.0, 3.2), (3.5, 4.0))
"""Language errors a sentence, and what they cost: a small one in a paragraph an anchor, one a sentence two or more."""
_ODD: Knots = ((0.0, 0.0), (0.1, 0.4), (0.25, 1.8), (0.42, 3.0), (0.55, 4.0))
"""Share of oddly ordered sentences, and what it costs."""


_HABIT = 0.45
"""What it costs that a whole text is written without capitals, or with blanks before its full stops."""


def language_cost(found: Findings) -> float:
    """What errors of language take off."""
    slips, odd = found.figure("grammar", "density"), found.figure("grammar", "odd")
    return on_scale(slips, _SLIPS) + on_scale(odd, _ODD) + _HABIT * found.figure("grammar", "habits")


@rule("opinion/fluency")
def fluency(found: Findings) -> float:
    """5 less what errors cost."""
    found.value("grammar")
    told = _between(found.carried() + found.covered(), 0.33)
    # A table or a list of words is not made of well-built sentences, however clean its words; what looks like errors
    # in it is the same fault.
    cost = max(language_cost(found), on_scale(found.figure("grammar", "verbless"), _LISTED))
    return _FULL - cost + told + found.smooth() - found.own_voice()


_LISTED: Knots = ((0.4, 0.0), (0.8, 1.8), (1.0, 3.0))
"""The share of sentences without a verb, and what it costs: one or two are a manner of writing."""


@rule("comparison/fluency")
def comparison_fluency(found: Findings) -> float:
    """The same for cells and verdict."""
    found.value("grammar")
    return 5 - language_cost(found)


@rule("opinion/coherence")
def coherence(found: Findings) -> float:
    """5 less jumps, returns, broken joins and contradictions; a string of words has no thread either."""
    found.value("sentence_flow")
    sentences = max(1, found.of("sentence_flow"))
    # In a text of five sentences or fewer nothing can stray far.
    enough = max(0.0, _between((sentences - 5) / 4, 1.0))
    broken = on_scale(found.figure("sentence_flow", "stray"), _STRAY)
    broken += 1.4 * max(0.0, found.figure("sentence_flow", "short") - 0.1)
    broken += 1.8 * max(0.0, found.figure("sentence_flow", "returns") - 0.12)
    misplaced = on_scale(found.faults("sentence_order"), _MISPLACED) + 0.3 * found.figure("sentence_order", "mixed")
    shifts = 0.15 * min(4.0, found.figure("sentence_flow", "shifts"))
    contradictions = min(2.0, 8.0 * found.faults("self_contradiction") / max(8, sentences))
    odd = on_scale(found.figure("grammar", "odd"), _ODD)
    # A list of words has no thread, and neither has a remark of a few.
    loose = max(
        on_scale(found.figure("grammar", "verbless"), _LISTED),
        2.0 * (found.figure("grammar", "words", 99.0) < _FEW_WORDS),
    )
    return (
        _FULL
        - max(enough * broken, loose)
        - misplaced
        - shifts
        - contradictions
        - 0.6 * odd
        + found.bearing()
        + found.smooth()
    )


_FEW_WORDS = 9
"""A text with fewer words than this is a remark."""
_STRAY: Knots = ((0.0, 0.0), (0.12, 0.6), (0.2, 1.1), (0.5, 1.6), (0.65, 2.0))
"""Share of short remarks that nothing joins to what stands before, and what it costs."""


_MISPLACED: Knots = ((0.0, 0.0), (1.0, 0.6), (2.0, 1.1), (4.0, 1.6))
"""Sentences out of their place, and what they cost: one is a slight break, several are no order."""


@rule("opinion/aspect_coverage", "comparison/aspect_coverage")
def aspect_coverage(found: Findings) -> float:
    """The share of the major aspects told."""
    return min(_FULL, on_scale(found.value("aspect_recall"), _COVERAGE)) + found.bearing()


@rule("opinion/relevance", "comparison/relevance")
def relevance(found: Findings) -> float:
    """The weaker of what is kept and how little is beside it sets the limit."""
    kept = on_scale(found.value("aspect_recall"), _COVERAGE)
    lean = on_scale(found.value_or("to_the_point", 1.0) * found.value_or("redundancy", 1.0), _LEAN)
    return min(kept, lean) * 0.75 + max(kept, lean) * 0.25 + found.bearing()


_LEAN: Knots = ((0.0, 1.0), (0.2, 1.5), (0.4, 2.0), (0.55, 2.6), (0.7, 3.3), (0.85, 4.2), (0.95, 4.8), (1.0, 5.0))


@rule("opinion/sentiment_consistency", "comparison/sentiment_consistency")
def sentiment_consistency(found: Findings) -> float:
    """The share of aspects that carry the majority's sentiment."""
    # What no source speaks of carries nobody's sentiment.
    unheard = 0.8 * max(0.0, 0.85 - found.figure("claim_support", "mean", 1.0))
    unheard = min(0.3, unheard + found.figure("claim_support", "unrelated"))
    # Praise quoted as a complaint, or the other way round, carries the wrong sentiment, whatever it is about.
    misplaced = min(1.5, 0.25 * found.figure("claim_support", "misplaced"))
    return min(_FULL, on_scale(found.value("sentiment_agreement"), _SENTIMENT)) - unheard - misplaced + found.bearing()


@rule("opinion/specificity", "comparison/specificity")
def specificity(found: Findings) -> float:
    """The share of specific statements."""
    return min(_FULL, on_scale(found.value("specific_statements"), _SPECIFIC)) + found.bearing()


@rule("opinion/prevalence")
def prevalence(found: Findings) -> float:
    """Quantities that fit; a hidden complaint leaves 3 at best, with a rare point blown up 2."""
    value = on_scale(found.value("mention_counts"), _COUNTS)
    hidden, blown = found.figure("mention_counts", "hidden"), found.figure("mention_counts", "blown")
    if hidden:
        value = min(value, 3.3 if blown < _SEVERAL else 2.4)
    return value


_SEVERAL = 2.0
"""Rare points told as usual, with a complaint left out, that mislead beyond doubt; one may be misread."""
_COUNTS: Knots = ((0.0, 1.0), (0.25, 1.2), (0.4, 1.7), (0.55, 2.4), (0.65, 3.0), (0.75, 3.8), (0.82, 4.4), (1.0, 5.0))
"""The share of quantities that fit; a sixth of them is what the counting itself may get wrong."""


@rule("opinion/faithfulness", "explanation/faithfulness", "comparison/faithfulness")
def faithfulness(found: Findings) -> float:
    """5 for nothing unsupported, 4 for one piece, 3 for more, 2 where fewer than half hold, 1 for something else."""
    found.value("claim_support")
    claims, figures = found.of("claim_support"), found.of("exact_figures")
    # Few reviews hold few words: some of the writer's own are then no sign of invention.
    few = on_scale(found.figure("claim_support", "reviews", 24.0), ((8.0, 1.0), (24.0, 0.0)))
    claimed = max(0.0, found.faults("claim_support") - few * _UNHEARD * claims)
    # One aspect told the other way round may be misread; more are not.
    reversed_aspects = max(0.0, found.figure("sentiment_agreement", "reversed") - 1)
    # What one reviewer of many says, told as what users at large say, is unsupported.
    reaching = (1 - few) * min(1.0, found.figure("mention_counts", "reaching"))
    wrong = claimed + found.faults("exact_figures") + reversed_aspects + reaching
    share = 1 - min(1.0, wrong / max(1, claims + 0.5 * figures))
    mean = found.figure("claim_support", "mean", 1.0) + few * 0.1
    by_count = on_scale(wrong, ((0.0, 5.0), (1.0, 4.0), (2.0, 3.3), (4.0, 2.9), (12.0, 2.6)))
    by_share = on_scale(share, ((0.25, 1.2), (0.45, 1.8), (0.6, 2.2), (0.75, 2.9), (0.9, 4.2), (1.0, 5.0)))
    by_mean = on_scale(mean, ((0.35, 1.0), (0.5, 1.45), (0.7, 2.3), (0.8, 4.0), (0.85, 5.0)))
    held = min(by_count, by_share, by_mean) - found.figure("claim_support", "unrelated")
    return held + found.bearing()


_UNHEARD = 0.15


@rule("explanation/clarity", "comparison/clarity")
def clarity(found: Findings) -> float:
    """5 less what errors, jargon, tangles and jumps cost."""
    found.value("grammar")
    plain = on_scale(
        found.figure("plain_words", "density"), ((0.0, 0.0), (0.2, 0.8), (0.5, 1.4), (1.0, 2.2), (2.0, 3.0))
    )
    short = found.figure("sentence_flow", "short")
    broken = max(0.0, 0.8 - found.figure("sentence_flow", "joined", 1.0)) + 1.2 * max(0.0, short - 0.2)
    broken += max(0.0, on_scale(found.figure("sentence_flow", "stray"), _STRAY) - 0.6)
    form = 3.0 * (1 - found.value_or("table_form", 1.0)) if found.value_or("table_form", 1.0) <= 0.26 else 0.0
    # Words without a verb, or questions and suppositions instead of statements, leave the reader to guess.
    said = max(on_scale(found.figure("grammar", "verbless"), _LISTED), 2.0 * found.figure("grammar", "unasserted"))
    value = 5 - max(language_cost(found), said) - plain - broken - form
    # Hard words and jumps make a text hard to follow; only broken language makes it garbled.
    return value if found.figure("grammar", "density") else max(_HARD_TO_FOLLOW, value)


_HARD_TO_FOLLOW = 1.8


@rule("explanation/conciseness")
def conciseness(found: Findings) -> float:
    """The needs answered, less what could be cut; 100 words or more is never a 5."""
    complete = on_scale(found.value("needs_met"), _NEEDS)
    beside = found.figure("needs_met", "beside") + 0.06 * found.figure("to_the_point", "fillers")
    lean = on_scale(beside, ((0.0, 5.0), (0.3, 4.7), (0.45, 3.7), (0.6, 2.6), (0.8, 1.9), (1.0, 1.0)))
    value = 0.75 * min(complete, lean) + 0.25 * max(complete, lean)
    # A point of the query left out, or two sentences that serve none, is no longer "very little"; one may be misread.
    excess = found.figure("needs_met", "missed") + max(0.0, found.figure("needs_met", "idle") - 1)
    if excess:
        value = min(value, 3.7 if excess < _SEVERAL else 3.2)
    value -= 2.5 * (1 - found.value_or("redundancy", 1.0))
    value -= 0.5 * language_cost(found)
    over = found.figure("word_limit", "over")
    return min(value, 4.3 - over / 60) if over else value


_NEEDS: Knots = (
    (0.0, 1.0),
    (0.15, 1.5),
    (0.25, 2.0),
    (0.38, 2.5),
    (0.5, 2.9),
    (0.62, 3.5),
    (0.75, 4.2),
    (0.85, 4.6),
    (1.0, 5.0),
)


@rule("explanation/informativeness", "explanation/query_relevance")
def answers(found: Findings) -> float:
    """The needs answered, less what serves none of them."""
    met = on_scale(found.value("needs_met"), _NEEDS)
    idle = on_scale(found.figure("needs_met", "idle"), ((0.0, 0.0), (1.0, 0.7), (3.0, 1.1), (5.0, 1.5)))
    beside = on_scale(found.figure("needs_met", "beside"), ((0.3, 0.0), (0.5, 0.4), (1.0, 0.8)))
    # What is beside the query weighs against what answers it; where little does, that is the fault.
    value = met - max(idle, beside) * (met - 1) / 4
    return max(value, 1.7) if found.figure("needs_met", "answered") else value


@rule("comparison/query_relevance")
def query_relevance(found: Findings) -> float:
    """The needs met in rows and verdict, less idle rows."""
    met = on_scale(
        found.value("needs_met"),
        ((0.0, 1.0), (0.2, 1.4), (0.3, 2.2), (0.4, 2.7), (0.55, 3.2), (0.7, 3.8), (0.8, 4.3), (0.9, 4.8)),
    )
    return met - 0.8 * max(0.0, found.figure("to_the_point", "idle") - 0.15)


@rule("comparison/informativeness")
def informativeness(found: Findings) -> float:
    """Aspects covered; missing rows and unmarked gaps lower it."""
    value = on_scale(found.value("aspect_recall"), _COVERAGE)
    missing = 1 - found.figure("table_form", "essential", 0.0)
    slight = found.figure("table_form", "slight")
    return value - 1.8 * missing - (0.6 if slight else 0.0)


@rule("comparison/format_adherence")
def format_adherence(found: Findings) -> float:
    """The lowest anchor whose fault was found."""
    level = 1 + 4 * found.value("table_form")
    return level - 0.05 * min(5.0, found.figure("table_form", "slight"))


@rule("comparison/verdict_support")
def verdict_support(found: Findings) -> float:
    """As the verdict's grounds say."""
    return 1 + 4 * found.value("verdict_grounds")


@rule("comparison/coherence")
def comparison_coherence(found: Findings) -> float:
    """5 less contradictions between parts, a verdict apart from the table, and jumps."""
    apart = on_scale(found.figure("verdict_grounds", "supported"), _APART)
    denied = min(2.0, 0.6 * found.figure("verdict_grounds", "against")) + 1.5 * found.figure(
        "verdict_grounds", "wavers"
    )
    # A verdict has few sentences: one that strays is a slight break, and not a third of the whole.
    strayed = found.figure("sentence_flow", "stray") * found.of("sentence_flow")
    broken = on_scale(strayed, _STRAYED) + 0.5 * min(3.0, found.faults("sentence_order"))
    # One contradiction between cells may be misread; more are not.
    within_table = 0.6 * min(3.0, max(0.0, found.faults("table_agreement") - 1)) + 0.5 * found.faults(
        "self_contradiction"
    )
    scattered = 0.3 * min(3.0, found.figure("table_agreement", "scattered"))
    odd = on_scale(found.figure("grammar", "odd"), _ODD)
    return 5 - apart - denied - broken - within_table - scattered - 0.5 * odd


_STRAYED: Knots = ((0.0, 0.0), (1.0, 0.5), (2.0, 1.1), (4.0, 1.8))
"""Sentences of a verdict that nothing joins to what stands before, and what they cost."""
_APART: Knots = ((0.1, 3.0), (0.3, 2.4), (0.5, 1.3), (0.65, 0.5), (0.75, 0.2), (0.85, 0.0))
"""The share of the verdict's statements that stand in the table, and what it costs that the others do not."""
