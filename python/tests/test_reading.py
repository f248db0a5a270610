"""Every form of every export has what its NDJSON has for a plain JSON reader."""

import json
import tempfile
import unittest

import numpy as np

import ffkvadrat

from . import exports


def want_rows(header, records):
    """What each frame has to be: a dictionary of the fields of a Frame."""
    source, analysis = header["source"], header["analysis"]
    for record in records:
        yield {
            "index": record.get("frame_index"),
            "pts": record.get("pts"),
            "time": float(record["pts_time"]),
            "key_frame": record["key_frame"] == 1,
            "pict_type": record.get("pict_type"),
            "width": record.get("width", source["width"]),
            "height": record.get("height", source["height"]),
            "pix_fmt": record.get("pix_fmt", source.get("pix_fmt")),
            "corrupt": "corrupt" in record,
            "errors": record.get("errors", 0),
            "interlaced": record.get("interlaced"),
            "threshold": record.get("threshold", analysis["threshold"]),
            "frames": record.get("frames"),
            "coverage": record["coverage"],
            "quad_count": record["quad_count"],
        }


class TestReading(unittest.TestCase):
    def check(self, frame, want, quads):
        for field, value in want.items():
            self.assertEqual(getattr(frame, field), value, field)
        got = frame.quads.view(np.int32).reshape(len(frame.quads), len(frame.quads.dtype.names))
        np.testing.assert_array_equal(got, np.array(quads, np.int32).reshape(got.shape))

    def test_forms(self):
        """Iterating gives each frame as JSON has it."""
        for name in exports.names():
            header, records = exports.objects(name)
            for path in exports.forms(name):
                with self.subTest(path=path.name), ffkvadrat.open(path) as export:
                    self.assertEqual(export.header, header)
                    frames = list(export)
                    self.assertEqual(len(frames), len(records))
                    for number, (frame, want) in enumerate(zip(frames, want_rows(header, records))):
                        self.assertEqual(frame.number, number)
                        self.check(frame, want, records[number]["quads"])
                        self.assertEqual(frame.quads.dtype.names, tuple(header["quad_fields"]))
                        self.assertTrue(all(frame.quads.dtype[f] == np.int32 for f in header["quad_fields"]))

    def test_any_order(self):
        """Frames can be had in any order, from the end, too."""
        rnd = np.random.default_rng(18)
        for name in exports.names():
            header, records = exports.objects(name)
            want = list(want_rows(header, records))
            for path in exports.forms(name):
                with self.subTest(path=path.name), ffkvadrat.open(path) as export:
                    for number in rnd.permutation(len(records))[:8].tolist() + [0] * bool(records):
                        self.check(export[number], want[number], records[number]["quads"])
                    self.assertEqual(len(export), len(records))
                    if records:
                        self.check(export[-1], want[-1], records[-1]["quads"])
                    for number in len(records), -len(records) - 1:
                        with self.assertRaises(IndexError):
                            export[number]

    def test_read(self):
        """The whole export is two arrays."""
        for name in exports.names():
            header, records = exports.objects(name)
            rows = np.array([quad for r in records for quad in r["quads"]], np.int64)
            indices = [r.get("frame_index", -1) for r in records for _ in r["quads"]]
            for path in exports.forms(name):
                with self.subTest(path=path.name):
                    data = ffkvadrat.read(path)
                    self.assertEqual(data.header, header)
                    self.assertEqual(data.quads.dtype.names, ("frame_index", *header["quad_fields"]))
                    self.assertEqual(data.quads["frame_index"].tolist(), indices)
                    for i, field in enumerate(header["quad_fields"]):
                        np.testing.assert_array_equal(data.quads[field], rows[:, i] if len(rows) else [])
                    self.assertEqual(len(data.frames), len(records))
                    for row, want in zip(data.frames, want_rows(header, records)):
                        self.assertEqual(row["frame_index"], -1 if want["index"] is None else want["index"])
                        self.assertEqual(row["pts"], ffkvadrat.NO_PTS if want["pts"] is None else want["pts"])
                        self.assertEqual(row["pts_time"], want["time"])
                        self.assertEqual(row["pict_type"], want["pict_type"] or "")
                        self.assertEqual(row["pix_fmt"], want["pix_fmt"] or "")
                        self.assertEqual(row["interlaced"], want["interlaced"] or "")
                        for field in "key_frame", "width", "height", "corrupt", "errors", "threshold", "quad_count", "coverage":
                            self.assertEqual(row[field], want[field], field)
                        self.assertEqual(row["frames"], want["frames"] or 0)
                    ends = data.frames["first"] + data.frames["quad_count"]
                    self.assertEqual(data.frames["first"].tolist(), [0, *ends[:-1]][: len(records)])

    def test_other_text(self):
        """JSON may be written with other spaces, orders and numbers."""
        for name in exports.names()[:4]:
            header, records = exports.objects(name)
            for record in records:
                record["more"] = {"quads": [[1, 2, 3]], "text": '}]"\\'}
            with tempfile.TemporaryDirectory() as folder:
                document = f"{folder}/a.json"
                with open(document, "w", encoding="utf-8") as file:
                    json.dump({"header": header, "more": ["[{", {}], "frames": records, "last": '"'}, file, indent=1)
                lines = f"{folder}/a.ndjson"
                with open(lines, "w", encoding="utf-8") as file:
                    for record in [header] + [dict(sorted(reversed(record.items()), key=lambda field: field[0] == "quads")) for record in records]:
                        file.write(json.dumps(record) + "\r\n")
                want = ffkvadrat.read(exports.folder() / f"{name}.ndjson")
                for path in document, lines:
                    with self.subTest(name=name, path=path):
                        got = ffkvadrat.read(path)
                        self.assertEqual(got.header, want.header)
                        self.assertTrue(np.array_equal(got.quads, want.quads))
                        self.assertTrue(np.array_equal(got.frames, want.frames))

    def test_fields(self):
        """Of each quad there may be some fields alone, in any order."""
        rnd = np.random.default_rng(19)
        for name in exports.names():
            header, records = exports.objects(name)
            own = header["quad_fields"]
            for chosen in rnd.permutation(own).tolist(), ["x"], own[::-1][:2]:
                places = [own.index(field) for field in chosen]
                with tempfile.TemporaryDirectory() as folder, self.subTest(name=name, fields=chosen):
                    path = f"{folder}/a.ndjson"
                    with open(path, "w", encoding="utf-8") as file:
                        print(json.dumps({**header, "quad_fields": chosen}), file=file)
                        for record in records:
                            quads = [[quad[place] for place in places] for quad in record["quads"]]
                            print(json.dumps({**record, "quads": quads}, separators=(",", ":")), file=file)
                    got, want = ffkvadrat.read(path), ffkvadrat.read(exports.folder() / f"{name}.ndjson")
                    self.assertEqual(got.quads.dtype.names, ("frame_index", *chosen))
                    self.assertTrue(np.array_equal(got.frames, want.frames))
                    for field in "frame_index", *chosen:
                        np.testing.assert_array_equal(got.quads[field], want.quads[field])


if __name__ == "__main__":
    unittest.main()
