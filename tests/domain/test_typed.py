"""Orders as people type them: by verb, by name, by what their words are; in the position that the giver can see."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from domain.games.hearing import MAX_LOOKED_UP, Heard, heard
from domain.kernel.board import Board
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder, MalformedOrder
from domain.kernel.facts import GameStarted
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out
from domain.kernel.system import Setup, default_readings
from domain.words.orders import format_order, orders_of
from domain.words.tell import say_of
from domain.words.typed import MAX_WORDS
from domain.words.verbs import kinds_meant, may_be_loose, words_of
from rules.freeform import SYSTEM as FREEFORM
from rules.gettysburg import SYSTEM as GETTYSBURG
from rules.gettysburg.hidden.asks import HideUnits
from rules.gettysburg.movement.asks import MoveUnit
from tests import mill_bridge as mb
from tests.gettysburg.positions import start
from tests.shipped import shipped_packs

NAMES = {"b1": "Buford", "r1": "Rodes"}
GENERALS = dict(GETTYSBURG.sheets.names(shipped_packs("gettysburg")[0]))


def setup(system: Any, scenario: str, pack: Pack) -> Setup:
    made = GameStarted(
        format=1, game="x", title="", system=system.key, edition="", scenario=scenario, pack=pack.hash,
        sides=("blue", "red"), readings=default_readings(system, {}),
    )  # fmt: skip
    return Setup(made, pack)


def bridge() -> mb.State:
    return mb.initial(setup(mb.SYSTEM, "bridge", mb.PACK))


def ridge(scenario: str = "mcpherson") -> Any:
    """In the Confederate Movement Phase."""
    state = start(scenario)
    state.core.phase = "movement"
    return state


def typed(system: Any, state: Any, by: str, text: str, names: Any) -> str:
    return format_order(heard(system, state, by, text, names).order)


def at_bridge(text: str, by: str = "blue", state: Any = None) -> str:
    return typed(mb.SYSTEM, state or bridge(), by, text, NAMES)


def at_ridge(text: str, by: str = "confederate", state: Any = None) -> str:
    return typed(GETTYSBURG, state or ridge(), by, text, GENERALS)


# Verbs


def test_a_verb_is_a_word_of_the_name() -> None:
    assert words_of("DeclareAttack") == ["declare", "attack"]
    kinds = list(orders_of(GETTYSBURG))
    assert kinds_meant("attack", kinds, ["DeclareAttack", "MoveUnit"]) == ("DeclareAttack",)
    assert kinds_meant("attack", kinds, ["Rally"]) == ("DeclareAttack", "ResolveAttack", "CounterAttack")
    assert kinds_meant("RETREATTO", kinds, []) == ("RetreatTo",)
    assert kinds_meant("", kinds, kinds) == kinds_meant("xyz", kinds, kinds) == ()


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("end", "EndPhase"),
        ("end phase", "EndPhase"),
        ("ENDPHASE", "EndPhase"),
        ("fire b1 r1", "FireVolley unit=b1 target=r1"),
        ("fire volley Buford r1", "FireVolley unit=b1 target=r1"),
        ("volley buford rodes", "FireVolley unit=b1 target=r1"),
        ("fire target=rod unit=buf", "FireVolley unit=b1 target=r1"),
        ("fire rodes unit=b1", "FireVolley unit=b1 target=r1"),
        ("move b1 1", "MoveUnit unit=b1 path=1"),
        ("move b1 1 2", "MoveUnit unit=b1 path=1,2"),
        ("move b1 1,2", "MoveUnit unit=b1 path=1,2"),
        ("move 2 3 b1", "MoveUnit unit=b1 path=2,3"),
        ("move b1 path=1,2", "MoveUnit unit=b1 path=1,2"),
        ("move b1 rodes", "MoveUnit unit=b1 path=6"),
        ("MoveUnit unit=b1 path=1  # as ever", "MoveUnit unit=b1 path=1"),
    ],
)
def test_an_order_is_read_by_verb_and_by_what_its_words_are(text: str, order: str) -> None:
    assert at_bridge(text) == order


def test_what_is_asked_comes_before_what_the_phase_allows() -> None:
    state = bridge()
    carry_out(mb.SYSTEM, state, "blue", mb.MoveUnit(unit="b1", path=(1, 2, 3)), EnteredChance())
    assert state.core.pending
    assert (at_bridge("d", "red", state), at_bridge("react rodes", "red", state)) == ("Decline", "React unit=r1")


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("", "there is no order here", 1),
        ("charge b1", "there is no order 'charge'", 1),
        ("fire b1 r1 b1", "'b1' is no unit or place here", 12),
        ("fire bufort r1", "did you mean Buford", 6),
        ("fire b1", "also needs target=", 8),
        ("fire unit=b1 unit=b1 r1", "unit= stands twice", 14),
        ("fire b1 targt=r1", "did you mean target", 9),
        ("end now", "nothing that EndPhase asks for; EndPhase takes nothing more", 5),
        ("attack 44 1827", "there is no order 'attack'", 1),
    ],
)
def test_a_refusal_is_one_sentence_with_its_column(text: str, said: str, column: int) -> None:
    with pytest.raises(MalformedOrder, match=said) as refused:
        at_bridge(text)
    assert refused.value.column == column
    assert "\n" not in str(refused.value)


# Units and places


@pytest.mark.parametrize("word", ["C-44", "c-44", "44", "Pettigrew", "pettigrew", "pett"])
def test_a_unit_is_called_by_id_number_name_or_beginning(word: str) -> None:
    assert at_ridge(f"attack {word} 1827") == "DeclareAttack unit=C-44 target=1827"
    assert at_ridge(f"DeclareAttack unit={word} target=1827") == "DeclareAttack unit=C-44 target=1827"


def test_a_number_means_whom_the_giver_may_order() -> None:
    assert {"C-44", "U-44"} <= set(GENERALS)
    assert at_ridge("move 44 1926").startswith("MoveUnit unit=C-44 ")
    state = ridge()
    state.core.active = "union"
    assert at_ridge("attack 1 1827", "union", state) == "DeclareAttack unit=U-1 target=1827"


def test_meredith_is_found_though_his_name_goes_on() -> None:
    (iron,) = [unit for unit, name in GENERALS.items() if name.startswith("Meredith (")]
    assert at_ridge("rally meredith", "union") == f"Rally unit={iron}"


def test_several_that_may_be_meant_are_listed() -> None:
    with pytest.raises(MalformedOrder, match=r"'p' may be Pettigrew \(C-44\), .*Pegram \(C-52\)"):
        at_ridge("move p 1926")


def test_a_unit_where_a_place_is_asked_for_means_where_it_stands() -> None:
    state = ridge()
    there = state.units["C-52"].at
    assert at_ridge("attack pettigrew pegram", state=state) == f"DeclareAttack unit=C-44 target={there}"


def test_a_field_that_is_only_yes_or_no_is_named_and_listed_words_and_numbers_find_theirs() -> None:
    assert at_ridge("move pettigrew recover") == "MoveUnit unit=C-44 recover=yes"
    assert at_ridge("move pettigrew 1927 1926 acc 2") == "MoveUnit unit=C-44 path=1927,1926 pace=accelerated forced=2"


# Ways


def test_8_1_the_cheapest_way_is_found_and_priced() -> None:
    found = heard(GETTYSBURG, ridge(), "confederate", "move pettigrew 1926", GENERALS)
    assert format_order(found.order) == "MoveUnit unit=C-44 path=1927,1926"
    assert found.price is not None
    assert say_of(GETTYSBURG).reason(found.price) == "2 MP"
    for same in ("move pettigrew to=1926", "move pettigrew to 1926", "move 1926 44"):
        assert heard(GETTYSBURG, ridge(), "confederate", same, GENERALS) == found


def test_8_1_a_path_that_is_spelt_out_stays_as_it_is() -> None:
    written = "MoveUnit unit=C-44 path=1927,1926,1925"
    order = MoveUnit(unit="C-44", path=("1927", "1926", "1925"))
    assert heard(GETTYSBURG, ridge(), "confederate", written, GENERALS) == Heard(order)


def test_8_1_what_is_out_of_reach_says_so_and_a_neighbour_says_why() -> None:
    with pytest.raises(IllegalOrder, match="Pettigrew cannot reach 1010") as far:
        at_ridge("move pettigrew 1010")
    assert far.value.rule == "6.2b"
    state = ridge()
    near = state.ground.near(state.units["C-44"].at)[0]
    state.turn.acted.append("C-44")
    assert at_ridge(f"move pettigrew {near}", state=state) == f"MoveUnit unit=C-44 path={near}"


def test_8_1a_no_other_manner_is_chosen_for_the_giver() -> None:
    state = start("mcpherson", options=("forced_march",))
    state.core.phase = "movement"
    forced = next(
        choice.order
        for choice in GETTYSBURG.book.choices(state)
        if isinstance(choice.order, MoveUnit) and choice.order.unit == "C-44" and choice.order.forced
    )
    to = forced.path[-1]
    with pytest.raises(IllegalOrder, match=rf"reaches {to} only in another manner: say forced={forced.forced}"):
        at_ridge(f"move pettigrew {to}", state=state)
    assert at_ridge(f"move pettigrew {to} forced={forced.forced}", state=state) == format_order(forced)


# What is written out


def test_new_things_are_not_taken_for_old_ones_that_begin_so() -> None:
    state = freeform("AddPiece piece=guards side=blue at=mill", "AddPiece piece=hill side=blue at=ford")
    assert typed(FREEFORM, state, "blue", "AddPiece piece=guard side=blue", {}) == "AddPiece piece=guard side=blue"
    assert typed(FREEFORM, state, "blue", "MovePiece piece=guards to=hill", {}) == "MovePiece piece=guards to=hill"
    assert typed(FREEFORM, state, "blue", "move guard nowhere", {}) == "MovePiece piece=guards to=nowhere"


def freeform(*orders: str) -> Any:
    pack = shipped_packs("freeform")[0]
    state = FREEFORM.initial(setup(FREEFORM, "blank", pack))
    for text in orders:
        by = "red" if "side=red" in text else "blue"
        carry_out(FREEFORM, state, by, heard(FREEFORM, state, by, text, {}).order, EnteredChance())
    return state


@pytest.mark.parametrize(
    "text", ["move spy ford", "MovePiece piece=spy to=ford", "move guard spy", "loss spy", "remove s"]
)
def test_nothing_hidden_is_told_by_what_is_understood(text: str) -> None:
    """Twins: in one position red hides a piece, in the other there is none."""
    open_ones = ("AddPiece piece=guard side=blue at=mill", "AddPiece piece=spyglass side=blue at=ford")
    hiding = freeform(*open_ones, "AddPiece piece=spy side=red at=wood hidden=yes")
    answers = [answer(state, text) for state in (hiding, freeform(*open_ones))]
    assert answers[0] == answers[1]


def answer(state: Any, text: str) -> str:
    try:
        return typed(FREEFORM, state, "blue", text, {})
    except (MalformedOrder, IllegalOrder) as error:
        return str(error)


@pytest.mark.parametrize("text", ["declare attack 39 archer", "place 39 pettigrew", "place 39 C-HMC1", "rally archer"])
def test_18_2_who_is_in_which_hmc_is_not_told_by_what_is_understood(text: str) -> None:
    """Twins: the same two HMCs, the same brigades, but not in the same ones."""
    five = ("C-41", "C-42", "C-43", "C-44", "C-45")
    answers = []
    for cut in (1, 4):
        state = start("little_round_top", options=("hidden_movement",))
        hide = HideUnits(at="1926", contents={"C-HMC1": five[:cut], "C-HMC2": five[cut:]})
        carry_out(GETTYSBURG, state, "confederate", hide, EnteredChance())
        answers.append(at_ridge(text, "union", state))
    assert answers[0] == answers[1]


# Bounds


def test_hostile_words_are_bounded() -> None:
    with pytest.raises(MalformedOrder, match=f"at most {MAX_WORDS} words"):
        at_bridge("move " + "1 " * 1000)
    many = ",".join(f"x{i}" for i in range(5000))
    with pytest.raises(MalformedOrder, match=f"at most {MAX_LOOKED_UP} words"):
        at_ridge(f"advance units={many}")
    for text in ("move " + "x" * 100_000, "x" * 100_000, "move " + "[" * 5000, "fire b1 {" * 50):
        with pytest.raises(MalformedOrder) as refused:
            at_bridge(text)
        assert len(str(refused.value)) < 400


def test_a_text_that_no_position_could_make_sense_of_is_wrong_at_once() -> None:
    kinds = list(orders_of(mb.SYSTEM))
    assert may_be_loose("move b1", kinds)
    assert may_be_loose("end", kinds)
    assert not may_be_loose('MoveUnit unit="b 1" path=x', kinds)
    assert not may_be_loose("Moove b1", kinds)
    assert not may_be_loose("", kinds)


def test_labels_of_the_board_name_units_the_pack_does_not() -> None:
    labels = {"b1": "3rd Ohio", "r1": "2nd Guards"}

    def board(state: Any, viewer: str | None) -> Board:
        drawn = mb.board(state, viewer)
        counters = tuple(msgspec.structs.replace(one, name=labels[one.id]) for one in drawn.counters)
        return msgspec.structs.replace(drawn, counters=counters)

    system = dataclasses.replace(mb.SYSTEM, sight=mb.SYSTEM.sight._replace(board=board))
    assert typed(system, bridge(), "blue", "fire 3rd 2nd", {}) == "FireVolley unit=b1 target=r1"
