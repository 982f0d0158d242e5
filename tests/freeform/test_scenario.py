"""A freeform pack with a fault says which file and which key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.packs import Pack
from domain.words.orders import parse_order
from rules.freeform import SYSTEM
from tests.freeform.positions import BLANK


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(BLANK.replace("title", "titel"), "titel", id="a misspelt key"),
        pytest.param(BLANK.replace('title = "t"\n', ""), "title", id="a missing key"),
        pytest.param(BLANK.replace('sides = ["blue", "red"]', "sides = 3"), "sides", id="a wrong type"),
        pytest.param("not [toml", "not readable TOML", id="not TOML"),
        pytest.param(BLANK + 'pieces = [{ piece = "a", side = "green" }]\n', "no side 'green'", id="an unknown side"),
        pytest.param(
            BLANK + 'places = [{ name = "hill" }]\npieces = [{ piece = "a", side = "blue", at = "moon" }]\n',
            "no place 'moon'",
            id="an unknown place",
        ),
        pytest.param(BLANK + 'links = [["hill", "moon"]]\n', "leads to 'hill'", id="a road to nowhere"),
        pytest.param(
            BLANK + 'pieces = [{ piece = "a", side = "blue" }, { piece = "a", side = "red" }]\n',
            "the piece 'a' stands there twice",
            id="a piece twice",
        ),
        pytest.param(BLANK + 'places = [{ name = "x" }, { name = "x" }]\n', "the place 'x'", id="a place twice"),
        pytest.param(BLANK.replace('"red"', '"blue"'), "the side 'blue'", id="a side twice"),
    ],
)
def test_a_faulty_pack_is_refused_with_its_file_and_key(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        SYSTEM.sheets.check(Pack(name="mine", files={"scenarios.toml": text}))
    assert said in str(refused.value)
    assert "mine/scenarios.toml" in str(refused.value)


def test_a_pack_without_its_file_is_refused() -> None:
    with pytest.raises(BadInput, match=r"has no file scenarios.toml; it holds other.toml"):
        SYSTEM.sheets.check(Pack(name="mine", files={"other.toml": ""}))


def test_a_pack_is_named_by_its_content() -> None:
    same = Pack(name="a", files={"x": "1", "y": "2"}), Pack(name="a", files={"y": "2", "x": "1"})
    assert same[0].hash == same[1].hash
    assert same[0].hash != Pack(name="a", files={"x": "1", "y": "3"}).hash


README = (Path(__file__).parents[2] / "rules" / "freeform" / "README.md").read_text("utf-8")


def test_the_pack_shown_in_the_readme_is_a_good_one() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    pack = Pack(name="mine", files={"scenarios.toml": text})
    SYSTEM.sheets.check(pack)
    assert list(SYSTEM.sheets.scenarios(pack)) == ["mill"]


def test_the_orders_shown_in_the_readme_are_all_there_are() -> None:
    table = README.split("## Orders")[1].split("## Your own pack")[0]
    shown = [parse_order(SYSTEM, text) for text in re.findall(r"`([A-Z]\w+ [^`…]*)`", table)]
    assert {type(order) for order in shown} == set(SYSTEM.book.orders)
