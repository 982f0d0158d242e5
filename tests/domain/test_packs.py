"""What is made of a pack's texts is made once; what is wrong with it is named with its file and key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack, read_once, refuse, twice, under


@read_once("a.toml", "b.toml")
def made(pack: Pack) -> list[str]:
    return [pack.name, *pack.files.values()]


def pack(name: str = "house", **files: str) -> Pack:
    return Pack(name=name, files={f"{file}.toml": text for file, text in files.items()})


def test_the_same_texts_give_the_same_object() -> None:
    assert made(pack(a="1", b="2", c="3")) is made(pack(b="2", a="1", c="4"))


def test_another_text_or_name_gives_another() -> None:
    assert made(pack(a="1", b="2")) == ["house", "1", "2"]
    assert made(pack(a="1", b="3")) == ["house", "1", "3"]
    assert made(pack("other", a="1", b="2")) == ["other", "1", "2"]


def test_a_file_that_is_missing_is_named_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"house has no file b\.toml; it holds a\.toml, c\.toml"):
        made(pack(a="1", c="3"))


def relying(found: list[str]) -> Iterator[str]:
    """A check that would fail where an earlier one found a fault."""
    yield found[0]


def test_the_first_fault_ends_the_search() -> None:
    with pytest.raises(BadInput, match=r"^house/a\.toml: hills: no hex$"):
        refuse(pack(), ("a.toml", under("hills", ["no hex", "no hill"])), ("b.toml", relying([])))
    refuse(pack(), ("a.toml", ()), ("b.toml", ()))


def test_a_name_is_told_each_time_it_stands_again() -> None:
    assert list(twice(["a", "b", "a", "c", "b", "a"])) == ["a", "b", "a"]
