"""Whether what came is what was claimed: only what is said counts, in a table and within a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.cases.fields import ABSENT, plain
from domain.kernel.reasons import SAID


def matches(found: msgspec.Struct, kind: type[Any], fields: Mapping[str, Any]) -> bool:
    if not isinstance(found, kind):
        return False
    return all(is_within(plain(getattr(found, key)), value) for key, value in fields.items())


def is_within(found: Any, wanted: Any) -> bool:
    """Some keys of a table; some members of a list, in their order; a reason or a modifier by its key alone."""
    if isinstance(found, dict):
        if isinstance(wanted, dict):
            return all(is_within(found.get(key, ABSENT), value) for key, value in wanted.items())
        return wanted in (found.get("key"), _said(found))
    if isinstance(found, list | tuple) and isinstance(wanted, list):
        return _in_turn(found, wanted) if wanted else not found
    return bool(found == wanted)


def _said(reason: Mapping[str, Any]) -> str | None:
    return "".join(map(str, reason.get("of", ()))) if reason.get("key") == SAID else None


def _in_turn(found: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """An iterator remembers how far it has come."""
    left = iter(found)
    return all(any(is_within(item, one) for item in left) for one in wanted)


def covers(claimed: str | bool, rule: str) -> bool:
    """A rule, or a section with all that stands below it: 6.6 covers 6.6b and 6.6.1, not 6.61."""
    if isinstance(claimed, bool) or not claimed:
        return bool(claimed)
    rest = rule.removeprefix(claimed)
    is_below = rest[:1] in (".", "(") or (claimed[-1].isdigit() and rest[:1].isalpha())
    return rule == claimed or (rest != rule and is_below)
