"""The frames of an export, in whatever form it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

import numpy as np

from . import rules
from .errors import FormatError
from .header import BY_VALUE, LINES, MEAN_MAX, MORTON, check_threshold, class_count, has_places

VALUE_MAX = 65535


@dataclass
class Frame:
    """A frame of an export, or with cubes a window of frames, with its list of quads.

    Names that are not explained here are those of docs/reference/formats/quads.md. What is not known is None.
    """

    header: Dict[str, Any] = field(repr=False)  # of the export
    number: int  # the place in the file, from 0
    index: Optional[int]  # frame_index, the number in the stream
    pts: Optional[int]  # in ticks of the stream's time_base
    time: float  # pts_time in seconds, rounded to millionths
    key_frame: bool
    pict_type: Optional[str]
    width: int  # its own, in pixels
    height: int
    pix_fmt: Optional[str]
    corrupt: bool
    errors: int
    interlaced: Optional[str]  # "tff" or "bff"; None if the frame is progressive, or the export is older than the field
    threshold: float  # its own, or the header's
    frames: Optional[int]  # how many a window has; None without cubes
    coverage: float  # rounded to millionths
    quads: np.ndarray = field(repr=False)  # structured, with the fields of the header's quad_fields, all int32

    @property
    def frame_number(self) -> Optional[int]:
        """The number in the name of the picture's file, of a sequence of numbered pictures."""
        source = self.header["source"]
        if self.pts is None or "first_number" not in source:
            return None
        return source["first_number"] + source["number_step"] * (self.pts >> (source.get("fields") == "split"))

    @property
    def quad_count(self) -> int:
        """How many quads there are."""
        return len(self.quads)


def entry_type(header: Dict[str, Any]) -> np.dtype:
    """The type of the entries of lists: a field of 32 bits for each of quad_fields.

    Areas and sums fit, and lists can be viewed as matrices of int32.
    """
    return np.dtype([(name, np.int32) for name in header["quad_fields"]])


def millionths(seconds: float) -> float:
    """Seconds as the text forms have them, with six decimals."""
    return float("%.6f" % seconds)


# The fields of a frame's record, but its list.
RULES: Dict[str, rules.Rule] = {
    "frame_index": rules.whole(0, rules.INT64 - 1), "pts": rules.whole(-rules.INT64, rules.INT64 - 1), "pts_time": rules.seconds,
    "pts_synthetic": rules.flag, "pts_corrected": rules.flag, "key_frame": rules.whole(0, 1), "pict_type": rules.pict_type,
    "width": rules.side, "height": rules.side, "pix_fmt": rules.text, "corrupt": rules.flag, "errors": rules.whole(1, (1 << 31) - 1),
    "interlaced": rules.one_of(("tff", "bff")),
    "threshold": rules.number(), "frames": rules.whole(1, 64), "quad_count": rules.whole(0, rules.INT64 - 1), "coverage": rules.number(0, 1),
}  # fmt: skip


def check_facts(header: Dict[str, Any], record: Dict[str, Any]) -> None:
    """Refuses a frame that repeats what the header says."""
    source, analysis = header["source"], header["analysis"]
    if "width" in record and (record["width"], record["height"]) == (source["width"], source["height"]):
        raise FormatError("width and height equal the header's and must be omitted")
    if "pix_fmt" in record and record["pix_fmt"] == source.get("pix_fmt"):
        raise FormatError("pix_fmt equals the header's and must be omitted")
    if "threshold" in record:
        check_threshold(analysis, record["threshold"])


def check_list(header: Dict[str, Any], quads: np.ndarray, said: float, width: int, height: int, window: Optional[int]) -> float:
    """Returns a record's coverage. It complains if it is not that of the list, or the list breaks a rule.

    Of lists that lack fields nothing is known.
    """
    if has_places(header):
        covers = coverage(volume(header, quads, width, height, window), width, height, window)
        if said != covers:
            raise FormatError(f"coverage {said} with quads that cover {covers:.6f}")
    return said


def volume(header: Dict[str, Any], quads: np.ndarray, width: int, height: int, window: Optional[int]) -> int:
    """Returns how many pixels a list covers. It complains if the list breaks the rules.

    The entries have to lie inside the picture, and the window, to be in order, and not
    to overlap. The header has all their fields.
    """
    columns: List[np.ndarray] = [quads[name].astype(np.int64) for name in quads.dtype.names]
    fields = dict(zip(quads.dtype.names, columns))
    x, y = fields["x"], fields["y"]
    size = fields.get("size", np.ones(len(quads), np.int64))
    frame = fields.get("frame", np.zeros(len(quads), np.int64))
    if len(quads) == 0:
        return 0
    if min(column.min() for column in columns) < 0 or size.min() < 1:
        raise FormatError("a quad has a number that is too small")
    if (size & size - 1).any() or ((x | y | frame) & size - 1).any():
        raise FormatError("a quad's size is not a power of two, or its place is not a multiple of it")
    if (x + size > width).any() or (y + size > height).any() or window is not None and (frame + size > window).any():
        raise FormatError("a quad is not inside the picture")
    for name, column in fields.items():
        if name.startswith("mean_") and column.max() > MEAN_MAX or name == "value" and column.max() > VALUE_MAX:
            raise FormatError(f"{name} is beyond its range")
    order = header["analysis"].get("order", MORTON)
    if window is not None:
        place, covers = spread3(x) | spread3(y) << 1 | spread3(frame) << 2, size**3
    elif order == LINES:
        place, covers = y << 14 | x, size
    else:
        place, covers = spread2(x) | spread2(y) << 1, size**2
    # A list of classes is a list for each class, and one by value a list for each value.
    part = np.zeros(len(quads), np.int64)
    if "class" in fields:
        part = fields["class"]
        if part.max() >= class_count(header):
            raise FormatError("a class is beyond its range")
    elif order == BY_VALUE:
        part = VALUE_MAX - fields["value"]
    key = (part.astype(np.uint64) << np.uint64(48)) | place.astype(np.uint64)  # a part has 16 bits
    if (key[:-1] + covers[:-1].astype(np.uint64) > key[1:]).any():
        raise FormatError("quads are not in order, or overlap")
    if "class" in fields or order == BY_VALUE:
        placed = np.sort(place) if order == BY_VALUE else place[np.argsort(place, kind="stable")]
        sizes = covers[np.argsort(place, kind="stable")]
        if (placed[:-1] + sizes[:-1] > placed[1:]).any():
            raise FormatError("two quads overlap")
    return int(covers.sum())


def coverage(area: int, width: int, height: int, window: Optional[int]) -> float:
    """The share of a picture's pixels, or a window's, in millionths, a half rounded up."""
    pixels = width * height * (window or 1)
    return (2 * area * 10**6 + pixels) // (2 * pixels) / 1e6


def spread2(v: np.ndarray) -> np.ndarray:
    """Puts a 0 between the bits of numbers of 16 bits."""
    for shift, mask in (8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555):
        v = (v | v << shift) & mask
    return v


def spread3(v: np.ndarray) -> np.ndarray:
    """Puts two 0s between the bits of numbers of 15 bits."""
    for shift, mask in (16, 0x0000FF0000FF), (8, 0x00F00F00F00F), (4, 0x0C30C30C30C3), (2, 0x249249249249):
        v = (v | v << shift) & mask
    return v
