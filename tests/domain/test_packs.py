"""What is made of a pack's texts is made once; what is wrong with it is named with its file and key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import BadPack, Each, Pack, read_once, refuse, twice, under


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


def test_the_first_fault_is_told_and_all_are_there_up_to_a_check_that_relies_on_them() -> None:
    hills = under("hills", ["no hex", "no hill"])
    with pytest.raises(BadPack, match=r"^house/a\.toml: hills: no hex$") as refused:
        refuse(pack(), ("a.toml", hills), ("b.toml", ["no b"]), ("c.toml", relying([])), ("d.toml", ["no d"]))
    assert refused.value.faults == (("a.toml", "hills: no hex"), ("a.toml", "hills: no hill"), ("b.toml", "no b"))
    refuse(pack(), ("a.toml", ()), ("b.toml", ()))


def test_a_check_that_fails_where_nothing_is_wrong_is_a_fault_of_ours() -> None:
    with pytest.raises(IndexError):
        refuse(pack(), ("a.toml", ()), ("b.toml", relying([])))


def test_a_name_is_told_each_time_it_stands_again() -> None:
    assert list(twice(["a", "b", "a", "c", "b", "a"])) == ["a", "b", "a"]


def test_what_is_made_of_lines_is_made_when_it_is_first_asked_for_and_once() -> None:
    made: list[str] = []

    def make(line: str) -> str:
        made.append(line)
        return line.upper()

    found = Each({"one": "a", "two": "b", "three": "c"}, make)
    assert list(found) == ["one", "two", "three"]
    assert len(found) == 3
    assert "two" in found
    assert found["three"] == "C"
    assert found["two"] == found["two"] == "B"
    assert made == ["c", "b"]
    with pytest.raises(KeyError):
        found["four"]
    assert dict(found) == {"one": "A", "two": "B", "three": "C"}
