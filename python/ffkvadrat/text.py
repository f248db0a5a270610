"""NDJSON and JSON exports (docs/reference/formats/quads.md): text → header and frames."""

from __future__ import annotations

import re
from typing import Any, BinaryIO, Callable, Dict, Iterator, Optional

import numpy as np

from . import frames, rules
from .document import RECORD_TEXT, TOO_LONG, document, parse
from .errors import FormatError
from .frames import Frame
from .header import check_header, time_base

QUAD_TEXT = 256  # bytes more that a record may have for each quad

class Reader:
    """Reads the frames of an export in text, which opens as a file from its beginning."""

    def __init__(self, opens: Callable[[], BinaryIO], max_frame_bytes: int) -> None:
        self.opens, self.memory = opens, max_frame_bytes
        with opens() as file:
            head = file.read(512)
        self.document = re.match(rb'[ \t\r\n]*\{[ \t\r\n]*"header"', head) is not None
        with opens() as file:
            records = self._records(file)
            self.header = check_header(parse(next(records, b"")))
        self.parser = Parser(self.header)

    def _records(self, file: BinaryIO) -> Iterator[bytes]:
        """The text of the header, then that of each frame."""
        return (document if self.document else lines)(file, self.memory)

    def __iter__(self) -> Iterator[Frame]:
        number, last = 0, -1
        with self.opens() as file:
            records = self._records(file)
            next(records, None)
            while True:
                try:
                    text = next(records, None)
                    if text is None:
                        return
                    frame = self.parser.frame(number, text)
                    if frame.index is not None:
                        if frame.index <= last:
                            raise FormatError(f"frame_index {frame.index} does not ascend")
                        last = frame.index
                except FormatError as error:
                    raise error.at(None, number) from None
                yield frame
                number += 1

    def count(self) -> int:
        """The number of frames, from the text alone, whose lists are not read."""
        with self.opens() as file:
            return sum(1 for _ in self._records(file)) - 1


def lines(file: BinaryIO, most: int) -> Iterator[bytes]:
    """The lines of NDJSON, of `most` bytes at most; the first one, the header, has its own limit."""
    limit = RECORD_TEXT
    while line := whole_line(file, limit):
        yield line[:-1] if line.endswith(b"\n") else line
        limit = most


def whole_line(file: BinaryIO, most: int) -> bytes:
    """Reads a line of `most` bytes at most, with its end; nothing at the file's end."""
    line = file.readline(most + 1)
    if len(line) > most:
        raise FormatError(TOO_LONG)
    return line


class Parser:
    """Makes frames of their text."""

    def __init__(self, header: Dict[str, Any]) -> None:
        self.header = header
        self.type = frames.entry_type(header)
        self.columns = len(header["quad_fields"])
        self.time_base = time_base(header)
        commas = b"," * (self.columns - 1)
        self.entry = b"[" + commas + b"]"

    def frame(self, number: int, text: bytes) -> Frame:
        """Makes a frame of its text."""
        frame = self._parsed(number, text)
        if len(text) > RECORD_TEXT + QUAD_TEXT * len(frame.quads):
            raise FormatError(TOO_LONG)
        return frame

    def _parsed(self, number: int, text: bytes) -> Frame:
        found = _QUADS.search(text)
        quads = self._plain(found[1]) if found else None
        if quads is not None:
            record = parse(text[: found.start(1)] + b"null" + text[found.end(1) :])
            if isinstance(record, dict) and record.get("quads", 0) is None:  # and not in another object
                return self._frame(number, record, quads)
        record = parse(text)
        if not isinstance(record, dict):
            raise FormatError("the record is not an object")
        return self._frame(number, record, self._quads(record.get("quads")))

    def _plain(self, text: bytes) -> Optional[np.ndarray]:
        """Makes an array of a list as ffkvadrat writes it, at once; of others None."""
        if text == b"[]":
            return np.zeros(0, self.type)
        count = text.count(b"]") - 1
        form = b"[" + b",".join([self.entry] * count) + b"]"
        if text.translate(None, b"0123456789") != form or _ODD.search(text):
            return None
        values = np.fromstring(text.translate(None, b"[]"), np.int64, sep=",")
        if len(values) != count * self.columns or values.max() > 99999:
            return None
        return self._array(values.reshape(count, self.columns))

    def _quads(self, quads: Any) -> np.ndarray:
        if not isinstance(quads, list):
            raise FormatError("quads is not a list")
        for quad in quads:
            if type(quad) is not list or len(quad) != self.columns:
                raise FormatError(f"a quad is not an array of {self.columns} numbers")
            for value in quad:
                if type(value) is not int or not 0 <= value <= 99999:
                    raise FormatError(f"a quad has {value!r} for a number")
        return self._array(np.array(quads, np.int64).reshape(len(quads), self.columns))

    def _array(self, values: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(values, np.int32)
        return rows.reshape(-1).view(self.type)

    def _frame(self, number: int, record: Dict[str, Any], quads: np.ndarray) -> Frame:
        source, analysis = self.header["source"], self.header["analysis"]
        rules.check("the record", record, frames.RULES, ("pts_time", "key_frame", "quad_count", "coverage", "quads"))
        names = list(record)
        behind = {"width", "height", "frames"}.intersection(names[names.index("quads") :])
        if behind:
            raise FormatError(f"{min(behind)} comes after quads")
        pts = record.get("pts")
        if (pts is None) != ("pts_synthetic" in record):
            raise FormatError("a frame needs either pts or pts_synthetic")
        corrected = "pts_corrected" in record
        if corrected and pts is None:
            raise FormatError("pts_corrected needs a pts")
        time = record["pts_time"]
        if pts is not None and not corrected and "%.6f" % (pts * self.time_base) != time:
            raise FormatError(f"pts_time {time:.40} is not that of pts {pts}")
        seconds = float(time)
        if not np.isfinite(seconds):
            raise FormatError("pts_time is too large")
        if ("width" in record) != ("height" in record):
            raise FormatError("width and height belong together: one is missing")
        width, height = record.get("width", source["width"]), record.get("height", source["height"])
        each, cube = "each_frame" in analysis, analysis.get("cube", 0)
        if ("threshold" in record) != each:
            raise FormatError("a frame has a threshold exactly if the header has each_frame")
        if ("frames" in record) != (cube > 0) or record.get("frames", 0) > cube:
            raise FormatError("a frame has frames exactly if the header has cube, and at most as many")
        if record["quad_count"] != len(quads):
            raise FormatError(f"quad_count {record['quad_count']} with {len(quads)} quads")
        frames.check_facts(self.header, record)
        coverage = frames.check_list(self.header, quads, record["coverage"], width, height, record.get("frames"))
        return Frame(
            header=self.header, number=number, index=record.get("frame_index"), pts=pts, time=seconds,
            key_frame=record["key_frame"] == 1, pict_type=record.get("pict_type"), width=width, height=height,
            pix_fmt=record.get("pix_fmt", source.get("pix_fmt")), corrupt="corrupt" in record, errors=record.get("errors", 0),
            interlaced=record.get("interlaced"),
            threshold=float((record if each else analysis)["threshold"]), frames=record.get("frames"), coverage=coverage, quads=quads,
        )  # fmt: skip


_QUADS = re.compile(rb'"quads":(\[[0-9,\[\]]*\])(?=[,}])')
_ODD = re.compile(rb"[\[,]0[0-9]|\[,|,,|,\]|\[\]")  # numbers that begin with 0, or are none
