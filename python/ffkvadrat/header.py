"""The header of an export or a summary (docs/reference/formats/quads.md, *Header*): what there may be in it."""

from __future__ import annotations

import base64
from typing import Any, Dict, List, Optional

from . import rules
from .errors import FormatError

NAME, SUMMARY = "ffkvadrat-quads", "ffkvadrat-summary"

# The fields of means, by the features that they are of.
MEANS = {
    "rgb": ["mean_r", "mean_g", "mean_b"],
    "yuv": ["mean_y", "mean_u", "mean_v"],
    "vectors": ["mean_known", "mean_dx", "mean_dy"],
}
MEAN_MAX = 16383
EDGES, FEATURE, LEAF_POINTS, HITS = VARIANTS = "edge-threshold", "common-feature", "leaf-points", "template-hits"
POINTS = LEAF_POINTS, HITS  # the variants of single pixels with values
MORTON, LINES, BY_VALUE = ORDERS = "morton", "lines", "value"  # of points

# The end of the scale of each operator, on one plane.
SCALES = {
    "cross": 4, "diagonal": 4 / 3, "sobel": 20 / 16, "prewitt": 10 / 9, "scharr": 356 / 256, "laplace": 16, "linear": 12,
    "luma": 1, "range": 1, "colour": 3, "box": 3, "motion": 1,
}  # fmt: skip
COLOURS = "colour", "box"  # operators that compare colours

SOURCE: Dict[str, rules.Rule] = {
    "path": rules.text, "stream_index": rules.whole(0, (1 << 31) - 1), "codec_name": rules.text,
    "width": rules.side, "height": rules.side, "pix_fmt": rules.text,
    "time_base": rules.fraction, "avg_frame_rate": rules.fraction, "interlaced": rules.flag,
    "fields": rules.one_of(("split", "top", "bottom")), "film_grain": rules.one_of(("off",)),
    "first_number": rules.whole(0, 10**18 - 1), "number_step": rules.whole(1, 10**18 - 1),
}  # fmt: skip

_channel = rules.whole(0, MEAN_MAX)
_boundary = rules.number(0)


def _bounds(name: str, value: Any) -> None:
    if not isinstance(value, list) or not 1 <= len(value) <= 15:
        raise FormatError(f"{name} is not a list of 1 to 15 numbers")
    at = [_boundary(name, v) for v in value]
    if any(a >= b for a, b in zip(at, at[1:])):
        raise FormatError(f"{name} do not ascend")


def _colours(name: str, value: Any) -> None:
    if not isinstance(value, list) or not 1 <= len(value) <= 2:
        raise FormatError(f"{name} is not a list of one colour or two")
    for colour in value:
        if not isinstance(colour, list) or len(colour) != 3:
            raise FormatError(f"{name} has a colour that is not three numbers")
        for v in colour:
            _channel(name, v)
    if len(value) == 2 and (value[0] == value[1] or any(a > b for a, b in zip(*value))):
        raise FormatError(f"{name} are not a range")


def _template(name: str, value: Any) -> None:
    rules.check(name, value, TEMPLATE, TEMPLATE)
    text, depth = value["samples"].replace("\r", "").replace("\n", ""), value["depth"]
    try:
        samples = base64.b64decode(text, validate=True)
    except ValueError:
        samples = b""
    if base64.b64encode(samples).decode() != text:
        raise FormatError(f"{name}: samples are not base64")
    size = 1 if depth == 8 else 2
    if len(samples) != value["width"] * value["height"] * size:
        raise FormatError(f"{name} has {len(samples)} bytes of samples")
    if size == 2 and max(low | high << 8 for low, high in zip(samples[::2], samples[1::2])) >> depth:
        raise FormatError(f"{name} has a sample of more than {depth} bits")


TEMPLATE: Dict[str, rules.Rule] = {
    "width": rules.whole(1, 64), "height": rules.whole(1, 64), "depth": rules.whole(8, 16),
    "range": rules.one_of(("limited", "full")), "samples": rules.text,
}  # fmt: skip


def _power(name: str, value: Any) -> None:
    if (v := rules.side(name, value)) & v - 1:
        raise FormatError(f"{name} is not a power of two")


def _cube(name: str, value: Any) -> None:
    if rules.whole(8, 64)(name, value) not in (8, 16, 32, 64):
        raise FormatError(f"{name} is {value}")


def _low(name: str, value: Any) -> None:
    if rules.number(0)(name, value) == 0:
        raise FormatError(f"{name} is 0 and must be omitted")


ANALYSIS: Dict[str, rules.Rule] = {
    "variant": rules.one_of(VARIANTS), "threshold": rules.number(0), "each_frame": rules.flag,
    "operator": rules.one_of(SCALES), "planes": rules.one_of(("y", "yuv", "alpha")), "low": _low, "invert": rules.flag,
    "bounds": _bounds, "features": rules.one_of(MEANS), "colours": _colours,
    "matrix": rules.one_of(("bt601", "bt709", "bt2020")), "range": rules.one_of(("limited", "full")), "order": rules.one_of(ORDERS),
    "template": _template, "suppress": rules.flag, "min_size": _power, "max_size": _power,
    "cube": _cube, "cuts": rules.flag, "every": rules.whole(2, rules.INT64 - 1),
}  # fmt: skip


def scale(analysis: Dict[str, Any]) -> float:
    """The end of the threshold's scale."""
    if analysis["variant"] == HITS:
        return 1
    if analysis["variant"] == FEATURE:
        return 4
    return SCALES[analysis["operator"]] * (3 if analysis.get("planes") == "yuv" else 1)


def check_threshold(analysis: Dict[str, Any], threshold: float) -> None:
    """Complains of a threshold, the header's or a frame's own, that is not on its scale."""
    if not 0 <= threshold <= scale(analysis):
        raise FormatError(f"threshold {threshold} is not between 0 and {scale(analysis):.4g}")
    if analysis.get("low", 0) > threshold:
        raise FormatError(f"low {analysis['low']} is above the threshold, {threshold}")


def check_analysis(analysis: Any) -> Dict[str, Any]:
    """Returns an analysis, or complains of what no analysis has, or none of this variant."""
    rules.check("analysis", analysis, ANALYSIS, ("variant", "threshold"))
    variant, operator = analysis["variant"], analysis.get("operator")
    discriminates = variant in (EDGES, LEAF_POINTS)
    compares = operator in COLOURS
    has_features = variant == FEATURE or compares
    for there, names in (
        (discriminates, ("operator",)), (discriminates and not compares, ("planes",)), (compares, ("colours",)),
        (has_features, ("features",)), (variant in POINTS, ("order",)), (variant == HITS, ("template",)),
    ):  # fmt: skip
        for name in names:
            if there != (name in analysis):
                raise FormatError(f"{name} {'is missing' if there else 'is not allowed'} with {variant}{' and ' + operator if operator else ''}")
    classes = "bounds" in analysis
    for wrong, what in (
        (not discriminates and (classes or "low" in analysis or "invert" in analysis), f"{variant} cannot have low, invert or bounds"),
        (analysis.get("features") == "vectors" and variant != FEATURE, f"{variant} cannot have vectors"),
        (("matrix" in analysis) != ("range" in analysis), "matrix and range belong together: one is missing"),
        ("matrix" in analysis and analysis.get("features") != "rgb", "matrix and range need RGB features"),
        (operator in ("luma", "range") and analysis.get("planes") == "yuv", f"{operator} cannot have planes yuv"),
        (operator == "luma" and (classes or "low" in analysis), "luma cannot have low or bounds"),
        (operator == "colour" and len(analysis.get("colours", [])) != 1, "colour cannot have a range of colours"),
        (classes and ("invert" in analysis or analysis.get("order", MORTON) != MORTON), "bounds cannot be combined with invert, or with this order"),
        ("suppress" in analysis and variant != HITS, f"{variant} cannot have suppress"),
        (variant in POINTS and ("min_size" in analysis or "max_size" in analysis), f"{variant} cannot have min_size or max_size"),
        (analysis.get("min_size", 1) > analysis.get("max_size", rules.MAX_SIDE), "min_size is above max_size"),
        ("cube" not in analysis and ("cuts" in analysis or "every" in analysis), "cuts and every need cube"),
        ("cube" in analysis and (variant != EDGES or classes or "each_frame" in analysis), "cube needs edge-threshold, without bounds and each_frame"),
    ):  # fmt: skip
        if wrong:
            raise FormatError(f"wrong analysis: {what}")
    check_threshold(analysis, float(analysis["threshold"]))
    return analysis


def check_header(header: Any, name: str = NAME) -> Dict[str, Any]:
    """Returns a header that this package can read, or complains."""
    if not isinstance(header, dict):
        raise FormatError("the header is not an object")
    if header.get("format") == SUMMARY and name == NAME:
        raise FormatError("a summary, which has no quads: read_summary reads it")
    if header.get("format") != name:
        raise FormatError(f"not {name} data" + ("; `read` reads exports with quads" if name == SUMMARY else ""))
    version = header.get("version")
    if version not in (1, 2) or type(version) is not int:
        raise FormatError(f"unsupported version {version!r}: this reader knows versions 1 and 2")
    rules.check("the header", header, {"source": _source, "analysis": lambda _, value: check_analysis(value), "quad_fields": _names}, ("source", "analysis"))
    if (version == 2) != ("each_frame" in header["analysis"]):
        raise FormatError(f"version {version}: it is 2 with each_frame, and 1 without")
    if name == SUMMARY:
        return header
    fields, own = header.get("quad_fields"), own_fields(header)
    if not fields or len(set(fields)) < len(fields) or not set(fields) <= set(own):
        raise FormatError(f"quad_fields is {', '.join(fields or []):.80}, where quads have {', '.join(own)}")
    return header


def _source(name: str, value: Any) -> None:
    rules.check(name, value, SOURCE, ("stream_index", "width", "height", "time_base"))
    if ("first_number" in value) != ("number_step" in value):
        raise FormatError("first_number and number_step belong together: one is missing")


def _names(name: str, value: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise FormatError(f"{name} is not a list of names")


def own_fields(header: Dict[str, Any]) -> List[str]:
    """The fields that quads of a variant have, of which an export with --fields has some."""
    analysis = header["analysis"]
    if "cube" in analysis:
        return ["x", "y", "frame", "size"]
    fields = ["x", "y", "value" if analysis["variant"] in POINTS else "size"]
    if analysis["variant"] == FEATURE:
        fields += MEANS[analysis["features"]]
    return fields + ["class"] * ("bounds" in analysis)


def has_all(header: Dict[str, Any]) -> bool:
    """Whether an export has all fields of its quads, in their order."""
    return header["quad_fields"] == own_fields(header)


def has_places(header: Dict[str, Any]) -> bool:
    """Whether an export has all fields of its quads but means, in any order."""
    return all(name in header["quad_fields"] or name.startswith("mean_") for name in own_fields(header))


def class_count(header: Dict[str, Any]) -> int:
    """How many classes quads have; 0 without classes."""
    bounds: Optional[list] = header["analysis"].get("bounds")
    return len(bounds) + 1 if bounds else 0


def time_base(header: Dict[str, Any]) -> float:
    """Seconds per tick."""
    return rules.fraction("time_base", header["source"]["time_base"])
