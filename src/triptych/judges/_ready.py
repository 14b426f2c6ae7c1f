"""A case with all that can be made of it before anybody is asked, and by another process."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from triptych.records import Case, Task, read_content
from triptych.rubrics import Prompt

Prompts = Mapping[str, Prompt]
"""What a model is shown of a case when it has room for all of it, by the rubric's name."""


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
    position: int = 0
    """Its place among the cases that are judged."""
    prompts: Prompts | None = None
    """What a model is shown of it, where one will be asked."""
    _case: Case | None = field(default=None, compare=False)
    _products: Any = field(default=None, compare=False)

    @classmethod
    def of(cls, case: Case, position: int = 0, prompts: Prompts | None = None) -> Self:
        """A case made ready."""
        content = case.to_content()
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        return cls(case.id, case.item, case.task, case.system, case.words, content, digest, position, prompts, case)

    @property
    def case(self) -> Case:
        """The case."""
        if self._case is None:
            self._case = Case.from_content(self.content)
        return self._case

    def review(self, product: int, name: str) -> tuple[str, str] | None:
        """The id of the product with this number, from 1, and the text of its review with this name."""
        if self._products is None:
            self._products = read_content(self.content)["products"]
        if 1 <= product <= len(self._products):
            held = self._products[product - 1]
            for review in held.get("reviews", ()):
                if review["id"] == name:
                    return held["id"], review["text"]
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        told = (self.id, self.item, self.task, self.system, self.words, self.content, self.digest)
        return type(self), (*told, self.position, self.prompts)
