"""What the fields of records may hold (docs/reference/formats/quads.md): a table has a rule for each field.

A rule is a function of a field's name and its value, which returns the value or complains.
"""

from __future__ import annotations

import math
import re
from typing import Any, Callable, Collection, Dict

from .errors import FormatError

MAX_SIDE = 16384  # of a picture, in pixels
MOST_DEEP = 64  # how deep values of unknown fields may be nested
INT64 = 1 << 63

Rule = Callable[[str, Any], Any]


def whole(least: int, most: int) -> Rule:
    def check(name: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise FormatError(f"{name} is not a whole number from {least} to {most}")
        return int(value)

    return check


def number(least: float = -math.inf, most: float = math.inf) -> Rule:
    def check(name: str, value: Any) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise FormatError(f"{name} is not a number")
        value = float(value)
        if not math.isfinite(value):
            raise FormatError(f"{name} is too large")
        if not least <= value <= most:
            raise FormatError(f"{name} {value} is not between {least} and {most}")
        return value

    return check


def text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise FormatError(f"{name} is not a text, or is empty")
    return value


def one_of(values: Collection[str]) -> Rule:
    def check(name: str, value: Any) -> str:
        if text(name, value) not in values:
            raise FormatError(f"{name} is {value:.40}, which is not one of {', '.join(values)}")
        return value

    return check


def pattern(form: str, says: str) -> Rule:
    matches = re.compile(form, re.ASCII).fullmatch

    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or not matches(value):
            raise FormatError(f"{name} is not {says}")
        return value

    return check


def fraction(name: str, value: Any) -> float:
    match = isinstance(value, str) and _FRACTION.fullmatch(value)
    if not match or max(int(match[1]), int(match[2])) >= 1 << 31:
        raise FormatError(f"{name} is not a fraction of two whole numbers from 1 to 2147483647")
    return int(match[1]) / int(match[2])


_FRACTION = re.compile(r"([1-9][0-9]{0,9})/([1-9][0-9]{0,9})", re.ASCII)

flag = whole(1, 1)
side = whole(1, MAX_SIDE)
seconds = pattern(r"-?(?:0|[1-9][0-9]*)\.[0-9]{6}", "a number with six decimals")
pict_type = one_of("IPBSipb")


def check(what: str, record: Any, rules: Dict[str, Rule], always: Collection[str]) -> None:
    """Complains of the first field of an object that breaks its rule, or that is missing."""
    if not isinstance(record, dict):
        raise FormatError(f"{what} is not an object")
    for name, value in record.items():
        rule = rules.get(name)
        if rule is not None:
            rule(name, value)
        elif isinstance(value, (dict, list)):
            check_depth(value)
    for name in always:
        if name not in record:
            raise FormatError(f"{what} has no {name}")


def check_depth(value: Any) -> None:
    """Complains of a value that is nested too deeply."""
    level = [value]
    for _ in range(MOST_DEEP):
        level = [inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer) if isinstance(inner, (dict, list))]
        if not level:
            return
    raise FormatError(f"a value is nested deeper than {MOST_DEEP}")
