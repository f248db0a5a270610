"""The quadtree of a frame in .ffq (docs/reference/formats/ffq.md, *The tree*): bytes and the tree before → quads.

A cell is an int. Its two lowest bits are its state: EMPTY, LEAF, SPLIT, or UNKNOWN in a frame
that is not there. Of a split cell of level 1 the bits above are its four pixels; of a split
cell of a higher level they are the place of its four quarters in the tree's list of cells.
"""

from __future__ import annotations

from typing import List, Optional, Tuple

import numpy as np

from .coder import ENDS_EARLY, NEXT, PACE, SMALL, Coder, Models
from .errors import FormatError

EMPTY, LEAF, SPLIT, UNKNOWN = range(4)

CELL_BYTES = 40  # of memory that a cell of a tree takes, about

# Of a cell of level 1, by its value, its four pixels; those of an unknown one are 16.
PIXELS = [0, 15, 0, 16] + [value >> 2 for value in range(4, 64)]

# A cell's part in the number of the model of each of its neighbours' pixels: as the cell on
# the left of pixels 0 and 2, as the cell above pixels 0 and 1, and in the frame before.
LEFT_OF_0 = [(p >> 1 & 1) << 1 for p in PIXELS]
LEFT_OF_2 = [(p >> 3 & 1) << 2 for p in PIXELS]
ABOVE_0 = [p >> 2 & 1 for p in PIXELS]
ABOVE_1 = [p >> 3 & 1 for p in PIXELS]
BEFORE_2 = [p << 2 for p in PIXELS]  # where two more bits tell models apart
BEFORE_3 = [p << 3 for p in PIXELS]  # where three do

# Quads are gathered as numbers: x, y and level in 14 bits, 14 and 4; or for the pixels of a
# cell, with x and y of that, the four pixels above these 32 bits.
Y_ONE = 1 << 14
LEVEL_AT = 28
PIXELS_AT = 32


class Tree:
    """The quadtree of a picture of width × height pixels."""

    __slots__ = ("width", "height", "top", "cells")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.top = (max(width, height) - 1).bit_length()
        self.cells: List[int] = [EMPTY]  # the top, then the quarters of split cells of level 2 and above


def decode_tree(coder: Coder, width: int, height: int, count: int, before: Optional[Tree], memory: int) -> Tuple[Tree, np.ndarray]:
    """Decodes the tree of a picture of width × height pixels.

    It returns the tree and its quads, at most `count`, an array of x, y and level.
    `before` is the tree of the frame before, or None. `memory` is how many bytes the tree
    may take.
    """
    tree = Tree(width, height)
    found: List[int] = []
    was, cells_before = (UNKNOWN, []) if before is None else (before.cells[0], before.cells)
    try:
        _cells(coder, tree, was, cells_before, found, count, memory // CELL_BYTES)
    except IndexError:  # of the coder's words
        raise FormatError(ENDS_EARLY) from None
    fours = np.array(tree.cells[1:], np.int64).reshape(-1, 4)
    if not fours.any(axis=1).all():
        raise FormatError("a cell is split, and nothing is in it")
    return tree, quads_of(found)


def quads_of(found: List[int]) -> np.ndarray:
    """Makes an array of x, y and level of the numbers that were gathered."""
    codes = np.array(found, np.int64)
    pixels = codes >> PIXELS_AT
    wide = pixels[:, None] >> np.arange(4) & 1
    wide[pixels == 0, 0] = 1  # a quad that is itself
    rows, which = np.nonzero(wide)
    codes = codes[rows]
    quads = np.empty((len(codes), 3), np.int32)
    quads[:, 0] = (codes & Y_ONE - 1) + (which & 1)
    quads[:, 1] = (codes >> 14 & Y_ONE - 1) + (which >> 1)
    quads[:, 2] = codes >> LEVEL_AT & 15
    return quads


def _cells(coder: Coder, tree: Tree, was_top: int, old: List[int], found: List[int], most: int, most_cells: int) -> None:
    """Decodes the cells of a tree, in preorder."""
    width, height, cells = tree.width, tree.height, tree.cells
    splits, leaves = Models(8 << 6), Models(8 << 6)
    split_chance, split_seen, leaf_chance, leaf_seen = splits.chance, splits.seen, leaves.chance, leaves.seen
    pixels = [Models(17 << 2), Models(17 << 2), Models(17 << 3), Models(17 << 3)]
    (chance0, chance1, chance2, chance3), (seen0, seen1, seen2, seen3) = [m.chance for m in pixels], [m.seen for m in pixels]
    words, following, at, reach = coder.words, coder.next, coder.at, coder.range

    # The cells that are still to come, the next one last. Each is its place in cells, which
    # quarter it is, its level, its place in the picture, and what is on the left of the
    # cell above it in the tree, above that and in the frame before, and whether that lies
    # inside the picture. The place of the top is -1, as it is no quarter.
    pending = [(0, -1, tree.top, 0, EMPTY, EMPTY, was_top, False)]
    while pending:
        first, quarter, k, place, left, above, was, whole = pending.pop()
        # Cells of level 1 come all four at once, as most of a tree is of them.
        quarters = (quarter,) if k > 1 or quarter < 0 else (0, 1, 2, 3)
        if quarter >= 0:
            if left & 3 == SPLIT:
                left0, left2 = cells[(left >> 2) + 1], cells[(left >> 2) + 3]
            else:
                left0 = left2 = left
            if above & 3 == SPLIT:
                above0, above1 = cells[(above >> 2) + 2], cells[(above >> 2) + 3]
            else:
                above0 = above1 = above
            if was & 3 == SPLIT:
                was0, was1, was2, was3 = old[was >> 2 : (was >> 2) + 4]
            else:
                was0 = was1 = was2 = was3 = was
        parent = place
        for quarter in quarters:
            if quarter == 0:
                slot, left, above, was, place = first, left0, above0, was0, parent
            elif quarter == 1:
                slot, left, above, was, place = first + 1, cells[first], above1, was1, parent + (1 << k)
            elif quarter == 2:
                slot, left, above, was, place = first + 2, left2, cells[first], was2, parent + (Y_ONE << k)
            elif quarter == 3:
                slot, left, above, was, place = first + 3, cells[first + 2], cells[first + 1], was3, parent + (Y_ONE + 1 << k)
            else:
                slot = 0
            inside = whole
            if not whole:
                x, y = place & Y_ONE - 1, place >> 14
                if x >= width or y >= height:
                    continue  # it stays empty
                inside = x + (1 << k) <= width and y + (1 << k) <= height
            i = (k if k < 7 else 7) << 6 | (left & 3) << 4 | (above & 3) << 2 | was & 3

            if k:
                c, n = split_chance[i], split_seen[i]
                split_seen[i] = NEXT[n]
                zero = (reach >> 16) * c
                if at < zero:
                    reach = zero
                    split_chance[i] = c + (65536 - c >> PACE[n])
                    is_split = False
                else:
                    at -= zero
                    reach -= zero
                    split_chance[i] = c - (c >> PACE[n])
                    is_split = True
                if reach < SMALL:
                    at = at << 32 | words[following]
                    reach <<= 32
                    following += 1
            else:
                is_split = False

            if not is_split:
                if not inside:
                    continue
                c, n = leaf_chance[i], leaf_seen[i]
                leaf_seen[i] = NEXT[n]
                zero = (reach >> 16) * c
                if at < zero:
                    reach = zero
                    leaf_chance[i] = c + (65536 - c >> PACE[n])
                else:
                    at -= zero
                    reach -= zero
                    leaf_chance[i] = c - (c >> PACE[n])
                    cells[slot] = LEAF
                    found.append(place | k << LEVEL_AT)
                if reach < SMALL:
                    at = at << 32 | words[following]
                    reach <<= 32
                    following += 1
                continue

            if k > 1:
                below = len(cells)
                cells += (EMPTY, EMPTY, EMPTY, EMPTY)
                cells[slot] = SPLIT | below << 2
                if below > most_cells:
                    raise FormatError(TOO_LARGE)
                if k == 2:
                    pending.append((below, 0, 1, place, left, above, was, inside))
                else:
                    pending += (
                        (below, 3, k - 1, place, left, above, was, inside),
                        (below, 2, k - 1, place, left, above, was, inside),
                        (below, 1, k - 1, place, left, above, was, inside),
                        (below, 0, k - 1, place, left, above, was, inside),
                    )
                continue

            # The four pixels of a cell of level 1.
            i = BEFORE_2[was] | LEFT_OF_0[left] | ABOVE_0[above]
            c, n = chance0[i], seen0[i]
            seen0[i] = NEXT[n]
            zero = (reach >> 16) * c
            if at < zero:
                reach = zero
                chance0[i] = c + (65536 - c >> PACE[n])
                bits = 0
            else:
                at -= zero
                reach -= zero
                chance0[i] = c - (c >> PACE[n])
                bits = 1
            if reach < SMALL:
                at = at << 32 | words[following]
                reach <<= 32
                following += 1

            i = BEFORE_2[was] | bits << 1 | ABOVE_1[above]
            c, n = chance1[i], seen1[i]
            seen1[i] = NEXT[n]
            zero = (reach >> 16) * c
            if at < zero:
                reach = zero
                chance1[i] = c + (65536 - c >> PACE[n])
            else:
                at -= zero
                reach -= zero
                chance1[i] = c - (c >> PACE[n])
                bits |= 2
            if reach < SMALL:
                at = at << 32 | words[following]
                reach <<= 32
                following += 1

            i = BEFORE_3[was] | LEFT_OF_2[left] | bits
            c, n = chance2[i], seen2[i]
            seen2[i] = NEXT[n]
            zero = (reach >> 16) * c
            if at < zero:
                reach = zero
                chance2[i] = c + (65536 - c >> PACE[n])
            else:
                at -= zero
                reach -= zero
                chance2[i] = c - (c >> PACE[n])
                bits |= 4
            if reach < SMALL:
                at = at << 32 | words[following]
                reach <<= 32
                following += 1

            i = BEFORE_3[was] | bits
            c, n = chance3[i], seen3[i]
            seen3[i] = NEXT[n]
            zero = (reach >> 16) * c
            if at < zero:
                reach = zero
                chance3[i] = c + (65536 - c >> PACE[n])
            else:
                at -= zero
                reach -= zero
                chance3[i] = c - (c >> PACE[n])
                bits |= 8
            if reach < SMALL:
                at = at << 32 | words[following]
                reach <<= 32
                following += 1

            if not bits:
                raise FormatError("a cell is split, and nothing is in it")
            if not inside and (bits & 10 and x + 1 >= width or bits & 12 and y + 1 >= height):
                raise FormatError("a quad is not inside the picture")
            cells[slot] = SPLIT | bits << 2
            found.append(place | bits << PIXELS_AT)
        if len(found) > most:
            raise FormatError("the coded list has more entries than it says")
    coder.next, coder.at, coder.range = following, at, reach


TOO_LARGE = "a list is larger than max_frame_bytes allows; open the file with a larger one"
