"""A story of any game, told again as a freeform game."""

from __future__ import annotations

import tomllib

import pytest

from domain.formats.importing.recorder import Imported
from domain.formats.importing.retelling import retell
from domain.games.audit import audit
from domain.kernel import happenings as h
from domain.kernel.facts import CardDrawn, DiceRolled, LossTaken, NoteAdded, PhaseBegan, PointsScored
from domain.kernel.reasons import said
from domain.log.refs import Ref
from rules.freeform import SYSTEM
from rules.freeform.luck import CardPlayed
from rules.freeform.pieces.facts import PieceAdded, PieceHidden, PieceMoved, PieceRevealed
from rules.freeform.state import State
from tests.importing.stories import NOW, facts, stored, story

ARCHER = h.Appeared(piece="17", name="Archer", side="red", at="1203", strength=4, marks={"facing": "2"})


def read(*steps: h.Happening | tuple[h.Happening, ...], **more: object) -> Imported:
    return retell(SYSTEM, story(*steps, **more), NOW)


def end(imported: Imported) -> State:
    games = stored(imported)
    state = games.position(Ref("game")).state
    assert isinstance(state, State)
    return state


def test_pieces_bear_names_that_people_can_say() -> None:
    twin = h.Appeared(piece="18", name="Archer", side="red", at="1204")
    state = end(read(ARCHER, twin, h.Moved(piece="18", start="1204", to="1305", by="red")))
    assert {name: piece.at for name, piece in state.pieces.items()} == {"Archer": "1203", "Archer #2": "1305"}


def test_every_entry_is_marked_as_imported_and_the_audit_is_clean() -> None:
    read_in = read(ARCHER, h.Rolled(faces=(3, 5), sides=6, why="fire", by="blue"), h.Said(text="good shot", by="red"))
    games = stored(read_in)
    line = games.line(Ref("game"))
    assert {entry.source for entry in games.log.entries(line)} == {"imported"}
    report = audit(games, Ref("game"))
    assert report.is_clean
    assert report.irregular == ()


def test_dice_are_claimed_and_not_called_fair() -> None:
    (dice,) = facts(read(h.Rolled(faces=(3, 5), sides=6, why="fire", by="blue")), DiceRolled)
    assert dice == DiceRolled(by="blue", sides=6, faces=(3, 5), why=said("fire"), source="imported")


@pytest.mark.parametrize(
    "roll",
    [
        h.Rolled(faces=(), sides=6, why="2d6", total=7, by="red"),
        h.Rolled(faces=(0, 9), sides=10, why="d10", by="red"),
        h.Rolled(faces=(7,), sides=6, why="loaded", by="red"),
    ],
    ids=["only a total", "a die that shows 0", "a face the die does not have"],
)
def test_dice_that_cannot_be_dice_are_kept_in_words(roll: h.Rolled) -> None:
    found = read(roll)
    assert facts(found, DiceRolled) == []
    (remark,) = found.account.unread
    assert remark.place == "step 0"
    assert roll.why in remark.text
    assert any(roll.why in note.text for note in facts(found, NoteAdded))


def test_what_nobody_is_named_for_is_given_by_the_table() -> None:
    found = read(h.Appeared(piece="1", name="marker", at="1010"))
    games = stored(found)
    assert games.line(Ref("game")).started.sides == ("red", "blue", "table")
    assert [entry.by for entry in games.log.entries(games.line(Ref("game")))][-1] == "table"


def test_no_side_is_added_where_everyone_is_named() -> None:
    assert stored(read(ARCHER)).line(Ref("game")).started.sides == ("red", "blue")


def test_marks_strength_and_sides_change_and_marks_come_off() -> None:
    changed = h.Changed(piece="17", strength=5, marks={"facing": "", "hits": "1"}, by="red")
    piece = end(read(ARCHER, changed)).pieces["Archer"]
    assert (piece.strength, piece.marks) == (5, {"hits": "1"})


def test_strength_that_goes_down_is_a_loss() -> None:
    found = read(ARCHER, h.Changed(piece="17", strength=2, by="blue"))
    assert [(loss.side, loss.unit, loss.amount) for loss in facts(found, LossTaken)] == [("red", "Archer", 2)]
    assert end(found).pieces["Archer"].strength == 2


def test_where_only_hidden_pieces_have_been_is_on_no_list() -> None:
    places = tuple(h.PlaceTold(name=name, x=1, y=1) for name in ("1203", "0101", "0102", "0103"))
    spy = h.Appeared(piece="9", name="Spy", side="blue", at="0101", hidden=True)
    walks = h.Moved(piece="9", start="0101", to="0102", by="blue")
    shown = h.Changed(piece="9", hidden=False, by="blue")
    found = read(ARCHER, spy, walks, shown, h.Moved(piece="9", start="0102", to="0103", by="blue"), places=places)
    assert "0101" not in found.pack.files["scenarios.toml"]
    assert all(name in found.pack.files["scenarios.toml"] for name in ("1203", "0102", "0103"))


def test_an_order_in_the_systems_own_words_is_carried_out() -> None:
    order = h.Ordered(text="AddPiece piece=guard side=red at=hill", by="red")
    assert list(end(read(order)).pieces) == ["guard"]
    assert read(h.Ordered(text="FlyAway", by="red")).account.unread[0].text.startswith("FlyAway")


@pytest.mark.parametrize("secret", [2, 3, 7])
def test_a_map_of_hexes_goes_as_far_as_the_open_pieces_wherever_the_hidden_ones_went(secret: int) -> None:
    spots = tuple(h.PlaceTold(name=f"0{column}01", cell=(column, 1)) for column in sorted((1, secret, 4)))
    guard = h.Appeared(piece="1", name="Guard", side="red", at="0101")
    horse = h.Appeared(piece="2", name="Horse", side="red", at="0401")
    spy = h.Appeared(piece="9", name="Spy", side="blue", at=f"0{secret}01", hidden=True)
    values = {"dx": 10, "dy": 10, "sideways": False, "h_leading": 1, "v_leading": 1}
    grid = h.GridTold(values=values, columns=(0, -1), rows=(0, -1))
    found = read((guard, horse, spy), places=spots, grid=grid)
    (scenario,) = tomllib.loads(found.pack.files["scenarios.toml"])["scenarios"]
    assert (scenario["grid"]["columns"], scenario["grid"]["rows"]) == ([0, 5], [0, 2]), "one beside them, no further"
    assert scenario["places"] == []
    board = SYSTEM.sight.board(end(found), None)
    assert (board.cells, len(board.spots) - (secret > 5)) == ("flat", 18)


def test_hidden_pieces_are_seen_by_their_own_side_alone_until_they_are_shown() -> None:
    spy = h.Appeared(piece="9", name="Spy", side="blue", at="0101", hidden=True)
    walks = h.Moved(piece="9", start="0101", to="0102", by="blue")
    games = stored(read(spy, walks, h.Changed(piece="9", hidden=False, by="blue")))
    entries = games.log.entries(games.line(Ref("game")))
    seen = [entry.to for entry in entries if isinstance(entry.fact, PieceAdded | PieceMoved | PieceRevealed)]
    assert seen == [("blue",), ("blue",), None]


def test_a_piece_that_hides_again_is_followed_by_its_own_side_alone() -> None:
    hides = h.Changed(piece="17", hidden=True, by="red")
    walks = h.Moved(piece="17", start="1203", to="1204", by="red")
    games = stored(read(ARCHER, hides, walks))
    entries = games.log.entries(games.line(Ref("game")))
    assert [entry.to for entry in entries if isinstance(entry.fact, PieceHidden | PieceMoved)] == [None, ("red",)]


def test_cards_are_drawn_played_and_reshuffled() -> None:
    found = read(
        h.DeckMade(deck="events", cards=("rain", "ammo"), hidden=True),
        h.Drew(deck="events", card="rain", by="red"),
        h.Discarded(deck="events", card="rain", by="blue"),
        h.Shuffled(deck="events", by="red"),
    )
    (drawn,) = facts(found, CardDrawn)
    assert (drawn.by, drawn.card, drawn.source) == ("red", "rain", "imported")
    (played,) = facts(found, CardPlayed)
    assert played.by == "red", "whoever holds a card plays it"
    assert sorted(end(found).core.decks["events"]) == ["ammo", "rain"]
    assert found.account.unread == []


def test_losses_points_and_phases_are_facts_of_their_kind() -> None:
    found = read(
        ARCHER,
        h.PhaseTold(phase="Fire", turn=2, side="red"),
        h.Lost(piece="17", amount=1, cause="volley", by="blue"),
        h.Scored(side="blue", points=3, why="the ridge"),
        h.PhaseTold(phase="Melee", by="red"),
    )
    assert [(p.turn, p.phase, p.side) for p in facts(found, PhaseBegan)] == [(2, "Fire", "red"), (2, "Melee", "")]
    assert [(loss.unit, loss.amount) for loss in facts(found, LossTaken)] == [("Archer", 1)]
    assert [(score.side, score.points) for score in facts(found, PointsScored)] == [("blue", 3)]


def test_what_is_not_understood_and_what_looks_edited_stands_in_the_log_and_in_the_account() -> None:
    odd, edited = h.Unread(text="INFO\tzoom", why="a command of the module"), h.Warning(text="Archer was at 1203")
    found = read(ARCHER, odd, edited)
    assert [(r.place, r.text) for r in found.account.unread] == [("step 1", "INFO\tzoom (a command of the module)")]
    assert [(r.place, r.text) for r in found.account.warnings] == [("step 2", "Archer was at 1203")]
    games = stored(found)
    for remark in (*found.account.unread, *found.account.warnings):
        (entry,) = games.log.entries(games.line(Ref("game")), remark.entry - 1, remark.entry)
        assert isinstance(entry.fact, NoteAdded)
        assert remark.place in entry.fact.text


def test_a_piece_the_file_never_brought_on_stops_nothing() -> None:
    found = read(h.Moved(piece="404", start="1", to="2", by="red"), ARCHER)
    assert "FF.1.2" in found.account.unread[0].text
    assert list(end(found).pieces) == ["Archer"]


def test_chat_can_be_left_out_and_is_counted_then() -> None:
    found = retell(SYSTEM, story(h.Said(text="hello", by="red")), NOW, chat=False)
    assert all("hello" not in note.text for note in facts(found, NoteAdded))
    assert found.account.left_out == {"lines of chat and reports": 1}


def test_the_places_of_the_file_are_the_board() -> None:
    places = (h.PlaceTold(name="1203", x=300, y=420), h.PlaceTold(name="the mill", x=352, y=450, terrain="mill"))
    games = stored(read(ARCHER, places=places))
    board = SYSTEM.sight.board(games.position(Ref("game")).state, None)
    assert {(spot.name, spot.x, spot.y) for spot in board.spots} == {("1203", 300, 420), ("the mill", 352, 450)}
    assert [(counter.id, counter.at) for counter in board.counters] == [("Archer", "1203")]
