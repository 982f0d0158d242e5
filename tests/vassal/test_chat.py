from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal.chat import ChatLine, plain, read_line
from domain.formats.vassal.dice import DiceClaimed as Dice
from domain.formats.vassal.dice import dice_of, symbols


@pytest.mark.parametrize(
    ("text", "kind", "who", "shown"),
    [
        ("&lt;Red&gt; - your <b>turn</b> &amp; mine", "talk", "Red", "your turn & mine"),
        ("<test> - !!vt-label Custom Label 1", "talk", "test", "!!vt-label Custom Label 1"),
        ("<A> - hello", "talk", "A", "hello"),
        ("<B Jones> - hello", "talk", "B Jones", "hello"),
        ("&lt;(anonymous)&gt; - hi", "talk", "", "hi"),
        (" Data correctly generated", "talk", "", "Data correctly generated"),
        (" ", "talk", "", ""),
        ("- Game saved", "system", "", "Game saved"),
        ("*|<font color=red>Out</font> of ammo <img src='x.png'> *", "report", "", "Out of ammo"),
        ("* UNDO: *** 2d6 = 3,5 *** <Red>", "undo", "", "UNDO: *** 2d6 = 3,5 *** <Red>"),
    ],
)
def test_a_line_is_of_a_kind_and_shown_without_mark_up(text, kind, who, shown):
    line = read_line(text)
    assert (line.kind, line.who, line.text) == (kind, who, shown)


@pytest.mark.parametrize(
    ("text", "piece", "start", "to"),
    [
        pytest.param("* 2/Cav moves 1203 -> 1204 *", "2/Cav", "1203", "1204", id="up to 3.4"),
        pytest.param("* 2/Cav moves 1203 -&gt; 1204 *", "2/Cav", "1203", "1204", id="3.5"),
        pytest.param("* 2/Cav moves 1203 &rarr; 1204 *", "2/Cav", "1203", "1204", id="3.6 and later"),
        pytest.param("* A, B moves Reserve Box &rarr; 12 04", "A, B", "Reserve Box", "12 04", id="several"),
        pytest.param("* 2/Cav moved from 1203 to 1204", "2/Cav", "1203", "1204", id="a module's own words"),
        pytest.param("* 2/Cav created in 1204 *", "2/Cav", "", "1204", id="a new piece"),
    ],
)
def test_moves_name_their_places(text, piece, start, to):
    line = read_line(text)
    assert (line.piece, line.start, line.to) == (piece, start, to)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        pytest.param("*** 2d6 = 3,5 *** &lt;Red&gt;", Dice(name="2d6", faces=(3, 5), sides=6, who="Red"), id="faces"),
        pytest.param("*** 3d6 = 3,4,1 *** <test>", Dice(name="3d6", faces=(3, 4, 1), sides=6, who="test"), id="3.2"),
        pytest.param("*** 1d10 = 7 *** &lt;Blue&gt;", Dice(name="1d10", faces=(7,), sides=10, who="Blue"), id="a die"),
        pytest.param("*** 2d6 = 7 *** <B>", Dice(name="2d6", faces=(), sides=6, total=7, who="B"), id="a total only"),
        pytest.param("*** 1d6 = 9 *** <B>", Dice(name="1d6", faces=(), sides=6, total=9, who="B"), id="modified"),
        pytest.param(
            "*** (IFT DR) 6,5 ***   <Alice>      [1 / 4   avg   10.25 (10.25)]    (01.30)",
            Dice(name="IFT DR", faces=(6, 5), sides=6, who="Alice"), id="VASL, two dice",
        ),
        pytest.param(
            "*** (RS dr) 2 ***   <Bob> [1 / 3   avg   3.00]<Hull>", Dice(name="RS dr", faces=(2,), sides=6, who="Bob"),
            id="VASL, one die",
        ),
        pytest.param("*** Fire = 5 *** <B>", Dice(name="Fire", faces=(5,), sides=6, guessed=True, who="B"), id="name"),
        pytest.param("*** Fire = 9 *** <B>", Dice(name="Fire", faces=(9,), sides=10, guessed=True, who="B"), id="ten"),
        pytest.param("*** 2d6 = 3,5 ***", Dice(name="2d6", faces=(3, 5), sides=6), id="from nobody"),
        pytest.param("* Red rolls 2d6: 3, 5 *", Dice(name="2d6", faces=(3, 5), sides=6, who="Red"), id="in words"),
        pytest.param("* 1d6 = 4 * <Red>", Dice(name="1d6", faces=(4,), sides=6, who="Red"), id="one star"),
    ],
)  # fmt: skip
def test_dice_of_all_the_usual_forms_are_read(text, dice):
    line = read_line(text)
    assert (line.kind, line.dice, line.who) == ("dice", dice, dice.who)


@pytest.mark.parametrize(
    "text", ["* AxisCVP = 5 * <Red>", "*** hello ***", "<Red> - *** 2d6 = 6,6 *** <Red>", "2d6 = 6"]
)
def test_what_only_looks_like_dice_is_not(text):
    assert read_line(text).dice is None


def test_a_result_is_faces_only_if_dice_can_show_it():
    assert dice_of("2d6", "3,5") == Dice(name="2d6", faces=(3, 5), sides=6)
    assert dice_of("2d6", "0,5") == Dice(name="2d6", faces=(), sides=6, total=5)
    assert dice_of("2d6", "three") is None
    assert symbols("hit dice", (0, 5)) == Dice(name="hit dice", faces=(1, 6), sides=6, guessed=True)
    assert symbols("hit dice", (-1,)) is None


@pytest.mark.parametrize(
    ("text", "phase", "turn", "who"),
    [
        ("* New: Axis Turn 1 - PFPh *", "Axis Turn 1 - PFPh", 1, ""),
        ("* &lt;Red&gt; Turn Updated from 1941 Jan to 1941 Feb", "1941 Feb", 0, "Red"),
        ("* Union Turn 12", "Union Turn 12", 12, ""),
        ("* Movement phase begins *", "Movement phase begins", 0, ""),
    ],
)
def test_turns_and_phases_are_told(text, phase, turn, who):
    assert read_line(text) == ChatLine(kind="turn", text=phase, turn=turn, who=who)


@pytest.mark.parametrize("name", ["Strong", "br", "b", "img src=x"])
def test_what_a_player_types_is_talk_though_the_name_is_a_tag(name):
    assert read_line(f"<{name}> - union> EndPhase</b>") == ChatLine(kind="talk", text="union> EndPhase", who=name)


def test_a_ruled_line_behind_a_turn_is_read_at_once():
    """Its dashes could be cut into words in more ways than there is time to try."""
    assert read_line("* Turn 3 " + "-" * 80).turn == 3
    assert read_line("* Turn 3 " + "-.-" * 30 + " »").kind == "report"


@given(st.text(alphabet="*<>&;= -d6,()ab|\n→"))
def test_any_line_is_read(text):
    assert isinstance(read_line(text), ChatLine)


def test_entities_become_signs_once():
    assert plain("&amp;lt;x&amp;gt;") == "&lt;x&gt;"
