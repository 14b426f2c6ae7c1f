"""What an adjective is worth that no list judges, learnt from the stars of the reviews that use it.

"Squishy" is good of a toy and bad of a tomato; with enough reviews, a product's own tell which.
"""

from collections import Counter
from collections.abc import Iterable
from math import log

from triptych.aspects._notes import Notes

_MANY_STARS, _FEW_STARS = 4, 2
_FEWEST_REVIEWS = 5
"""In so many reviews with many or few stars a word must be, or nothing is learnt of it."""
_LEAST_ODDS = log(3)
"""So much oftener a word must be in reviews of one side, set against how many reviews that side has."""
_WORTH = 1.2


def learn_worths(read: Iterable[Notes]) -> dict[str, float]:
    """Each word that goes with many stars or with few, and which way it leans."""
    liking: Counter[str] = Counter()
    disliking: Counter[str] = Counter()
    likers = dislikers = 0
    for notes in read:
        words = {word for spoken in notes.spoken for word, _ in spoken.unjudged}
        if notes.stars is not None and notes.stars >= _MANY_STARS:
            liking.update(words)
            likers += 1
        elif notes.stars is not None and notes.stars <= _FEW_STARS:
            disliking.update(words)
            dislikers += 1
    worths: dict[str, float] = {}
    for word in sorted(liking | disliking):
        odds = log((liking[word] + 0.5) / (likers + 1)) - log((disliking[word] + 0.5) / (dislikers + 1))
        if liking[word] + disliking[word] >= _FEWEST_REVIEWS and abs(odds) >= _LEAST_ODDS:
            worths[word] = _WORTH if odds > 0 else -_WORTH
    return worths
