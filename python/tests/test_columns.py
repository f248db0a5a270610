"""Parquet: with pyarrow where it is installed, which Debian 12 and 13 do not have, and without
it by a module of the same names that gives the tables.
"""

import json
import pathlib
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import ffkvadrat
from ffkvadrat import columns

from . import exports

GROUP = 1000  # rows of a row group


class ArrowException(Exception):
    pass


class Column:
    def __init__(self, values):
        self.values = values

    def to_numpy(self):
        return self.values


class Table:
    def __init__(self, columns):
        self.columns = columns

    def column(self, name):
        return Column(self.columns[name])

    def to_pylist(self):
        return self.columns


def arrow(tables):
    """A module with the part of pyarrow that is used, for files by their names."""

    class ParquetFile:
        def __init__(self, path, page_checksum_verification):
            table = tables[pathlib.Path(path).name]
            self.metadata = types.SimpleNamespace(metadata=None)
            if isinstance(table, list):
                self.read = lambda: Table(table)
                return
            header, self.columns, self.rows = table
            self.schema_arrow = types.SimpleNamespace(names=list(self.columns))
            groups = [types.SimpleNamespace(num_rows=min(GROUP, self.rows - i)) for i in range(0, self.rows, GROUP)]
            self.metadata = types.SimpleNamespace(
                metadata={b"ffkvadrat": header} if header else None, num_row_groups=len(groups), row_group=groups.__getitem__
            )

        def read_row_group(self, group, columns):
            return Table({name: self.columns[name][group * GROUP : (group + 1) * GROUP] for name in columns})

    module = types.ModuleType("pyarrow")
    module.ArrowException = ArrowException
    module.parquet = types.ModuleType("pyarrow.parquet")
    module.parquet.ParquetFile = ParquetFile
    return mock.patch.dict(sys.modules, {"pyarrow": module, "pyarrow.parquet": module.parquet})


class TestColumns(unittest.TestCase):
    def tables(self, name):
        """The tables of an export."""
        data = ffkvadrat.read(exports.folder() / f"{name}.ffq")
        quads = {field: data.quads[field] for field in data.quads.dtype.names}
        rows = []
        for row in data.frames:
            row = {field: row[field].item() if hasattr(row[field], "item") else row[field] for field in row.dtype.names}
            row["frame_index"] = None if row["frame_index"] < 0 else row["frame_index"]
            row["pts"] = None if row["pts"] == ffkvadrat.NO_PTS else row["pts"]
            row["pict_type"], row["pix_fmt"] = row["pict_type"] or None, row["pix_fmt"] or None
            rows.append(row)
        header = json.dumps(data.header).encode()
        return {"a.parquet": (header, quads, len(data.quads)), "a.frames.parquet": rows}

    def files(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in "a.parquet", "a.frames.parquet":
            pathlib.Path(folder.name, name).write_bytes(b"PAR1PAR1")
        return pathlib.Path(folder.name, "a.parquet")

    def test_frames(self):
        path = self.files()
        for name in exports.names():
            with self.subTest(name=name), arrow(self.tables(name)):
                want, got = ffkvadrat.read(exports.folder() / f"{name}.ffq"), ffkvadrat.read(path)
                self.assertEqual(got.header, want.header)
                np.testing.assert_array_equal(got.quads, want.quads)
                np.testing.assert_array_equal(got.frames, want.frames)
                with ffkvadrat.open(path) as export:
                    self.assertEqual(len(export), len(want.frames))
                    last = want.frames[-1]
                    np.testing.assert_array_equal(export[-1].quads["x"], want.quads["x"][last["first"] :])

    def test_faults(self):
        path = self.files()
        whole = self.tables(exports.names()[0])
        header, quads, count = whole["a.parquet"]
        for wrong in (
            {"a.parquet": (None, quads, count)}, {"a.parquet": (b"{}", quads, count)}, {"a.parquet": (header, quads, count - 1)},
            {"a.frames.parquet": whole["a.frames.parquet"][1:]}, {"a.frames.parquet": [{}]},
        ):  # fmt: skip
            with self.subTest(wrong=list(wrong)), arrow({**whole, **wrong}), self.assertRaisesRegex(ffkvadrat.FormatError, "a.parquet"):
                ffkvadrat.read(path)
        summary = {"a.parquet": (b'{"format": "ffkvadrat-summary"}', quads, count)}
        with arrow({**whole, **summary}), self.assertRaisesRegex(ffkvadrat.FormatError, "pandas"):
            ffkvadrat.read(path)
        fewer = {field: values for field, values in quads.items() if field != "y"}
        with arrow({**whole, "a.parquet": (header, fewer, count)}), self.assertRaisesRegex(ffkvadrat.FormatError, "no y, which --fields"):
            ffkvadrat.read(path)
        path.with_name("a.frames.parquet").unlink()
        with arrow(whole), self.assertRaisesRegex(ffkvadrat.FormatError, "a.frames.parquet is missing"):
            ffkvadrat.open(path)

    def test_names(self):
        """The table of frames has the name that the program gives it."""
        with tempfile.TemporaryDirectory() as folder:
            for name in "a.parquet", "A.PARQUET", "a.pq", "a.frames":
                path = pathlib.Path(folder, name)
                exports.run("export", exports.ROOT / "samples" / "tiny-still.png", "--format", "parquet", "-o", path)
                self.assertTrue(pathlib.Path(columns.frames_path(str(path))).exists(), name)

    def test_without(self):
        with mock.patch.dict(sys.modules, {"pyarrow": None}), self.assertRaisesRegex(ffkvadrat.MissingModule, "pyarrow"):
            ffkvadrat.open(self.files())


    def test_pairs(self):
        """Tables of two exports are refused; those of earlier ones, which say nothing, are read."""
        path = self.files()
        whole = self.tables(exports.names()[0])
        for quads, frames in ((b"a", b"a"), (None, None), (b"a", b"b"), (b"a", None), (None, b"b")):
            with self.subTest(quads=quads, frames=frames), arrow(whole) as modules:
                parquet = modules["pyarrow.parquet"]

                class Paired(parquet.ParquetFile):
                    def __init__(self, path, page_checksum_verification):
                        super().__init__(path, page_checksum_verification)
                        pair = frames if str(path).endswith(".frames.parquet") else quads
                        if pair:
                            self.metadata.metadata = {**(self.metadata.metadata or {}), b"ffkvadrat-pair": pair}

                with mock.patch.object(parquet, "ParquetFile", Paired):
                    if quads == frames:
                        ffkvadrat.read(path)
                        continue
                    with self.assertRaisesRegex(ffkvadrat.FormatError, "a.frames.parquet is of another export: .* export --force -o .*a.parquet"):
                        ffkvadrat.open(path)


class TestPyarrow(unittest.TestCase):
    """What pyarrow itself reads."""

    @classmethod
    def setUpClass(cls):
        try:
            import pyarrow.parquet
        except ImportError:
            raise unittest.SkipTest("no pyarrow here") from None

    def test_frames(self):
        for name in exports.names():
            path = exports.folder() / f"{name}.parquet"
            with self.subTest(name=name):
                want, got = ffkvadrat.read(path.with_suffix(".ffq")), ffkvadrat.read(path)
                self.assertEqual(got.header["analysis"], want.header["analysis"])
                np.testing.assert_array_equal(got.quads, want.quads)
                np.testing.assert_array_equal(got.frames, want.frames)

    def test_pairs(self):
        """The table of frames of another export is refused."""
        first, second = exports.names()[:2]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.parquet")
            path.write_bytes((exports.folder() / f"{first}.parquet").read_bytes())
            for name in first, second:
                path.with_name("a.frames.parquet").write_bytes((exports.folder() / f"{name}.frames.parquet").read_bytes())
                if name == first:
                    ffkvadrat.read(path)
                    continue
                with self.assertRaisesRegex(ffkvadrat.FormatError, "of another export"):
                    ffkvadrat.open(path)

    def test_damage(self):
        """Bytes of both tables are damaged in turn: an error, or the same quads."""
        name = exports.names()[0]
        path = exports.folder() / f"{name}.parquet"
        want = ffkvadrat.read(path).quads
        with tempfile.TemporaryDirectory() as folder:
            copies = [pathlib.Path(folder, "a.parquet"), pathlib.Path(folder, "a.frames.parquet")]
            wholes = [path.read_bytes(), path.with_name(f"{name}.frames.parquet").read_bytes()]
            for copy, whole in zip(copies, wholes):
                failed = 0
                for i in range(0, len(whole), 1 + len(whole) // 1000):
                    for each, sound in zip(copies, wholes):
                        each.write_bytes(sound)
                    copy.write_bytes(whole[:i] + bytes([whole[i] ^ 0x55]) + whole[i + 1 :])
                    try:
                        got = ffkvadrat.read(copies[0]).quads
                    except ffkvadrat.FormatError:
                        failed += 1
                    else:
                        with self.subTest(copy=copy.name, byte=i):
                            np.testing.assert_array_equal(got, want)
                self.assertGreater(failed, 100)


class TestMissing(unittest.TestCase):
    def test_zstd(self):
        """Without a module for zstd the error says which ones there are."""
        path = next(path for path in exports.folder().iterdir() if path.suffix == ".zst")
        without = {name: None for name in ("compression", "compression.zstd", "zstandard")}
        with mock.patch.dict(sys.modules, without), self.assertRaisesRegex(ffkvadrat.MissingModule, "python3-zstandard"):
            ffkvadrat.open(path)

    def test_matplotlib(self):
        without = {name: None for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.collections")}
        with mock.patch.dict(sys.modules, without), self.assertRaisesRegex(ffkvadrat.MissingModule, "matplotlib"):
            ffkvadrat.draw(np.zeros(1, [("x", np.int32), ("y", np.int32)]))

    def test_no_file(self):
        for call in ffkvadrat.open, ffkvadrat.read, ffkvadrat.read_summary:
            with self.assertRaises(FileNotFoundError):
                call("/nowhere/a.ffq")


if __name__ == "__main__":
    unittest.main()
