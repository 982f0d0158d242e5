from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.vassal import commands as c
from domain.formats.vassal.reading import decode_command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", c.Nothing()),
        ("begin_save", c.Marker("begin_save")),
        ("SETUP_STACK\t", c.Marker("SETUP_STACK")),
        ("+/1/piece;;;a.png;2\\/Cav/Map;1;2;3", c.AddPiece("1", "piece;;;a.png;2/Cav", "Map;1;2;3")),
        ("-/17/not a list", c.RemovePiece("17/not a list")),
        ("D/1/new", c.ChangePiece("1", "new")),
        ("D/1/a\\/b/old", c.ChangePiece("1", "a/b", "old")),
        ("M/1/Map\\/2/-3/4/null/null/0/0/9/pw", c.MovePiece("1", "Map/2", -3, 4, "", "", 0, 0, "9", "pw")),
        ("M/1/Map/3/4/null/Map/0/0/null", c.MovePiece("1", "Map", 3, 4, "", "Map", 0, 0, "", "")),
        ("CHATHello", c.Chat("Hello")),
        ("AUDIO\tbang.wav", c.Audio("bang.wav")),
        ("UNDO\ttrue", c.Undo(True)),
        ("UNDO\tfalse", c.Undo(False)),
        ("EXT\t3d6\t1.0", c.AddOn("extension", "3d6", "1.0")),
        ("PLUGIN\tx", c.AddOn("plugin", "x")),
        ("UNMASK\t", c.Unmask(())),
        ("UNMASK\ta\tb", c.Unmask(("a", "b"))),
        ("PLAYER\tpw\tRed\tUnion", c.SeatTaken("pw", "Red", "Union")),
        ("PYREMOVE\tpw", c.SeatLeft("pw")),
        (
            "Main Map/2BoardPicker\tA/rev\t0\t1\tB\t1\t1",
            c.Boards("Main Map/2", (c.MapBoard("A", 0, 1, True), c.MapBoard("B", 1, 1))),
        ),
        ("MapBoardPicker", c.Boards("Map", ())),
        ("TURNTracker0\t0|1941;0;false;-1;1\\;0\\;0\\;true",
         c.Turn("Tracker0", ("1941", "1"), r"0|1941;0;false;-1;1\;0\;0\;true")),
        ("MutableProperty\t2d6_result\t1\t3,5\tModule", c.PropertyChanged("2d6_result", "1", "3,5", "Module")),
        ("MutableProperty\tn\ta\tb", c.PropertyChanged("n", "a", "b")),
        ("GlobalProperty\t;AxisCVP;0;Casualties", c.PropertyIs("AxisCVP", "0", "Casualties")),
        ("NOTES\tone|two\\|three", c.Notes("scenario", "one\ntwo|three")),
        ("PNOTES\t", c.Notes("public", "")),
        ("PNOTE\tpw\tsecret", c.PrivateNote("pw", "secret")),
        ("SNOTE\torders\tpw\ttrue\tattack\t01/02/2020 3:04 PM\tRed",
         c.SealedNote("orders", "pw", True, "attack", "01/02/2020 3:04 PM", "Red")),
        ("LOCKSPOTAB\ttab\tRed\tpw\tdate", c.OptionLock("tab", "Red", "pw", "date")),
        ("Events5,Red,moved|6,Red,fired", c.EventLog((("5", "Red", "moved"), ("6", "Red", "fired")))),
        ("SEMAIL\ta@b.org", c.MailAddress("a@b.org")),
        ("SHOW_RESULTS\tfaces\t0\t3", c.SymbolDice("faces", (0, 3))),
        ("LOS\tt\t1\t2\t3\t4\ttrue\tfalse\tfalse", c.SightLine("t", ("1", "2", "3", "4", "true", "false", "false"))),
        ("FLARE\tf\t10\t-20", c.Flare("f", 10, -20)),
        ("CLOCK\tpw\tRed\t5", c.Clock("clock", ("pw", "Red", "5"))),
        ("SGKC\tSGKC0\ttrue", c.StartupKey(("SGKC0", "true"))),
        ("OBA/+/0/x", c.Unknown("OBA/+/0/x")),
        ("bd\t0\t0", c.Unknown("bd\t0\t0")),
    ],
    ids=lambda value: value.split("\t")[0][:24] or "empty" if isinstance(value, str) else type(value).__name__,
)  # fmt: skip
def test_each_kind_of_command_is_read(text, command):
    assert decode_command(text) == command


@pytest.mark.parametrize(
    "text",
    ["+/1/only a type", "D/1", "M/1/Map/x/4/null/Map/0/0/null/pw", "M/1", "PLAYER\tpw", "FLARE\tf\t1\tx",
     "MapBoardPicker\tA\t0", "TURNx\t7|1", "GlobalProperty\tx", "SHOW_RESULTS\tb", "M/1/M/99999999999/0/n/M/0/0/n"],
)  # fmt: skip
def test_a_command_without_what_it_needs_is_kept_word_for_word_with_the_reason(text):
    read = decode_command(text)
    assert isinstance(read, c.Bad)
    assert read.text == text
    assert read.why


PREFIXES = st.sampled_from([
    "", "+/", "-/", "D/", "M/", "CHAT", "TURN", "PLAYER\t", "NOTES\t", "SNOTE\t", "GlobalProperty\t", "Events",
    "MapBoardPicker\t", "SHOW_RESULTS\t", "FLARE\t", "MutableProperty\t", "LOS\t", "UNMASK\t", "EXT\t",
])  # fmt: skip


@given(PREFIXES, st.text(alphabet="a1-/;\t|,\\'\n é"))
def test_any_text_is_some_command(prefix, text):
    assert isinstance(decode_command(prefix + text), c.Command)
