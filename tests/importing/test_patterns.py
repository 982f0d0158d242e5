"""Patterns of a mapping: what they find, and how long they may look for it."""

from __future__ import annotations

from itertools import count

import pytest

from domain.formats.importing.patterns import LONGEST_TEXT, Pattern
from domain.kernel.errors import BadInput


def test_a_pattern_finds_its_named_groups() -> None:
    found = Pattern(r"^(?P<who>\w+) attacks(?: (?P<what>.+))?$")
    assert found.found("Müller attacks") == {"who": "Müller", "what": ""}
    assert found.found("Müller rests") is None
    assert found.groups == ("who", "what")


def test_a_text_that_no_order_is_as_long_as_is_not_looked_through() -> None:
    assert Pattern("a").found("a" * (LONGEST_TEXT + 1)) is None


@pytest.mark.parametrize("text", [r"^(?:a|aa|b?a)+$", r"(?:a|\w|.a)+\d$"])
def test_a_pattern_that_would_go_on_for_ever_is_stopped_and_named(text: str) -> None:
    with pytest.raises(BadInput) as told:
        Pattern(text).found("a" * 300 + "!")
    assert repr(text) in str(told.value)
    assert "takes too long" in str(told.value)


def test_a_pattern_that_is_slow_on_every_line_is_stopped_after_some() -> None:
    """Whatever one search takes: here the clock says a tenth of a second each."""
    clock = count()
    slow = Pattern("x", clock=lambda: next(clock) / 10)
    with pytest.raises(BadInput, match="takes too long"):
        list(map(slow.found, ["abc"] * 100))


def test_a_pattern_that_is_quick_is_never_stopped() -> None:
    clock = count()
    quick = Pattern("x", clock=lambda: next(clock) / 10_000)
    assert all(quick.found("abc") is None for _ in range(50_000))
