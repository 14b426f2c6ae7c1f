"""Learn which title words say what a thing is, not which one it is: those that titles of many brands share.

python training/title_words.py PRODUCTS.jsonl.gz > src/triptych/texts/title_words.txt
"""

import gzip
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

FEWEST_BRANDS = 5
_WORD = re.compile(r"[^\W\d_][^\W\d_'’+\-]*")


def shared_words(titles: list[str], fewest_brands: int = FEWEST_BRANDS) -> list[str]:
    """Words, beyond the first of a title, that follow at least so many different first words."""
    brands: dict[str, set[str]] = defaultdict(set)
    for title in titles:
        words = [word.lower() for word in _WORD.findall(title)]
        for word in words[1:]:
            brands[word].add(words[0])
    return sorted(word for word, found in brands.items() if len(found) >= fewest_brands and len(word) > 1)


def main(path: str) -> None:
    """Print the words of a file of products, one a line."""
    content = Path(path).read_bytes()
    lines = (gzip.decompress(content) if path.endswith(".gz") else content).decode().splitlines()
    titles = [json.loads(line)["title"] for line in lines]
    sys.stdout.write("".join(f"{word}\n" for word in shared_words(titles)))


if __name__ == "__main__":
    main(sys.argv[1])
