"""Cases: read from a file, begun, decided on the dice of the table, and again under every other reading."""

from __future__ import annotations

import pytest

from domain.cases.telling import tell_case
from domain.kernel.facts import DiceRolled
from domain.kernel.play import facts_of
from domain.kernel.reasons import Reason
from tests.domain.some_cases import TABLE, VOLLEY, begun, decided, refused, told
from tests.replay_fixtures import FIXTURES

GETTYSBURG = """
system = "gettysburg"
scenario = "full"
bare = true
anew = ["ground"]
[position.ground]
columns = [18, 22]
places = [17, 23]
entry_hexes = { A = "1823", F = "2217" }
[position.core]
phase = "combat"
[position.units]
C-41 = { at = "2019" }
C-42 = { at = "1919" }
U-1 = { at = "2020" }
[position.turn.declared]
C-41 = { kind = "attack", target = "2020" }
C-42 = { kind = "attack", target = "2020" }
[[orders]]
by = "confederate"
order = "ResolveAttack unit=C-41"
dice = [3, 4]
"""


def test_a_case_is_decided_on_the_dice_of_the_table() -> None:
    (order,) = decided().orders
    assert [type(fact).__name__ for fact in facts_of(order.recorded)] == ["OrderGiven", "DiceRolled", "VolleyFired"]
    assert facts_of(order.recorded)[1] == DiceRolled(
        by="blue", sides=6, faces=(5,), why=Reason("volley", "MB.10.5"), source="entered"
    )


def test_the_position_is_told_in_a_few_words() -> None:
    assert told().position == (
        "Mill Bridge, The volley: turn 1, move (blue)",
        "b1: 2, strength 4",
        "r1: 6, strength 4",
    )


def test_each_step_names_its_rules_and_modifiers() -> None:
    roll, volley = told().orders[0].steps
    assert roll.rules == ("MB.10.5",)
    assert (volley.rules, [one.key for one in volley.modifiers]) == (("MB.10.3.1",), ["target at 4 hexes or more"])


def test_every_reading_that_changes_the_outcome_is_told_on_the_same_dice() -> None:
    """At 4 hexes a five counts 4: no hit as the rule is read, a hit under D1 b."""
    (other,) = told().other
    assert (other.dispute, other.rule, other.question) == ("D1", "MB.10.5", "What hits?")
    assert (other.choice, other.meaning, other.played, other.played_meaning) == ("b", "4 or more", "a", "5 or more")
    assert (other.order, other.needs, other.more, other.unused, other.refused) == (1, "", 0, 0, "")
    assert other.was.endswith("hits=0")
    assert other.would.endswith("hits=1")
    assert other.end == ("r1: 6, strength 3; not: 6, strength 4", "points of blue: 1, not 0", "losses of red: 1, not 0")


def test_a_reading_the_orders_never_ask_about_is_not_tried() -> None:
    found = decided(VOLLEY.replace("FireVolley unit=b1 target=r1", "EndPhase").replace("dice = [5]", ""))
    assert (found.asked, found.reread) == ([], [])


def shipped(stem: str) -> str:
    """A case with a table, of Longstreet Lite."""
    return (FIXTURES / "longstreet_lite" / "cases" / f"{stem}.toml").read_text("utf-8")


def test_on_a_table_formations_and_terrain_are_told() -> None:
    assert told(shipped("d7-guns-and-the-edge-of-woods")).position[1:] == (
        "terrain: the wood (woods)",
        "Rigby's Battery: 12.0, 4.0, facing 0, strength 2, 2 guns in a row",
        "1st Texas: 13.5, 11.0, facing 180, strength 3, ranks 3",
    )


def test_another_way_through_the_machinery_is_no_other_outcome() -> None:
    """D2 B asks for re-rolls of the defence before the attack dice; nobody has any."""
    found = decided(shipped("e23-the-defender-by-two"))
    assert ("D2" in found.asked, found.reread) == (True, [])


def test_what_stops_a_later_order_is_told_with_it() -> None:
    """D54 B Quickstep is for one unit, and the order that moves it does not use the card."""
    (other,) = told(shipped("e14-difficult-move-with-quickstep")).other
    assert (other.order, other.would) == (1, "Quickstep (us): one unit moves 2 BW farther")
    assert other.later == "order 4 is refused: [LL.6.hard.2] the way of 1st Ohio is 4 BW long; 2 BW are allowed"
    assert (other.end, other.same) == ((), False)


def test_dice_that_are_missing_after_the_first_difference_are_told_with_it() -> None:
    """D46 B No base goes, so the next retreat is rolled for at once."""
    (other,) = [other for other in told(shipped("d46-a-retreat-through-a-friend")).other if other.dispute == "D46"]
    assert other.later == "it needs 2d6 for LL.7.fdist.1 retreat: 2nd Texas, which nobody rolled"
    assert other.needs == other.later.removeprefix("it ")


def test_where_all_ends_alike_that_is_told() -> None:
    """D45 B changes when a card could be played, and nobody has one."""
    (other,) = told(shipped("x09-which-retreat-die-counts").partition("# The same charge")[0]).other
    assert (other.dispute, other.end, other.same) == ("D45", (), True)


def test_a_reading_that_changes_nothing_is_asked_about_and_not_told() -> None:
    found = decided(VOLLEY.replace("[5]", "[2]"))
    assert (found.asked, found.reread) == (["D1"], [])


def test_a_case_may_choose_its_readings_and_is_then_compared_with_the_default() -> None:
    (other,) = told(VOLLEY + '[readings]\nd1 = "B"\n').other
    assert (other.played, other.choice) == ("b", "a")


def test_orders_follow_on_each_other_unless_one_begins_afresh() -> None:
    again = '[[orders]]\nby = "blue"\norder = "MoveUnit unit=b1 path=1"\n'
    first, second = decided(VOLLEY.replace("[5]", "[6]") + again).orders
    assert (first.state.units["r1"].strength, second.state.units["r1"].strength) == (3, 3)
    _, afresh = decided(VOLLEY.replace("[5]", "[6]") + again + "fresh = true\n").orders
    assert (afresh.state.units["r1"].strength, afresh.state.units["b1"].at) == (4, 1)


def test_an_illegal_order_is_an_answer_and_the_next_goes_on() -> None:
    found = decided(VOLLEY.replace("[5]", "[6]") + '[[orders]]\nby = "red"\norder = "EndPhase"\n')
    assert found.refused
    assert (found.orders[1].refusal is not None, found.orders[1].recorded) == (True, [])
    order = tell_case(found, {}).orders[1]
    assert (order.refused, order.reason) == ("MB.4.1", "it is for blue to act in this move phase")


def test_an_order_after_the_end_is_refused() -> None:
    (order,) = decided(
        VOLLEY + '[position.core]\nended = { winner = "red", why = { key = "said", of = ["night"] } }\n'
    ).orders
    assert order.refusal is not None
    assert order.refusal.rule == "kernel.ended"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[5]", "[]", "order 1, dice: MB.10.5 volley needs one die of 6 sides: 0 given"),
        ("[5]", "[5, 2, 1]", "order 1, dice: more was entered than the order uses; left over: 2, 1"),
        ("[5]", "[7]", "order 1, dice: MB.10.5 volley: 7 cannot come up on a d6; faces run from 1 to 6"),
        ("[5]", '["5"]', "order 1, dice[0]: Expected int, got str"),
        ('by = "blue"', 'by = "green"', "order 1, by: there is no side 'green' in this game; the sides are blue, red"),
        ("FireVolley", "FireVoley",
         "order 1, order: column 1: there is no order 'FireVoley'; did you mean FireVolley?"),
        ("dice =", "dicce =", "order 1 has a key 'dicce' that nothing reads; is it misspelt?"),
        ("dice =", "expect.fact = 1 #", "order 1, expect has a key 'fact' that nothing reads; is it misspelt?"),
        ('by = "blue"', "", "order 1 lacks the key 'by'"),
        ("title", "titel", "the case has a key 'titel' that nothing reads; is it misspelt?"),
        ("mill_bridge", "mill_brige", "system: there is no system 'mill_brige'; did you mean mill_bridge?"),
        ('"bridge"', '"brige"', "scenario: mill_bridge has no scenario 'brige'; it has bridge"),
        ("[position", '[readings]\nD9 = "a"\n[position', "readings: mill_bridge has no dispute 'D9'; there are D1"),
        ("[position", '[readings]\nD1 = "c"\n[position', "readings: D1 can be read as a, b, not as 'c'"),
        ("title", 'options = ["nigth"]\ntitle',
         "options: mill_bridge has no optional rule 'nigth'; did you mean night?"),
        ("title", "corrections = [2]\ntitle", "corrections: mill_bridge has 2026010101"),
        ("title", "bare = true\ntitle", "bare: mill_bridge knows no bare board; name in `anew` what is to begin empty"),
        ("title", 'pack = { name = 3 }\ntitle', "pack: name takes text"),
        ("b1 = {", "b1x = {",
         "position.units.b1x is not there, and a new one also needs side, strength; did you mean b1?"),
        ("at = 2", 'at = "2"', "position.units.b1.at takes a whole number, not '2'"),
        ("at = 2", "strngth = 2", "position.units.b1 has no field 'strngth'; did you mean strength?"),
        ("[[orders]]", "[orders]", "orders: each order stands below a line [[orders]]"),
        ("at = 2", "at = ", "this is not readable TOML: Invalid value (at line 7, column 14)"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_with_the_key(old: str, new: str, said: str) -> None:
    assert refused(VOLLEY.replace(old, new, 1)) == said


def test_orders_of_a_case_may_be_typed_and_are_told_in_full() -> None:
    """The second as it is meant in the position that the first leads to: red is asked by then."""
    text = VOLLEY.replace("FireVolley unit=b1 target=r1", "move b1 3").replace("dice = [5]", "")
    found = told(text + '[[orders]]\nby = "red"\norder = "react r1"\ndice = [5]\n')
    assert [row.order for row in found.orders] == ["MoveUnit unit=b1 path=3", "React unit=r1"]


def test_a_case_without_orders_says_where_they_go() -> None:
    text = VOLLEY.partition("[[orders]]")[0]
    assert refused(text).startswith("orders: there are none; write one below a line [[orders]]")


def test_dice_that_come_too_early_are_told_who_must_answer_first() -> None:
    text = VOLLEY.replace("FireVolley unit=b1 target=r1", "MoveUnit unit=b1 path=3")
    assert refused(text) == (
        "order 1, dice: more was entered than the order uses; left over: 5; red must answer first, and the dice go "
        "with that answer"
    )


def test_a_position_no_game_leads_to_is_told_and_no_traceback() -> None:
    text = GETTYSBURG.replace('C-42 = { kind = "attack"', 'C-42 = { kind = "bombardment"')
    assert refused(text) == (
        "position.turn.declared.C-42.aim: the guns are laid on nobody; name a unit in 2020 (14.2b); "
        "`unchecked = true` (or --unchecked) decides it all the same"
    )
    assert refused("unchecked = true" + text) == (
        "order 1: the rules cannot go on from this position (KeyError: ''); "
        "something in the position does not fit, or this is a fault in refight"
    )


def test_an_error_about_a_shape_shows_one_that_fits() -> None:
    """What stands there now, or one made up."""
    text = GETTYSBURG.replace('U-1 = { at = "2020" }', 'U-1 = { at = "2020", ratings = { combat = 5 } }')
    assert refused(text) == "position.units.U-1.ratings.combat takes a list of 2, not 5; such as [5, 4]"
    text = GETTYSBURG.replace('C-42 = { kind = "attack", target = "2020" }', 'C-42 = "2020"')
    assert refused(text).endswith('takes a table, not \'2020\'; such as { kind = "attack", target = "text" }')


def test_the_ratings_and_the_ground_that_a_case_sets_are_told_with_its_position() -> None:
    text = GETTYSBURG.replace('U-1 = { at = "2020" }', 'U-1 = { at = "2020", ratings = { combat = [5, 4] } }')
    position = told(text).position
    assert "Meredith (Iron, U-1), as the case sets it: ratings = { combat = [5, 4] }" in position
    (ground,) = [line for line in position if line.startswith("ground, as the case sets it: ")]
    assert "columns = [18, 22]; places = [17, 23]" in ground
    assert not any("as the case sets it" in line for line in told(VOLLEY).position)


# Under another reading


def test_missing_dice_are_counted() -> None:
    """Under D45 C coordination is rolled for first."""
    text = (shipped_case := GETTYSBURG) and shipped_case
    others = {f"{other.dispute} {other.choice}": other for other in told(text).other}
    other = others["D45 C"]
    assert (other.more, other.needs, other.end) == (
        1,
        "needs 1d6 for 11.6a coordination on 2020, which nobody rolled",
        (),
    )


def test_a_refused_order_may_be_legal_under_another_reading_on_the_dice_given_for_it() -> None:
    """7.4b Rallying instead of moving is D27 B."""
    text = (
        GETTYSBURG.partition("[position.core]")[0]
        + """
[position.units]
C-1 = { at = "2019", shaken = true }
[[orders]]
by = "confederate"
order = "Rally unit=C-1"
dice = [2]
"""
    )
    found = decided(text)
    assert found.orders[0].refusal is not None
    (other,) = [other for other in tell_case(found, {}).other if other.dispute == "D27"]
    assert (other.choice, other.was) == ("B", f"it is refused: {found.orders[0].refusal}")
    assert other.would == "it is carried out: Anderson (C-1) rallies (7.4b)"
    assert other.end == ("Anderson (C-1): 2019; not: 2019, shaken",)
    (short,) = [other for other in told(text.replace("[2]", "[]")).other if other.dispute == "D27"]
    assert (short.more, short.needs) == (1, "needs 1d6 for 7.4b rally, which nobody rolled")


# Packs


def test_a_case_may_bring_its_own_scenario() -> None:
    found = decided(TABLE)
    assert (found.begun.started.scenario, found.orders[0].state.pieces["guard"].at) == ("mine", "mill")


def test_the_files_of_a_pack_are_laid_over_or_begin_anew() -> None:
    assert begun(TABLE).pack.files["scenarios.toml"].startswith('source = "')
    head, _, rest = TABLE.partition("\n[[")
    bare = f"{head}\nanew = ['pack.\"scenarios.toml\"']\n[[{rest}"
    assert refused(bare) == "pack: pack/scenarios.toml: the file lacks the key 'source'"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('side = "blue"', 'side = "green"',
         "pack: pack/scenarios.toml: scenarios, mine: piece guard: there is no side 'green'; the sides are blue, red"),
        ('"scenarios.toml".scenarios', "scenarios",
         "pack: 'scenarios' is neither `name` nor a file with its tables, such as [pack.\"scenarios.toml\"]"),
        ("[[pack", '[pack]\nname = "none"\n[[pack', "pack: there is no pack 'none'"),
    ],
)  # fmt: skip
def test_a_pack_that_does_not_fit_is_refused(old: str, new: str, said: str) -> None:
    assert refused(TABLE.replace(old, new, 1)) == said
