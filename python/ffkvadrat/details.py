"""What follows the tree of a frame in .ffq: values and classes."""

from __future__ import annotations

import numpy as np

from .coder import SET, Coder, Models
from .errors import FormatError


def decode_values(coder: Coder, count: int) -> np.ndarray:
    """Decodes the values of n points, in Morton order."""
    models = Models(17 * SET)
    values = []
    length = last = 0
    for _ in range(count):
        step = coder.number(models, length)
        length = abs(step).bit_length()
        last += step
        values.append(last)
    found = np.array(values, np.int64)
    if count and (found.min() < 0 or found.max() > 65535):
        raise FormatError("a value is beyond its range")
    return found


def decode_classes(coder: Coder, count: int) -> np.ndarray:
    """Decodes the classes of n entries, in Morton order of all classes together."""
    models = Models(17 * 16)
    classes = []
    last = 16
    for _ in range(count):
        node = 1
        for _ in range(4):
            node = node << 1 | coder.bit(models, last << 4 | node)
        last = node & 15
        classes.append(last)
    return np.array(classes, np.int64)
