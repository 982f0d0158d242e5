"""TOML from anyone: what would take for ever, or more than the library bears, is refused in words."""

from __future__ import annotations

import tomllib

import pytest

from domain.kernel.packs import KEY_PARTS, Pack, Sheet, read_sheet, read_toml


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" + ".a" * 400_000 + " = 1", id="a key"),
        pytest.param("[a" + " . a" * 200_000 + "]", id="a table"),
        pytest.param("x = {a" + '."a"' * 200_000 + " = 1}", id="an inline table"),
        pytest.param("x." + "'a.b'." * 100_000 + "y = 1", id="quoted parts"),
    ],
)
def test_a_key_of_endless_parts_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=f"more than {KEY_PARTS} parts"):
        read_toml(text)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "1" * 100_000])
def test_nesting_and_digits_without_end_are_refused(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="nested too deeply, or a number in it is too long"):
        read_toml(text)


def test_rows_of_dots_long_names_and_prose_are_no_keys() -> None:
    rows, prose, name = "." * 100 + "\n", "One. Two, three. Four five. " * 50, "a-" * 1_000
    text = f'map = """\n{rows * 3}"""\nabout = "{prose}"\n{name} = 1\n[a.b.c]\nd.e = 2\n'
    assert read_toml(text) == {"map": rows * 3, "about": prose, name: 1, "a": {"b": {"c": {"d": {"e": 2}}}}}


def test_a_sheet_is_nobody_elses_though_its_text_is_read_once() -> None:
    class Marks(Sheet, frozen=True, kw_only=True):
        marks: dict[str, str]
        names: list[str]

    pack = Pack(name="p", files={"a.toml": 'names = ["ohio"]\n[marks]\nrouted = "yes"'})
    first, second = read_sheet(pack, "a.toml", Marks), read_sheet(pack, "a.toml", Marks)
    first.marks.clear()
    first.names.append("guard")
    assert second == read_sheet(pack, "a.toml", Marks) == Marks(marks={"routed": "yes"}, names=["ohio"])
