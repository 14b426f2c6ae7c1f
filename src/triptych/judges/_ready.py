"""A case with all that can be made of it before anybody is asked, and by another process."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from triptych.records import Case, Task
from triptych.rubrics import Prompt

Prompts = Mapping[str, Prompt]
"""What a model is shown of a case when it has room for all of it, by the rubric's name."""
Reviews = tuple[tuple[str, dict[str, str]], ...]
"""Of each product its id and its reviews: their texts by their ids."""


@dataclass(slots=True, repr=False)
class ReadyCase:
    """What judges and stores need of nearly every case; the case itself is made of its content where it is asked for.

    It passes from one process to another for every case, and the records of a case take most of that time.
    """

    id: str
    item: str
    task: Task
    system: str | None
    words: int
    """Of its text."""
    content: str
    """The case as it is kept."""
    digest: str
    """Of that."""
    reviews: Reviews
    """What its buyers wrote."""
    position: int = 0
    """Its place among the cases that are judged."""
    prompts: Prompts | None = None
    """What a model is shown of it, where one will be asked."""
    _case: Case | None = field(default=None, compare=False)

    @classmethod
    def of(cls, case: Case, position: int = 0, prompts: Prompts | None = None) -> Self:
        """A case made ready."""
        content = case.to_content()
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        reviews = tuple(
            (product.id, {review.id: review.text for review in product.reviews}) for product in case.products
        )
        told = (case.id, case.item, case.task, case.system, case.words, content, digest, reviews)
        return cls(*told, position, prompts, case)

    @property
    def case(self) -> Case:
        """The case."""
        if self._case is None:
            self._case = Case.from_content(self.content)
        return self._case

    def __reduce__(self) -> tuple[Any, ...]:
        told = (self.id, self.item, self.task, self.system, self.words, self.content, self.digest, self.reviews)
        return type(self), (*told, self.position, self.prompts)
