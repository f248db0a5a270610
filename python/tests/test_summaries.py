"""Summaries: CSV, NDJSON and JSON have the same numbers, which are those of the quads."""

import csv
import json
import math
import pathlib
import tempfile
import unittest

import numpy as np

import ffkvadrat

from . import exports

FLAGS = "", "--distortion --siti --codec", "--quads 300 --each", "--cube 8", "--variant points -t 0.001"


class TestSummaries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def export(self, name, flags, *more):
        path = self.folder / name
        exports.run("export", exports.ROOT / "samples" / "tiny-420.mp4", *flags.split(), *more, "--engine", "cpu", "--force", "-o", path)
        return path

    def test_forms(self):
        for flags in FLAGS:
            with self.subTest(flags=flags):
                table = ffkvadrat.read_summary(self.export("a.csv", flags, "--summary"))
                self.assertIsNone(table.header)
                with open(self.folder / "a.csv", encoding="utf-8", newline="") as file:
                    rows = list(csv.DictReader(file))
                self.assertEqual(list(table.frames.dtype.names), list(rows[0]))
                for row, got in zip(rows, table.frames):
                    for name, text in row.items():
                        value = got[name].item() if hasattr(got[name], "item") else got[name]
                        if isinstance(value, float):
                            self.assertTrue(text == "" and math.isnan(value) or float(text) == value, (name, text, value))
                        else:
                            self.assertEqual(text or {"pts": str(ffkvadrat.NO_PTS)}.get(name, "-1"), str(int(value) if isinstance(value, bool) else value))
                for name in "a.ndjson", "a.json", "a.ndjson.gz":
                    other = ffkvadrat.read_summary(self.export(name, flags, "--summary"))
                    self.assertEqual(other.header["format"], "ffkvadrat-summary")
                    self.assertEqual(sorted(other.frames.dtype.names), sorted(table.frames.dtype.names))
                    for column in table.frames.dtype.names:
                        np.testing.assert_array_equal(other.frames[column], table.frames[column], column)
                quads = ffkvadrat.read(self.export("b.ffq", "" if "--siti" in flags else flags))
                for column in "frame_index", "pts", "pts_time", "quad_count", "coverage":
                    np.testing.assert_array_equal(table.frames[column], quads.frames[column], column)
                size = quads.quads["size"] if "size" in quads.quads.dtype.names else np.ones(len(quads.quads), int)
                for level in range(15):
                    self.assertEqual(table.frames[f"count_{1 << level}"].sum(), (size == 1 << level).sum())

    def test_mistaken(self):
        """A summary is no export, and an export no summary."""
        for name in "a.ndjson", "a.json":
            with self.assertRaisesRegex(ffkvadrat.FormatError, "read_summary"):
                ffkvadrat.read(self.export(name, "--frames 1", "--summary"))
            with self.assertRaisesRegex(ffkvadrat.FormatError, "`read`"):
                ffkvadrat.read_summary(self.export(name, "--frames 1"))
        with self.assertRaises(ffkvadrat.FormatError):
            ffkvadrat.read_summary(self.export("a.csv", "--frames 1"))
        path = self.folder / "a.parquet"
        path.write_bytes(b"PAR1PAR1")
        with self.assertRaisesRegex(ffkvadrat.FormatError, "Parquet"):
            ffkvadrat.read_summary(path)

    def test_cut(self):
        """A table that is cut anywhere is an error, or has the rows before."""
        path = self.export("a.csv", "", "--summary")
        whole, want = path.read_bytes(), ffkvadrat.read_summary(path).frames
        for end in range(len(whole) - 1, len(whole) - 200, -1):
            path.write_bytes(whole[:end])
            if whole[:end].endswith(b"\n"):
                np.testing.assert_array_equal(ffkvadrat.read_summary(path).frames, want[: whole[:end].count(b"\n") - 1])
                continue
            with self.assertRaisesRegex(ffkvadrat.FormatError, "cut"):
                ffkvadrat.read_summary(path)

    def test_damaged(self):
        head, _ = exports.objects(exports.names()[0])
        head["format"], head["version"] = "ffkvadrat-summary", 2 if "each_frame" in head["analysis"] else 1
        frame = {"frame_index": 0, "pts_time": "0.000000", "key_frame": 1, "quad_count": 0, "coverage": 0, "sizes": [[1, 2]]}
        path = self.folder / "a.ndjson"
        path.write_text(json.dumps(head) + "\n" + json.dumps(frame) + "\n")
        self.assertEqual(len(ffkvadrat.read_summary(path).frames), 1)
        for change in (
            {"sizes": [[3, 1]]}, {"sizes": [[1]]}, {"sizes": 5}, {"sizes": [[[], 1]]}, {"coverage": "x"}, {"quad_count": 1.5},
            {"quad_count": 1 << 64}, {"key_frame": 2}, {"pict_type": 5}, {"pts_time": "x"}, {"luma_mean": []}, {"sizes": [[1, "2"]]},
        ):  # fmt: skip
            path.write_text(json.dumps(head) + "\n" + json.dumps({**frame, **change}) + "\n")
            with self.subTest(change=change), self.assertRaisesRegex(ffkvadrat.FormatError, "frame 0 of the file"):
                ffkvadrat.read_summary(path)
        names = "pts_time,key_frame,frame_index,quad_count,coverage\n0.000000,1,"
        path = self.folder / "a.csv"
        path.write_text(f"{names}1,2,0\n")
        self.assertEqual(len(ffkvadrat.read_summary(path).frames), 1)
        for text in "", "a,b\n", f"{names}1,2\n", f"{names}1,2,x\n", f"{names}1,{1 << 70},0\n", f'{names}1,"2,0\n', f"{names}\xff,1,1\n", f"{names}1,2,\n", f"{names}1,2,0\n0.000000,1,1,2,0\n":
            path.write_bytes(text.encode("latin-1"))
            with self.subTest(text=text), self.assertRaises(ffkvadrat.FormatError):
                ffkvadrat.read_summary(path)


if __name__ == "__main__":
    unittest.main()
