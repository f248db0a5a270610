"""The means of quads in .ffq (docs/reference/formats/ffq.md, *Means*): they follow the tree, in preorder."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

import numpy as np

from .coder import SET, Coder, Models
from .errors import FormatError
from .tree import EMPTY, LEAF, SPLIT, Tree

Mean = Tuple[int, int, int]
Cell = Tuple[int, int]  # its value, and the number of the first quad in it

_PIXEL_COUNT = [bin(p).count("1") for p in range(16)]
_NOTHING: Sequence[Cell] = ((EMPTY, 0),) * 4
_OUTSIDE = "a mean is beyond its range, or is not that of its cell"


class Numbered:
    """A tree whose cells know the number of the first quad in them."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.first: List[int] = [0] * len(tree.cells)
        self.count = self._number(tree.top, 0, 0)

    def _number(self, k: int, at: int, next_quad: int) -> int:
        self.first[at] = next_quad
        cell = self.tree.cells[at]
        if cell == LEAF:
            return next_quad + 1
        if cell == EMPTY:
            return next_quad
        if k == 1:
            return next_quad + _PIXEL_COUNT[cell >> 2]
        for i in range(cell >> 2, (cell >> 2) + 4):
            next_quad = self._number(k - 1, i, next_quad)
        return next_quad

    def quarters(self, k: int, cell: Cell) -> Sequence[Cell]:
        """The quarters of a cell of level k; of one that is not split they are empty."""
        value, first = cell
        if value & 3 != SPLIT:
            return _NOTHING
        at = value >> 2
        if k > 1:
            return tuple(zip(self.tree.cells[at : at + 4], self.first[at : at + 4]))
        return tuple((at >> i & 1, first + _PIXEL_COUNT[at & (1 << i) - 1]) for i in range(4))

    def top(self) -> Cell:
        return self.tree.cells[0], 0


class Means:
    """Decodes the means of a frame."""

    def __init__(self, coder: Coder, now: Numbered, before: Optional[Numbered], was: List[Mean], rgb: bool) -> None:
        self.coder, self.now, self.before, self.was, self.rgb = coder, now, before, was, rgb
        self.still = Models(2 * 8)  # by the last such decision, and the level
        self.rest = [Models(4) for _ in range(3)]
        self.steps = [Models(17 * SET) for _ in range(3)]
        self.last_still = 0
        self.means: List[Mean] = []
        self.alike: dict = {}  # whether split cells are as they were, by their value and level

    def decode(self) -> List[Mean]:
        """Returns the means of all quads, in the order of the tree."""
        top, k = self.now.top(), self.now.tree.top
        before = self.before.top() if self.before else _NOTHING[0]
        if top[0] == EMPTY or self._stays(k, top, before):
            return self.means
        mean = self.coder.plain(14), self.coder.plain(14), self.coder.plain(14)
        self._below(k, top, before, mean)
        return self.means

    def _quarters_before(self, k: int, before: Cell) -> Sequence[Cell]:
        return self.before.quarters(k, before) if self.before else _NOTHING

    def _alike(self, k: int, cell: Cell, before: Cell) -> bool:
        """Whether a cell has the same quads as the one in its place in the frame before."""
        value, old = cell[0], before[0]
        if value & 3 != SPLIT or old & 3 != SPLIT:
            return value == old
        if k == 1:
            return value == old
        key = value, k
        if key not in self.alike:
            self.alike[key] = all(
                self._alike(k - 1, a, b) for a, b in zip(self.now.quarters(k, cell), self._quarters_before(k, before))
            )
        return self.alike[key]

    def _stays(self, k: int, cell: Cell, before: Cell) -> bool:
        """Decodes whether a cell, if it is alike, has the means that it had, and takes them."""
        if self.before is None or not self._alike(k, cell, before):
            return False
        self.last_still = self.coder.bit(self.still, self.last_still << 3 | min(k, 7))
        if self.last_still:
            first = before[1]
            self.means += self.was[first : first + self._quads(k, cell)]
        return self.last_still == 1

    def _quads(self, k: int, cell: Cell) -> int:
        """How many quads are in a cell."""
        value = cell[0]
        if value & 3 != SPLIT:
            return value & 1
        if k == 1:
            return _PIXEL_COUNT[value >> 2]
        return sum(self._quads(k - 1, quarter) for quarter in self.now.quarters(k, cell))

    def _below(self, k: int, cell: Cell, before: Cell, mean: Mean) -> None:
        """Decodes the means in a cell whose own is known."""
        if min(mean) < 0 or max(mean) > 16383:
            raise FormatError(_OUTSIDE)
        if cell[0] == LEAF:
            self.means.append(mean)
            return
        coder = self.coder
        quarters = [pair for pair in zip(self.now.quarters(k, cell), self._quarters_before(k, before)) if pair[0][0] != EMPTY]
        n = len(quarters)
        sums = tuple(n * a - n // 2 + self._rest(models, n) for a, models in zip(mean, self.rest))
        left = sums  # what the quarters to come have
        for i, (quarter, old) in enumerate(quarters):
            begin = len(self.means)
            if self._stays(k - 1, quarter, old):
                own = self._average(k - 1, quarter, begin)
            else:
                own = self._step(k, mean) if i < n - 1 else left
                self._below(k - 1, quarter, old, own)
            left = left[0] - own[0], left[1] - own[1], left[2] - own[2]
        if any(left):
            raise FormatError(_OUTSIDE)

    def _rest(self, models: Models, n: int) -> int:
        """Decodes the rest of a division by n."""
        bit = self.coder.bit
        if n == 1:
            return 0
        if n == 2:
            return bit(models, 0)
        high = bit(models, 1)
        rest = high << 1 | bit(models, 2 + high)
        if rest >= n:
            raise FormatError(_OUTSIDE)
        return rest

    def _step(self, k: int, above: Mean) -> Mean:
        """Decodes a mean by that of the cell above it, of level k."""
        number, steps = self.coder.number, self.steps
        first = number(steps[0], min(k, 16))
        second = number(steps[1], abs(first).bit_length())
        third = number(steps[2], abs(second).bit_length())
        if self.rgb:
            return above[0] + first, above[1] + first + second, above[2] + first + third
        return above[0] + first, above[1] + second, above[2] + third

    def _average(self, k: int, cell: Cell, begin: int) -> Mean:
        """The mean of a cell whose quads' means are known, from number begin on."""
        base = begin - cell[1]
        if cell[0] == LEAF:
            return self.means[begin]
        averages = [self._average(k - 1, q, base + q[1]) for q in self.now.quarters(k, cell) if q[0] != EMPTY]
        n = len(averages)
        return tuple((sum(channel) + n // 2) // n for channel in zip(*averages))


def decode_means(
    coder: Coder, tree: Numbered, before: Optional[Numbered], was: List[Mean], rgb: bool
) -> Tuple[List[Mean], np.ndarray]:
    """Decodes the means of a tree's quads. was are those of the tree before it."""
    means = Means(coder, tree, before, was, rgb).decode()
    return means, np.array(means, np.int64).reshape(-1, 3)
