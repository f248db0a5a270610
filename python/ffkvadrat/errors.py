"""The errors that this package raises."""

from __future__ import annotations

from typing import Optional


class FormatError(ValueError):
    """A file is damaged, cut, or not of the format that its name says.

    `path` is the file; `frame` is the position in it of the damaged frame, from 0,
    or None if it is another part, such as the header.
    """

    def __init__(self, what: str, path: Optional[str] = None, frame: Optional[int] = None) -> None:
        self.what, self.path, self.frame = what, path, frame
        super().__init__(what, path, frame)

    def __str__(self) -> str:
        place = [] if self.path is None else [self.path]
        if self.frame is not None:
            place.append(f"frame {self.frame} of the file")
        return ": ".join(place + [self.what])

    def at(self, path: Optional[str], frame: Optional[int] = None) -> "FormatError":
        """The same error with the path and the frame that it lacks."""
        return FormatError(self.what, self.path or path, frame if self.frame is None else self.frame)


class MissingModule(ImportError):
    """A file needs a Python module that is not installed; the text says which."""
