"""Refs: how every command names things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import BadInput
from domain.kernel.naming import check_name, slug
from domain.log.refs import Ref, parse_ref


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("ridge", Ref("ridge")),
        ("ridge@what-if", Ref("ridge", "what-if")),
        ("ridge:12", Ref("ridge", "main", 12)),
        ("ridge@what-if:12", Ref("ridge", "what-if", 12)),
    ],
)
def test_a_ref_is_read_and_written_the_same(text: str, ref: Ref) -> None:
    assert parse_ref(text) == ref
    assert str(ref) == text


@pytest.mark.parametrize(
    "text", ["", "@main", "ridge@", "ridge:", "ridge:0", "ridge:-1", "ridge:x", "a@b@c", "a:1:2", "a:²"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_ref(text)


@pytest.mark.parametrize("name", ["", "Ridge", "a b", "a@b", "a:b", "-a", "a" * 64, "é"])
def test_names_are_plain(name: str) -> None:
    with pytest.raises(BadInput, match="cannot name a game"):
        check_name("game", name)


@given(st.text())
def test_any_title_gives_a_plain_name(title: str) -> None:
    assert check_name("game", slug(title))
