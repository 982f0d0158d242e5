"""FF.1, FF.2, FF.5 Pieces come, move, change, suffer and go."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder, NotFound
from domain.kernel.facts import LossTaken, Order
from domain.kernel.play import carry_out
from domain.kernel.reasons import said
from rules.freeform import SYSTEM
from rules.freeform.pieces.asks import AddPiece, ChangePiece, HidePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from rules.freeform.pieces.facts import PieceAdded, PieceHidden, PieceMoved, PieceRevealed
from rules.freeform.sight import seen_by
from tests.freeform.positions import PLACES, give, start


def test_ff_1_a_piece_comes_with_its_place_strength_and_marks() -> None:
    state = start()
    facts = give(state, "blue", AddPiece(piece="a", side="blue", at="hill", strength=4, marks={"dug in": "yes"}))
    assert facts == [PieceAdded(piece="a", side="blue", at="hill", strength=4, marks={"dug in": "yes"})]
    assert (state.pieces["a"].at, state.pieces["a"].strength, state.pieces["a"].name) == ("hill", 4, "a")


def test_ff_1_marks_are_put_on_and_an_empty_one_taken_off() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="a", side="blue", marks={"shaken": "yes"}))
    give(state, "blue", ChangePiece(piece="a", marks={"shaken": "", "facing": "north"}, strength=2))
    assert (state.pieces["a"].marks, state.pieces["a"].strength) == ({"facing": "north"}, 2)


def test_ff_1_a_piece_may_change_sides() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="gun", side="blue"))
    give(state, "red", ChangePiece(piece="gun", side="red"))
    assert state.pieces["gun"].side == "red"


def test_ff_1_a_removed_piece_is_gone_and_may_come_back() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="a", side="blue"))
    give(state, "red", RemovePiece(piece="a", why="destroyed"))
    assert "a" not in state.pieces
    give(state, "blue", AddPiece(piece="a", side="blue"))
    assert "a" in state.pieces


def test_ff_2_a_move_tells_where_it_began() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="a", side="blue", at="hill"))
    assert give(state, "blue", MovePiece(piece="a", to="ford", via=("wood",))) == [
        PieceMoved(piece="a", start="hill", to="ford", via=("wood",))
    ]
    assert state.pieces["a"].at == "ford"


def test_ff_5_a_loss_is_counted_and_lowers_strength_not_below_zero() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="a", side="blue", strength=1))
    (loss,) = give(state, "red", TakeLoss(piece="a", amount=2, kind="steps", cause="fire", men=60))
    assert loss == LossTaken(side="blue", unit="a", kind="steps", amount=2, cause=said("fire"), men=60)
    assert (state.pieces["a"].strength, state.core.losses["blue"]) == (0, 2)


REFUSED = [
    pytest.param(AddPiece(piece="a", side="blue"), "FF.1.1", id="FF.1.1 an id is used once"),
    pytest.param(AddPiece(piece="", side="blue"), "FF.1.1", id="FF.1.1 a piece without a name"),
    pytest.param(ChangePiece(piece="a"), "FF.1.5", id="FF.1.5 a change of nothing"),
    pytest.param(MovePiece(piece="x", to="hill"), "FF.1.2", id="FF.1.2 no such piece"),
    pytest.param(MovePiece(piece="ghost", to="hill"), "FF.1.2", id="FF.1.2 the enemy's hidden piece is not there"),
    pytest.param(AddPiece(piece="b", strength=-1), "FF.1.3", id="FF.1.3 no negative strength"),
    pytest.param(ChangePiece(piece="a", strength=-2), "FF.1.3", id="FF.1.3 no change to a negative strength"),
    pytest.param(AddPiece(piece="b", hidden=True), "FF.1.4", id="FF.1.4 hidden from whom?"),
    pytest.param(AddPiece(piece="b", side="red", hidden=True), "FF.1.4", id="FF.1.4 hidden by the other side"),
    pytest.param(ChangePiece(piece="mole", side="red"), "FF.1.4", id="FF.1.4 changing sides unseen"),
    pytest.param(RevealPiece(piece="a"), "FF.1.4", id="FF.1.4 only a hidden piece is revealed"),
    pytest.param(HidePiece(piece="mole"), "FF.1.6", id="FF.1.6 hidden already"),
    pytest.param(HidePiece(piece="marker"), "FF.1.6", id="FF.1.6 not one's own"),
    pytest.param(TakeLoss(piece="a", amount=0), "FF.5.1", id="FF.5.1 a loss of nothing"),
    pytest.param(TakeLoss(piece="marker"), "FF.5.2", id="FF.5.2 a marker is nobody's loss"),
]


@pytest.mark.parametrize(("order", "rule"), REFUSED)
def test_refused(order: Order, rule: str) -> None:
    state = start()
    give(state, "blue", AddPiece(piece="a", side="blue"))
    give(state, "blue", AddPiece(piece="marker"))
    give(state, "red", AddPiece(piece="ghost", side="red", hidden=True))
    give(state, "blue", AddPiece(piece="mole", side="blue", hidden=True))
    with pytest.raises(IllegalOrder) as refused:
        give(state, "blue", order)
    assert refused.value.rule == rule


def test_ff_2_1_with_known_places_only_those_of_the_scenario_exist() -> None:
    state = start("known_places", text=PLACES)
    give(state, "blue", AddPiece(piece="a", side="blue", at="hill"))
    with pytest.raises(IllegalOrder, match="there are hill, wood") as refused:
        give(state, "blue", MovePiece(piece="a", to="wood", via=("moon",)))
    assert refused.value.rule == "FF.2.1"


def test_ff_1_2_a_piece_misspelt_or_called_by_its_name_is_suggested_but_never_a_hidden_one() -> None:
    state = start()
    give(state, "blue", AddPiece(piece="william", side="blue", name="The Duke"))
    give(state, "red", AddPiece(piece="ghost", side="red", hidden=True))
    for typed in ("wiliam", "the duke"):
        with pytest.raises(IllegalOrder, match="did you mean william"):
            give(state, "blue", MovePiece(piece=typed, to="hill"))
    with pytest.raises(IllegalOrder, match=r"no piece gost on the board$"):
        give(state, "blue", MovePiece(piece="gost", to="hill"))


def test_a_piece_of_no_known_side_is_unreadable() -> None:
    with pytest.raises(NotFound, match="the sides are blue, red"):
        give(start(), "blue", AddPiece(piece="a", side="green"))


def test_ff_1_4_all_about_a_hidden_piece_is_for_its_side_until_it_is_revealed() -> None:
    state = start()

    def seen(order: Order) -> list[tuple[str, ...] | None]:
        return [item.to for item in carry_out(SYSTEM, state, "red", order, EnteredChance())]

    only_red = [("red",), ("red",)]
    assert seen(AddPiece(piece="ghost", side="red", hidden=True, at="wood")) == only_red
    assert seen(MovePiece(piece="ghost", to="hill")) == only_red
    assert seen(TakeLoss(piece="ghost")) == only_red
    assert [c.id for c in SYSTEM.sight.board(state, "blue").counters] == []
    assert [c.id for c in SYSTEM.sight.board(state, "red").counters] == ["ghost"]
    _, revealed = carry_out(SYSTEM, state, "red", RevealPiece(piece="ghost"), EnteredChance())
    assert revealed.to is None
    assert revealed.fact == PieceRevealed(
        piece="ghost", side="red", name="ghost", kind="", at="hill", strength=None, marks={}
    )
    assert [c.id for c in SYSTEM.sight.board(state, "blue").counters] == ["ghost"]


def test_ff_1_6_a_piece_goes_out_of_sight_and_what_it_does_there_is_for_its_side() -> None:
    state = start()
    give(state, "red", AddPiece(piece="scout", side="red", at="wood"))
    _, hidden = carry_out(SYSTEM, state, "red", HidePiece(piece="scout"), EnteredChance())
    assert (hidden.fact, hidden.to) == (PieceHidden(piece="scout"), None)
    moved = carry_out(SYSTEM, state, "red", MovePiece(piece="scout", to="hill"), EnteredChance())
    assert {item.to for item in moved} == {("red",)}
    assert [c.id for c in SYSTEM.sight.board(state, "blue").counters] == []
    assert [(c.id, c.at) for c in SYSTEM.sight.board(state, "red").counters] == [("scout", "hill")]


def test_ff_1_4_what_is_hidden_and_nobodys_only_the_umpire_knows() -> None:
    state = start()
    mines = PieceAdded(piece="mines", side="", at="lane", hidden=True)
    assert seen_by(state, mines) == ()
    SYSTEM.book.folds[PieceAdded](state, mines)
    assert seen_by(state, PieceMoved(piece="mines", start="lane", to="ford")) == ()
    for viewer in ("blue", "red", ""):
        assert SYSTEM.sight.board(state, viewer).counters == ()
    assert [counter.id for counter in SYSTEM.sight.board(state, None).counters] == ["mines"]
