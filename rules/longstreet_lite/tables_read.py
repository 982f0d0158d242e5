"""Which printed table a fact was read from: its row, its column and the cell, before any modifier."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from domain.facts import Fact
from domain.ruling import Modifier, TableRead, total
from rules.longstreet_lite.combat.facts import AttackRolled, DefenceRolled, UnitBeaten
from rules.longstreet_lite.fire.facts import KillsRolled, ShotsRerolled, UnitFired
from rules.longstreet_lite.tables import DIE, KILLS_ON, SUCCEEDS_ON, TO_HIT, VULNERABLE_ON
from rules.longstreet_lite.turn.facts import VictoryTested

# LL.7.attmod.4 The columns of the printed table, each by the rule of its modifier.
CASES: Final[Mapping[str, str]] = {
    "LL.7.attmod.1": "cover",
    "LL.7.attmod.2": "difficult terrain",
    "LL.7.attmod.3": "vulnerable",
}
# LL.7.res.1 The printed rows, by the rule a beaten unit pays under.
BEATEN: Final[Mapping[str, tuple[str, str]]] = {
    "LL.7.loss.1": ("attack higher", "defender loses the difference, at least 1, and retreats"),
    "LL.7.aloss.1": ("equal or lower", "its attackers lose 1 base each and retreat"),
    "LL.7.flimb.2": ("limbered, attack higher", "the battery is lost"),
    "LL.7.flimb.1": ("limbered, equal or lower", "the battery retreats without loss; its attackers stay"),
}


def tables_read(fact: Fact) -> tuple[TableRead, ...]:
    found = READ.get(type(fact))
    return tuple(dict.fromkeys(found(fact))) if found else ()


def _or_more(face: int) -> str:
    return f"{face}+" if face < DIE else f"{face}"


def _to_hit(fact: UnitFired | ShotsRerolled) -> Iterable[TableRead]:
    """LL.5.hit.1, LL.5.hit.2 One row for each kind of fire that was given."""
    for shot in fact.shots:
        row = TO_HIT[shot.mode]
        yield TableRead("to hit", shot.mode, "dice a base", str(row.dice), "LL.5.hit.1")
        yield TableRead("to hit", shot.mode, "hits on", _or_more(row.needs), "LL.5.hit.2")


def _to_kill(_fact: KillsRolled) -> Iterable[TableRead]:
    """LL.5.kill.1"""
    yield TableRead("to kill", "a die for each hit left", "kills on", _or_more(KILLS_ON), "LL.5.kill.1")


def _defence(fact: DefenceRolled) -> Iterable[TableRead]:
    """LL.7.def.1, LL.7.limb.1, LL.7.vuln.1"""
    if not fact.needs:
        yield TableRead("defence dice", "limbered battery", "score", "the higher of two dice", "LL.7.limb.1")
    elif fact.vulnerable:
        yield TableRead("defence dice", "vulnerable", "succeeds on", _or_more(VULNERABLE_ON), "LL.7.vuln.1")
    else:
        yield TableRead("defence dice", "not vulnerable", "succeeds on", _or_more(SUCCEEDS_ON), "LL.7.def.1")


def _attack(fact: AttackRolled) -> Iterable[TableRead]:
    """LL.7.attmod.4 A row for each case among the attackers; cards are no part of the printed table."""
    for part in fact.parts:
        printed = [modifier for modifier in part.modifiers if modifier.cite in CASES]
        needs = _or_more(SUCCEEDS_ON - total(printed))
        yield TableRead("attack dice", _case(printed), "needs", needs, "LL.7.attmod.4")


def _case(printed: Iterable[Modifier]) -> str:
    cites = {modifier.cite for modifier in printed}
    return ", ".join(f"{name} {'yes' if cite in cites else 'no'}" for cite, name in CASES.items())


def _beaten(fact: UnitBeaten) -> Iterable[TableRead]:
    """LL.7.res.1"""
    if fact.rule in BEATEN:
        row, cell = BEATEN[fact.rule]
        yield TableRead("combat result", row, "result", cell, "LL.7.res.1")


def _victory(fact: VictoryTested) -> Iterable[TableRead]:
    """LL.3.bp.2"""
    reached = f"{fact.die} + {fact.lost} = {fact.die + fact.lost}" if fact.die else f"{fact.lost} bases lost"
    cell = "victory" if fact.won else "play goes on"
    yield TableRead("victory test", reached, f"break point {fact.break_point}", cell, "LL.3.bp.2")


READ: Mapping[type[Fact], Callable[[Any], Iterable[TableRead]]] = {
    UnitFired: _to_hit,
    ShotsRerolled: _to_hit,
    KillsRolled: _to_kill,
    DefenceRolled: _defence,
    AttackRolled: _attack,
    UnitBeaten: _beaten,
    VictoryTested: _victory,
}
