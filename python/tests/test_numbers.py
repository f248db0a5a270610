"""Frames of numbered pictures have their numbers, and interlaced frames are marked, in every form."""

import pathlib
import tempfile
import unittest

import ffkvadrat

from . import exports


try:
    import pyarrow  # noqa: F401

    TABLES = ".parquet", ".arrows"
except ImportError:
    TABLES = ()


class TestNumbers(unittest.TestCase):
    def check(self, source, flags, status, want):
        """Exports a video in each form, and compares what want returns of each frame."""
        get, values = want
        with tempfile.TemporaryDirectory() as folder:
            for form in (*exports.PLAIN, ".ffq", *TABLES):
                path = pathlib.Path(folder) / ("a" + form)
                exports.run("export", source, *flags, "--engine", "cpu", "-o", path, status=status)
                with self.subTest(form=form, flags=flags), ffkvadrat.open(path) as export:
                    self.assertEqual([get(frame) for frame in export], values)

    def test_numbers(self):
        """A frame has the number of its file's name, also after a hole, and both of its fields have it."""
        with tempfile.TemporaryDirectory() as folder:
            for number in 7, 9, 13:
                exports.deep(pathlib.Path(folder) / f"shot_{number:03}.png")
            pattern = f"{folder}/shot_###.png"
            number = lambda frame: frame.frame_number
            self.check(pattern, (), 3, (number, [7, 9, 13]))
            self.check(pattern, ("--interlaced", "split"), 3, (number, [7, 7, 9, 9, 13, 13]))
            self.check(pattern, ("--interlaced", "bottom", "--frames", "2"), 0, (number, [7, 9]))
            self.check(f"{folder}/shot_009.png", (), 0, (number, [None]))
            self.check(pattern, ("--frames", "1"), 0, (lambda frame: [frame.header["source"][name] for name in ("first_number", "number_step")], [[7, 2]]))

    def test_interlaced(self):
        """The field that is first is that of the video; a progressive frame has none."""
        with tempfile.TemporaryDirectory() as folder:
            for letter, want in ("t", "tff"), ("b", "bff"), ("p", None):
                path = pathlib.Path(folder) / f"{letter}.y4m"
                path.write_bytes(f"YUV4MPEG2 W16 H16 F25:1 I{letter} C420\n".encode() + 2 * (b"FRAME\n" + bytes(16 * 16 * 3 // 2)))
                self.check(path, (), 0, (lambda frame: frame.interlaced, [want, want]))


if __name__ == "__main__":
    unittest.main()
