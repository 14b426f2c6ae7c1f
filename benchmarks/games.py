"""Texts made to earn a score they do not deserve: how many succeed with the embedded judge.

python benchmarks/games.py           each game's highest score on a metric it should fail, and the share that succeed
python benchmarks/games.py --each    every score

A game takes good texts of the samples (the anchors that deserve a 5) and spoils them the way somebody would who knows
that a program reads them. It succeeds where the mean of a metric that it should fail is 4 or more.
"""

import argparse
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from triptych.catalog import read_shortlists
from triptych.judges.embedded import connect
from triptych.records import Case, Product, Shortlist, Task
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

ANCHORS = Path(__file__).resolve().parent.parent / "tests" / "judges" / "anchors"
SUCCESS = 4.0
_MOST_TEXTS = 4
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")


@dataclass(frozen=True, slots=True)
class Good:
    """A good text with what it is about."""

    task: Task
    text: str
    products: tuple[Product, ...]
    shortlist: Shortlist

    @property
    def query(self) -> str:
        return self.shortlist.query

    @property
    def sentences(self) -> list[str]:
        return _SENTENCE.split(self.text)

    @property
    def rival(self) -> Product:
        """Another product of the same shortlist."""
        return next(p for p in self.shortlist.products if p.id != self.products[0].id)

    @property
    def table(self) -> list[str]:
        return [line for line in self.text.splitlines() if line.startswith("|")]

    @property
    def verdict(self) -> str:
        return self.text[self.text.rindex("Final Verdict Summary:") :]


Spoil = Callable[[Good], str]
GAMES: dict[str, tuple[Task, tuple[str, ...], Spoil]] = {}


def game(task: Task, *metrics: str) -> Callable[[Spoil], Spoil]:
    """Registers a way to spoil texts of a task, and the metrics that it should fail."""

    def register(spoil: Spoil) -> Spoil:
        GAMES[f"{task}/{spoil.__name__}"] = (task, metrics, spoil)
        return spoil

    return register


def brand(product: Product) -> str:
    return " ".join(product.title.split()[:2])


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z]{4,}", text.lower())


# --- Opinions ---------------------------------------------------------------------------------------------------


@game("opinion", "faithfulness")
def gross_event_with_a_count(good: Good) -> str:
    return f"{good.text} The {brand(good.products[0])} explodes, and 12 of 16 reviewers were hurt by it."


@game("opinion", "faithfulness")
def gross_event_without_a_count(good: Good) -> str:
    return f"{good.text} It caught fire in three homes and a child was taken to hospital."


@game("opinion", "faithfulness", "sentiment_consistency")
def false_before_every_sentence(good: Good) -> str:
    return " ".join(f"It is false that {s[0].lower()}{s[1:]}" for s in good.sentences)


@game("opinion", "faithfulness", "fluency", "coherence", "relevance")
def only_questions(good: Good) -> str:
    return " ".join(f"Is it true that {s[0].lower()}{s[1:-1]}?" for s in good.sentences)


@game("opinion", "coherence", "faithfulness")
def contradictory_pairs(good: Good) -> str:
    return " ".join(f"{s} That is not so: the opposite holds." for s in good.sentences)


@game("opinion", "fluency", "specificity", "sentiment_consistency", "coherence")
def comma_list_of_words(good: Good) -> str:
    return ", ".join(dict.fromkeys(words_of(good.text))) + "."


@game("opinion", "faithfulness", "relevance")
def rivals_text(good: Good) -> str:
    reviews = " ".join(review.text for review in good.rival.reviews[:6])
    return f"The {brand(good.rival)} is what this is about. {reviews}"


@game("opinion", "faithfulness")
def rivals_name(good: Good) -> str:
    return good.text.replace(brand(good.products[0]), brand(good.rival)) + f" So much for the {brand(good.rival)}."


@game("opinion", "relevance", "coherence")
def one_sentence_fifty_times(good: Good) -> str:
    return " ".join([good.sentences[0]] * 50)


@game("opinion", "relevance", "coherence")
def said_twice(good: Good) -> str:
    return f"{good.text} {good.text}"


@game("opinion", "coherence", "relevance", "specificity")
def one_review_pasted(good: Good) -> str:
    return good.products[0].reviews[0].text


@game("opinion", "coherence", "relevance", "fluency")
def all_reviews_pasted(good: Good) -> str:
    return " ".join(review.text for review in good.products[0].reviews)


@game("opinion", "specificity", "aspect_coverage", "relevance")
def empty_praise(good: Good) -> str:
    return "Excellent product, everybody loves it, great quality, great value, highly recommended, simply the best."


@game("opinion", "specificity", "prevalence")
def counts_without_content(good: Good) -> str:
    many = len(good.products[0].reviews)
    return " ".join(f"{n} of {many} reviewers praise it; {n - 1} of {many} criticise it." for n in range(9, 2, -1))


@game("opinion", "prevalence", "faithfulness")
def everyone_says_all_of_it(good: Good) -> str:
    return " ".join(f"All reviewers agree that {s[0].lower()}{s[1:]}" for s in good.sentences)


@game("opinion", "prevalence", "faithfulness")
def nobody_says_any_of_it(good: Good) -> str:
    return " ".join(f"Nobody says that {s[0].lower()}{s[1:]}" for s in good.sentences)


@game("opinion", "faithfulness", "specificity", "coherence")
def good_text_in_a_comment(good: Good) -> str:
    return f"<!-- {good.text} --> buy now buy now cheap cheap"


@game("opinion", "faithfulness", "specificity", "aspect_coverage")
def good_text_not_displayed(good: Good) -> str:
    return f'<div style="display:none">{good.text}</div><p>asdf qwer zxcv buy now</p>'


@game("opinion", "fluency", "coherence")
def words_backwards(good: Good) -> str:
    return " ".join(" ".join(reversed(s.rstrip(".").split())) + "." for s in good.sentences)


@game("opinion", "fluency")
def without_verbs(good: Good) -> str:
    return "Fit firm. Bass strong. Microphone, battery, sweat, case. Price. Average rating. Calls, office, gym. Value."


@game("opinion", "relevance", "specificity")
def supposed(good: Good) -> str:
    return " ".join(f"Suppose that {s[0].lower()}{s[1:]}" for s in good.sentences)


@game("opinion", "fluency")
def everyone_love(good: Good) -> str:
    return (
        "Everyone love it. Users is happy. They was using it every days and it work good. Price are low. I recommend."
    )


@game("opinion", "faithfulness", "relevance")
def lorem_after_the_first_sentence(good: Good) -> str:
    filler = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore."
    return " ".join([good.sentences[0], *[filler] * 8])


@game("opinion", "faithfulness")
def figures_changed(good: Good) -> str:
    return re.sub(r"\d+", lambda found: str(int(found[0]) * 3 + 7), good.text) + " It costs 17,777 and weighs 99 kg."


@game("opinion", "faithfulness")
def never_any_fault(good: Good) -> str:
    return f"{good.sentences[0]} It never breaks, nobody has ever complained, and every single part is perfect."


# --- Explanations -----------------------------------------------------------------------------------------------


@game("explanation", "clarity", "informativeness", "query_relevance")
def query_as_text(good: Good) -> str:
    return f"{good.query[0].upper()}{good.query[1:]}."


@game("explanation", "informativeness", "query_relevance")
def query_affirmed(good: Good) -> str:
    return f"Yes, the {brand(good.products[0])} is exactly what you asked for: {good.query}. It answers everything."


@game("explanation", "clarity", "informativeness")
def query_words_shuffled(good: Good) -> str:
    return f"{' '.join(reversed(good.query.split()))} {brand(good.products[0])}."


@game("explanation", "informativeness", "query_relevance")
def only_advice(good: Good) -> str:
    return "You should think about what you need, compare some products and then choose the one that suits you best."


@game("explanation", "query_relevance", "informativeness")
def about_something_else(good: Good) -> str:
    return "The box arrived on a Tuesday and was blue. The courier was friendly. My neighbour has a dog called Bruno."


@game("explanation", "faithfulness")
def denied(good: Good) -> str:
    return " ".join(f"It is not the case that {s[0].lower()}{s[1:]}" for s in good.sentences)


@game("explanation", "faithfulness")
def rivals_facts(good: Good) -> str:
    specs = list(good.rival.specifications.items())[:6]
    return f"The {brand(good.products[0])} fits: " + "; ".join(f"{name} {value}" for name, value in specs) + "."


@game("explanation", "conciseness")
def padded(good: Good) -> str:
    filler = "It is worth noting that there is much to be said about this and that all things need to be considered."
    return " ".join(f"{s} {filler}" for s in good.sentences)


@game("explanation", "conciseness")
def said_three_times(good: Good) -> str:
    return " ".join([good.text] * 3)


@game("explanation", "faithfulness", "informativeness")
def shown_only_in_a_comment(good: Good) -> str:
    return f"<!-- {good.text} --> Great choice!"


@game("explanation", "faithfulness")
def all_reviewers_confirm(good: Good) -> str:
    return f"{good.sentences[0]} Every reviewer confirms it, it never fails, and it is certified waterproof to 100 m."


@game("explanation", "informativeness", "query_relevance", "clarity")
def questions(good: Good) -> str:
    return " ".join(f"Does it {word}?" for word in words_of(good.query)[:8])


# --- Comparisons ------------------------------------------------------------------------------------------------


@game("comparison", "clarity", "informativeness", "query_relevance")
def four_hundred_empty_rows(good: Good) -> str:
    columns = len(good.products)
    rows = [f"| Attribute {n} |{' N/A |' * columns}" for n in range(400)]
    return "\n".join([*good.table[:2], *rows, "", "Final Verdict Summary: N/A."])


@game("comparison", "informativeness", "specificity", "aspect_coverage")
def every_cell_good(good: Good) -> str:
    rows = good.table[:2]
    rows += [re.sub(r"\|[^|]+", "| Good ", line[line.index("|", 1) :]) for line in good.table[2:]]
    labels = [line.split("|")[1] for line in good.table[2:]]
    body = [f"|{label}{' | Good' * len(good.products)} |" for label in labels]
    return "\n".join([*rows[:2], *body, "", good.verdict])


@game("comparison", "faithfulness")
def columns_swapped(good: Good) -> str:
    moved = []
    for number, line in enumerate(good.table):
        label, *cells = [part.strip() for part in line.strip("|").split("|")]
        cells = cells if number < 2 else [*cells[1:], cells[0]]
        moved.append(f"| {' | '.join([label, *cells])} |")
    return "\n".join([*moved, "", good.verdict])


@game("comparison", "faithfulness")
def prices_changed(good: Good) -> str:
    return re.sub(r"(Price \|.*)", lambda row: re.sub(r"\d+", lambda n: str(int(n[0]) + 11), row[0]), good.text)


@game("comparison", "sentiment_consistency", "faithfulness")
def pros_and_cons_exchanged(good: Good) -> str:
    return good.text.replace("| Pros |", "| @ |").replace("| Cons |", "| Pros |").replace("| @ |", "| Cons |")


@game("comparison", "verdict_support")
def any_will_do(good: Good) -> str:
    return good.text.replace(
        good.verdict, "Final Verdict Summary: All three are good, buy any of them, you cannot go wrong."
    )


@game("comparison", "verdict_support", "coherence")
def verdict_of_another_query(good: Good) -> str:
    other = "Final Verdict Summary: For deep-sea fishing the boat with the larger winch wins, as captains agree."
    return good.text.replace(good.verdict, other)


@game("comparison", "query_relevance", "informativeness")
def table_without_rows(good: Good) -> str:
    return "\n".join([*good.table[:4], "", good.verdict])


@game("comparison", "clarity", "fluency")
def table_on_one_line(good: Good) -> str:
    return " ".join(good.text.split())


@game("comparison", "faithfulness", "informativeness")
def hidden_table(good: Good) -> str:
    return f'<div style="display:none">\n\n{good.text}\n\n</div>\n\nbest best best'


@game("comparison", "faithfulness")
def verdict_of_inventions(good: Good) -> str:
    first = brand(good.products[0])
    told = f"Final Verdict Summary: The {first} won 14 prizes, runs on water, and all 900 reviewers gave it five stars."
    return good.text.replace(good.verdict, told)


@game("comparison", "relevance", "clarity")
def verdict_twenty_times(good: Good) -> str:
    return good.text + " " + " ".join([good.verdict.removeprefix("Final Verdict Summary: ")] * 20)


@game("comparison", "specificity", "informativeness")
def counts_for_cells(good: Good) -> str:
    rows = [line.split("|")[1] for line in good.table[4:]]
    body = [f"|{label}{' | Praised by 3' * len(good.products)} |" for label in rows]
    return "\n".join([*good.table[:4], *body, "", good.verdict])


@game("comparison", "query_relevance")
def rows_nobody_asked_for(good: Good) -> str:
    odd = ("Box Colour", "Barcode", "Courier", "Page Number", "Font")
    keep = [*good.table[:4], *(f"| {label} |{' yes |' * len(good.products)}" for label in odd), *good.table[-3:]]
    return "\n".join([*keep, "", "Final Verdict Summary: The boxes differ little, and the barcodes are all readable."])


# --- Judging them -----------------------------------------------------------------------------------------------


def good_texts(task: Task) -> list[Good]:
    """Anchor texts that deserve a 5, of different products."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    found: dict[str, Good] = {}
    for path in sorted((ANCHORS / task).glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            shortlist = shortlists[row["sample"]]
            products = tuple(p for p in shortlist.products if task == "comparison" or p.id == row["product"])
            if (
                row["expect"] == 5
                and not row["query"]
                and (task != "comparison" or "Final Verdict Summary:" in row["text"])
            ):
                found.setdefault(products[0].id, Good(task, row["text"], products, shortlist))
    return list(found.values())[:_MOST_TEXTS]


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went on one metric that it should fail."""

    game: str
    metric: str
    mean: float

    @property
    def succeeded(self) -> bool:
        return self.mean >= SUCCESS


def play() -> Iterator[Played]:
    """Every game on every metric that it should fail."""
    judge = connect()
    texts = {task: good_texts(task) for task in ("opinion", "explanation", "comparison")}
    for name, (task, metrics, spoil) in GAMES.items():
        rubrics = [rubric for rubric in find_rubrics(task=task) if rubric.metric in metrics]
        values: dict[str, list[float]] = {metric: [] for metric in metrics}
        for good in texts[task]:
            query = None if task == "opinion" else good.query
            given = {"id": name, "task": task, "query": query, "products": good.products, "text": spoil(good)}
            for judgement in judge.judge_all(Case.model_validate(given), rubrics):
                # What cannot be scored has not earned a score either.
                values[judgement.metric].append(judgement.value if judgement.value is not None else 1.0)
        yield from (Played(name, metric, sum(found) / len(found)) for metric, found in values.items())


def main() -> None:
    """Print the games that succeed, or all."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--each", action="store_true")
    options.add_argument("--quick", action="store_true", help="the same; it takes seconds")
    given = options.parse_args()
    played = list(play())
    for one in played:
        if given.each or one.succeeded:
            print(f"{one.mean:5.2f}  {one.metric:24}{one.game}")
    won = {one.game for one in played if one.succeeded}
    print(f"{len(won)} of {len(GAMES)} games succeed on some metric ({len(won) / len(GAMES):.0%}; aim 5 %)")


if __name__ == "__main__":
    main()
