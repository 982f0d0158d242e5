"""Audit: what the rules would not have given is found, named and placed; replay goes on regardless."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.audit import audit
from domain.games.games import Games
from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, GameEnded, LossTaken, NoteAdded, OrderGiven, PhaseBegan, RulingMade
from domain.kernel.play import Play, Recorded
from domain.kernel.reasons import Reason, said
from domain.kernel.system import System
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from tests import mill_bridge as mb

REF = Ref("game")


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Games]:
    """Three volleys at long range: a hit, a miss, a hit."""
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": mb.SYSTEM}) as log:
        games = Games(log)
        games.new(mb.SYSTEM, "bridge", "game", mb.PACK)
        for die in (6, 2, 6):
            games.order(REF, "blue", mb.FireVolley(unit="b1", target="r1"), EnteredChance([die]))
        yield games


def forge(games: Games, *facts: Any, source: str = "", by: str = "blue") -> None:
    """Facts put at the end of the log past the rules."""
    line = games.line(REF)
    head = games.log.head(line)
    games.log.append(line, head, Envelope(head.order_no + 1, by, 0, source), [Recorded(fact) for fact in facts])


def under(games: Games, system: System[Any]) -> Games:
    """The same log, read with other rules."""
    log = games.log
    log.systems = {system.key: system}
    log._lines.clear()
    return Games(log)


def test_a_game_played_by_the_rules_is_clean(bridge: Games) -> None:
    report = audit(bridge, REF)
    assert (report.is_clean, report.complete, report.orders, report.clerical) == (True, True, 3, 1)


def test_a_result_the_dice_do_not_give_is_found_with_its_entry(bridge: Games) -> None:
    order = OrderGiven(by="blue", order=mb.FireVolley(unit="b1", target="r1"))
    roll = DiceRolled(by="blue", sides=6, faces=(1,), why=Reason("volley", "MB.10.5"), source="entered")
    forge(bridge, order, roll, mb.VolleyFired(unit="b1", target="r1", modifiers=(mb.LONG_RANGE,), hits=1))
    (found,) = audit(bridge, REF).differences
    fired = bridge.entries(REF)[-1].number
    assert (found.entry, found.order_no) == (fired, 4)
    assert "hits=0" in found.expected
    assert "hits=1" in found.recorded


def test_a_fact_that_names_no_rule_itself_is_found_under_that_of_its_kind(bridge: Games) -> None:
    forge(bridge, OrderGiven(by="blue", order=mb.MoveUnit(unit="b1", path=(1,))), mb.UnitMoved(unit="b1", to=2))
    (found,) = audit(bridge, REF).differences
    assert found.rule == "MB.8.1"


def test_an_order_the_rules_refuse_is_found_with_its_rule(bridge: Games) -> None:
    forge(bridge, OrderGiven(by="red", order=mb.FireVolley(unit="r1", target="b1")), by="red")
    (found,) = audit(bridge, REF).differences
    assert found.rule == "MB.4.1"


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        pytest.param((), "where the log has none", id="a roll the log lacks"),
        pytest.param(((1, 2),), "one die of 6 sides", id="two dice where one belongs"),
        pytest.param(((1,), (1,)), "the log has: blue rolls 1d6", id="a roll too many"),
    ],
)
def test_dice_that_do_not_fit_are_found(bridge: Games, faces: tuple[tuple[int, ...], ...], said: str) -> None:
    rolls = [DiceRolled(by="blue", sides=6, faces=f, why=Reason("volley", "MB.10.5"), source="entered") for f in faces]
    forge(bridge, OrderGiven(by="blue", order=mb.FireVolley(unit="b1", target="r1")), *rolls)
    (found,) = audit(bridge, REF).differences
    assert said in found.message


def test_a_face_the_die_has_not_is_found(bridge: Games) -> None:
    roll = DiceRolled(by="blue", sides=6, faces=(9,), why=Reason("volley", "MB.10.5"), source="entered")
    forge(bridge, OrderGiven(by="blue", order=mb.FireVolley(unit="b1", target="r1")), roll)
    (found,) = audit(bridge, REF).differences
    assert "a die of 6 sides (MB.10.5 volley) shows 9" in found.message


def test_an_order_after_the_end_is_found(bridge: Games) -> None:
    forge(bridge, GameEnded(winner="", why=said("agreed")), source="imported")
    forge(bridge, OrderGiven(by="blue", order=mb.EndPhase()))
    (found,) = audit(bridge, REF).differences
    assert found.rule == "kernel.ended"


def test_an_order_by_no_side_is_found(bridge: Games) -> None:
    forge(bridge, OrderGiven(by="nobody", order=mb.EndPhase()), by="nobody")
    (found,) = audit(bridge, REF).differences
    assert "no side 'nobody'" in found.message


def test_an_order_signed_by_another_is_found(bridge: Games) -> None:
    forge(bridge, OrderGiven(by="blue", order=mb.EndPhase()), PhaseBegan(turn=1, phase="move", side="red"), by="red")
    (found,) = audit(bridge, REF).differences
    assert found.message == "blue ordered it, but it is signed red"


def test_a_note_in_the_name_of_another_is_found_and_one_that_a_file_tells_of_is_none(bridge: Games) -> None:
    forge(bridge, NoteAdded(by="somebody", text="well played"), by="umpire", source="imported")
    assert audit(bridge, REF).is_clean
    forge(bridge, NoteAdded(by="red", text="I resign"), by="blue")
    (found,) = audit(bridge, REF).differences
    assert found.message == "red says it, but it is signed blue"


def test_a_wrong_snapshot_is_found(bridge: Games) -> None:
    line = bridge.line(REF)
    head = bridge.log.head(line).number
    state = bridge.replayed(line, head)
    state.units["r1"].strength = 99
    bridge.log.keep_snapshot(line, head, state)
    (found,) = audit(bridge, REF).differences
    assert "a snapshot of this line is wrong" in found.message
    bridge.log.drop_snapshots()
    assert audit(bridge, REF).is_clean


def test_a_half_order_at_the_head_is_no_clean_log(bridge: Games) -> None:
    roll = DiceRolled(by="blue", sides=6, faces=(6,), why=Reason("volley", "MB.10.5"), source="entered")
    forge(bridge, OrderGiven(by="blue", order=mb.FireVolley(unit="b1", target="r1")), roll)
    (found,) = audit(bridge, REF).differences
    assert found.recorded == "nothing more"


def test_facts_without_an_order_are_a_fault_unless_imported_or_ruled(bridge: Games) -> None:
    loss = LossTaken(side="red", unit="r1", kind="steps", amount=1, cause=said("?"))
    forge(bridge, loss, source="ruled")
    report = audit(bridge, REF)
    assert report.is_clean
    assert [found.message[:5] for found in report.irregular] == ["ruled"]
    forge(bridge, loss, source="whatever")
    assert not audit(bridge, REF).is_clean


def test_a_rule_fixed_later_breaks_no_replay_and_all_lists_every_difference(bridge: Games) -> None:
    before = bridge.position(REF).state

    def harder(play: Play[mb.State], order: Any) -> None:
        play.roll(1, 6, why=Reason("volley", "MB.10.5"), by=play.by)
        play.record(mb.VolleyFired(unit=order.unit, target=order.target, modifiers=(), hits=0))

    changed = under(bridge, mb.altered(harder))
    assert changed.replayed(changed.line(REF), changed.log.head(changed.line(REF)).number) == before
    first = audit(changed, REF)
    assert (len(first.differences), first.complete) == (1, False)
    every = audit(changed, REF, every=True)
    assert [found.order_no for found in every.differences] == [1, 2, 3]
    assert every.complete


def test_a_ruling_is_audited_under_the_reading_it_sets(bridge: Games) -> None:
    volley = mb.FireVolley(unit="b1", target="r1")
    bridge.order(REF, "blue", volley, EnteredChance([5]))
    ruling = RulingMade(by="umpire", text="a four hits", rule="MB.10.5", readings={"D1": "b"})
    bridge.rule(REF, ruling)
    entries = bridge.order(REF, "blue", volley, EnteredChance([5]))
    fired = [entry.fact for entry in entries if isinstance(entry.fact, mb.VolleyFired)]
    assert [fact.hits for fact in fired] == [1]
    assert audit(bridge, REF).is_clean


def test_a_ruling_is_written_down_as_the_system_spells_it(bridge: Games) -> None:
    bridge.rule(REF, RulingMade(by="umpire", text="a four hits", rule="MB.10.5", readings={"d1": "B"}))
    assert bridge.log.facts(bridge.line(REF))[-1].readings == {"D1": "b"}  # type: ignore[attr-defined]
    assert bridge.position(REF).state.core.readings == {"D1": "b"}


def test_an_old_log_is_audited_under_the_corrections_it_was_played_with(tmp_path: Path) -> None:
    """A log played before correction 1 keeps its own behaviour; a new one gets the new."""

    def decide(play: Play[mb.State], order: Any) -> None:
        play.record(mb.UnitMoved(unit="b1", to=2 if play.is_corrected(2026010101) else 1))

    old = mb.altered(decide, corrections=())
    new = mb.altered(decide)
    with GameLog(str(tmp_path / "games.db"), {"mill_bridge": old}) as log:
        games = Games(log)
        games.new(old, "bridge", "game", mb.PACK)
        games.order(REF, "blue", mb.EndPhase())
        later = under(games, new)
        assert audit(later, REF).is_clean
        later.new(new, "bridge", "fresh", mb.PACK)
        later.order(Ref("fresh"), "blue", mb.EndPhase())
        assert later.position(REF).state.units["b1"].at == 1
        assert later.position(Ref("fresh")).state.units["b1"].at == 2


def test_an_audit_up_to_an_entry_may_end_inside_an_order(bridge: Games) -> None:
    for entry in range(1, bridge.log.head(bridge.line(REF)).number + 1):
        assert audit(bridge, Ref("game", entry=entry)).is_clean


def test_progress_is_told_after_every_order(bridge: Games) -> None:
    told: list[tuple[int, int]] = []
    audit(bridge, REF, progress=lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1][0] == told[-1][1] == bridge.log.head(bridge.line(REF)).number
