"""Parquet exports, through pyarrow: a table of quads, and beside it one of frames."""

from __future__ import annotations

import contextlib
import os
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from . import frames
from .document import parse
from .errors import FormatError, MissingModule
from .frames import Frame

HEADER_KEY = b"ffkvadrat"  # of the header's text, in the footer
PAIR_KEY = b"ffkvadrat-pair"  # of what both tables of an export have in common; earlier exports have none

# What columns of frames hold that are no numbers.
KINDS = {"key_frame": bool, "corrupt": bool, "pict_type": (str, type(None)), "pix_fmt": (str, type(None))}


def frames_path(path: str) -> str:
    """The name of the table of frames beside that of quads: a.parquet → a.frames.parquet, a.pq → a.pq.frames.parquet."""
    ending = ".parquet"
    return (path[: -len(ending)] if path.endswith(ending) else path) + ".frames" + ending


class Reader:
    """Reads frames from a table of quads, with one row group in memory."""

    def __init__(self, path: str, max_frame_bytes: int) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingModule(f"{path} is Parquet, which needs the module pyarrow; or export to .ffq or .ndjson") from None
        self._pyarrow = pyarrow
        self.memory = max_frame_bytes
        with self._reading():
            self.table = pyarrow.parquet.ParquetFile(path, page_checksum_verification=True)
            metadata = self.table.metadata
            header = parse((metadata.metadata or {}).get(HEADER_KEY, b""))
            if isinstance(header, dict) and header.get("format") == "ffkvadrat-summary":
                raise FormatError("a summary in Parquet: pandas.read_parquet and others read it as it is")
            self.header = frames.check_header(header)
            self.type = frames.entry_type(self.header)
            lacking = [name for name in self.type.names if name not in self.table.schema_arrow.names]
            if lacking:
                raise FormatError(f"its table has no {', '.join(lacking)}, which --fields has left out")
            beside = frames_path(path)
            if not os.path.exists(beside):
                raise FormatError(f"{beside} is missing, which has the frames")
            other = pyarrow.parquet.ParquetFile(beside, page_checksum_verification=True)
            if (metadata.metadata or {}).get(PAIR_KEY) != (other.metadata.metadata or {}).get(PAIR_KEY):
                raise FormatError(f"{beside} is of another export: write both again, with ffkvadrat export --force -o {path}")
            self.rows: List[Dict[str, Any]] = other.read().to_pylist()
        # The row at which each row group begins, and each frame.
        groups = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
        self.groups = np.concatenate([[0], np.cumsum(groups)]).astype(np.int64)
        self.counts = [frames.whole(row, "quad_count", 0, 1 << 62) for row in self.rows]
        self.first = np.concatenate([[0], np.cumsum(self.counts)]).astype(np.int64)
        if self.first[-1] != self.groups[-1]:
            raise FormatError(f"{self.groups[-1]} quads, where the frames have {self.first[-1]}")
        self._group: Tuple[int, Any] = (-1, None)  # the row group that was read last

    def entries(self) -> List[int]:
        """How many quads each frame has."""
        return self.counts

    def __iter__(self) -> Iterator[Frame]:
        for number in range(len(self.rows)):
            yield self.frame(number)

    def frame(self, number: int) -> Frame:
        """Reads frame `number`."""
        try:
            with self._reading():
                return self._frame(number)
        except FormatError as error:
            raise error.at(None, number) from None

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Makes a FormatError of what pyarrow says of damage: errors of the system have a number, those of files none."""
        try:
            yield
        except KeyError as error:
            raise FormatError(f"a column is missing: {error}") from None
        except (self._pyarrow.ArrowException, OSError, ValueError) as error:
            if isinstance(error, FormatError) or isinstance(error, OSError) and error.errno is not None:
                raise
            raise FormatError(f"not Parquet that pyarrow reads: {error}") from None

    def _frame(self, number: int) -> Frame:
        row = self.rows[number]
        begin, end = int(self.first[number]), int(self.first[number + 1])
        if (end - begin) * self.type.itemsize > self.memory:
            raise FormatError("a list is larger than max_frame_bytes allows; open the file with a larger one")
        quads = np.empty(end - begin, self.type)
        group = int(np.searchsorted(self.groups, begin, "right")) - 1
        at = begin
        while at < end:
            columns = self._read_group(group)
            base = int(self.groups[group])
            upto = min(end, int(self.groups[group + 1]))
            for name in self.type.names:
                quads[name][at - begin : upto - begin] = columns[name][at - base : upto - base]
            at, group = upto, group + 1
        for name, kinds in KINDS.items():
            if not isinstance(row[name], kinds):
                raise FormatError(f"{name} is {row[name]!r}")
        analysis = self.header["analysis"]
        width = frames.whole(row, "width", 1, frames.MAX_SIDE)
        height = frames.whole(row, "height", 1, frames.MAX_SIDE)
        window = frames.whole(row, "frames", 1, analysis["cube"]) if "cube" in analysis else None
        coverage = frames.check_list(self.header, quads, row, width, height, window)
        return Frame(
            header=self.header, number=number, index=row["frame_index"], pts=row["pts"], time=frames.number(row, "pts_time"),
            key_frame=row["key_frame"], pict_type=row["pict_type"], width=width, height=height, pix_fmt=row["pix_fmt"],
            corrupt=row["corrupt"], errors=frames.whole(row, "errors", 0, (1 << 31) - 1),
            threshold=frames.number(row if analysis.get("each_frame") == 1 else analysis, "threshold"), frames=window,
            coverage=coverage, quads=quads,
        )  # fmt: skip

    def _read_group(self, group: int) -> Dict[str, np.ndarray]:
        """The columns of a row group that lists are made of."""
        if self._group[0] != group:
            table = self.table.read_row_group(group, columns=list(self.type.names))
            self._group = group, {name: table.column(name).to_numpy() for name in self.type.names}
        return self._group[1]
