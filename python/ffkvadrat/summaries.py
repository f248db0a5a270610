"""Summaries (`ffkvadrat export --summary`): CSV, NDJSON or JSON → an array with a row for each frame."""

from __future__ import annotations

import contextlib
import csv
import math
import os
import re
from typing import Any, BinaryIO, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from . import frames, rules
from .document import document, parse
from .errors import FormatError
from .files import FRAME_TYPE, NO_PTS, Path, decompressed
from .header import SUMMARY, check_header
from .text import lines, whole_line

LINE = 1 << 20  # bytes of a row, at most
SIZES = [1 << level for level in range(15)]

_CODED = ["bytes", "bytes_per_quad", "qp_mean", "qp_density", "intra_part", "skip_part", "depth_mean"]

# Columns that only summaries have, besides those of sizes.
_COLUMNS: Dict[str, np.dtype] = {
    **{name: np.dtype(np.float64) for name in ("area_entropy", "luma_mean", "psnr", "ssim", "si", "ti")},
    **{name: np.dtype(np.float64) for name in _CODED[1:]},
    **{name: np.dtype(np.int64) for name in ("luma_p1", "luma_p50", "luma_p99", "bytes")},
    **{f"count_{size}": np.dtype(np.int64) for size in SIZES},
    **{name: FRAME_TYPE[name] for name in FRAME_TYPE.names if name != "first"},
}


_sample = rules.whole(0, 65535)
_ratio = rules.number(0, 1e15)
_quads = rules.whole(0, 1 << 34)


def _psnr(name: str, value: Any) -> None:
    if value is not None:  # which is infinite
        rules.number(0, 1000)(name, value)


def _seconds(name: str, value: Any) -> None:
    rules.number(-1e12, 1e12)(name, float(rules.seconds(name, value)))


# The fields of a frame's record, but its sizes.
RULES: Dict[str, rules.Rule] = {
    **frames.RULES, "pts_time": _seconds, "threshold": rules.number(0, 16), "quad_count": _quads,
    "area_entropy": rules.number(0, 4), "luma_mean": rules.number(0, 65535), "luma_p1": _sample, "luma_p50": _sample, "luma_p99": _sample,
    "psnr": _psnr, "ssim": rules.number(-1, 1), "si": _ratio, "ti": _ratio,
    "bytes": rules.whole(1, (1 << 53) - 1), "bytes_per_quad": _ratio, "qp_mean": rules.number(-1000, 1000), "qp_density": rules.number(-1, 1),
    "intra_part": rules.number(0, 1), "skip_part": rules.number(0, 1), "depth_mean": rules.number(0, 255),
    **{f"count_{size}": _quads for size in SIZES},
}  # fmt: skip
ALWAYS = "pts_time", "key_frame", "quad_count", "coverage"


class Summary(NamedTuple):
    """A summary in an array."""

    header: Optional[Dict[str, Any]]  # None from CSV, which has none
    frames: np.ndarray  # a row for each frame, with the columns of the CSV form


def read_summary(path: Path) -> Summary:
    """Reads a summary, in CSV, NDJSON or JSON, also compressed.

    A frame's quads of each size are the columns count_1 to count_16384. What is not
    known is -1 in columns of whole numbers, NaN in others, an empty text, and as a pts
    NO_PTS. The psnr of equal pictures is infinite.
    """
    name = os.fspath(path)
    try:
        with contextlib.closing(decompressed(name)) as file:
            head = file.peek(64)[:64].lstrip()
            if head.startswith(b"PAR1"):
                raise FormatError("a table in Parquet: pandas.read_parquet and others read it as it is")
            if not head.startswith(b"{"):
                return Summary(None, _csv(file))
            is_document = re.match(rb'\{\s*"header"', head) is not None
            records = (document if is_document else lines)(file, LINE)
            header = check_header(parse(next(records, b"")), SUMMARY)
            return Summary(header, _json(records, header))
    except FormatError as error:
        raise error.at(name) from None


def _csv(file: BinaryIO) -> np.ndarray:
    """Reads the rows of CSV."""
    rows = csv.reader(_texts(file), strict=True)
    try:
        names = next(rows, [])
        if not {"frame_index", "quad_count"} <= set(names) or len(set(names)) < len(names):
            raise FormatError("not a summary: its first line does not name the columns of one")
        known = [name for name in names if name in _COLUMNS]
        table = _Table(known, {})
        for number, row in enumerate(rows):
            try:
                if len(row) != len(names):
                    raise FormatError(f"{len(row)} columns, want {len(names)}")
                table.add(_parsed(name, text) for name, text in zip(names, row) if text != "" and name in _COLUMNS)
            except FormatError as error:
                raise error.at(None, number) from None
    except csv.Error as error:
        raise FormatError(f"not CSV: {error}") from None
    return table.array()


def _texts(file: BinaryIO) -> Iterator[str]:
    while line := whole_line(file, LINE):
        if not line.endswith(b"\n"):
            raise FormatError("the last row is cut")
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            raise FormatError("the text is not UTF-8") from None


_NUMBER = re.compile(r"[-+.0-9eE]+", re.ASCII)


def _parsed(name: str, text: str) -> Tuple[str, Any]:
    """A cell of a column, as an object has it."""
    if name == "psnr" and text == "inf":
        return name, None
    if name == "pts_time" or _COLUMNS[name].kind == "O":
        return name, text
    if not _NUMBER.fullmatch(text):
        raise FormatError(f"{name} is not a number")
    if text == "0" and name in ("corrupt", "errors"):
        return "", 0  # which objects leave out
    return name, parse(text.encode())


class _Table:
    """Makes an array of records."""

    def __init__(self, names: List[str], given: Dict[str, Any]) -> None:
        self.names, self.given = names, {"corrupt": 0, "errors": 0, **given}
        self.rows: List[tuple] = []
        self.last = -1

    def add(self, fields: Iterable[Tuple[str, Any]]) -> None:
        record = dict(fields)
        rules.check("the record", record, RULES, ALWAYS)
        if ("width" in record) != ("height" in record):
            raise FormatError("width and height belong together: one is missing")
        index = record.get("frame_index", -1)
        if 0 <= index <= self.last:
            raise FormatError(f"frame_index {index} does not ascend")
        self.last = max(self.last, index)
        record = {**self.given, **record}
        self.rows.append(tuple(_value(name, record) for name in self.names))

    def array(self) -> np.ndarray:
        return np.array(self.rows, [(name, _COLUMNS[name]) for name in self.names])


def _value(name: str, record: Dict[str, Any]) -> Any:
    """The value of a column."""
    value = record.get(name)
    if value is not None:
        return value
    if name in record:
        return math.inf
    if name == "pts":
        return NO_PTS
    return {"f": math.nan, "b": False, "O": ""}.get(_COLUMNS[name].kind, -1)


def _json(records: Iterator[bytes], header: Dict[str, Any]) -> np.ndarray:
    """Reads the frames of NDJSON or JSON."""
    analysis, source = header["analysis"], header["source"]
    names = [name for name in FRAME_TYPE.names if name not in ("interlaced", "threshold", "frames", "quad_count", "coverage", "first")]
    names += [name for name, there in (("interlaced", "interlaced" in source), ("threshold", "each_frame" in analysis), ("frames", "cube" in analysis)) if there]
    names += ["quad_count", "coverage", "area_entropy"] + [f"count_{size}" for size in SIZES]
    names += ["luma_mean", "luma_p1", "luma_p50", "luma_p99"]
    for mark, more in ("fill", ["psnr", "ssim"]), ("siti", ["si", "ti"]), ("coded", _CODED):
        names += more if mark in header else []
    table = _Table(names, {name: source[name] for name in ("width", "height", "pix_fmt") if name in source})
    for number, text in enumerate(records):
        try:
            record = parse(text)
            if not isinstance(record, dict) or not isinstance(record.get("sizes"), list):
                raise FormatError("the record is not that of a frame")
            for pair in record["sizes"]:
                if not isinstance(pair, list) or len(pair) != 2 or type(pair[0]) is not int or pair[0] not in SIZES:
                    raise FormatError("sizes are not pairs of a size and a number")
            counts = dict.fromkeys((f"count_{size}" for size in SIZES), 0)
            counts.update((f"count_{size}", count) for size, count in record["sizes"])
            table.add({**record, **counts}.items())
        except FormatError as error:
            raise error.at(None, number) from None
    return table.array()
