"""The test vectors of docs/reference/formats: the .ffq of ffq.md has what the NDJSON of quads.md has."""

import pathlib
import tempfile
import unittest

import ffkvadrat

from . import exports

PAGES = exports.ROOT / "docs" / "reference" / "formats"


def block(page, text):
    """The first fenced block without a language after a text in a page."""
    after = (PAGES / page).read_text(encoding="utf-8").split(text, 1)[1]
    return after.split("```\n", 2)[1]


def ffq():
    data = b""
    for line in block("ffq.md", "## A file to test with").splitlines():
        data += line.encode() if line.startswith("{") else bytes.fromhex(line.split("#")[0])
    return data


class TestDocument(unittest.TestCase):
    def test_vectors(self):
        text = block("quads.md", "`ffkvadrat export clip.y4m -t 0.05 -o clip.ndjson` writes:")
        with tempfile.TemporaryDirectory() as folder:
            read = []
            for name, data in ("clip.ndjson", text.encode()), ("clip.ffq", ffq()):
                path = pathlib.Path(folder, name)
                path.write_bytes(data)
                with ffkvadrat.open(path) as export:
                    read.append((export.header, [(repr(f), f.quads.tolist()) for f in export]))
            self.assertEqual(read[0], read[1])
            self.assertEqual([len(quads) for _, quads in read[0][1]], [7, 4])


if __name__ == "__main__":
    unittest.main()
