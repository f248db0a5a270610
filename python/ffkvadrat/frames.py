"""The header and the frames of an export, in whatever form it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

import numpy as np

from .errors import FormatError

NAME = "ffkvadrat-quads"
MAX_SIDE = 16384  # of a picture, in pixels

# The fields of means, by the features that they are of.
MEANS = {
    "rgb": ["mean_r", "mean_g", "mean_b"],
    "yuv": ["mean_y", "mean_u", "mean_v"],
    "vectors": ["mean_known", "mean_dx", "mean_dy"],
}
MEAN_MAX = 16383
VALUE_MAX = 65535
POINTS = "leaf-points", "template-hits"  # the variants of single pixels with values
MORTON, LINES, BY_VALUE = "morton", "lines", "value"  # orders of points


@dataclass
class Frame:
    """A frame of an export, or with cubes a window of frames, with its list of quads.

    Names that are not explained here are those of docs/format.md. What is not known is None.
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
    threshold: float  # its own, or the header's
    frames: Optional[int]  # how many a window has; None without cubes
    coverage: float  # rounded to millionths
    quads: np.ndarray = field(repr=False)  # structured, with the fields of the header's quad_fields, all int32

    @property
    def quad_count(self) -> int:
        """How many quads there are."""
        return len(self.quads)


def entry_type(header: Dict[str, Any]) -> np.dtype:
    """The type of the entries of lists: a field of 32 bits for each of quad_fields.

    Areas and sums fit, and lists can be viewed as matrices of int32.
    """
    return np.dtype([(name, np.int32) for name in header["quad_fields"]])


def check_header(header: Any) -> Dict[str, Any]:
    """Returns a header that this package can read, or complains."""
    if not isinstance(header, dict):
        raise FormatError("the header is not an object")
    if header.get("format") == "ffkvadrat-summary":
        raise FormatError("a summary, which has no quads: read_summary reads it")
    if header.get("format") != NAME:
        raise FormatError(f"not {NAME} data")
    if header.get("version") not in (1, 2) or isinstance(header["version"], bool):
        raise FormatError(f"unsupported version {header.get('version')!r}: this reader knows versions 1 and 2")
    source, analysis = header.get("source"), header.get("analysis")
    if not isinstance(source, dict) or not isinstance(analysis, dict):
        raise FormatError("the header has no source or no analysis")
    for side in "width", "height":
        whole(source, side, 1, MAX_SIDE)
    time_base(header)
    number(analysis, "threshold")
    fields = header.get("quad_fields")
    if not isinstance(fields, list) or not all(isinstance(name, str) for name in fields):
        raise FormatError("quad_fields is not a list of names")
    if whole(analysis, "cube", 8, 64, 0) not in (0, 8, 16, 32, 64):
        raise FormatError(f"cube is {analysis['cube']}")
    own = own_fields(header)
    if not fields or len(set(fields)) < len(fields) or not set(fields) <= set(own):
        raise FormatError(f"quad_fields is {', '.join(fields):.80}, where quads have {', '.join(own)}")
    if analysis.get("order", MORTON) not in (MORTON, LINES, BY_VALUE):
        raise FormatError(f"unknown order {analysis['order']!r}")
    return header


def own_fields(header: Dict[str, Any]) -> List[str]:
    """The fields that quads of a variant have, of which an export with --fields has some."""
    analysis = header["analysis"]
    variant, classes = analysis.get("variant"), class_count(header)
    if "cube" in analysis:
        if variant != "edge-threshold" or classes:
            raise FormatError("cubes have neither means nor values nor classes")
        return ["x", "y", "frame", "size"]
    fields = ["x", "y", "value" if variant in POINTS else "size"]
    if variant == "common-feature":
        if not isinstance(analysis.get("features"), str) or analysis["features"] not in MEANS:
            raise FormatError("unknown features")
        fields += MEANS[analysis["features"]]
    elif variant != "edge-threshold" and variant not in POINTS:
        raise FormatError("unknown variant")
    return fields + ["class"] * (classes > 0)


def has_all(header: Dict[str, Any]) -> bool:
    """Whether an export has all fields of its quads, in their order."""
    return header["quad_fields"] == own_fields(header)


def class_count(header: Dict[str, Any]) -> int:
    """How many classes quads have; 0 without classes."""
    bounds = header["analysis"].get("bounds")
    if bounds is None:
        return 0
    if not isinstance(bounds, list) or not 1 <= len(bounds) <= 15:
        raise FormatError("bounds is not a list of 1 to 15 numbers")
    return len(bounds) + 1


_FRACTION = re.compile(r"([1-9][0-9]{0,9})/([1-9][0-9]{0,9})")


def time_base(header: Dict[str, Any]) -> float:
    """Seconds per tick."""
    match = _FRACTION.fullmatch(str(header["source"].get("time_base")))
    if not match:
        raise FormatError("time_base is not a fraction")
    return int(match[1]) / int(match[2])


def millionths(seconds: float) -> float:
    """Seconds as the text forms have them, with six decimals."""
    return float("%.6f" % seconds)


_MISSING = object()


def whole(record: Dict[str, Any], name: str, least: int, most: int, default: Any = _MISSING) -> Any:
    """Returns a whole number of an object, from least to most."""
    if name not in record and default is not _MISSING:
        return default
    value = record.get(name)
    if type(value) is not int or not least <= value <= most:
        raise FormatError(f"{name} is not a whole number from {least} to {most}")
    return value


def number(record: Dict[str, Any], name: str) -> float:
    """Returns a number of an object."""
    value = record.get(name)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise FormatError(f"{name} is not a number")
    try:
        return float(value)
    except OverflowError:
        raise FormatError(f"{name} is beyond all numbers") from None


def flag(record: Dict[str, Any], name: str) -> bool:
    """Returns whether an object has a field that is 1 if it is there."""
    return whole(record, name, 1, 1, 0) == 1


PICT_TYPES = "IPBSipb"


def check_list(header: Dict[str, Any], quads: np.ndarray, record: Dict[str, Any], width: int, height: int, window: Optional[int]) -> float:
    """Returns a record's coverage. It complains if it is not that of the list, or the list breaks a rule.

    Of lists that lack fields nothing is known.
    """
    said = number(record, "coverage")
    if not 0 <= said <= 1:
        raise FormatError("coverage is not from 0 to 1")
    if has_all(header):
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
        raise FormatError("a quad's size is not a power of two, or its place is no multiple of it")
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
