"""What is said of dice, and what is not said of too few."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.kernel.say import speaking
from domain.log.entry import Envelope
from domain.log.refs import Ref
from domain.words.tell import tell
from projections.charts.dice import dice_svg
from projections.models.dice import Group, assess, enough, levels, luck
from rules import SYSTEMS
from rules.freeform.luck import RollDice

D6 = Group("blue", "volley", 6, "entered")


def test_a_throw_is_counted_by_side_by_purpose_and_all_together(mill: Games) -> None:
    found = luck(mill, Ref("mill"))
    assert [(t.side, t.why, t.dice) for t in found] == [
        (None, None, 3), ("blue", None, 3), (None, "volley", 3), ("blue", "volley", 3),
    ]  # fmt: skip
    assert found[0].faces == {2: 1, 5: 1, 6: 1}
    assert found[0].mean == pytest.approx(13 / 3)
    assert (found[0].expected, found[0].source) == (3.5, "entered")


def test_dice_after_the_entry_do_not_count(mill: Games) -> None:
    assert luck(mill, Ref("mill", "main", 8)) == []


def test_fewer_than_five_expected_of_each_face_give_no_p_value_and_say_so() -> None:
    few, many = assess(D6, {6: 29}), assess(D6, {6: 30})
    assert (few.chi_square, few.p_value) == (None, None)
    assert few.words.endswith("Too few to test the faces: that takes 30 dice.")
    assert many.p_value is not None
    assert many.p_value < 1e-20
    assert many.words.endswith("very uneven: fair dice do that less than once in a hundred tests.")
    assert enough(20) == 100


def test_uneven_dice_are_told_as_what_chance_does_too() -> None:
    told = assess(D6, dict(zip(range(1, 7), [5, 8, 9, 8, 10, 20], strict=True)))
    assert told.p_value == pytest.approx(0.0199, abs=1e-4)
    assert "of 20 tests of fair dice one looks like that" in told.words


def test_even_dice_are_nothing_unusual() -> None:
    told = assess(D6, dict.fromkeys(range(1, 7), 10))
    assert told.words == (
        "60d6, entered (rolled at the table): mean 3.50, expected 3.5; 19 in 20 such series of fair dice lie between "
        "3.07 and 3.93, this one does too. Faces: p = 1.00, nothing unusual."
    )


def test_the_interval_of_a_mean_narrows_with_the_dice_and_stays_on_the_die() -> None:
    one, hundred = assess(D6, {3: 1}), assess(D6, {3: 100})
    assert (one.low, one.high) == (1.0, 6.0)
    assert [hundred.low, hundred.high] == pytest.approx([3.165, 3.835], abs=1e-3)
    assert "this one does not" in hundred.words


def test_a_face_that_is_not_on_the_die_is_not_tested() -> None:
    told = assess(D6, {0: 10, 6: 30})
    assert told.p_value is None
    assert "do not belong on a d6" in told.words


def test_sources_and_dice_of_other_sizes_are_never_mixed() -> None:
    found = levels(
        {D6: Counter({1: 2}), D6._replace(source="fair"): Counter({1: 3}), D6._replace(die=10): Counter({1: 4})}
    )
    assert sorted(faces[1] for group, faces in found.items() if group.side is group.why is None) == [2, 3, 4]


def test_a_branch_with_the_same_luck_counts_the_dice_of_its_own_line_once(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "blank", "dice", pack)
    games.order(Ref("dice"), "blue", RollDice(why="test", dice=2), EnteredChance((1, 2)))
    games.branch(Ref("dice"), "other", luck="same")
    games.order(Ref("dice", "other"), "red", RollDice(why="test", dice=2), EnteredChance((3, 4)))
    assert luck(games, Ref("dice", "other"), SPECTATOR)[0].faces == {1: 1, 2: 1, 3: 1, 4: 1}
    assert luck(games, Ref("dice"))[0].faces == {1: 1, 2: 1}


def test_a_throw_of_no_dice_is_left_out_and_changes_nothing_else(games: Games, pack: Pack) -> None:
    line = games.new(SYSTEMS["freeform"], "blank", "dice", pack)
    none = DiceRolled(by="blue", sides=6, faces=(), why=said("nothing"), source="entered")
    games.log.append(line, games.log.head(line), Envelope(1, "umpire", 0, "imported"), [Recorded(none)])
    assert luck(games, Ref("dice")) == []
    games.order(Ref("dice"), "blue", RollDice(why="test", dice=2), EnteredChance((1, 2)))
    assert {(test.why, test.dice) for test in luck(games, Ref("dice"))} == {(None, 2), ("test", 2)}


@pytest.mark.parametrize("die", [-1, 0, 1, 2**64 - 1])
def test_dice_with_no_true_number_of_sides_are_told_and_not_tested_for_evenness(die: int) -> None:
    told = assess(D6._replace(die=die), {1: 40})
    assert (told.dice, told.mean) == (40, 1.0)
    assert told.p_value in (None, 1.0)


def test_dice_whose_highest_face_is_called_nought_are_told_and_drawn_so() -> None:
    group = Group("blue", None, 10, "fair")
    test = assess(group, Counter({10: 3, 1: 1}), zeros=(10,))
    assert (test.faces, test.mean, test.expected, test.least) == ({0: 3, 1: 1}, 0.25, 4.5, 0)
    assert assess(group, Counter({10: 3, 1: 1})).mean == 7.75
    drawn = dice_svg("noughts", ("blue",), [test])
    assert re.findall(r'class="face"[^>]*>(\d+)<', drawn) == [str(face) for face in range(10)]


def test_a_log_tells_them_as_they_read() -> None:
    fact = DiceRolled(by="blue", sides=10, faces=(10, 3), why=said("fire"), source="entered")
    assert ": 0, 3 = 3 (" in tell(SYSTEMS["musket_and_pike"], fact)
    assert ": 10, 3 = 13 (" in tell(SYSTEMS["wallaces_war"], fact)
    with speaking("fr"):
        assert ": 0, 3 = 3 (" in tell(SYSTEMS["musket_and_pike"], fact)
