"""JSON text: values of limited length, and the parts of a JSON document, one after the other."""

from __future__ import annotations

import json
import re
from typing import Any, BinaryIO, Dict, Iterator, List, Set, Tuple

from .errors import FormatError
from .rules import check_depth

PIECE = 1 << 16  # bytes that are read at once, at least
RECORD_TEXT = 1 << 20  # bytes of a record without quads, of a header, and of what is beside frames

TOO_LONG = "a record is longer than max_frame_bytes, or than the format allows"


def parse(text: bytes) -> Any:
    """Reads one JSON value."""
    try:
        value = json.loads(text.decode("utf-8"), parse_int=_integer, parse_constant=_refuse, object_pairs_hook=_once)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # which halves of surrogate pairs cannot be
        return value
    except RecursionError:
        raise FormatError("the text is nested too deeply") from None
    except ValueError as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"not JSON: {error}") from None


_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


class NegativeZero(int):
    """-0, which no number of a quad is."""


def _integer(text: str) -> Any:
    if text == "-0":
        return NegativeZero()
    return int(text) if len(text) < 40 else float(text)  # which no whole number is that a field may have


def _refuse(name: str) -> None:
    raise FormatError(f"{name} is not a number")


def _once(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise FormatError("a field occurs twice")
    return fields


# The ends of objects or of everything, and where strings begin.
_BRACES = re.compile(rb'["{}]')
_BRACKETS = re.compile(rb'["{}\[\]]')
_SPACE = re.compile(rb"[ \t\r\n]*")
_PLAIN = re.compile(rb"[^ \t\r\n,\]}]*")


class _Scanner:
    """Goes through text from value to value."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.text, self.at = file, b"", 0

    def more(self) -> bool:
        """Reads more text, and reports whether there is any."""
        # As much as there is, so that looking at a long value again takes no more than twice the time.
        piece = self.file.read(max(PIECE, len(self.text) - self.at))
        self.text, self.at = self.text[self.at :] + piece, 0
        return len(piece) > 0

    def peek(self) -> bytes:
        """The next byte that is no space; at the end none."""
        spaces = 0
        while True:
            begin, self.at = self.at, _SPACE.match(self.text, self.at).end()
            spaces += self.at - begin
            if self.at < len(self.text):
                return self.text[self.at : self.at + 1]
            if spaces > RECORD_TEXT:
                raise FormatError(TOO_LONG)
            if not self.more():
                return b""

    def take(self, byte: bytes) -> None:
        """Goes behind a byte, which has to come."""
        if self.peek() != byte:
            raise FormatError(f"the document is not whole: no {byte.decode()} where it has to be")
        self.at += 1

    def value(self, most: int) -> bytes:
        """Returns the text of the next value, and goes behind it. Its brackets may be wrong."""
        first = self.peek()
        marks = {b"{": _BRACES, b"[": _BRACKETS}.get(first)
        length = depth = 0  # what has been looked at
        while True:
            end = -1
            if first == b'"':
                end = self._string(self.at)
            elif marks is None:
                match = _PLAIN.match(self.text, self.at)
                end = match.end() if match.end() < len(self.text) else -1
            else:
                at = self.at + length
                while end < 0:
                    match = marks.search(self.text, at)
                    if match is None:
                        at = len(self.text)
                        break
                    mark, at = match[0], match.end()
                    if mark == b'"':
                        at = self._string(match.start())
                        if at < 0:
                            at = match.start()
                            break
                    elif mark in b"{[":
                        depth += 1
                    else:
                        depth -= 1
                        end = at if depth == 0 else -1
                length = at - self.at
            if end >= 0:
                break
            if len(self.text) - self.at > most:
                raise FormatError(TOO_LONG)
            if not self.more():
                raise FormatError("the document is not whole")
        value, self.at = self.text[self.at : end], end
        if len(value) > most:
            raise FormatError(TOO_LONG)
        return value

    def _string(self, at: int) -> int:
        """Where the string ends that begins there; -1 if its end has not been read yet."""
        at += 1
        while True:
            end = self.text.find(b'"', at)
            if end < 0:
                return -1
            before = self.text[at:end]
            if (len(before) - len(before.rstrip(b"\\"))) % 2 == 0:
                return end + 1
            at = end + 1


def document(file: BinaryIO, most: int) -> Iterator[bytes]:
    """The text of a document's header, and of each of its frames, of `most` bytes at most."""
    scanner = _Scanner(file)
    scanner.take(b"{")
    beside = 0
    names: Set[str] = set()
    while True:
        name = parse(scanner.value(RECORD_TEXT))
        scanner.take(b":")
        if not isinstance(name, str) or name in names or not names and name != "header":
            raise FormatError("the document does not begin with its header, or has a field twice")
        names.add(name)
        if name == "header":
            yield scanner.value(RECORD_TEXT)
        elif name == "frames":
            scanner.take(b"[")
            if scanner.peek() == b"]":
                scanner.take(b"]")
            else:
                yield scanner.value(most)
                while scanner.peek() == b",":
                    scanner.take(b",")
                    yield scanner.value(most)
                scanner.take(b"]")
        else:
            text = scanner.value(RECORD_TEXT)
            beside += len(text)
            if beside > RECORD_TEXT:
                raise FormatError(TOO_LONG)
            check_depth([parse(text)])
        if scanner.peek() != b",":
            break
        scanner.take(b",")
    scanner.take(b"}")
    if scanner.peek() or "frames" not in names:
        raise FormatError("the document has no frames, or goes on past its end")
