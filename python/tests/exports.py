"""Exports to read: those in the folder FFKVADRAT_EXPORTS, or those that the program makes.

FFKVADRAT_PROGRAM names the program, by default the checkout's bin/ffkvadrat.
"""

import atexit
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAIN = ".ndjson", ".json"
FORMS = *PLAIN, ".ffq", ".ndjson.gz", ".json.gz", ".ndjson.zst"
COMPRESSED = "classes", "cubes8"  # of which there are the compressed forms, too

# Of each variant and each thing that changes a list's form: a sample, and flags.
VARIANTS = {
    "quads": ("tiny-420.mp4", "-t 0.001"),
    "each": ("tiny-420.mp4", "--quads 300 --each"),
    "classes": ("tiny-420.mp4", "--frames 20 --classes 0,0.01,0.02,0.05"),
    "colours": ("tiny-420.mp4", "--variant feature --frames 20 -t 0.05"),
    "yuv": ("tiny-odd-175x143.mp4", "--variant feature --features yuv -t 0.05"),
    "vectors": ("tiny-420.mp4", "--variant feature --features vectors"),
    "points": ("tiny-420.mp4", "--variant points -t 0.001"),
    "lines": ("tiny-10bit.mp4", "--variant points -t 0.001 --order lines"),
    "value": ("tiny-420.mp4", "--variant points -t 0.001 --order value"),
    "value16": ("16bit.png", "--variant points -t 0.2 --order value"),
    "points-classes": ("tiny-vp9.webm", "--variant points --frames 3 --classes 0,0.01,0.02,0.05"),
    "hits": ("tiny-420.mp4", "--variant template --template 10,10,8,8@0 --suppress"),
    "hits-value": ("tiny-420.mp4", "--variant template --template 10,10,8,8@0 --order value"),
    "cubes8": ("tiny-420.mp4", "--cube 8"),
    "cubes64": ("tiny-odd-175x143.mp4", "--cube 64 --threshold 0.05"),
    "cubes-every": ("tiny-420.mp4", "--cube 16 --every 2 --no-cuts"),
    "odd": ("tiny-odd-175x143.mp4", "--threshold 0.05"),
    "rates": ("tiny-vfr.mp4", ""),
    "still": ("tiny-still.png", ""),
    "palette": ("tiny-palette.gif", "--threshold 0.1"),
    "from": ("tiny-open-gop.mp4", "--from 0.5"),
    "limits": ("tiny-420.mp4", "--min-size 2 --max-size 16"),
    "colour": ("tiny-420.mp4", "--operator colour --colour 200,30,30"),
    "motion": ("tiny-420.mp4", "--operator motion"),
}

_made = None


def skip(why):
    """Skips a test, or fails it where all have to run."""
    if os.environ.get("FFKVADRAT_CI"):
        raise AssertionError(why)
    raise unittest.SkipTest(why)


def program():
    """The path of the program."""
    path = pathlib.Path(os.environ.get("FFKVADRAT_PROGRAM") or ROOT / "bin" / "ffkvadrat")
    if not path.exists():
        skip(f"no {path}: run make program")
    return path


def run(*args, status=0):
    """Runs the program, which has to end with a status."""
    done = subprocess.run([program(), *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != status:
        raise AssertionError(f"ffkvadrat {args}: {done.stderr.decode()}")
    return done.stdout


def deep(path):
    """Writes a picture of noise with 16 bits, whose points have values of all of them."""
    rnd, width, height = random.Random(16), 40, 30
    rows = b"".join(b"\0" + rnd.randbytes(2 * width) for _ in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in (b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b""):
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return path


def folder():
    """The folder with exports: of each name a .ndjson, and other forms of it."""
    global _made
    if _made is None and os.environ.get("FFKVADRAT_EXPORTS"):
        _made = pathlib.Path(os.environ["FFKVADRAT_EXPORTS"])
    if _made is None:
        program()
        _made = pathlib.Path(tempfile.mkdtemp(prefix="ffkvadrat-"))
        atexit.register(shutil.rmtree, _made)
        for name, (sample, flags) in VARIANTS.items():
            ffq, video = _made / f"{name}.ffq", ROOT / "samples" / sample
            if not video.exists():
                video = deep(_made / sample)
            run("export", video, *flags.split(), "--engine", "cpu", "-o", ffq)
            for form in (*FORMS, ".parquet"):
                if form in (*PLAIN, ".parquet") or form != ".ffq" and name in COMPRESSED:
                    run("convert", ffq, "-o", _made / (name + form))
    return _made


def names():
    """The names of all exports."""
    found = sorted(path.name[: -len(".ndjson")] for path in folder().glob("*.ndjson"))
    if not found:
        raise AssertionError(f"no exports in {folder()}")
    return found


def forms(name):
    """The files of an export, in all its forms."""
    found = [path for path in sorted(folder().iterdir()) if path.name.startswith(name + ".") and path.name[len(name) :] in FORMS]
    return [path for path in found if path.suffix != ".zst" or zstd()]


def zstd():
    """Whether zstd can be read here."""
    for module in "compression.zstd", "zstandard":
        try:
            __import__(module)
            return True
        except ImportError:
            pass
    return False


def objects(name):
    """The header and the frames of an export as JSON has them, read without our reader."""
    with open(folder() / f"{name}.ndjson", encoding="utf-8") as lines:
        return json.loads(next(lines)), [json.loads(line) for line in lines]
