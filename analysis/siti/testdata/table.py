"""Writes table.csv: SI and TI of pictures of the samples by the published formulas, in NumPy.

Run in this folder: python3 table.py >table.csv. It needs NumPy, and the commands ffmpeg and ffprobe, and
shares no code with package siti. A curve of a row replaces the clip's own, which is SDR's.
"""

import json
import subprocess

import numpy as np

CLIPS = [
    ("tiny-420.mp4", ["sdr"]), ("tiny-422.mp4", ["sdr"]), ("tiny-444.mp4", ["sdr"]), ("tiny-gray.mp4", ["sdr"]),
    ("tiny-full-range.mp4", ["sdr"]), ("tiny-untagged.mp4", ["sdr"]), ("tiny-odd-175x143.mp4", ["sdr"]),
    ("tiny-vp9.webm", ["sdr"]), ("tiny-10bit.mp4", ["sdr", "pq", "hlg"]), ("sample.mp4", ["sdr"]),
]
FRAMES = 4


def pictures(clip):
    """Returns the luma of the first pictures, the depth, and whether the range is full."""
    show = ["-show_entries", "stream=width,height,pix_fmt,color_range", "-of", "json", clip]
    text = subprocess.check_output(["ffprobe", "-v", "error", "-select_streams", "v:0"] + show)
    s = json.loads(text)["streams"][0]
    plane = "null" if s["pix_fmt"] == "gray" else "extractplanes=y"
    arguments = ["-i", clip, "-vf", plane, "-frames:v", str(FRAMES), "-f", "rawvideo", "-"]
    raw = subprocess.check_output(["ffmpeg", "-v", "error", "-noautorotate"] + arguments)
    deep = "10le" in s["pix_fmt"]
    samples = np.frombuffer(raw, "<u2" if deep else "u1")
    luma = samples.reshape(-1, s["height"], s["width"]).astype(np.float64)
    return luma, 10 if deep else 8, s.get("color_range") == "pc"


def pq(nits):
    """BT.2100-2, table 4: the inverse EOTF."""
    y = (nits / 10000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * y) / (1 + 2392 / 128 * y)) ** (2523 / 32)


def numbers(luma, depth, full, curve, domain):
    """Returns the numbers that are compared, on the scale of 8 bits of full range."""
    step = 2 ** (depth - 8)
    v = luma / (2**depth - 1) if full else (luma - 16 * step) / (219 * step)
    if domain == "legacy":
        return 255 * v
    v = np.clip(v, 0, 1)
    if curve == "sdr":  # BT.1886 on a display of 0.1 to 300 cd/m2
        v = pq(299.9 * v**2.4 + 0.1)
    elif curve == "hlg":  # BT.2100-2, table 5, on a display of 0.01 to 1000 cd/m2
        a, b, c = 0.17883277, 0.28466892, 0.55991073
        v = np.where(v <= 0.5, v**2 / 3, (np.exp((v - c) / a) + b) / 12)
        v = pq(999.99 * v**1.2 + 0.01)
    return 255 * v


def si(f):
    """P.910: the standard deviation of the magnitude of Sobel's filters."""
    smooth = lambda g: g[:-2] + 2 * g[1:-1] + g[2:]
    across = smooth(f[:, 2:] - f[:, :-2])
    down = smooth((f[2:] - f[:-2]).T).T
    return np.hypot(across, down).std()


print("clip,curve,domain,n,si,ti")
for clip, curves in CLIPS:
    luma, depth, full = pictures("../../../samples/" + clip)
    for curve in curves:
        for domain in ("pq", "legacy"):
            before = None
            for n, picture in enumerate(luma):
                f = numbers(picture, depth, full, curve, domain)
                ti = "" if before is None else repr(float((f - before).std()))
                print(clip, curve, domain, n + 1, repr(float(si(f))), ti, sep=",")
                before = f
