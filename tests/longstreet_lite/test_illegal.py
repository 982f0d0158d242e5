"""Every illegal order of the rules reference is refused, by one of the rules its row names (I1 to I35)."""

from __future__ import annotations

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import Interrupt, PlayMorale
from rules.longstreet_lite.combat.allocation import Front, check_division
from rules.longstreet_lite.combat.asks import AllocateDice, Charge
from rules.longstreet_lite.retreat.asks import PlayRetreatCard
from rules.longstreet_lite.sheets.rows import belongs, card_sheet
from rules.longstreet_lite.state import Attack
from rules.longstreet_lite.turn.asks import InvokeMove, Pass, Reshuffle
from tests.longstreet_lite.illegal import Case
from tests.longstreet_lite.illegal_fights import FIGHTS
from tests.longstreet_lite.illegal_moves import MOVES
from tests.longstreet_lite.illegal_shots import SHOTS
from tests.longstreet_lite.illegal_turns import KEPIS, PLAIN, TURNS, UNITS
from tests.longstreet_lite.positions import HOUSE, position, refusal, said

# What each row may be refused with; LL.4.int.2 counts for LL.4.int.
CITATIONS = {
    "I1": "LL.1.rank", "I2": "LL.1.unit.2 LL.3.army.2", "I3": "LL.3.terr.2", "I4": "LL.3.terr.5",
    "I5": "LL.4.resh.1 LL.4.resh.5", "I6": "LL.4.nodis.1", "I8": "LL.4.mod", "I9": "LL.4.int",
    "I10": "LL.4.invoke.1 LL.4.seq", "I11": "LL.4.pass.2", "I13": "LL.5.gen.1 LL.5.who LL.2.in.3",
    "I14": "LL.5.zone.2 LL.5.zone.3", "I15": "LL.5.artprio.2 LL.5.volley.2 LL.5.skirm.3", "I16": "LL.5.volley.3",
    "I17": "LL.5.artprio LL.5.range.2", "I18": "LL.2.obs.2 LL.2.hill", "I19": "LL.5.morale.1 LL.5.last.1",
    "I20": "LL.1.loss.3", "I21": "LL.6.gen.1", "I22": "LL.6.gen.2 LL.6.interp.1", "I23": "LL.6.dis.2",
    "I24": "LL.6.fwd LL.6.hard", "I25": "LL.6.hard.5 LL.6.face", "I26": "LL.6.guide",
    "I27": "LL.6.interp.1 LL.6.finterp.1", "I28": "LL.6.prol.1 LL.6.aform", "I29": "LL.2.table",
    "I30": "LL.7.elig LL.7.charge LL.7.target LL.7.contact", "I31": "LL.1.edge.6",
    "I32": "LL.7.alloc LL.7.barely.1 LL.7.few.1 LL.7.ndice.4", "I33": "LL.7.morale LL.7.flimb.3",
    "I34": "LL.7.fdist LL.7.fdir LL.7.finterp.1", "I35": "LL.7.fvuln.1",
}  # fmt: skip
# A rule that says the same more exactly than those of its row.
CLOSER = {
    "I24 too far": "LL.6.dist.1",  # the allowance itself
    "I29 a river": "LL.2.imp.1",  # what the table says of rivers
    "I34 shorter than the dice": "LL.F.6",  # the answer to a question on LL.7.fdist.2
}
# No order asks for these.
NO_ORDER = {
    "I7": "decks are made of the printed cards by nation and year, and no order adds one",
    "I12": "nobody is shown hands, decks or what a reshuffle removed: test_secrecy.py",
}
CASES = {**TURNS, **SHOTS, **MOVES, **FIGHTS}


def cited(case: Case) -> str:
    state, by, order = case()
    return refusal(SYSTEM, state, by, order)


@pytest.mark.parametrize("name", CASES)
def test_an_illegal_order_is_refused_by_the_rule_that_forbids_it(name: str) -> None:
    rule = cited(CASES[name])
    named = CLOSER.get(name, CITATIONS[name.split()[0]]).split()
    assert any(rule == of or rule.startswith(f"{of}.") for of in named), rule


def test_every_row_is_tried() -> None:
    assert {name.split()[0] for name in CASES} == set(CITATIONS)
    assert set(CITATIONS) | set(NO_ORDER) == {f"I{number}" for number in range(1, 36)}
    assert set(CLOSER) <= set(CASES)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("I9 a second", "LL.4.int.2"),
        ("I9 a second, in a later phase", "LL.4.int.2"),
        ("I9 without kepi, too late", "LL.4.int.1"),
        ("I9 after the reshuffle", "LL.4.int.4"),
        ("I8 after the invocation", "LL.4.mod.2"),
        ("I33 a difference of 1", "LL.7.morale.2"),
        ("I32 changed after the dice", "LL.7.alloc.7"),
    ],
)
def test_ll_4_seq_2_at_the_wrong_moment_the_plainest_rule_is_named(name: str, rule: str) -> None:
    assert cited(CASES[name]) == rule


def test_i7_a_card_of_the_other_nation_or_of_other_years_is_in_no_deck() -> None:
    cards = card_sheet(HOUSE).cards
    assert not any(belongs(card, "us", 1863) for card in cards if card.nation == "CS")
    assert not any(belongs(card, "us", 1863) for card in cards if card.years == (1861, 1862))


def meets(name: str, spaces: int, *, contact: bool = True) -> Attack:
    return Attack(attacker="us", defender=name, contact=contact, spaces=spaces, barely=False, cover=False)


@pytest.mark.parametrize(
    ("front", "dice", "rule"),
    [
        (Front(7, (meets("a", 2),), (meets("b", 1, contact=False),)), {"a": 3, "b": 4}, "LL.7.alloc.2"),
        (Front(7, (meets("a", 2), meets("b", 3)), ()), {"a": 4, "b": 3}, "LL.7.alloc.3"),
        (Front(8, (meets("a", 2),), (meets("b", 1, contact=False),)), {"a": 7, "b": 1}, "LL.7.barely.1"),
    ],
    ids=["contact below engaged", "most of the front below another", "a single die"],
)
def test_i32_who_comes_first_among_defenders(front: Front, dice: dict[str, int], rule: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        check_division("us", front, dice, "")
    assert refused.value.rule == rule


@pytest.mark.parametrize("wheel", ["oblique-left:10", "about", "left:5 right:5"])
def test_i30_a_charge_has_no_words_for_other_movement(wheel: str) -> None:
    with pytest.raises(ValueError):
        Charge(unit="us", wheel=wheel)


SOME_ORDERS: tuple[Order, ...] = (
    Interrupt(card="old-rivals", unit="u"), Interrupt(card=PLAIN), Reshuffle(), Pass(),
    InvokeMove(cards=("old-rivals",), modifier="quickstep"), PlayMorale(cards={"c": ("old-rivals",)}),
    PlayRetreatCard(card="old-rivals"), AllocateDice(unit="c", dice={"u": 4}),
)  # fmt: skip


@pytest.mark.parametrize("order", SOME_ORDERS, ids=lambda order: type(order).__name__)
@pytest.mark.parametrize("phase", [phases.RESHUFFLE, phases.FIRE_OPTION, phases.FIRE, phases.MOVE, phases.COMBAT])
def test_i12_no_refusal_tells_what_the_enemy_holds(phase: str, order: Order) -> None:
    """us is active and asks; only the hand of cs differs."""
    told = set()
    for hand in (KEPIS, [PLAIN] * len(KEPIS)):
        state = position(UNITS, phase=phase, hands={"us": [PLAIN] * 3, "cs": hand})
        state.core.active = "us" if not isinstance(order, Reshuffle | Pass) else "cs"
        told.add(said(SYSTEM, state, "us", order))
    assert len(told) == 1
