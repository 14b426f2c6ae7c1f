"""The words that reviewers of all kinds of goods use most, which tell least of a product: writers/common_stems.txt.

python training/common_stems.py ../shared/real/reviews.jsonl.gz > src/triptych/writers/common_stems.txt
"""

import gzip
import json
import sys
from collections import Counter

from triptych.english.sentences import sentences_of
from triptych.english.words import stem_of

_EVERY = 20
"""One of so many reviews is read."""
_MOST = 400
_A_LINE = 16
_TELLING = "NVDGJ"


def main(path: str) -> None:
    """Print them, the most common first."""
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % _EVERY == 0:
                text = json.loads(line)["text"] or ""
                tagged = (pair for one in sentences_of(text) for pair in zip(one.words, one.kinds, strict=True))
                counts.update({stem_of(word) for word, kind in tagged if kind in _TELLING and word.isalpha()})
    print("# Stems that most reviews have, whatever they are about (training/common_stems.py).")
    common = [stem for stem, _ in counts.most_common(_MOST)]
    for start in range(0, len(common), _A_LINE):
        print("common:", *common[start : start + _A_LINE])


if __name__ == "__main__":
    main(sys.argv[1])
