"""Giving an order, step by step: read, of a known side, at the head it was meant for, with open cards, decided."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.ask import Ask, HiddenCards, meant, meant_fact
from domain.games.branch import branch, last_played, next_giver, take_back, taken_back
from domain.games.games import Games
from domain.games.look import options, seen_from
from domain.games.order import TooEarly, give
from domain.games.rehearse import rehearse
from domain.kernel.chance import EnteredChance, Thrown
from domain.kernel.errors import BadInput, IllegalOrder, LogConflict, MalformedOrder, NotFound, TapeMismatch
from domain.kernel.facts import CardDrawn, DiceRolled, NoteAdded, OrderGiven, tag
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.words.orders import format_order
from rules.freeform import SYSTEM as FREEFORM
from tests import mill_bridge as mb
from tests.shipped import shipped_packs

BRIDGE, RIDGE = Ref("bridge"), Ref("ridge")
NAMES = {"b1": "Buford", "r1": "Rodes"}
VOLLEY = "FireVolley unit=b1 target=r1"
NAMED: Any = dataclasses.replace(mb.SYSTEM, sheets=mb.SYSTEM.sheets._replace(names=lambda _pack: NAMES))


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """A bridge whose units have names, and a table with one piece that red hides."""
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": NAMED, "freeform": FREEFORM}) as log:
        games = Games(log)
        games.new(NAMED, "bridge", "bridge", mb.PACK)
        games.new(FREEFORM, "blank", "ridge", shipped_packs("freeform")[0])
        give(games, Ask(RIDGE, "red", "AddPiece piece=spy side=red at=wood hidden=yes"))
        yield games


def head(games: Games, ref: Ref = BRIDGE) -> int:
    return games.log.head(games.line(ref)).number


# What was meant


def test_names_become_ids_in_orders_and_facts_and_unknown_ones_stay() -> None:
    assert meant(NAMED, "FireVolley unit=buford target=Rodes", NAMES) == mb.FireVolley(unit="b1", target="r1")
    assert meant(NAMED, "FireVolley unit=Bufort target=r1", NAMES) == mb.FireVolley(unit="Bufort", target="r1")
    assert meant(NAMED, "FireVolley unit=buford target=r1") == mb.FireVolley(unit="buford", target="r1")
    assert meant_fact(NAMED, "UnitMoved unit=Rodes to=3", NAMES) == mb.UnitMoved(unit="r1", to=3)


# Given


def test_an_order_is_decided_on_the_dice_that_came_with_it_and_kept(games: Games) -> None:
    played = give(games, Ask(BRIDGE, "blue", "FireVolley unit=Buford target=r1", dice=[5]))
    assert played.order == mb.FireVolley(unit="b1", target="r1")
    assert [tag(item.fact) for item in played.facts] == ["OrderGiven", "DiceRolled", "VolleyFired"]
    assert [entry.number for entry in played.entries] == [2, 3, 4]
    assert (played.line.game, played.head, head(games)) == ("bridge", 4, 4)
    assert games.entries(BRIDGE, 1) == played.entries


def test_an_order_that_is_made_and_not_typed_is_given_as_it_is(games: Games) -> None:
    assert give(games, Ask(BRIDGE, "blue", mb.EndPhase())).order == mb.EndPhase()


def test_without_dice_they_come_from_whoever_is_asked_or_are_fair(games: Games) -> None:
    class Six(EnteredChance):
        def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
            return Thrown((6,) * count, "entered")

    asked = _rolled(give(games, Ask(BRIDGE, "blue", VOLLEY), Six()).facts)
    assert (asked.faces, asked.source) == ((6,), "entered")
    typed = _rolled(give(games, Ask(RIDGE, "blue", "RollDice why=volley", dice=[2]), Six()).facts)
    assert (typed.faces, typed.source) == ((2,), "entered")
    assert _rolled(give(games, Ask(RIDGE, "blue", "RollDice why=volley")).facts).source == "fair"


def _rolled(facts: Any) -> DiceRolled:
    (found,) = [item.fact for item in facts if isinstance(item.fact, DiceRolled)]
    return found


def test_what_came_of_it_is_told_as_the_one_it_is_for_may_see_it(games: Games) -> None:
    order = "AddPiece piece={} side=red at=mill hidden=yes"
    whole = give(games, Ask(RIDGE, "red", order.format("lance")))
    other = give(games, Ask(RIDGE, "red", order.format("sabre"), viewer="blue"))
    assert len(whole.entries) > len(other.entries) == len(other.facts)
    assert other.head == head(games, RIDGE)


# Refused


@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        pytest.param(Ask(BRIDGE, "blue", "FireVoley unit=b1"), MalformedOrder, "FireVolley", id="unreadable"),
        pytest.param(Ask(BRIDGE, "bleu", VOLLEY), NotFound, "did you mean blue", id="no such side"),
        pytest.param(Ask(Ref("bride"), "blue", VOLLEY), NotFound, "no game", id="no such game"),
        pytest.param(
            Ask(BRIDGE, "blue", "FireVolley unit=Bufort target=r1"), IllegalOrder, "Bufort", id="no such unit"
        ),
        pytest.param(Ask(BRIDGE, "red", "MoveUnit unit=r1 path=5"), IllegalOrder, "blue", id="not its turn"),
        pytest.param(Ask(BRIDGE, "blue", VOLLEY, expected=7), LogConflict, "1 entries by now, not 7", id="other head"),
        pytest.param(Ask(BRIDGE, "blue", VOLLEY, dice=[5, 5]), TapeMismatch, "left over: 5", id="too many dice"),
        pytest.param(Ask(BRIDGE, "blue", VOLLEY, dice=[9]), BadInput, "9 cannot come up", id="no such face"),
    ],
)
def test_a_refusal_says_why_and_keeps_nothing(games: Games, ask: Ask, kind: type[Exception], said: str) -> None:
    for trying in (give, rehearse):
        with pytest.raises(kind, match=said):
            trying(games, ask)
    assert head(games) == 1


def test_orders_do_not_go_into_the_past(games: Games) -> None:
    give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[5]))
    with pytest.raises(BadInput, match="branch there"):
        give(games, Ask(BRIDGE._replace(entry=2), "blue", "EndPhase"))
    assert give(games, Ask(BRIDGE._replace(entry=4), "blue", "EndPhase", expected=4)).head > 4


def test_dice_that_come_before_an_answer_say_whose_it_is(games: Games) -> None:
    give(games, Ask(BRIDGE, "blue", "MoveUnit unit=b1 path=1,2"))
    with pytest.raises(TooEarly) as early:
        give(games, Ask(BRIDGE, "blue", "MoveUnit unit=b1 path=3", dice=[4]))
    assert early.value.first == "red"
    with pytest.raises(TapeMismatch) as wrong:
        give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[4, 4]))
    assert not isinstance(wrong.value, TooEarly)


# Cards


@pytest.mark.parametrize("hidden", ["", " hidden=yes"])
def test_the_table_names_any_card_and_a_side_only_what_all_may_see(games: Games, hidden: str) -> None:
    give(games, Ask(RIDGE, "blue", f"AddDeck deck=fate cards=ace,king{hidden}"))
    asked = Ask(RIDGE, "blue", "DrawCard deck=fate", cards=["ace"], viewer="blue")
    before = head(games, RIDGE)
    if hidden:
        for trying in (give, rehearse):
            with pytest.raises(HiddenCards, match="not everyone may see"):
                trying(games, asked)
        assert head(games, RIDGE) == before
    played = give(games, asked._replace(viewer=None) if hidden else asked)
    assert [item.fact.card for item in played.facts if isinstance(item.fact, CardDrawn)] == ["ace"]


# Two at one table


def test_of_two_who_looked_at_the_same_head_the_second_keeps_nothing(games: Games) -> None:
    seen = head(games)
    give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[5], expected=seen))
    with pytest.raises(LogConflict, match="bridge has 4 entries by now, not 1"):
        give(games, Ask(BRIDGE, "blue", "EndPhase", expected=seen))
    assert head(games) == 4


def test_a_kept_seat_goes_on_from_order_to_order_until_somebody_else_was_first(games: Games) -> None:
    seat = games.table(games.line(BRIDGE))
    assert give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[5]), seat=seat).head == seat.head.number == 4
    games.note(BRIDGE, "red", "this was meant for the other one")
    with pytest.raises(LogConflict, match="nothing of yours was stored"):
        give(games, Ask(BRIDGE, "blue", "EndPhase"), seat=seat)
    assert head(games) == 5


# Rehearsed


def test_a_rehearsal_tells_the_same_and_keeps_nothing(games: Games) -> None:
    ask = Ask(BRIDGE, "blue", VOLLEY, dice=[5])
    tried = rehearse(games, ask)
    assert (tried.entries, tried.head, head(games)) == ((), 1, 1)
    assert give(games, ask).facts == tried.facts


def test_a_rehearsal_never_looks_at_the_fair_dice(games: Games) -> None:
    with pytest.raises(TapeMismatch, match="needs one die of 6 sides"):
        rehearse(games, Ask(BRIDGE, "blue", VOLLEY))
    assert tag(rehearse(games, Ask(BRIDGE, "blue", "EndPhase")).facts[0].fact) == "OrderGiven"


# Looking


def test_options_are_those_of_a_side_that_name_all_the_words(games: Games) -> None:
    found = [format_order(choice.order) for choice in options(games, BRIDGE)]
    assert VOLLEY in found
    assert [format_order(choice.order) for choice in options(games, BRIDGE, "blue", ["Rodes"])] == [VOLLEY]
    assert list(options(games, BRIDGE, "red")) == []
    assert list(options(games, BRIDGE, words=["FireVolley", "b2"])) == []
    with pytest.raises(NotFound, match="did you mean red"):
        options(games, BRIDGE, "rde")


def test_nobody_looks_into_the_middle_of_what_is_hidden_from_him(games: Games) -> None:
    within = RIDGE._replace(entry=2)
    assert seen_from(games, within, "red") == seen_from(games, within, None) == within
    assert seen_from(games, within, "blue") == RIDGE._replace(entry=head(games, RIDGE))
    assert seen_from(games, RIDGE, "blue") == RIDGE


# The clerk, and other lines


def test_a_note_needs_text_a_known_hand_and_the_head_it_was_meant_for(games: Games) -> None:
    for by, text, expected, kind in (
        ("blue", " ", None, BadInput),
        ("bleu", "here", None, NotFound),
        ("blue", "here", 9, LogConflict),
    ):
        with pytest.raises(kind):
            games.note(BRIDGE, by, text, expected)
    (entry,) = games.note(BRIDGE._replace(entry=1), "umpire", "here it began", 1)
    assert (entry.number, entry.fact) == (2, NoteAdded(by="umpire", text="here it began", about=1))


def test_a_branch_says_where_orders_end_and_a_take_back_what_it_undoes(games: Games) -> None:
    give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[5]))
    give(games, Ask(BRIDGE, "blue", "EndPhase"))
    assert branch(games, BRIDGE._replace(entry=3), "half").cuts == (1, 4)
    assert branch(games, BRIDGE._replace(entry=4), "whole").cuts == ()
    back = take_back(games, BRIDGE._replace(entry=3), ["blue", "red"], why="out of range")
    assert (back.line.name, back.at, back.later) == ("take-back-1", 1, 1)
    assert isinstance(back.undone.fact, OrderGiven)
    assert taken_back(games, games.line(BRIDGE)) == back.line
    assert next_giver(games, Ref("bridge", "take-back-1")) == "blue"


def test_what_the_clerk_wrote_was_not_played(games: Games) -> None:
    give(games, Ask(BRIDGE, "blue", VOLLEY, dice=[5]))
    games.note(BRIDGE, "blue", "a fine volley")
    assert last_played(games, games.line(BRIDGE)) == 4
