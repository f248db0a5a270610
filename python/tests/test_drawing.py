"""Drawings: the squares are where the quads are, y goes down, and colours are the fields'."""

import pathlib
import tempfile
import unittest

import numpy as np

import ffkvadrat

from . import exports

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


class TestDrawing(unittest.TestCase):
    def setUp(self):
        if plt is None:
            exports.skip("no Matplotlib here (python3-matplotlib)")
        self.addCleanup(plt.close, "all")

    def frame(self, fields, quads, analysis=None, width=20, height=10):
        header = {"quad_fields": fields, "analysis": analysis or {}}
        kind = [(name, np.int32) for name in fields]
        return ffkvadrat.Frame(
            header=header, number=0, index=0, pts=0, time=0.0, key_frame=True, pict_type=None, width=width, height=height, pix_fmt=None,
            corrupt=False, errors=0, interlaced=None, threshold=0.1, frames=None, coverage=0.0, quads=np.array(quads, kind),
        )  # fmt: skip

    def boxes(self, axes):
        """The squares that are drawn: left, top, right, bottom."""
        paths = axes.collections[-1].get_paths()
        return [(*path.vertices.min(axis=0), *path.vertices.max(axis=0)) for path in paths]

    def test_places(self):
        frame = self.frame(["x", "y", "size"], [(0, 0, 8), (8, 0, 4), (12, 4, 2)])
        axes = ffkvadrat.draw(frame)
        self.assertEqual(self.boxes(axes), [(0, 0, 8, 8), (8, 0, 12, 4), (12, 4, 14, 6)])
        self.assertEqual((axes.get_xlim(), axes.get_ylim()), ((0, 20), (10, 0)))
        self.assertEqual(axes.get_aspect(), 1)
        points = self.frame(["x", "y", "value"], [(3, 2, 9)])
        self.assertEqual(self.boxes(ffkvadrat.draw(points, ax=plt.subplots()[1], color_by="value")), [(3, 2, 4, 3)])
        self.assertEqual(ffkvadrat.draw(points, ax=plt.subplots()[1]).collections[-1].get_array().tolist(), [9])
        hits = self.frame(["x", "y", "value"], [(3, 2, 9)], {"template": {"width": 5, "height": 4}})
        self.assertEqual(self.boxes(ffkvadrat.draw(hits, ax=plt.subplots()[1], color_by=None)), [(3, 2, 8, 6)])
        empty = self.frame(["x", "y", "size"], [])
        self.assertEqual(self.boxes(ffkvadrat.draw(empty, ax=plt.subplots()[1])), [])
        self.assertEqual(self.boxes(ffkvadrat.draw(frame.quads[1:2], ax=plt.subplots()[1])), [(8, 0, 12, 4)])

    def test_pixels(self):
        """A filled quad colours exactly its pixels, and the picture is below it."""
        fields = ["x", "y", "size", "mean_r", "mean_g", "mean_b"]
        frame = self.frame(fields, [(4, 2, 2, 16383, 0, 0), (8, 8, 1, 0, 16383, 0)])
        image = np.zeros((10, 20, 3), np.uint8)
        image[:, :, 2] = 255
        figure = plt.figure(figsize=(2, 1), dpi=100)
        axes = figure.add_axes([0, 0, 1, 1])
        axes.axis("off")
        ffkvadrat.draw(frame, image, ax=axes, color_by="mean", antialiased=False)
        figure.canvas.draw()
        got = np.asarray(figure.canvas.buffer_rgba())[5::10, 5::10, :3]
        want = image.copy()
        want[2:4, 4:6] = 255, 0, 0
        want[8, 8] = 0, 255, 0
        np.testing.assert_array_equal(got, want)

    def test_fields(self):
        frame = self.frame(["x", "y", "size", "class"], [(0, 0, 8, 1), (8, 0, 4, 3)])
        self.assertEqual(ffkvadrat.draw(frame, color_by="class").collections[-1].get_array().tolist(), [1, 3])
        for wrong in "value", "mean":
            with self.assertRaises(ValueError):
                ffkvadrat.draw(frame, color_by=wrong)
        with self.assertRaises(TypeError):
            ffkvadrat.draw(np.zeros(3))

    def test_exports(self):
        """Every variant can be drawn and saved."""
        for name in exports.names():
            with self.subTest(name=name), ffkvadrat.open(exports.folder() / f"{name}.ffq") as export:
                frame = export[0]
                axes = ffkvadrat.draw(frame, color_by="size" if "size" in frame.quads.dtype.names else "value", ax=plt.subplots()[1])
                self.assertEqual(len(self.boxes(axes)), frame.quad_count)
                with tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder, "a.png")
                    axes.figure.savefig(path)
                    self.assertGreater(path.stat().st_size, 1000)
                plt.close("all")


if __name__ == "__main__":
    unittest.main()
