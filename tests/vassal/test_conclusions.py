"""What a log does not say and its course shows: sides, losses, points; and what VASL writes in its own way."""

from __future__ import annotations

import pytest

from domain.formats.importing.retelling import retell
from domain.formats.vassal.read import read_vassal
from domain.formats.vassal.vasl import vasl_told
from domain.kernel import happenings as h
from rules import SYSTEMS
from tests.vassal.builder import Step, last, log, move, piece, told

SEATS = ["PLAYER\tpw-red\tRed\tUnion", "PLAYER\tpw-blue\tBlue\tRebel"]
GREY, BLUE = [("mark;Army", "Grey")], [("mark;Army", "Blue")]


def at(number: int) -> str:
    return f"Main Map;{100 * number};100"


def go(id: str, start: int, player: str) -> Step:
    return move(id, at(start + 10), at(start), player)


PIECES = [
    piece("1", "1st", at(1), BLUE), piece("2", "2nd", at(2), BLUE), piece("3", "Guard", at(3), GREY),
    piece("4", "Line", at(4), GREY), piece("5", "Reserve", at(5), GREY), piece("6", "Smoke", at(6)),
]  # fmt: skip
MOVES = [go("1", 1, "pw-red"), go("2", 2, "pw-red"), go("3", 3, "pw-blue"), go("4", 4, "pw-blue")]


def sides(story: h.Story) -> dict[str, tuple[str, bool]]:
    came = [one for _, one in story.each() if isinstance(one, h.Appeared)]
    return {one.name: (one.side, "side inferred" in one.marks) for one in came}


def test_whoever_moves_a_counter_plays_it_and_its_like_and_that_is_marked_as_a_conclusion():
    story = told([*SEATS, *PIECES], *MOVES)
    assert sides(story) == {
        "1st": ("union", True), "2nd": ("union", True), "Guard": ("rebel", True), "Line": ("rebel", True),
        "Reserve": ("rebel", True), "Smoke": ("", False),
    }  # fmt: skip
    assert story.counts["sides inferred"] == 5


def test_a_counter_that_both_move_is_nobodys():
    back = [move("1", at(n), at(n + 10), "pw-blue") for n in (1,)]
    assert sides(told([*SEATS, *PIECES], *MOVES, *back))["1st"] == ("", False)


def test_a_player_alone_at_the_table_shows_nothing():
    alone = [go(id, n, "pw-red") for n, id in enumerate("1234", 1)]
    assert set(sides(told([*SEATS, *PIECES], *alone)).values()) == {("", False)}


def test_what_a_counter_says_of_itself_comes_before_any_conclusion():
    own = piece("7", "Scout", at(7), [("mark;Side", "Rebel")])
    assert sides(told([*SEATS, *PIECES, own], *MOVES, go("7", 7, "pw-red")))["Scout"] == ("rebel", False)


def test_a_counter_on_the_dead_pile_is_a_loss_of_its_side():
    own = piece("7", "Scout", at(7), [("mark;Side", "Rebel")])
    story = told(
        [*SEATS, own], move("7", "Dead Pile;10;10", at(7), "pw-blue"), move("7", "Dead Pile;20;20", "Dead Pile;10;10")
    )
    losses = [one for _, one in story.each() if isinstance(one, h.Lost)]
    assert losses == [h.Lost(piece="7", amount=1, cause="laid in Dead Pile", by="rebel", inferred=True)]
    game = retell(
        SYSTEMS["freeform"], read_vassal(log([*SEATS, own], move("7", "Dead Pile;10;10", at(7), "pw-blue"))), 0
    )
    assert (game.account.understood["Lost"], game.account.unread) == (1, [])


@pytest.mark.parametrize(
    ("name", "old", "new", "scored"),
    [
        ("UnionVP", "3", "5", h.Scored(side="union", points=2, why="UnionVP", inferred=True)),
        (
            "Rebel Victory Points",
            "3",
            "1",
            h.Scored(side="rebel", points=-2, why="Rebel Victory Points", inferred=True),
        ),
        ("VP", "3", "5", h.Said(text="VP: 3 -> 5")),  # nobody's in particular
        ("UnionAmmo", "3", "5", h.Said(text="UnionAmmo: 3 -> 5")),
        ("UnionVP", "3", "many", h.Said(text="UnionVP: 3 -> many")),
    ],
)
def test_a_property_that_counts_a_sides_points_scores_them(name, old, new, scored):
    assert last(told(SEATS, f"MutableProperty\t{name}\t{old}\t{new}\tModule")) == [scored]


def test_points_at_the_start_are_told_with_their_values_and_labels_show_them():
    counter = piece("1", "Count", at(1), [("label;x;y", "$AxisCVP$ of $Most$")])
    start = told([counter, "GlobalProperty\t;AxisCVP;7;Casualties"]).steps[0].happenings
    assert h.Said(text="AxisCVP: 7") in start
    assert start[0].marks == {"label": "7 of $Most$"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bd\t", ""),
        ("bd\t0\t0\t02\tVER\t6.4\tbd\t0\t1\t04\tVER\t6.1\t",
         "boards: 02 at 0,0 (version 6.4), 04 at 0,1 (version 6.1)"),
        ("INFO\tAxis\tAxis\t1\t3 \t4 \t4 \t3 \t?\t?\t",
         "scenario: Axis to act, turn 1, Axis ELR 3, Axis SAN 4, Allied ELR 4, Allied SAN 3"),
        ("INFO\tAxis\tAxis\t1\t ? \t ? \t ? \t ? \t ? \t ? \t", "scenario: Axis to act, turn 1"),
        ("OBA/+/0/pw,Mortar (HE\\/Smoke),3,8,", "artillery of pw: Mortar (HE/Smoke), 3 red and 8 black chits"),
        ("OBA/+/0/x", "artillery 0"),
        ("WOBBLE\tx", None),
    ],
)  # fmt: skip
def test_what_vasl_writes_is_told_in_words(text: str, said: str | None):
    assert vasl_told(text) == said


def test_the_owner_of_artillery_is_a_password_and_does_not_come_out():
    (said,) = told(["PLAYER\tpw-red\tRed\tUnion", "OBA/+/0/pw-red,Mortar,3,8,"]).steps[0].happenings
    assert said == h.Said(text="artillery of Player 1: Mortar, 3 red and 8 black chits")
