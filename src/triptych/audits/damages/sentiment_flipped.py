"""What is praised is blamed and what is blamed is praised."""

import re

from triptych.records import Case
from triptych.texts import read_table

AIMS = ("opinion/sentiment_consistency", "comparison/sentiment_consistency")
IS_SEVERE = True
SPARES = (
    "opinion/fluency",
    "opinion/specificity",
    "opinion/aspect_coverage",
    "comparison/format_adherence",
    "comparison/fluency",
    "comparison/specificity",
)
_PAIRS = (
    "excellent terrible; great awful; good bad; outstanding dreadful; superb horrible; love hate; loved "
    "hated; praise criticise; "
    "praised criticised; like dislike; enjoy resent; comfortable uncomfortable; easy difficult; quick "
    "slow; strong weak; clear muffled; "
    "sturdy flimsy; solid wobbly; reliable unreliable; pleasing annoying; pleasant unpleasant; pleased "
    "annoyed; happy unhappy; best worst; "
    "bright dim; quiet loud; soft hard; light heavy; fast sluggish; smooth lumpy; well badly; roomy "
    "cramped; cheap overpriced; gentle "
    "harsh; secure loose; punchy thin; thrilled disappointed; delighted disappointed; glad sorry; "
    "nuisance delight; crashes shines; "
    "unfortunately happily; complain rejoice; complaint praise; fair unfair; reassuring worrying; "
    "indestructible fragile; airy stuffy"
)
_OTHER = {a: b for pair in _PAIRS.split(";") for a, b in (pair.split(),)} | {
    b: a for pair in _PAIRS.split(";") for a, b in (pair.split(),)
}


def spoil(case: Case) -> str | None:
    """The text with judging words turned round; in a table pros and cons change places."""
    turned = re.sub(r"[A-Za-z]+", lambda word: _turn(word.group()), case.text)
    if case.task == "comparison":
        return _swap_rows(case.text)
    changed = sum(a != b for a, b in zip(turned.split(), case.text.split(), strict=False))
    return turned if changed >= 4 else None


def _turn(word: str) -> str:
    other = _OTHER.get(word.lower())
    if other is None:
        return word
    return other.capitalize() if word[0].isupper() else other


def _swap_rows(text: str) -> str | None:
    table = read_table(text)
    pros, cons = table.row("pros"), table.row("cons")
    if pros is None or cons is None:
        return None
    changes = [
        (cell.start, cell.end, text[other.start : other.end])
        for pro, con in zip(pros.cells, cons.cells, strict=False)
        for cell, other in ((pro, con), (con, pro))
    ]
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text
