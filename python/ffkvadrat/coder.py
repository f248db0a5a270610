"""The arithmetic decoder of .ffq (docs/reference/formats/ffq.md, *The arithmetic coder*).

A model of a decision is kept in two lists: the chance of a 0 in 65536ths, and the number of
decisions that it has seen. The trees are most of a file, and have separate loops that do
what `bit` does, with the decoder's state in local variables.
"""

from __future__ import annotations

from typing import List

import numpy as np

from .errors import FormatError

HALF = 1 << 15  # the chance of a model that has seen nothing
PACE = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5)  # how fast a model learns, by decisions seen
NEXT = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15)
SMALL = 1 << 32  # below this range the next 32 bits come
SET = 17  # models of a whole number: zero, sign, and 15 of its length

ENDS_EARLY = "the coded list ends too early"


class Models:
    """Models of decisions, all new."""

    __slots__ = ("chance", "seen")

    def __init__(self, count: int) -> None:
        self.chance: List[int] = [HALF] * count
        self.seen: List[int] = [0] * count


class Coder:
    """Decodes decisions from the bytes of a list."""

    __slots__ = ("length", "words", "next", "at", "range")

    def __init__(self, data: bytes) -> None:
        self.length = len(data)
        # Eight bytes past the end are 0, and no more may be read.
        most = (len(data) + 8) // 4
        padded = data.ljust(4 * most, b"\0")[: 4 * most]
        self.words: List[int] = np.frombuffer(padded, ">u4").tolist()
        self.at = self.words[0] << 32 | self.words[1]
        self.next = 2
        self.range = (1 << 64) - 1

    def end(self) -> None:
        """Complains if bytes are left."""
        if 4 * self.next < self.length:
            raise FormatError("the coded list has another length than its bytes")

    def more(self) -> None:
        """Reads the next 32 bits."""
        if self.next == len(self.words):
            raise FormatError(ENDS_EARLY)
        self.at = self.at << 32 | self.words[self.next]
        self.range <<= 32
        self.next += 1

    def bit(self, models: Models, i: int) -> int:
        """Decodes a decision with model number i."""
        chance, seen = models.chance, models.seen
        c, n = chance[i], seen[i]
        seen[i] = NEXT[n]
        zero = (self.range >> 16) * c
        if self.at < zero:
            self.range = zero
            chance[i] = c + (65536 - c >> PACE[n])
            if zero < SMALL:
                self.more()
            return 0
        self.at -= zero
        self.range -= zero
        chance[i] = c - (c >> PACE[n])
        if self.range < SMALL:
            self.more()
        return 1

    def plain(self, bits: int) -> int:
        """Decodes a number of n plain bits."""
        self.range >>= bits
        number = min(self.at // self.range, (1 << bits) - 1)
        self.at -= self.range * number
        if self.range < SMALL:
            self.more()
        return number

    def number(self, models: Models, which: int) -> int:
        """Decodes a whole number with set `which` of models."""
        i = SET * which
        if self.bit(models, i):
            return 0
        negative = self.bit(models, i + 1)
        n = 0
        while n < 15 and self.bit(models, i + 2 + n):
            n += 1
        size = 1 << n | self.plain(n)
        return -size if negative else size
