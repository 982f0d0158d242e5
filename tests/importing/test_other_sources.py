"""Chat saved as text, and lists of moves in JSON."""

from __future__ import annotations

import msgspec
import pytest

from domain.formats.importing.retelling import retell
from domain.formats.spreadsheet.reading import read_json
from domain.formats.vassal.chattext import is_chat, read_chat
from domain.kernel import happenings as h
from domain.kernel.errors import BadInput
from rules import SYSTEMS

CHAT = """<Roberta> - good evening, Quentin
*** 2d6 = 3,5 *** <Roberta>
* 2/Cav moves 1203 -> 1204 *
* Turn 2
<Quentin> - write to quentin@example.org

- Quentin has left the game
"""
REPLAY = {
    "players": [{"name": "Roberta"}, {"name": "Quentin"}],
    "game": {
        "log": [
            {"turn": 1, "user": "Roberta", "piece": {"name": "2/Cav"}, "from": "1203", "to": "1204", "ms": 12},
            {"turn": 1, "user": "Quentin", "piece": {"name": "Guard"}, "to": "1301", "roll": [3, 5], "ms": 13},
            {"turn": 2, "user": "Roberta", "text": "well, Quentin?", "ms": 14},
        ]
    },
}
COLUMNS = {"player": "user", "unit": "piece.name", "dice": "roll", "note": "text"}


def test_a_chat_window_becomes_talk_and_dice():
    story = read_chat(CHAT, name="roberta-evening")
    told = [one for _, one in story.each()]
    assert told == [
        h.Said(text="good evening, Player 2", typed=True, by="player-1"),
        h.Rolled(faces=(3, 5), sides=6, why="2d6", by="player-1"),
        h.Said(text="2/Cav moves 1203 -> 1204"),
        h.PhaseTold(phase="Turn 2", turn=2),
        h.Said(text="write to [e-mail]", typed=True, by="player-2"),
        h.Said(text="Player 2 has left the game"),
    ]
    assert (story.title, story.counts) == ("Player 1 evening", {"lines": 6, "dice": 1, "moves told in words": 1})
    game = retell(SYSTEMS["freeform"], story, 0)
    assert (game.account.understood["Rolled"], game.account.unread) == (1, [])


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        (b"<Ann> - hi", True), (b"*** 2d6 = 3,5 *** <Ann>", True), (b"* Turn 1", True), (b"- Ann joined", True),
        (b"&lt;Ann&gt; - hi", True), (b"system: freeform", False), (b"unit,to", False), (b"red> MovePiece", False),
        (b"-5,3", False),
    ],
)  # fmt: skip
def test_a_chat_window_is_known_by_how_it_begins(head: bytes, is_one: bool):
    assert is_chat(head) is is_one


def test_a_list_of_moves_in_json_is_read_by_the_paths_of_its_values():
    story = read_json(msgspec.json.encode(REPLAY), COLUMNS, name="quentin-7")
    told = [one for step in story.steps[1:] for one in step.happenings]
    assert [type(one).__name__ for one in told if not isinstance(one, h.Unread)].count("Rolled") == 1
    rolled = next(one for one in told if isinstance(one, h.Rolled))
    assert (rolled.faces, rolled.by) == ((3, 5), "player-2")
    assert h.Unread in {type(one) for one in story.steps[0].happenings}, "columns that nobody knows are named"
    assert "Roberta" not in str(story)
    assert "Quentin" not in str(story)
    assert (story.origin, story.counts["rows"]) == ("JSON file", 3)


def test_where_the_list_stands_can_be_said():
    assert read_json(msgspec.json.encode(REPLAY), COLUMNS, path="game.log").counts["rows"] == 3
    assert read_json(msgspec.json.encode(REPLAY), {"player": "name"}, path="players").counts["rows"] == 2
    with pytest.raises(BadInput, match=r"no list of items at 'game\.moves'"):
        read_json(msgspec.json.encode(REPLAY), COLUMNS, path="game.moves")


@pytest.mark.parametrize("data", [b"{", b"[]", b"[1, 2]", b'{"a": 1}', b"[" * 5000])
def test_json_without_a_list_of_moves_is_refused(data: bytes):
    with pytest.raises(BadInput):
        read_json(data)


def test_a_list_of_very_many_values_is_refused():
    row = {f"k{n}": n for n in range(300)}
    with pytest.raises(BadInput, match="at most 200"):
        read_json(msgspec.json.encode([row]))


def test_of_two_lists_in_a_file_the_one_with_the_wanted_values_is_taken() -> None:
    players = [{"id": n, "name": name} for n, name in enumerate(("Ann", "Ben", "Cid"), 1)]
    moves = [{"user": "Ann", "piece": {"name": "2/Cav"}, "from": "1203", "to": "1204"}]
    data = msgspec.json.encode({"players": players, "actions": moves})
    story = read_json(data, {"player": "user", "unit": "piece.name"})
    assert [told.to for _, told in story.each() if isinstance(told, h.Moved)] == ["1204"]
    assert "Ann" not in repr(story)
