"""Files of any form: which one it is, how it is compressed, and its frames."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import tempfile
import zlib
from typing import Any, BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Union, cast

import numpy as np

from . import columns, ffq, frames, text
from .errors import FormatError, MissingModule
from .frames import Frame

Path = Union[str, "os.PathLike[str]"]

MAX_FRAME_BYTES = 1 << 29
MOST_FFQ = 1 << 31  # bytes of a compressed .ffq when it is not


def decompressed(path: str) -> BinaryIO:
    """Opens a file, which gzip or zstd may have compressed, by what it begins with."""
    file = open(path, "rb")
    head = file.peek(4)[:4]
    if head[:2] == b"\x1f\x8b":
        return _Closing(gzip.GzipFile(fileobj=file), file, path)
    if head == b"\x28\xb5\x2f\xfd":
        return _Closing(_zstd(file, path), file, path)
    return file


def _zstd(file: BinaryIO, path: str) -> BinaryIO:
    try:
        from compression import zstd  # Python 3.14

        return cast(BinaryIO, zstd.ZstdFile(file))
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        file.close()
        raise MissingModule(
            f"{path} is compressed with zstd, which needs the module zstandard, or Python 3.14: "
            "install python3-zstandard, or export to .ndjson.gz"
        ) from None
    return cast(BinaryIO, _Zstandard(file, zstandard.ZstdDecompressor(max_window_size=8 << 20)))


class _Zstandard:
    """Decompresses with the module zstandard, whose own streams do not say that a file was cut."""

    PIECE = 1 << 10  # compressed bytes at once, which are 32 MiB at most when they are not

    def __init__(self, file: BinaryIO, decompressor: Any) -> None:
        self._file, self._decompressor = file, decompressor
        self._frame = decompressor.decompressobj()
        self._out, self._at = b"", 0

    def read(self, size: int) -> bytes:
        while self._at == len(self._out):
            data = self._file.read(self.PIECE)
            if not data:
                if not self._frame.eof:
                    raise EOFError("it ends too early")
                return b""
            self._out, self._at = b"", 0
            while data:
                if self._frame.eof:
                    self._frame = self._decompressor.decompressobj()
                self._out += self._frame.decompress(data)
                data = self._frame.unused_data if self._frame.eof else b""
        part = self._out[self._at : self._at + size]
        self._at += len(part)
        return part


class _Closing(io.BufferedReader):
    """A decompressed file that says what is wrong with it as a FormatError, and closes what is below it."""

    def __init__(self, stream: BinaryIO, below: BinaryIO, path: str) -> None:
        self._below = below
        super().__init__(_Faults(stream), 1 << 16)  # type: ignore[arg-type]

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._below.close()


class _Faults(io.RawIOBase):
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"the compressed data is damaged: {error}") from None
        except Exception as error:  # zstandard raises its own error class
            if type(error).__name__ != "ZstdError":
                raise
            raise FormatError(f"the compressed data is damaged: {error}") from None
        buffer[: len(data)] = data
        return len(data)


class Export:
    """An export that is open for reading: a sequence of frames.

    Iterating reads the frames one after the other, and holds one at a time. `len` and
    indexing use the index of an .ffq or Parquet file; in other forms they read the file up to
    the frame. An Export may be used in a `with` statement. It is for one thread at a time.
    """

    def __init__(self, path: Path, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self.path = os.fspath(path)
        self._file: Optional[BinaryIO] = None
        self._next: Optional[Iterator[Frame]] = None  # of a scan, at frame _at
        self._at = 0
        self._length: Optional[int] = None
        self._latest: Optional[Frame] = None  # that was asked for by its number
        self._reader: Union[ffq.Reader, text.Reader, columns.Reader]
        try:
            with self._errors():
                self._open(max_frame_bytes)
        except BaseException:
            self.close()
            raise

    def _open(self, memory: int) -> None:
        file = decompressed(self.path)
        with contextlib.closing(file):
            head = file.read(len(ffq.SIGNATURE))
        if head[:4] == b"PAR1":
            self._reader = columns.Reader(self.path, memory)
        elif head == ffq.SIGNATURE:
            self._file = self._seekable()
            self._reader = ffq.Reader(self._file, memory)
        else:
            self._reader = text.Reader(lambda: decompressed(self.path), memory)

    def _seekable(self) -> BinaryIO:
        """The file; if it is compressed, a copy that is not and that goes with it."""
        file = decompressed(self.path)
        if not isinstance(file, _Closing):
            return file
        with contextlib.closing(file):
            copy = tempfile.TemporaryFile()
            while True:
                piece = file.read(1 << 20)
                if not piece:
                    break
                copy.write(piece)
                if copy.tell() > MOST_FFQ:
                    copy.close()
                    raise FormatError("the .ffq in it is larger than 2 GiB: decompress it first")
        copy.seek(0)
        return cast(BinaryIO, copy)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except FormatError as error:
            raise error.at(self.path) from None

    @property
    def header(self) -> Dict[str, Any]:
        """The header's object."""
        return self._reader.header

    def __iter__(self) -> Iterator[Frame]:
        with self._errors():
            yield from self._reader

    def __len__(self) -> int:
        if self._length is None:
            with self._errors():
                if isinstance(self._reader, text.Reader):
                    self._length = self._reader.count()
                else:
                    self._length = len(self._reader.entries())
        return self._length

    def __getitem__(self, number: int) -> Frame:
        """Frame `number` of the file, from 0; a negative one counts from the end."""
        if number < 0:
            number += len(self)
        if number < 0 or self._length is not None and number >= self._length:
            raise IndexError("frame number out of range")
        if self._latest is None or self._latest.number != number:
            with self._errors():
                if isinstance(self._reader, text.Reader):
                    self._latest = self._scan(number)
                elif number < len(self):
                    self._latest = self._reader.frame(number)
                else:
                    raise IndexError("frame number out of range")
        return self._latest

    def _scan(self, number: int) -> Frame:
        """Reads up to a frame, from where the last scan ended or from the beginning."""
        if self._next is None or number < self._at:
            self._next, self._at = iter(self._reader), 0
        try:
            for frame in self._next:
                self._at += 1
                if frame.number == number:
                    return frame
        except FormatError:
            self._next = None  # it would go on as if the file ended here
            raise
        self._length, self._next = self._at, None
        raise IndexError("frame number out of range")

    def close(self) -> None:
        """Closes the file."""
        self._next = self._latest = None
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> "Export":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<ffkvadrat.Export {self.path!r}, {self.header['analysis'].get('variant')}>"


def open_export(path: Path, max_frame_bytes: int = MAX_FRAME_BYTES) -> Export:
    """Opens an export: .ndjson, .json, .ffq, any of them with .gz or .zst, or .parquet.

    `max_frame_bytes` limits the memory that one frame's text or list may take.
    """
    return Export(path, max_frame_bytes)


class Data(NamedTuple):
    """A whole export in arrays."""

    header: Dict[str, Any]
    frames: np.ndarray  # a row for each frame: what a Frame has, and the number of its first quad
    quads: np.ndarray  # a row for each quad: its frame_index, then the header's quad_fields


# The columns of frames: what a Frame has, under the names of docs/reference/formats/quads.md, and the number of its first quad. What is not known is -1, NaN or empty; a pts that is not known is the smallest int64.
FRAME_TYPE = np.dtype(
    [
        ("frame_index", np.int64), ("pts", np.int64), ("pts_time", np.float64),
        ("key_frame", np.bool_), ("pict_type", object), ("width", np.int32), ("height", np.int32), ("pix_fmt", object),
        ("corrupt", np.bool_), ("errors", np.int32), ("interlaced", object), ("threshold", np.float64), ("frames", np.int32),
        ("quad_count", np.int64), ("coverage", np.float64), ("first", np.int64),
    ]
)  # fmt: skip
NO_PTS = np.iinfo(np.int64).min


def frame_row(frame: Frame, first: int) -> tuple:
    """A row of FRAME_TYPE."""
    return (
        -1 if frame.index is None else frame.index, NO_PTS if frame.pts is None else frame.pts, frame.time,
        frame.key_frame, frame.pict_type or "", frame.width, frame.height, frame.pix_fmt or "",
        frame.corrupt, frame.errors, frame.interlaced or "", frame.threshold, frame.frames or 0,
        frame.quad_count, frame.coverage, first,
    )  # fmt: skip


def read(path: Path, max_frame_bytes: int = MAX_FRAME_BYTES) -> Data:
    """Reads a whole export into arrays.

    The quads of all frames are one array, with the frame_index in its first column. Those of
    frame i are `quads[first : first + quad_count]` with the numbers of `frames[i]`. All
    quads have to fit into memory; `open` reads frame by frame.
    """
    rows: List[tuple] = []
    lists: List[np.ndarray] = []
    first = 0
    with Export(path, max_frame_bytes) as export:
        own = frames.entry_type(export.header)
        kind = np.dtype([("frame_index", np.int64)] + [(name, own[name]) for name in own.names])
        for frame in export:
            part = np.empty(frame.quad_count, kind)
            part["frame_index"] = -1 if frame.index is None else frame.index
            for name in own.names:
                part[name] = frame.quads[name]
            rows.append(frame_row(frame, first))
            lists.append(part)
            first += frame.quad_count
        return Data(export.header, np.array(rows, FRAME_TYPE), np.concatenate(lists) if lists else np.empty(0, kind))
