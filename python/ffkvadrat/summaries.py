"""Summaries (`ffkvadrat export --summary`): CSV, NDJSON or JSON → an array with a row for each frame."""

from __future__ import annotations

import contextlib
import csv
import math
import os
import re
from typing import Any, BinaryIO, Dict, Iterator, List, NamedTuple, Optional

import numpy as np

from .document import document, parse
from .errors import FormatError
from .files import FRAME_TYPE, NO_PTS, Path, decompressed
from .text import lines, whole_line

LINE = 1 << 20  # bytes of a row, at most
SIZES = [1 << level for level in range(15)]

# Columns that only summaries have, besides those of sizes.
_COLUMNS: Dict[str, np.dtype] = {
    **{name: np.dtype(np.float64) for name in ("area_entropy", "luma_mean", "psnr", "ssim", "si", "ti")},
    **{name: np.dtype(np.float64) for name in ("bytes_per_quad", "qp_mean", "qp_density")},
    **{name: np.dtype(np.int64) for name in ("luma_p1", "luma_p50", "luma_p99", "bytes")},
    **{f"count_{size}": np.dtype(np.int64) for size in SIZES},
    **{name: FRAME_TYPE[name] for name in FRAME_TYPE.names if name != "first"},
}


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
            header = parse(next(records, b""))
            if not isinstance(header, dict) or header.get("format") != "ffkvadrat-summary":
                raise FormatError("not ffkvadrat-summary data; `read` reads exports with quads")
            return Summary(header, _json(records, header))
    except FormatError as error:
        raise error.at(name) from None


def _csv(file: BinaryIO) -> np.ndarray:
    """Reads the rows of CSV."""
    rows = csv.reader(_texts(file), strict=True)
    try:
        names = next(rows, [])
        if "quad_count" not in names or len(set(names)) < len(names):
            raise FormatError("not a summary: its first line does not name the columns of one")
        known = [name for name in names if name in _COLUMNS]
        found: List[tuple] = []
        for number, row in enumerate(rows):
            if len(row) != len(names):
                raise FormatError(f"{len(row)} columns, want {len(names)}", None, number)
            record = dict(zip(names, row))
            try:
                found.append(tuple(_parsed(name, record[name]) for name in known))
            except ValueError:
                raise FormatError("a column has another form", None, number) from None
    except csv.Error as error:
        raise FormatError(f"not CSV: {error}") from None
    return _array(known, found)


def _texts(file: BinaryIO) -> Iterator[str]:
    while line := whole_line(file, LINE):
        if not line.endswith(b"\n"):
            raise FormatError("the last row is cut")
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            raise FormatError("the text is not UTF-8") from None


def _parsed(name: str, text: str) -> Any:
    """The value of a text in a column."""
    kind = _COLUMNS[name].kind
    if text == "":
        return _unknown(name)
    if kind == "f":
        return float(text)
    if kind == "b":
        return {"0": False, "1": True}[text] if text in ("0", "1") else int("")
    return text if kind == "O" else _int64(int(text))


def _int64(value: int) -> int:
    if not -(1 << 63) <= value < 1 << 63:
        raise ValueError(value)
    return value


def _unknown(name: str) -> Any:
    """What stands for a value that is not known."""
    if name == "pts":
        return NO_PTS
    return {"f": math.nan, "b": False, "O": ""}.get(_COLUMNS[name].kind, -1)


def _json(records: Iterator[bytes], header: Dict[str, Any]) -> np.ndarray:
    """Reads the frames of NDJSON or JSON."""
    analysis = header.get("analysis")
    source = header.get("source")
    if not isinstance(source, dict) or not isinstance(analysis, dict):
        raise FormatError("the header has no source or no analysis")
    names = [name for name in FRAME_TYPE.names if name not in ("threshold", "frames", "quad_count", "coverage", "first")]
    names += [name for name, there in (("threshold", "each_frame" in analysis), ("frames", "cube" in analysis)) if there]
    names += ["quad_count", "coverage", "area_entropy"] + [f"count_{size}" for size in SIZES]
    names += ["luma_mean", "luma_p1", "luma_p50", "luma_p99"]
    for mark, more in ("fill", ["psnr", "ssim"]), ("siti", ["si", "ti"]), ("coded", ["bytes", "bytes_per_quad", "qp_mean", "qp_density"]):
        names += more if mark in header else []
    given = {name: source.get(name) for name in ("width", "height", "pix_fmt")}
    found = []
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
            record = {**given, "corrupt": 0, "errors": 0, **record, **counts}
            if "psnr" in record and record["psnr"] is None:
                record["psnr"] = math.inf
            found.append(tuple(_value(name, record.get(name)) for name in names))
        except FormatError as error:
            raise error.at(None, number) from None
    return _array(names, found)


def _value(name: str, value: Any) -> Any:
    """The value of a field."""
    kind = _COLUMNS[name].kind
    if value is None:
        return _unknown(name)
    try:
        if name == "pts_time" and isinstance(value, str):
            return float(value)
        if kind == "f" and type(value) in (int, float):
            return float(value)
        if kind == "b" and type(value) is int and value in (0, 1):
            return value == 1
        if kind == "i" and type(value) is int:
            return _int64(value)
        if kind == "O" and isinstance(value, str):
            return value
    except (ValueError, OverflowError):
        pass
    raise FormatError(f"{name} has another form")


def _array(names: List[str], rows: List[tuple]) -> np.ndarray:
    try:
        return np.array(rows, [(name, _COLUMNS[name]) for name in names])
    except (ValueError, OverflowError) as error:
        raise FormatError(f"a number is out of its range: {error}") from None
