"""Parquet: with pyarrow where it is installed, which Debian 12 and 13 do not have, and without
it by a module of the same names that gives the tables.
"""

import json
import math
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
    """A column of Arrow; that of texts has a dictionary."""

    def __init__(self, values):
        self.values = values if isinstance(values, np.ndarray) else np.array(values, object)
        known = [v for v in self.values.tolist() if v is not None]
        if known and isinstance(known[0], str):
            words = sorted(set(known))
            self.dictionary = types.SimpleNamespace(to_pylist=lambda: words)
            self.indices = Column([None if v is None else words.index(v) for v in self.values])

    def is_null(self):
        return Column(np.array([v is None for v in self.values.tolist()], bool))

    def fill_null(self, value):
        return Column(np.array([value if v is None else v for v in self.values.tolist()]))

    def to_numpy(self, zero_copy_only=True):
        return self.values


class Table:
    def __init__(self, columns):
        self.columns = columns

    def column(self, name):
        return Column(self.columns[name])


TEXT = "dictionary<values=string, indices=int32, ordered=0>"
TYPES = {"pts_time": "double", "coverage": "double", "threshold": "double", "key_frame": "bool", "corrupt": "bool", "pict_type": TEXT, "pix_fmt": TEXT, "interlaced": TEXT}


def arrow(tables):
    """A module with the part of pyarrow that is used, for files by their names."""

    class ParquetFile:
        def __init__(self, path, page_checksum_verification, read_dictionary, thrift_string_size_limit, thrift_container_size_limit):
            header, self.columns, self.rows, *forge = tables[pathlib.Path(path).name]
            fields = {name: types.SimpleNamespace(type=TYPES.get(name, "int32")) for name in self.columns}
            self.schema_arrow = types.SimpleNamespace(names=list(self.columns), field=fields.__getitem__)
            groups = [self.group(min(GROUP, self.rows - i)) for i in range(0, self.rows, GROUP)]
            self.metadata = types.SimpleNamespace(
                metadata={b"ffkvadrat": header} if header else None, num_rows=self.rows, num_row_groups=len(groups), row_group=groups.__getitem__
            )
            self.forged = [change(self.metadata) for change in forge]

        def group(self, rows):
            return types.SimpleNamespace(num_rows=rows, total_byte_size=8 * rows * len(self.columns))

        def read_row_group(self, group, columns):
            assert not self.forged, "a forged table was read"
            return Table({name: self.columns[name][group * GROUP : (group + 1) * GROUP] for name in columns})

        def iter_batches(self, rows, columns):
            assert not self.forged, "a forged table was read"
            for i in range(0, self.rows, 7):
                yield Table({name: self.columns[name][i : i + 7] for name in columns})

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
        frames = {field: data.frames[field].tolist() for field in data.frames.dtype.names if field != "first"}
        for field, unknown in ("frame_index", -1), ("pts", ffkvadrat.NO_PTS), ("pict_type", ""), ("pix_fmt", ""), ("interlaced", ""):
            frames[field] = [None if value == unknown else value for value in frames[field]]
        return {"a.parquet": (json.dumps(data.header).encode(), quads, len(data.quads)), "a.frames.parquet": (None, frames, len(data.frames))}

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
        _, frames, rows = whole["a.frames.parquet"]

        def table(**changes):  # of frames, with other columns
            return {"a.frames.parquet": (None, {**frames, **changes}, rows)}

        def second(name, value):
            return table(**{name: [frames[name][0], value, *frames[name][2:]]})

        for wrong in (
            {"a.parquet": (None, quads, count)}, {"a.parquet": (b"{}", quads, count)}, {"a.parquet": (header, quads, count - 1)},
            {"a.frames.parquet": (None, {name: values[1:] for name, values in frames.items()}, rows - 1)}, {"a.frames.parquet": (None, {}, 0)},
            {"a.parquet": (header, {**quads, "x": quads["x"] - 1}, count)}, {"a.parquet": (header, {**quads, "x": quads["x"] + 0.5}, count)},
            {"a.parquet": (header, {**quads, "x": quads["x"].astype(np.int64) + (1 << 32)}, count)},
            second("frame_index", 0), second("frame_index", -1), second("pts_time", math.nan), second("pts_time", None), second("key_frame", 2),
            second("pict_type", "Q"), second("width", 0), second("width", 16385), second("height", None), second("errors", -1),
            second("quad_count", -1), second("quad_count", 1 << 62), second("coverage", 2.0), second("coverage", math.inf),
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
        with arrow(whole), self.assertRaisesRegex(ffkvadrat.FormatError, "a.frames.parquet, the table of frames, is missing"):
            ffkvadrat.open(path)

    def test_limits(self):
        """A footer that says more than there may be is an error before anything is read."""
        path = self.files()
        whole = self.tables(exports.names()[0])

        def group(name, value):
            return lambda footer: setattr(footer.row_group(0), name, value)

        for forge in (
            lambda footer: setattr(footer, "num_rows", 1 << 62), lambda footer: setattr(footer, "num_rows", -1),
            group("num_rows", 1 << 62), group("num_rows", 1 << 31), group("num_rows", -1),
            group("total_byte_size", 1 << 31), group("total_byte_size", -1),
        ):  # fmt: skip
            for name, table in whole.items():
                with self.subTest(name=name), arrow({**whole, name: (*table, forge)}), self.assertRaisesRegex(ffkvadrat.FormatError, "a.parquet: the table of"):
                    ffkvadrat.open(path)
        with arrow(whole), self.assertRaisesRegex(ffkvadrat.FormatError, "max_frame_bytes"):
            ffkvadrat.open(path, max_frame_bytes=1 << 10)

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
                    def __init__(self, path, **options):
                        super().__init__(path, **options)
                        pair = frames if str(path).endswith(".frames.parquet") else quads
                        if pair:
                            self.metadata.metadata = {**(self.metadata.metadata or {}), b"ffkvadrat-pair": pair}

                with mock.patch.object(parquet, "ParquetFile", Paired):
                    if quads == frames:
                        ffkvadrat.read(path)
                        continue
                    with self.assertRaisesRegex(ffkvadrat.FormatError, "a.frames.parquet belongs to another export: .* export --force -o .*a.parquet"):
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
                with self.assertRaisesRegex(ffkvadrat.FormatError, "belongs to another export"):
                    ffkvadrat.open(path)

    def test_forged(self):
        """Columns of other types, values that no quad has, and texts that grow are errors."""
        import pyarrow
        import pyarrow.parquet

        path = exports.folder() / f"{exports.names()[0]}.parquet"
        quads, frames = (pyarrow.parquet.read_table(p) for p in (path, path.with_name(path.stem + ".frames.parquet")))
        x, long = quads.column("x").to_pylist(), "x" * (1 << 20)

        def other(table, name, values):
            return table.set_column(table.schema.get_field_index(name), name, pyarrow.array(values) if isinstance(values, list) else values)

        def second(name, value):
            return quads, other(frames, name, [*frames.column(name).to_pylist()[:1], value, *frames.column(name).to_pylist()[2:]])

        many = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * frames.num_rows, pyarrow.int32()), [long])
        for what, (a, b) in {
            "double": (other(quads, "x", [float(v) for v in x]), frames), "wrapped": (other(quads, "x", [x[0] + (1 << 32), *x[1:]]), frames),
            "null": (other(quads, "x", [None, *x[1:]]), frames), "negative": (other(quads, "x", [-1, *x[1:]]), frames),
            "list": (other(quads, "x", [[v] for v in x]), frames), "text": (other(quads, "x", [str(v) for v in x]), frames),
            "no time": second("pts_time", None), "endless": second("pts_time", math.inf), "count": second("quad_count", 1 << 62),
            "type": second("pict_type", "Q"), "width": second("width", 1 << 40), "coverage": second("coverage", 2.0), "order": second("frame_index", 0),
            "fewer": (quads, frames.slice(1)), "twice": (quads, frames.append_column("width", frames.column("width"))),
            "types": (quads, other(frames, "pict_type", many)),
        }.items():  # fmt: skip
            with self.subTest(what), tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder, "a.parquet")
                pyarrow.parquet.write_table(a.replace_schema_metadata(quads.schema.metadata), copy)
                pyarrow.parquet.write_table(b.replace_schema_metadata(frames.schema.metadata), copy.with_name("a.frames.parquet"))
                with self.assertRaises(ffkvadrat.FormatError):
                    ffkvadrat.read(copy)
        with self.assertRaisesRegex(ffkvadrat.FormatError, "max_frame_bytes"):
            ffkvadrat.open(path, max_frame_bytes=1 << 10)

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
