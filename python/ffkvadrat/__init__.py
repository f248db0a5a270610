"""Reads the exports of ffkvadrat into NumPy arrays, and draws their quads with Matplotlib.

    import ffkvadrat

    data = ffkvadrat.read("clip.ffq")          # all of it: data.frames and data.quads are arrays
    with ffkvadrat.open("clip.ndjson") as clip:
        for frame in clip:                     # or clip[100], len(clip)
            print(frame.index, frame.time, frame.quad_count, frame.quads["size"].max(initial=0))
        ffkvadrat.draw(clip[0])

It reads NDJSON, JSON and .ffq with nothing but NumPy; .zst needs the module zstandard or
Python 3.14, Parquet needs pyarrow, and `draw` Matplotlib. Errors in a file are a FormatError.
"""

from .drawing import draw
from .errors import FormatError, MissingModule
from .files import NO_PTS, Data, Export, read
from .files import open_export as open  # noqa: A001
from .frames import Frame
from .summaries import Summary, read_summary

__all__ = ["NO_PTS", "Data", "Export", "FormatError", "Frame", "MissingModule", "Summary", "draw", "open", "read", "read_summary"]
__version__ = "0.2.0"
