"""Parquet exports, through pyarrow: a table of quads, and next to it a table of frames.

The footer gives the memory that a file needs; it is compared with the limit before the file is read.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from . import frames, rules
from .document import RECORD_TEXT, parse
from .errors import FormatError, MissingModule
from .frames import Frame
from .header import check_header, check_threshold

HEADER_KEY = b"ffkvadrat"  # of the header's text, in the footer
PAIR_KEY = b"ffkvadrat-pair"  # of what both tables of an export have in common; earlier exports have none
BATCH = 1 << 16  # rows of the table of frames that are read at once

WHOLE = "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"


def _bool(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise FormatError(f"{name} is not true or false")
    return value


# The columns of frames: their Arrow types, and the rules of their values.
COLUMNS: Dict[str, Tuple[Tuple[str, ...], rules.Rule]] = {
    **{name: (WHOLE, frames.RULES[name]) for name in ("frame_index", "pts", "width", "height", "frames", "quad_count")},
    **{name: (("double",), frames.RULES[name]) for name in ("threshold", "coverage")},
    **{name: (("string", "large_string"), frames.RULES[name]) for name in ("pict_type", "pix_fmt", "interlaced")},
    "pts_time": (("double",), rules.number()), "errors": (WHOLE, rules.whole(0, (1 << 31) - 1)),
    "key_frame": (("bool",), _bool), "corrupt": (("bool",), _bool),
}  # fmt: skip
OPTIONAL = "frame_index", "pts", "pict_type", "pix_fmt", "interlaced"


def frames_path(path: str) -> str:
    """The name of the table of frames that belongs to a table of quads: a.parquet → a.frames.parquet, a.pq → a.pq.frames.parquet."""
    ending = ".parquet"
    return (path[: -len(ending)] if path.endswith(ending) else path) + ".frames" + ending


def check_footer(table: Any, types: Dict[str, Tuple[str, ...]], memory: int, what: str) -> None:
    """Refuses a table whose columns have other types, or whose row groups need more memory than the limit."""
    # Nothing is asked of a group's columns: where that is damaged, pyarrow 25 ends the process.
    metadata, schema = table.metadata, table.schema_arrow
    names = list(schema.names)
    for name, known in types.items():
        if names.count(name) != 1:
            raise FormatError(f"{what} has {names.count(name)} columns {name}")
        if str(schema.field(name).type) not in known:
            raise FormatError(f"{what}: {name} is {schema.field(name).type}")
    rows = 0
    for i in range(metadata.num_row_groups):
        group = metadata.row_group(i)
        if group.num_rows < 0 or group.num_rows * 8 * len(types) > memory:
            raise FormatError(f"{what}: a row group of {group.num_rows} rows is larger than max_frame_bytes allows")
        if not 0 <= group.total_byte_size <= memory:
            raise FormatError(f"{what}: a row group of {group.total_byte_size} bytes is larger than max_frame_bytes allows")
        rows += group.num_rows
    if metadata.num_rows != rows:
        raise FormatError(f"{what} has {metadata.num_rows} rows, its row groups {rows}")


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
            self.table = self._open(path, [])
            metadata = self.table.metadata
            text = (metadata.metadata or {}).get(HEADER_KEY, b"")
            if len(text) > RECORD_TEXT:
                raise FormatError("the header is too long")
            header = parse(text)
            if isinstance(header, dict) and header.get("format") == "ffkvadrat-summary":
                raise FormatError("a summary in Parquet: pandas.read_parquet and others read it as it is")
            self.header = check_header(header)
            self.type = frames.entry_type(self.header)
            lacking = [name for name in self.type.names if name not in self.table.schema_arrow.names]
            if lacking:
                raise FormatError(f"its table has no {', '.join(lacking)}, which --fields omitted")
            check_footer(self.table, dict.fromkeys(self.type.names, WHOLE), self.memory, "the table of quads")
            beside = frames_path(path)
            if not os.path.exists(beside):
                raise FormatError(f"{beside}, the table of frames, is missing")
            self.columns = self._read_frames(beside, path)
        # The row at which each row group begins, and each frame.
        groups = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
        self.groups = np.concatenate([[0], np.cumsum(groups)]).astype(np.int64)
        counts = self.columns["quad_count"][0]
        self.counts: List[int] = counts.tolist()
        if min(self.counts, default=0) < 0 or sum(self.counts) != metadata.num_rows:
            raise FormatError(f"{metadata.num_rows} quads, but the frames have {sum(self.counts)}")
        self.first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        self._group: Tuple[int, Any] = (-1, None)  # the row group that was read last

    def _open(self, path: str, dictionaries: List[str]) -> Any:
        return self._pyarrow.parquet.ParquetFile(
            path, page_checksum_verification=True, read_dictionary=dictionaries,
            thrift_string_size_limit=1 << 24, thrift_container_size_limit=1 << 20,
        )  # fmt: skip

    def _read_frames(self, path: str, of: str) -> Dict[str, Tuple[np.ndarray, np.ndarray]]:
        """The columns of the table of frames: their values, of texts the objects, and which are not known."""
        analysis = self.header["analysis"]
        there = {"threshold": "each_frame" in analysis, "frames": "cube" in analysis, "interlaced": "interlaced" in self.header["source"]}
        names = [name for name in COLUMNS if there.get(name, True)]
        table = self._open(path, [name for name in names if "string" in COLUMNS[name][0]])
        if (self.table.metadata.metadata or {}).get(PAIR_KEY) != (table.metadata.metadata or {}).get(PAIR_KEY):
            raise FormatError(f"{path} belongs to another export: write both again, with ffkvadrat export --force -o {of}")
        texts = tuple(f"dictionary<values={kind}, indices=int32, ordered=0>" for kind in ("string", "large_string"))
        types = {name: texts if "string" in COLUMNS[name][0] else COLUMNS[name][0] for name in names}
        check_footer(table, types, self.memory, "the table of frames")
        if table.metadata.num_rows * 8 * len(names) > self.memory:
            raise FormatError(f"the table of frames has {table.metadata.num_rows} rows, more than max_frame_bytes allows")
        parts: Dict[str, List[Tuple[np.ndarray, np.ndarray]]] = {name: [] for name in names}
        for batch in table.iter_batches(BATCH, columns=names):
            for name in names:
                column = batch.column(name)
                unknown = column.is_null().to_numpy(zero_copy_only=False)
                if unknown.any() and name not in OPTIONAL:
                    raise FormatError(f"{name} is missing in the table of frames")
                if types[name] is texts:
                    words = np.array([*column.dictionary.to_pylist(), None], object)
                    values = words[column.indices.fill_null(len(words) - 1).to_numpy(zero_copy_only=False)]
                else:
                    values = column.fill_null(False if types[name] == ("bool",) else 0).to_numpy(zero_copy_only=False)
                parts[name].append((values, unknown))
        nothing = np.zeros(0, np.int64), np.zeros(0, bool)
        return {name: tuple(map(np.concatenate, zip(*pairs or [nothing]))) for name, pairs in parts.items()}

    def entries(self) -> List[int]:
        """How many quads each frame has."""
        return self.counts

    def __iter__(self) -> Iterator[Frame]:
        last = -1
        for number in range(len(self.counts)):
            frame = self.frame(number)
            if frame.index is not None:
                if frame.index <= last:
                    raise FormatError(f"frame_index {frame.index} does not ascend", None, number)
                last = frame.index
            yield frame

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
            raise FormatError(f"pyarrow cannot read this Parquet file: {error}") from None

    def _frame(self, number: int) -> Frame:
        record = {}
        for name, (values, unknown) in self.columns.items():
            if not unknown[number]:
                value = values[number]
                record[name] = COLUMNS[name][1](name, value.item() if isinstance(value, np.generic) else value)
        analysis = self.header["analysis"]
        if "threshold" in record:
            check_threshold(analysis, record["threshold"])
        if record.get("frames", 0) > analysis.get("cube", 0):
            raise FormatError(f"frames is {record['frames']}, but windows have at most {analysis['cube']}")
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
        width, height, window = record["width"], record["height"], record.get("frames")
        coverage = frames.check_list(self.header, quads, record["coverage"], width, height, window)
        return Frame(
            header=self.header, number=number, index=record.get("frame_index"), pts=record.get("pts"), time=record["pts_time"],
            key_frame=record["key_frame"], pict_type=record.get("pict_type"), width=width, height=height, pix_fmt=record.get("pix_fmt"),
            corrupt=record["corrupt"], errors=record["errors"], interlaced=record.get("interlaced"), threshold=record.get("threshold", float(analysis["threshold"])), frames=window,
            coverage=coverage, quads=quads,
        )  # fmt: skip

    def _read_group(self, group: int) -> Dict[str, np.ndarray]:
        """The columns of a row group that lists are made of."""
        if self._group[0] != group:
            self._group = -1, None  # so that two are never in memory
            table = self.table.read_row_group(group, columns=list(self.type.names))
            columns = {}
            for name in self.type.names:
                values = table.column(name).to_numpy()
                if values.dtype.kind not in "iu" or len(values) and not 0 <= values.min() <= values.max() < 1 << 31:
                    raise FormatError(f"{name} has a value that is missing, or not valid for quads")
                columns[name] = values
            self._group = group, columns
        return self._group[1]
