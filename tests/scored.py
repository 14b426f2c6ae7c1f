"""Judgements and ratings for tests, in one line each."""

from triptych.records import Judgement, Rating


def judgement(
    case_id: str,
    value: float | None,
    *,
    item: str | None = None,
    system: str | None = None,
    metric: str = "fluency",
    judge: str = "embedded",
    words: int = 100,
    signature: str = "embedded||opinion/fluency.1||||0",
) -> Judgement:
    """A judgement of an opinion; `item/system` is the usual case id, and None means unscored."""
    given_item, _, given_system = case_id.partition("/")
    return Judgement(
        case_id=case_id,
        item=item or given_item,
        task="opinion",
        metric=metric,
        system=system or given_system or None,
        judge=judge,
        score=None if value is None else round(value),
        value=value,
        failure="several scores" if value is None else None,
        words=words,
        signature=signature,
    )


def rating(case_id: str, score: float, *, rater: str = "ann", metric: str = "fluency") -> Rating:
    """A rating."""
    return Rating(case_id=case_id, metric=metric, rater=rater, score=float(score))
