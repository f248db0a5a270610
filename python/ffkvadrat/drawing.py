"""Draws quads with Matplotlib, over a picture if there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from .errors import MissingModule
from .frames import Frame
from .header import MEAN_MAX

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE_WIDTH = 0.4  # in points


def draw(
    frame: Union[Frame, np.ndarray],
    image: Optional[Any] = None,
    ax: Optional["Axes"] = None,
    color_by: Optional[str] = "",
    fill: Optional[bool] = None,
    cmap: str = "viridis",
    **options: Any,
) -> "Axes":
    """Draws the quads of a frame, in pixels, with y downwards, and returns the axes.

    `frame` is a Frame or a list of quads, such as a part of `frame.quads`. `image` is
    the picture, as Matplotlib's imshow takes it; `ax` the axes, by default the current
    ones. `color_by` is a field of the quads ("size", "class", "value", "frame", "mean_y"),
    by default the size, of points and hits the value; "mean" for mean colours in RGB, or
    None for one colour. Colours are outlines, or with
    `fill`, which is what "mean" does, whole squares. `options` go to the PolyCollection.
    """
    try:
        import matplotlib.pyplot as plt
        from matplotlib.collections import PolyCollection
        from matplotlib.colors import LogNorm
    except ImportError:
        raise MissingModule("draw needs the module matplotlib") from None
    quads = frame.quads if isinstance(frame, Frame) else frame
    if quads.dtype.names is None or not {"x", "y"} <= set(quads.dtype.names):
        raise TypeError("draw takes a Frame or an array of quads")
    if color_by == "":
        color_by = next((name for name in ("size", "value") if name in quads.dtype.names), None)
    axes = plt.gca() if ax is None else ax
    width, height = _extent(frame, quads, image)
    if image is not None:
        axes.imshow(image, extent=(0, width, height, 0))
    colours: dict = {"edgecolors": "C1"}
    if fill is None:
        fill = color_by == "mean"
    scale = None
    if color_by == "mean":
        colours["edgecolors"] = _means(quads)
    elif color_by is not None:
        if color_by not in quads.dtype.names:
            raise ValueError(f"these quads have no {color_by}, but {', '.join(quads.dtype.names)}")
        scale = quads[color_by]
        colours = {"array": scale, "cmap": cmap}
        if color_by == "size" and len(quads):
            colours["norm"] = LogNorm(vmin=1, vmax=max(int(scale.max()), 2))
    if fill:
        colours["facecolors" if scale is None else "edgecolors"] = colours.pop("edgecolors", "face")
    else:
        colours["facecolors"] = "none"
    colours.update(linewidths=0 if fill else LINE_WIDTH)
    colours.update(options)
    axes.add_collection(PolyCollection(corners(quads, frame), **colours))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_aspect("equal")
    return axes


def corners(quads: np.ndarray, frame: Union[Frame, np.ndarray]) -> np.ndarray:
    """The corners of quads, an array of n × 4 × 2. A point is one pixel, a hit as large as its template."""
    x, y = quads["x"], quads["y"]
    wide = high = quads["size"] if "size" in quads.dtype.names else np.ones_like(x)
    template = frame.header["analysis"].get("template") if isinstance(frame, Frame) else None
    if isinstance(template, dict):
        wide, high = np.full_like(x, template.get("width", 1)), np.full_like(y, template.get("height", 1))
    corner = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return np.stack([np.stack(pair, axis=-1) for pair in corner], axis=1)


def _extent(frame: Union[Frame, np.ndarray], quads: np.ndarray, image: Optional[Any]) -> tuple:
    """Width and height of what is drawn."""
    if isinstance(frame, Frame):
        return frame.width, frame.height
    if image is not None:
        height, width = np.asarray(image).shape[:2]
        return width, height
    if len(quads) == 0:
        return 1, 1
    return tuple(corners(quads, frame).reshape(-1, 2).max(axis=0))


def _means(quads: np.ndarray) -> np.ndarray:
    """The mean colours of quads, an array of n × 3 from 0 to 1."""
    names = [name for name in quads.dtype.names if name.startswith("mean_")]
    if names == ["mean_r", "mean_g", "mean_b"]:
        return np.stack([quads[name] for name in names], axis=-1) / MEAN_MAX
    raise ValueError('only quads with means in RGB have colours (export with --variant feature --features rgb); color_by="mean_y" shows luma')
