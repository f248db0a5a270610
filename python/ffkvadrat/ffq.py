""".ffq files (docs/reference/formats/ffq.md): records, fields and the index."""

from __future__ import annotations

import struct
from typing import Any, BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from . import frames, rules
from .coder import Coder
from .cubes import Octree, Octrees
from .details import decode_classes, decode_values
from .document import parse
from .errors import FormatError
from .frames import Frame
from .header import BY_VALUE, LINES, MORTON, POINTS, check_header, class_count, has_all, time_base
from .means import Mean, Numbered, decode_means
from .tree import TOO_LARGE, Tree, decode_tree

SIGNATURE = b"\x89FFQ\r\n\x1a\n"
HEADER, KEY, FRAME, INDEX = b"H", b"K", b"F", b"I"
TAIL = 8 + len(SIGNATURE)  # bytes behind the last record
PIECE = 1 << 20  # bytes that are read at once
MOST_HEADER = 1 << 20
MOST_CUBES = 1 << 28
QUAD_BYTES = 64  # of memory that a quad takes while a frame is decoded, about

# The flags of a frame.
HAS_INDEX, HAS_PTS, IS_KEY, IS_CORRUPT, HAS_ERRORS, HAS_SIZE, HAS_PIX_FMT, IS_CORRECTED, IS_INTERLACED, BOTTOM_FIRST = (1 << i for i in range(10))


def _castagnoli() -> List[int]:
    table = []
    for v in range(256):
        for _ in range(8):
            v = v >> 1 ^ (0x82F63B78 if v & 1 else 0)
        table.append(v)
    return table


_TABLE = _castagnoli()


def crc32c(data: bytes) -> int:
    """The check sum of records."""
    crc, table = 0xFFFFFFFF, _TABLE
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


class Record(NamedTuple):
    """A record of a file."""

    kind: bytes
    payload: bytes
    length: int  # of all its bytes


def read_exactly(file: BinaryIO, length: int) -> bytes:
    """Reads n bytes; it allocates memory only as they arrive."""
    pieces = []
    while length:
        piece = file.read(min(length, PIECE))
        if not piece:
            raise FormatError("the file ends too early")
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def read_record(file: BinaryIO, most: int) -> Record:
    """Reads the next record, whose payload has `most` bytes at most."""
    head = read_exactly(file, 1)
    length = shift = 0
    while True:
        byte = read_exactly(file, 1)
        head += byte
        length |= (byte[0] & 127) << shift
        shift += 7
        if length >= 1 << 31 or byte[0] > 127 and shift == 35:
            raise FormatError("a record has an invalid length")
        if byte[0] < 128:
            break
    if length > most:
        raise FormatError("a record is longer than max_frame_bytes, or than the format allows")
    rest = read_exactly(file, length + 4)
    payload = rest[:-4]
    if struct.unpack("<I", rest[-4:])[0] != crc32c(head + payload):
        raise FormatError("a record is damaged: its check sum differs")
    return Record(head[:1], payload, len(head) + len(rest))


class Fields:
    """Reads the fields of a payload."""

    def __init__(self, payload: bytes) -> None:
        self.payload, self.at = payload, 0

    def take(self, length: int) -> bytes:
        if self.at + length > len(self.payload):
            raise FormatError("a record ends too early")
        self.at += length
        return self.payload[self.at - length : self.at]

    def uvarint(self, most: int) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
            if shift == 70:
                raise FormatError("a number is too long")
        if value > most:
            raise FormatError(f"the number {value} is out of its range")
        return value

    def varint(self) -> int:
        value = self.uvarint((1 << 64) - 1)
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def double(self) -> float:
        value = struct.unpack("<d", self.take(8))[0]
        if not np.isfinite(value):
            raise FormatError("a number is not finite")
        return value

    def rest(self) -> bytes:
        return self.take(len(self.payload) - self.at)

    def end(self) -> None:
        if self.at < len(self.payload):
            raise FormatError("a record has more bytes than it needs")


class Entry(NamedTuple):
    """The index's entry of a frame."""

    offset: int
    length: int
    key: bool
    frame_index: int  # -1 if it is not known
    pts: Optional[int]
    time: Optional[float]  # if it is not that of the pts


def read_header(file: BinaryIO) -> Tuple[Dict[str, Any], int]:
    """Reads signature and header. It returns the header and where the first frame is."""
    if read_exactly(file, len(SIGNATURE)) != SIGNATURE:
        raise FormatError("the file does not begin with the signature of .ffq")
    record = read_record(file, MOST_HEADER + 16)
    if record.kind != HEADER:
        raise FormatError(f"the first record is a {record.kind!r}")
    fields = Fields(record.payload)
    version = fields.uvarint((1 << 64) - 1)
    if version not in (1, 2):
        raise FormatError(f"unsupported version {version} of .ffq: this reader knows versions 1 and 2")
    text = fields.rest()
    if b"\n" in text:
        raise FormatError("the header is not on one line")
    header = check_header(parse(text))
    if not has_all(header):
        raise FormatError("quad_fields lacks fields that .ffq always has")
    if (version == 2) != ("cube" in header["analysis"]):
        raise FormatError("version 2 of .ffq is with cubes, version 1 without")
    return header, len(SIGNATURE) + record.length


class Reader:
    """Reads the frames of a seekable file, one after the other or, where it has an index, any."""

    def __init__(self, file: BinaryIO, max_frame_bytes: int) -> None:
        self.file, self.memory = file, max_frame_bytes
        self.header, self.begin = read_header(file)
        self.decoder = Decoder(self.header, max_frame_bytes)
        self.at = -1  # the entry that was decoded last
        self._entries: Optional[List[Entry]] = None

    def __iter__(self) -> Iterator[Frame]:
        """Reads all frames, and compares the index with them."""
        decoder, at, number = Decoder(self.header, self.memory), self.begin, 0
        entries: List[Entry] = []
        last = -1
        while True:
            try:
                self.file.seek(at)
                record = read_record(self.file, self.memory)
                if record.kind == INDEX:
                    break
                frame = decoder.decode(number, record)
                if frame.index is not None:
                    if frame.index <= last:
                        raise FormatError(f"frame_index {frame.index} does not ascend")
                    last = frame.index
                index = -1 if frame.index is None else frame.index
                time = decoder.time if decoder.states_time else None
                entries.append(Entry(at, record.length, record.kind == KEY, index, frame.pts, time))
            except FormatError as error:
                raise error.at(None, number) from None
            yield frame
            at += record.length
            number += 1
        if read_index(record.payload, self.begin) != entries:
            raise FormatError("the index contradicts the frames")
        if read_exactly(self.file, TAIL) != struct.pack("<Q", at) + SIGNATURE or self.file.read(1):
            raise FormatError("the file does not end with the place of its index")

    def entries(self) -> List[Entry]:
        """The entries of the index."""
        if self._entries is None:
            self._entries = self._read_index()
        return self._entries

    def _read_index(self) -> List[Entry]:
        end = self.file.seek(0, 2) - TAIL
        if end < self.begin:
            raise FormatError(NO_INDEX)
        self.file.seek(end)
        at, signature = struct.unpack("<Q8s", read_exactly(self.file, TAIL))
        if signature != SIGNATURE or not self.begin <= at <= end:
            raise FormatError(NO_INDEX)
        self.file.seek(at)
        record = read_record(self.file, end - at)
        if record.kind != INDEX or at + record.length != end:
            raise FormatError(NO_INDEX)
        entries = read_index(record.payload, self.begin)
        if (entries[-1].offset + entries[-1].length if entries else self.begin) != at:
            raise FormatError("the index does not have all frames")
        if entries and not entries[0].key:
            raise FormatError("the first frame is not a key frame")
        return entries

    def frame(self, number: int) -> Frame:
        """Reads frame `number`, and those before it from the last `K` on."""
        entries = self.entries()
        begin = number
        if not 0 <= self.at == number - 1:
            while not entries[begin].key:
                begin -= 1
        for i in range(begin, number + 1):
            entry, self.at = entries[i], -1
            try:
                self.file.seek(entry.offset)
                record = read_record(self.file, self.memory)
                if record.length != entry.length or record.kind != (KEY if entry.key else FRAME):
                    raise FormatError("the index has another frame there")
                frame = self.decoder.decode(i, record)
                if (-1 if frame.index is None else frame.index) != entry.frame_index or frame.pts != entry.pts:
                    raise FormatError("the index has another frame there")
            except FormatError as error:
                raise error.at(None, i) from None
            self.at = i
        return frame


NO_INDEX = "the file does not end with an index: it was cut"


def read_index(payload: bytes, at: int) -> List[Entry]:
    """Reads the index of a file whose first frame's record is at an offset."""
    fields = Fields(payload)
    entries = []
    index = pts = 0
    for _ in range(fields.uvarint(len(payload))):
        length = fields.uvarint((1 << 63) - 1)
        index += fields.varint()
        form = fields.take(1)[0]
        if form > 2:
            raise FormatError("the index has an entry of an unknown kind")
        if form:
            pts += fields.varint()
        time = None if form == 1 else fields.double()
        entries.append(Entry(at, length >> 1, length & 1 == 1, index, pts if form else None, time))
        at += length >> 1
    fields.end()
    return entries


class Decoder:
    """Decodes the records of frames in their order, from a `K` on."""

    def __init__(self, header: Dict[str, Any], memory: int) -> None:
        self.header, self.memory = header, memory
        analysis = header["analysis"]
        self.variant = analysis.get("variant")
        self.cube, self.classes = analysis.get("cube", 0), class_count(header)
        self.order = analysis.get("order", MORTON)
        self.type = frames.entry_type(header)
        self.threshold = float(analysis["threshold"])
        self.time_base = time_base(header)
        self.tree: Any = None  # of the last frame, which may be needed for the next one
        self.numbered: Optional[Numbered] = None
        self.means: List[Mean] = []
        self.time, self.states_time = 0.0, False  # of the last frame, not rounded

    def decode(self, number: int, record: Record) -> Frame:
        """Decodes a frame."""
        if record.kind not in (KEY, FRAME):
            raise FormatError(f"a record of an unknown kind {record.kind!r}")
        source = self.header["source"]
        fields = Fields(record.payload)
        flags = fields.uvarint(1023)
        letter = chr(fields.take(1)[0])
        pict_type = None if letter == "?" else rules.pict_type("pict_type", letter)
        index = fields.uvarint((1 << 63) - 1) if flags & HAS_INDEX else None
        pts = fields.varint() if flags & HAS_PTS else None
        if flags & IS_CORRECTED and pts is None:
            raise FormatError("a corrected time without a pts")
        if flags & BOTTOM_FIRST and not flags & IS_INTERLACED:
            raise FormatError("an order of fields without fields")
        interlaced = None
        if flags & IS_INTERLACED:
            interlaced = "bff" if flags & BOTTOM_FIRST else "tff"
        self.states_time = pts is None or flags & IS_CORRECTED != 0
        self.time = fields.double() if self.states_time else pts * self.time_base
        own: Dict[str, Any] = {}  # what the record has as text would have it
        if flags & HAS_ERRORS:
            own["errors"] = fields.uvarint((1 << 31) - 1)
        if "each_frame" in self.header["analysis"]:
            own["threshold"] = fields.double()
        if flags & HAS_SIZE:
            own["width"], own["height"] = fields.uvarint(rules.MAX_SIDE), fields.uvarint(rules.MAX_SIDE)
        if flags & HAS_PIX_FMT:
            try:
                own["pix_fmt"] = fields.take(fields.uvarint(MOST_HEADER)).decode("utf-8")
            except UnicodeDecodeError:
                raise FormatError("pix_fmt is not UTF-8") from None
        rules.check("the record", own, frames.RULES, ())
        width, height = own.get("width", source["width"]), own.get("height", source["height"])
        frames.check_facts(self.header, own)
        window = fields.uvarint(self.cube) if self.cube else None
        if window == 0:
            raise FormatError("a window of no frames")
        count = fields.uvarint(min(MOST_CUBES, width * height * (window or 1)))
        data = fields.rest()
        if count > (len(data) + 8) << 14:
            raise FormatError("a list has more entries than its bytes can hold")
        if count * QUAD_BYTES > self.memory:
            raise FormatError(TOO_LARGE)
        tree, self.tree = self.tree, None  # until all of it is right
        if record.kind == KEY:
            tree = None
        elif tree is None:
            raise FormatError("the frame before it is missing")
        elif (tree.width, tree.height) != (width, height):
            raise FormatError("the frame before it has another size")
        coder = Coder(data)
        if window is not None:
            self.tree, quads = self._cubes(coder, width, height, window, count, tree)
        else:
            self.tree, quads = self._quads(coder, width, height, count, tree)
        area = frames.volume(self.header, quads, width, height, window)
        return Frame(
            header=self.header, number=number, index=index, pts=pts, time=frames.millionths(self.time),
            key_frame=flags & IS_KEY != 0, pict_type=pict_type, width=width, height=height, pix_fmt=own.get("pix_fmt", source.get("pix_fmt")),
            corrupt=flags & IS_CORRUPT != 0, errors=own.get("errors", 0), interlaced=interlaced, threshold=own.get("threshold", self.threshold), frames=window,
            coverage=frames.coverage(area, width, height, window), quads=quads,
        )  # fmt: skip

    def _cubes(self, coder: Coder, width: int, height: int, window: int, count: int, before: Any) -> Tuple[Octree, np.ndarray]:
        tree = Octree(width, height, window, self.cube)
        cubes = Octrees(coder, tree, before, count, self.memory).decode()
        coder.end()
        quads = np.empty(len(cubes), self.type)
        quads["x"], quads["y"], quads["frame"], quads["size"] = cubes[:, 0], cubes[:, 1], cubes[:, 2], 1 << cubes[:, 3]
        check_count(quads, count)
        return tree, quads

    def _quads(self, coder: Coder, width: int, height: int, count: int, before: Optional[Tree]) -> Tuple[Tree, np.ndarray]:
        tree, found = decode_tree(coder, width, height, count, before, self.memory)
        has_values = self.variant in POINTS
        if has_values:
            if int((1 << 2 * found[:, 2].astype(np.int64)).sum()) != count:
                raise FormatError("a list has another number of points than it says")
            found = points_of(found)
        check_count(found, count)
        quads = np.empty(len(found), self.type)
        quads["x"], quads["y"] = found[:, 0], found[:, 1]
        if not has_values:
            quads["size"] = 1 << found[:, 2]
        if self.variant == "common-feature":
            numbered = Numbered(tree)
            was = None if before is None else self.numbered
            rgb = self.header["analysis"].get("features") == "rgb"
            self.means, means = decode_means(coder, numbered, was, self.means, rgb)
            self.numbered = numbered
            for i, name in enumerate(self.type.names[3:6]):
                quads[name] = means[:, i]
        if has_values:
            quads["value"] = decode_values(coder, count)
        if self.classes:
            quads["class"] = decode_classes(coder, count)
        coder.end()
        return tree, self._ordered(quads)

    def _ordered(self, quads: np.ndarray) -> np.ndarray:
        """Brings a list from Morton order into the header's."""
        if self.classes:
            return quads[np.argsort(quads["class"], kind="stable")]
        if self.order == LINES:
            return quads[np.lexsort((quads["x"], quads["y"]))]
        if self.order == BY_VALUE:
            return quads[np.argsort(-quads["value"], kind="stable")]
        return quads


def check_count(quads: np.ndarray, count: int) -> None:
    if len(quads) != count:
        raise FormatError(f"{count} entries, but the tree has {len(quads)}")


def points_of(squares: np.ndarray) -> np.ndarray:
    """The pixels of squares, an array of x, y and level, in Morton order."""
    counts = 1 << 2 * squares[:, 2].astype(np.int64)
    ends = np.cumsum(counts)
    place = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)
    points = np.repeat(squares, counts, axis=0)
    points[:, 0] += gather2(place)
    points[:, 1] += gather2(place >> 1)
    points[:, 2] = 0
    return points


def gather2(v: np.ndarray) -> np.ndarray:
    """Takes every second bit of numbers of 32 bits."""
    v = v & 0x55555555
    for shift, mask in (1, 0x33333333), (2, 0x0F0F0F0F), (4, 0x00FF00FF), (8, 0x0000FFFF):
        v = (v | v >> shift) & mask
    return v.astype(np.int32)
