"""What reviewers say of one aspect, as points: one thing said in one direction, in their own words."""

from typing import get_args

from triptych.aspects._grouping import Grouped, Said
from triptych.english.meanings import embed, likeness
from triptych.records import Direction, Evidence, Point

_ALIKE = 0.45
"""So near the vectors of two remarks on one aspect are that make the same point."""
_MOST_POINTS = 12
"""Of one aspect in one direction; what is nearest to none of them goes with the nearest all the same."""
_GOOD_LENGTH = 4
"""Words of a wording that says enough and no more."""


def points_of(grouped: Grouped, product_id: str) -> tuple[Point, ...]:
    """The points of an aspect, most reviewers first."""
    found: list[Point] = []
    for direction in get_args(Direction):
        sign = 1.0 if direction == "+" else -1.0
        said = [one for one in grouped.said if one.value * sign > 0]
        found += [_point(some, direction, product_id) for some in _clusters(said)]
    return tuple(sorted(found, key=lambda point: (-len(point.reviewers), -point.sureness, point.point)))


def _clusters(all_said: list[Said]) -> list[list[Said]]:
    """Remarks that mean the same together: each goes with the surest one before it that is like it."""
    if len(all_said) < 2:
        return [all_said] if all_said else []
    ranked = sorted(all_said, key=lambda said: -said.sureness)
    vectors = embed([said.words for said in ranked])
    leaders: list[int] = [0]
    clusters: list[list[Said]] = [[ranked[0]]]
    for n in range(1, len(ranked)):
        near = likeness(vectors[n : n + 1], vectors[leaders])[0]
        best = int(near.argmax())
        if near[best] >= _ALIKE or len(leaders) >= _MOST_POINTS:
            clusters[best].append(ranked[n])
        else:
            leaders.append(n)
            clusters.append([ranked[n]])
    return clusters


def _point(cluster: list[Said], direction: Direction, product_id: str) -> Point:
    quotes: dict[str, Evidence] = {}
    for said in cluster:
        quotes.setdefault(said.notes.review_id, said.evidence(product_id))
    return Point(
        point=_wording(cluster),
        direction=direction,
        reviewers=tuple(quotes),
        quotes=tuple(quotes.values()),
        sureness=round(sum(said.sureness for said in cluster) / len(cluster), 3),
    )


def _wording(cluster: list[Said]) -> str:
    """The remark of a good length; of several the surest."""
    wordings = [" ".join(said.words.split()) for said in cluster]
    return min(wordings, key=lambda words: abs(words.count(" ") + 1 - _GOOD_LENGTH))
