"""The octree of a window in .ffq (docs/reference/formats/ffq.md, *Cubes*): bytes and the octree before → cubes.

Cells are those of a quadtree with eight cells below each. Of a split cell of level 1 the bits
above its state are its pixels: the four of the earlier frame, then the four of the later one.
"""

from __future__ import annotations

from typing import List, Optional, Tuple

import numpy as np

from .coder import Coder, Models
from .errors import FormatError
from .tree import CELL_BYTES, EMPTY, LEAF, SPLIT, TOO_LARGE, UNKNOWN

RIGHT, LOWER, LATER = 1, 2, 4  # the bits of an eighth's number


class Octree:
    """The octree of a window of frames of width × height pixels; the longest windows have longest."""

    def __init__(self, width: int, height: int, frames: int, longest: int) -> None:
        self.width, self.height, self.frames, self.longest = width, height, frames, longest
        self.top = (max(width, height, longest) - 1).bit_length()
        self.cells: List[int] = [EMPTY]  # the top, then the eighths of split cells of level 2 and above

    def eighth(self, cell: int, i: int) -> int:
        return self.cells[(cell >> 2) + i] if cell & 3 == SPLIT else cell


class Octrees:
    """Decodes the octree of a window."""

    def __init__(self, coder: Coder, tree: Octree, before: Optional[Octree], most: int, memory: int) -> None:
        self.coder, self.tree = coder, tree
        self.before = before or tree  # nothing of an unknown cell is looked up
        self.was = before.cells[0] if before else UNKNOWN
        self.splits, self.leaves = Models(8 << 6), Models(8 << 6)
        self.pixels = [[Models(17 << 3) for _ in range(4)] for _ in range(2)]
        self.found: List[Tuple[int, int, int, int]] = []
        self.most, self.most_cells = most, memory // CELL_BYTES

    def decode(self) -> np.ndarray:
        """Returns the cubes, an array of x, y, frame and level, and fills the tree."""
        tree = self.tree
        tree.cells[0] = self._cell(tree.top, 0, 0, 0, EMPTY, EMPTY, self.was, self.before)
        return np.array(self.found, np.int32).reshape(-1, 4)

    def _add(self, x: int, y: int, frame: int, k: int) -> None:
        self.found.append((x, y, frame, k))
        if len(self.found) > self.most:
            raise FormatError("the coded list has more entries than it says")

    def _cell(self, k: int, x: int, y: int, frame: int, left: int, above: int, earlier: int, of: Octree) -> int:
        """Decodes a cell of level k, and all below it. earlier is a cell of the octree `of`."""
        tree, bit = self.tree, self.coder.bit
        if x >= tree.width or y >= tree.height or frame >= tree.frames:
            return EMPTY
        size = 1 << k
        inside = x + size <= tree.width and y + size <= tree.height and frame + size <= tree.frames
        model = min(k, 7) << 6 | (left & 3) << 4 | (above & 3) << 2 | earlier & 3
        if k == 0 or not bit(self.splits, model):
            if inside and bit(self.leaves, model):
                self._add(x, y, frame, k)
                return LEAF
            return EMPTY
        if k == 1:
            return self._eights(x, y, frame, left, above, earlier)
        cells = tree.cells
        first = len(cells)
        if first > self.most_cells:
            raise FormatError(TOO_LARGE)
        cells += [EMPTY] * 8
        # What is earlier than an earlier eighth is a later one of the cell before, unless that
        # is of the window before and longer than windows are.
        later = LATER if size <= tree.longest else 0
        half = size >> 1
        for i in range(8):
            beside = cells[first + i - RIGHT] if i & RIGHT else tree.eighth(left, i + RIGHT)
            over = cells[first + i - LOWER] if i & LOWER else tree.eighth(above, i + LOWER)
            if i & LATER:
                was, where = cells[first + i - LATER], tree
            else:
                was, where = of.eighth(earlier, i + later), of
            x_, y_, frame_ = x + (i & RIGHT) * half, y + (i >> 1 & 1) * half, frame + (i >> 2) * half
            cells[first + i] = self._cell(k - 1, x_, y_, frame_, beside, over, was, where)
        if not any(cells[first : first + 8]):
            raise FormatError("a cell is split, and nothing is in it")
        return SPLIT | first << 2

    def _eights(self, x: int, y: int, frame: int, left: int, above: int, earlier: int) -> int:
        """Decodes the pixels of a split cell of level 1, those of the earlier frame first."""
        tree = self.tree
        left, above = _eight_pixels(left), _eight_pixels(above)
        was = 16 if earlier == UNKNOWN else _eight_pixels(earlier) >> 4
        first = self._four(0, x, y, frame, left & 15, above & 15, was)
        second = self._four(1, x, y, frame + 1, left >> 4, above >> 4, first)
        both = first | second
        if not both:
            raise FormatError("a cell is split, and nothing is in it")
        if both & 10 and x + 1 >= tree.width or both & 12 and y + 1 >= tree.height or second and frame + 1 >= tree.frames:
            raise FormatError("a cube is not inside the window")
        return SPLIT | (first | second << 4) << 2

    def _four(self, later: int, x: int, y: int, frame: int, left: int, above: int, was: int) -> int:
        models, bit = self.pixels[later], self.coder.bit
        was <<= 3
        found = bit(models[0], was | (left >> 1 & 1) << 1 | above >> 2 & 1)
        found |= bit(models[1], was | found << 1 | above >> 3 & 1) << 1
        found |= bit(models[2], was | (left >> 3 & 1) << 2 | found) << 2
        found |= bit(models[3], was | found) << 3
        for i in range(4):
            if found >> i & 1:
                self._add(x + (i & 1), y + (i >> 1), frame, 0)
        return found


def _eight_pixels(cell: int) -> int:
    state = cell & 3
    return cell >> 2 if state == SPLIT else 255 if state == LEAF else 0
