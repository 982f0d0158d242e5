"""8.4, 11.3, 14.1, 19.1 An attack is typed by who strikes or by who is struck: an enemy that is named is the target."""

from __future__ import annotations

import pytest

from domain.games.hearing import heard
from domain.kernel.errors import MalformedOrder
from domain.words.orders import format_order
from rules.gettysburg import SYSTEM
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.state import State
from tests.domain.test_typed import GENERALS
from tests.gettysburg.positions import give, position

C, U = "confederate", "union"


def field(**more: str) -> State:
    """Archer beside Meredith and Cutler, guns of both sides; more brigades where a test wants them."""
    places = {"C-41": "1827", "U-1": "1826", "U-2": "1727", "C-52": "1829"}
    return position(places | {name.replace("_", "-"): at for name, at in more.items()})


def typed(state: State, by: str, text: str) -> str:
    return format_order(heard(SYSTEM, state, by, text, GENERALS).order)


@pytest.mark.parametrize("text", ["attack meredith", "attack archer meredith", "attack meredith archer", "attack U-1"])
def test_8_4_an_enemy_that_is_named_is_the_target(text: str) -> None:
    assert typed(field(), C, text) == "DeclareAttack unit=C-41 target=1826"


def test_8_4_one_of_his_own_is_the_attacker() -> None:
    state = position({"C-41": "1827", "U-1": "1826"})
    assert typed(state, C, "attack archer") == "DeclareAttack unit=C-41 target=1826"
    state.core.active = U
    assert (
        typed(state, U, "attack archer") == typed(state, U, "attack meredith") == "DeclareAttack unit=U-1 target=1827"
    )


def test_8_4_a_true_ambiguity_lists_the_candidates() -> None:
    with pytest.raises(MalformedOrder) as refused:
        typed(field(), C, "attack archer")
    assert str(refused.value) == "DeclareAttack also needs target=: 1826 (Meredith (Iron)) or 1727 (Cutler)"
    with pytest.raises(MalformedOrder) as refused:
        typed(field(C_44="1925"), C, "attack meredith")
    assert str(refused.value) == "DeclareAttack also needs unit=: Archer (C-41) or Pettigrew (C-44)"


def test_8_4_nobody_near_is_said_as_before() -> None:
    state = position({"C-41": "1827", "U-1": "2020"})
    with pytest.raises(MalformedOrder, match="DeclareAttack also needs unit="):
        typed(state, C, "attack meredith")
    assert typed(state, C, "attack archer meredith") == "DeclareAttack unit=C-41 target=2020"  # the rules say why not


def declared(**more: str) -> State:
    state = field(**more)
    for name in ("C-41", *(name.replace("_", "-") for name in more)):
        give(state, C, DeclareAttack(unit=name, target="1826"))
    state.core.phase = "combat"
    return state


@pytest.mark.parametrize(
    "text", ["attack meredith", "attack archer", "resolve attack meredith archer", "attack archer U-1"]
)
def test_11_3_a_declared_attack_is_found_by_either(text: str) -> None:
    assert typed(declared(), C, text) == "ResolveAttack unit=C-41"


def test_11_3_of_several_attackers_one_must_be_named() -> None:
    state = declared(C_44="1925")
    with pytest.raises(MalformedOrder) as refused:
        typed(state, C, "attack meredith")
    said = "against Meredith (Iron, U-1) ResolveAttack also needs unit=: Archer (C-41) or Pettigrew (C-44)"
    assert str(refused.value) == said
    assert typed(state, C, "attack meredith pettigrew") == "ResolveAttack unit=C-44"
    with pytest.raises(MalformedOrder, match=r"there is no ResolveAttack against Cutler \(U-2\) to give now"):
        typed(state, C, "attack cutler")


def test_14_2b_guns_aim_at_the_unit_that_is_named() -> None:
    state = position({"C-52": "1829", "U-1": "1828", "U-2": "1828"})
    assert typed(state, C, "bombard pegram cutler") == "DeclareBombardment unit=C-52 target=1828 aim=U-2"
    assert typed(state, C, "bombard cutler") == "DeclareBombardment unit=C-52 target=1828 aim=U-2"
    with pytest.raises(MalformedOrder, match="DeclareBombardment also needs aim=: "):
        typed(state, C, "bombard pegram 1828")
