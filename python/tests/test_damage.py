"""Damaged and hostile files: a FormatError, in little time and memory, or whole frames."""

import gzip
import itertools
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

import numpy as np

import ffkvadrat
from ffkvadrat.ffq import HEADER, INDEX, KEY, SIGNATURE, crc32c

from . import exports

SECONDS = 20  # that reading a small file takes at most, on a busy machine
ROUNDS = 12  # damages of each kind in each file


def uvarint(v):
    out = b""
    while v > 127:
        out += bytes([v & 127 | 128])
        v >>= 7
    return out + bytes([v])


def record(kind, payload):
    body = kind + uvarint(len(payload)) + payload
    return body + struct.pack("<I", crc32c(body))


class Limit:
    """Fails what takes longer than SECONDS."""

    def __enter__(self):
        signal.signal(signal.SIGALRM, self.late)
        signal.alarm(SECONDS)

    def __exit__(self, *_):
        signal.alarm(0)

    @staticmethod
    def late(*_):
        raise AssertionError(f"it takes longer than {SECONDS} s")


class TestDamage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "damaged")

    def frames(self, data):
        """The frames before the first fault, and the fault."""
        self.path.write_bytes(data)
        frames = []
        with Limit():
            try:
                with ffkvadrat.open(self.path) as export:
                    for frame in export:
                        frames.append(frame)
            except ffkvadrat.FormatError as error:
                self.assertIn(str(self.path), str(error))
                self.assertNotIn("\n", str(error))
                return frames, error
        return frames, None

    def assert_begins(self, frames, whole):
        for got, want in itertools.zip_longest(frames, whole[: len(frames)]):
            self.assertEqual(repr(got), repr(want))
            np.testing.assert_array_equal(got.quads, want.quads)

    def small(self):
        """The exports, but no large ones, each with its frames."""
        for name in exports.names():
            for path in exports.forms(name):
                data = path.read_bytes()
                if len(data) < 200_000:
                    yield path, data, self.frames(data)[0]

    def test_cut(self):
        """What is whole is read, and then the cut is an error; NDJSON may end with any line."""
        rnd = random.Random(18)
        for path, data, whole in self.small():
            with self.subTest(path=path.name):
                for length in [0, 1, len(data) - 1] + [rnd.randrange(len(data)) for _ in range(ROUNDS)]:
                    frames, error = self.frames(data[:length])
                    if path.suffix == ".ndjson" and b"\n" in data[max(length - 1, 0) : length + 1] or path.suffix == ".json" and not data[length:].strip():
                        self.assertIsNone(error)
                    else:
                        self.assertIsNotNone(error, length)
                    self.assert_begins(frames, whole)

    def test_again(self):
        """Behind a fault there is no frame, however often one asks; those before are there."""
        name = exports.names()[0]
        rows = (exports.folder() / f"{name}.ndjson").read_bytes().split(b"\n")
        rows[6] = rows[6][:-4]  # frame 5
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ndjson")
            path.write_bytes(b"\n".join(rows))
            with ffkvadrat.open(path) as export:
                for _ in range(3):
                    for number in 7, 5, -1:
                        with self.assertRaisesRegex(ffkvadrat.FormatError, "frame 5"):
                            export[number]
                    self.assertEqual(export[4].number, 4)

    def test_flipped(self):
        """No flipped bit of an .ffq or of compressed text passes; text may say something else."""
        rnd = random.Random(19)
        for path, data, whole in self.small():
            sums = path.suffix in (".ffq", ".gz", ".zst")
            with self.subTest(path=path.name):
                for _ in range(ROUNDS):
                    at = rnd.randrange(len(data))
                    damaged = bytearray(data)
                    damaged[at] ^= 1 << rnd.randrange(8)
                    frames, error = self.frames(bytes(damaged))
                    # A byte of gzip's own header may change without a sign.
                    if error is None and sums and at >= 10:
                        self.assert_begins(frames, whole)
                        self.assertNotEqual(path.suffix, ".ffq", at)
                    elif path.suffix == ".ffq":
                        self.assert_begins(frames, whole)

    def test_noise(self):
        """Records whose check sums are right may hold anything, and so may text."""
        rnd = random.Random(20)
        for path, data, _ in self.small():
            if path.suffix != ".ffq":
                continue
            with self.subTest(path=path.name):
                head = len(SIGNATURE) + len(record(HEADER, b"")) - 1
                with ffkvadrat.open(path) as export:
                    begin = export._reader.begin
                    entries = export._reader.entries()
                for _ in range(ROUNDS):
                    entry = rnd.choice(entries)
                    raw = data[entry.offset : entry.offset + entry.length]
                    size = next(i for i in range(1, 6) if raw[i] < 128) + 1
                    payload = bytearray(raw[size:-4])
                    for _ in range(rnd.randrange(1, 4)):
                        if payload:
                            payload[rnd.randrange(len(payload))] = rnd.randrange(256)
                    cut = rnd.randrange(len(payload) + 1) if rnd.random() < 0.3 else len(payload)
                    frames, error = self.frames(data[:begin] + record(rnd.choice([KEY, raw[:1]]), bytes(payload[:cut])))
                    self.assertIsNotNone(error)  # there is no index
                self.assertGreater(head, 0)

    def test_index(self):
        """An index that lies is an error, whether frames are read in order or not."""
        for path, data, whole in self.small():
            if path.suffix != ".ffq" or len(whole) < 2:
                continue
            with self.subTest(path=path.name):
                with ffkvadrat.open(path) as export:
                    reader = export._reader
                    entries, begin = reader.entries(), reader.begin
                end = entries[-1].offset + entries[-1].length
                for payload in b"", uvarint(1 << 40), uvarint(len(entries)), uvarint(1) + uvarint(2 * (end - begin) + 1) + b"\0\1\0":
                    lying = data[:end] + record(INDEX, payload) + struct.pack("<Q", end) + SIGNATURE
                    self.assertIsNotNone(self.frames(lying)[1])
                    with Limit(), self.assertRaises(ffkvadrat.FormatError), ffkvadrat.open(self.path) as export:
                        export[0]  # which every index above has, or lies about

    def test_forged(self):
        """Sizes and numbers that are not there cost neither time nor memory."""
        header = (
            '{"format":"ffkvadrat-quads","version":1,"source":{"stream_index":0,"width":16384,"height":16384,"time_base":"1/25"},'
            '"analysis":{"variant":"%s","threshold":0.5,"operator":"cross","planes":"y"},"quad_fields":["x","y","%s"]}'
        )
        edge, points = header % ("edge-threshold", "size"), header % ("leaf-points", "value")
        line = '{"frame_index":0,"pts":0,"pts_time":"0.000000","key_frame":1,"quad_count":1,"coverage":0,"quads":[%s]}'

        def ffq(text, count, code):
            start = SIGNATURE + record(HEADER, b"\1" + text.encode())
            return start + record(KEY, b"\3I\0\0" + uvarint(count) + code)

        deep = "[" * 100_000
        hostile = {
            "a record of 2 GiB": SIGNATURE + b"H" + uvarint((1 << 31) - 1) + b"x",
            "a length without end": SIGNATURE + b"H" + b"\xff" * 50,
            "all pixels": ffq(edge, 1 << 28, bytes(1 << 15)),
            "all points": ffq(points, 1 << 28, b"\xff" * (1 << 15)),
            "points in a few bytes": ffq(points, 1 << 17, b"\xff" * 8),
            "quads of ones": ffq(edge, 1 << 20, b"\xff" * 4096),
            "quads of noise": ffq(edge, 1 << 20, bytes(random.Random(1).randrange(256) for _ in range(4096))),
            "nested text": (edge + "\n" + line % deep).encode(),
            "nested unknown": (edge + "\n" + line.replace('"pts"', '"more":%s,"pts"' % deep) % "").encode(),
            "a long number": (edge + "\n" + line % ("[0,0,%s]" % ("9" * 1_000_000))).encode(),
            "a long time": (edge + "\n" + line.replace('"0.000000"', '"%s.000000"' % ("9" * 1_000_000)) % "").encode(),
            "a long document": b'{"header":' + edge.encode() + b',"frames":[{"a":"' + b"\\" * 30_000_000,
            "only spaces": b" " * 30_000_000,
            "gzip of spaces": gzip.compress(b" " * 300_000_000, 1),
            "gzip of a line": gzip.compress(edge.encode() + b"\n" + b'{"a":"' + b"a" * 1_200_000_000, 1),
            "gzip of gzip": gzip.compress(gzip.compress(b"0" * 1000)),
            "gzip without data": gzip.compress(b""),
            "zlib": zlib.compress(edge.encode()),
            "NaN": (edge + "\n" + line.replace('"coverage":0', '"coverage":NaN') % "").encode(),
            "a mean of 3 fields": (header % ("common-feature", "size") + "\n").encode(),
        }
        for name, data in hostile.items():
            with self.subTest(name):
                self.path.write_bytes(data)
                # A process of its own, with 1.5 GiB for all that it has.
                script = (
                    "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))\n"
                    "import ffkvadrat\n"
                    "try:\n    print(ffkvadrat.read(sys.argv[1]))\n"
                    "except ffkvadrat.FormatError as error:\n    print('FormatError', error)"
                )
                root = pathlib.Path(ffkvadrat.__file__).parents[1]
                done = subprocess.run(
                    [sys.executable, "-c", script, self.path], cwd=root, timeout=3 * SECONDS, check=False,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={"OPENBLAS_NUM_THREADS": "1"},
                )  # fmt: skip
                self.assertRegex(done.stdout.decode()[:2000], r"^FormatError \S+/damaged: [^\n]{1,200}\n$")

    def test_rules(self):
        """A list that breaks a rule is an error, in text that is otherwise whole."""
        header = (
            '{"format":"ffkvadrat-quads","version":1,"source":{"stream_index":0,"width":20,"height":10,"time_base":"1/25"},'
            '"analysis":{"variant":"edge-threshold","threshold":0.5,"operator":"cross","planes":"y"},"quad_fields":["x","y","size"]}'
        )
        good = '{"frame_index":0,"pts":1,"pts_time":"0.040000","key_frame":1,"quad_count":2,"coverage":0.1,"quads":[[0,0,4],[4,0,2]]}'
        frames, error = self.frames(f"{header}\n{good}\n".encode())
        self.assertIsNone(error)
        self.assertEqual(len(frames), 1)
        for old, new in (
            ("[4,0,2]", "[2,0,2]"), ("[4,0,2]", "[5,0,2]"), ("[4,0,2]", "[4,0,3]"), ("[4,0,2]", "[18,8,4]"), ("[4,0,2]", "[20,0,2]"),
            ("[[0,0,4],[4,0,2]]", "[[4,0,2],[0,0,4]]"), ("[4,0,2]", "[4,0]"), ("[4,0,2]", "[4,0,2,0]"), ("[4,0,2]", "[4,0,2.0]"),
            ("[4,0,2]", "[4,-2,2]"), ("[4,0,2]", "[4,0,0]"), ("[4,0,2]", "[04,0,2]"), ("[4,0,2]", "[4,,2]"), ("[4,0,2]", "4,0,2"),
            ("[4,0,2]", "[4,0,true]"), ("[4,0,2]", "[4,0,null]"), ('"quad_count":2', '"quad_count":3'), ("0.1,", "0.2,"), ("0.1,", "1%s," % ("0" * 400)),
            ('"pts":1', '"pts":2'), ('"pts":1,', ""), ('"pts":1', '"pts":1.0'), ('"key_frame":1', '"key_frame":2'),
            ('"key_frame":1', '"key_frame":1,"key_frame":1'), ('"key_frame":1', '"key_frame":1,"corrupt":0'),
            ('"key_frame":1', '"key_frame":1,"errors":0'), ('"key_frame":1', '"key_frame":1,"width":20'),
            ('"key_frame":1', '"key_frame":1,"pict_type":"Q"'), ('"key_frame":1', '"key_frame":1,"threshold":0.5'),
            ('"0.040000"', '"0.04"'), ('"0.040000"', "0.04"), ('"frame_index":0', '"frame_index":-1'), (good, good + "x"),
            (good, good + "\n" + good), (good, "[]"), (good, "\n"), ('"version":1', '"version":3'), ('"version":1', '"version":true'),
            ("ffkvadrat-quads", "ffkvadrat-summary"), ('"width":20', '"width":0'), ('"width":20', '"width":16385'),
            ('"1/25"', '"1/0"'), ('["x","y","size"]', '["x","y"]'), ('["x","y","size"]', '["x","x","size"]'), ('["x","y","size"]', '["x","y","value"]'), ('["x","y","size"]', '[]'), ('"planes"', '"cube":9,"planes"'),
        ):  # fmt: skip
            with self.subTest(old=old, new=new):
                text = f"{header}\n{good}\n"
                self.assertIn(old, text)
                self.assertIsNotNone(self.frames(text.replace(old, new).encode())[1])


if __name__ == "__main__":
    unittest.main()
