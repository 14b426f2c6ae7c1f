"""Which names there were already, in so little memory that it does for any number of them."""

from array import array

_FEWEST_SLOTS = 1024


class SeenNames:
    """Names and the lines they stood on, 12 bytes a slot.

    A table with open addressing that keeps 63 bits of a name's hash and not the name: among a million names the odds
    that two are taken for one are one to ten million.
    """

    def __init__(self) -> None:
        self._count = 0
        self._make(_FEWEST_SLOTS)

    def line_of(self, name: str, line: int | None) -> int | None:
        """The line this name stood on before, 0 where that is not known; None where it is new, and then remembered."""
        # Zero marks an empty slot.
        mark = hash(name) & 0x7FFF_FFFF_FFFF_FFFF or 1
        slot = self._slot(mark)
        if self._marks[slot]:
            return self._lines[slot]
        self._marks[slot], self._lines[slot] = mark, line or 0
        self._count += 1
        if 3 * self._count > 2 * len(self._marks):
            self._grow()
        return None

    def _slot(self, mark: int) -> int:
        """Where a mark is, or where it would be."""
        marks = self._marks
        slot = mark & self._last
        while marks[slot] and marks[slot] != mark:
            slot = (slot + 1) & self._last
        return slot

    def _grow(self) -> None:
        marks, lines = self._marks, self._lines
        self._make(2 * len(marks))
        for mark, line in zip(marks, lines, strict=True):
            if mark:
                slot = self._slot(mark)
                self._marks[slot], self._lines[slot] = mark, line

    def _make(self, slots: int) -> None:
        self._marks = array("Q", bytes(8 * slots))
        self._lines = array("I", bytes(4 * slots))
        self._last = slots - 1
