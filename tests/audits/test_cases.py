"""The bundled cases: of every task, within their limits, and free of what audits plant."""

from triptych.audits import bundled_cases
from triptych.calls.fence import find_instructions
from triptych.records import TASKS, count_words
from triptych.texts import read_comparison

CASES = bundled_cases()


def test_there_are_two_of_each_task() -> None:
    assert sorted(case.task for case in CASES) == sorted(TASKS * 2)
    assert len({case.id for case in CASES}) == len(CASES)


def test_texts_keep_to_their_limits() -> None:
    for case in CASES:
        if case.task == "comparison":
            comparison = read_comparison(case.text)
            assert count_words(comparison.verdict) < 100
            assert [column.title for column in comparison.columns] == [product.title for product in case.products]
            for column, product in zip(comparison.columns, case.products, strict=True):
                prices = product.base_price, product.final_price, product.average_rating
                assert (column.base_price, column.final_price, column.average_rating) == prices
        else:
            assert count_words(case.text) < (100 if case.task == "explanation" else 250)


def test_nothing_in_them_speaks_to_a_judge() -> None:
    assert all(not find_instructions(case) for case in CASES)
    assert all(len(product.reviews) == 10 for case in CASES for product in case.products)
