"""CRT, 12.0 What one attack, or a whole assault on a hex, may be expected to bring: exact, rated in brigades."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.gettysburg import tables
from rules.gettysburg.combat import differential, results
from rules.gettysburg.combat.results import Hit
from rules.gettysburg.turn import states

DIE: Final = 6
FACES: Final = range(1, DIE + 1)
THROWS: Final = {total: (DIE - abs(total - 7)) / DIE**2 for total in tables.CRT}  # chance of each sum of two dice

# What a loss is worth, in brigades; a rout costs less where a Train can bring the unit back (10.4).
ELIMINATED, ROUTED, SHAKEN, DISRUPTED = 1.0, 0.8, 0.4, 0.15


class Temper(NamedTuple):
    """What a brigade's fate depends on: the morale of the face that is up, its loss rating, whether it is Shaken."""

    morale: int
    loss: str
    shaken: bool = False


class Odds(NamedTuple):
    """Chances for one side of one attack; `shaken` also means driven back where it is the defender's."""

    eliminated: float = 0.0
    routed: float = 0.0
    shaken: float = 0.0
    disrupted: float = 0.0

    @property
    def gone(self) -> float:
        """The chance that the brigade no longer stands in its hex, if it defends."""
        return self.eliminated + self.routed + self.shaken

    @property
    def harm(self) -> float:
        """The expected loss in brigades."""
        return self.eliminated * ELIMINATED + self.routed * ROUTED + self.shaken * SHAKEN + self.disrupted * DISRUPTED


class Blow(NamedTuple):
    """An attack to be made: its strength before the defender's combat rating is taken off."""

    strength: int
    temper: Temper
    is_charge: bool = False


class Defender(NamedTuple):
    """A brigade that would face an assault: combat and morale of both faces."""

    combat: tuple[int, int]
    morale: tuple[int, int]
    loss: str
    shaken: bool = False
    disrupted: bool = False


@cache
def elimination_chance(loss: str) -> float:
    """7.6 The chance to fail the elimination test."""
    dies = [states.outlives(loss or "0", die) for die in FACES]
    return (dies.count(False) + dies.count(None) * _share_above(tables.SECOND_DIE_SURVIVES)) / DIE


@cache
def rout_chance(morale: int) -> float:
    """7.2 The chance to fail a morale test."""
    return _share_above(morale)


def _share_above(rating: int) -> float:
    return sum(die > rating for die in FACES) / DIE


@cache
def attacker_odds(column: int, temper: Temper, is_night: bool = False) -> Odds:
    """12.2 What an attack in this column does to the attacker."""
    return _odds("A", column, temper, is_night, is_charge=False)


@cache
def defender_odds(column: int, temper: Temper, is_night: bool = False, is_charge: bool = False) -> Odds:
    """12.2, 15.5b, 20.3 What an attack in this column does to the defender."""
    return _odds("D", column, temper, is_night, is_charge)


def _odds(side: str, column: int, temper: Temper, is_night: bool, is_charge: bool) -> Odds:
    total = Odds()
    for throw, chance in THROWS.items():
        cell = tables.crt(throw, differential.column(column))
        hit = results.decode(results.converted(cell, charge=is_charge, night=is_night))
        if hit.side == side:
            total = _plus(total, chance, _struck(hit, temper))
    return total


def _plus(total: Odds, chance: float, more: Odds) -> Odds:
    return Odds(*(a + chance * b for a, b in zip(total, more, strict=True)))


def _struck(hit: Hit, temper: Temper) -> Odds:
    """12.2 The fate of a brigade hit by one result."""
    killed = elimination_chance(temper.loss) if hit.eliminates else 0.0
    alive = 1 - killed
    if results.is_tested(hit, temper.morale, temper.shaken):
        tested = rout_chance(temper.morale)
        return Odds(killed, alive * tested, alive * (1 - tested), 0.0)
    return Odds(killed, 0.0, alive, 0.0) if hit.number > temper.morale else Odds(killed, 0.0, 0.0, alive)


class Situation(NamedTuple):
    """What an assault as a whole depends on."""

    guns: tuple[int, ...] = ()  # 13.4c defensive support to be met, one a combat, strongest first
    coordination: int = 0  # 11.6a the army's value; 0 where no coordination is possible
    is_night: bool = False
    prize: float = 0.0  # what the emptied hex is worth


def assault(blows: Sequence[Blow], defenders: Sequence[Defender], now: Situation) -> float:
    """The expected gain of attacks made one after another on one hex, in brigades: their loss less ours."""
    chance = min(DIE, now.coordination) / DIE if len(blows) > 1 and not now.is_night else 0.0
    together = _run(blows, defenders, now, 1) if chance else 0.0
    return chance * together + (1 - chance) * _run(blows, defenders, now, 0)


Standing = tuple[int, bool, bool]  # which defender, whether Disrupted, whether Shaken


def _run(blows: Sequence[Blow], defenders: Sequence[Defender], now: Situation, bonus: int) -> float:
    """11.6a, 11.7a Each blow in turn against whoever then defends."""
    gain = 0.0
    states: dict[Standing, float] = {(0, defenders[0].disrupted, defenders[0].shaken): 1.0}
    for number, blow in enumerate(blows):
        after: dict[Standing, float] = {}
        guns = now.guns[number] if number < len(now.guns) else 0
        for (which, disrupted, shaken), chance in states.items():
            held = defenders[which]
            column = blow.strength + bonus * (number + 1) - guns - held.combat[shaken] + disrupted
            hurt = attacker_odds(column, blow.temper, now.is_night)
            done = defender_odds(column, Temper(held.morale[shaken], held.loss, shaken), now.is_night, blow.is_charge)
            gain += chance * (done.harm - hurt.harm - (DISRUPTED * disrupted * done.disrupted))
            is_last = which + 1 == len(defenders)
            gain += chance * done.gone * (now.prize if is_last else 0.0)
            _spread(after, chance, done, (which, disrupted, shaken), None if is_last else defenders[which + 1])
        states = after
    return gain


def _spread(after: dict[Standing, float], chance: float, done: Odds, now: Standing, heir: Defender | None) -> None:
    which, disrupted, shaken = now
    stays = chance * (1 - done.gone)
    hit = chance * done.disrupted
    _add(after, (which, True, shaken), stays if disrupted else hit)
    if not disrupted:
        _add(after, now, stays - hit)
    if heir is not None:
        _add(after, (which + 1, True, heir.shaken), chance * done.gone)


def _add(after: dict[Standing, float], key: Standing, chance: float) -> None:
    if chance > 0:
        after[key] = after.get(key, 0.0) + chance


@cache
def bombardment(units: int, temper: Temper, is_gun: bool = False) -> float:
    """BT, 14.4R The expected harm of one shot less the risk to the firers, in brigades."""
    gain = 0.0
    for die in FACES:
        cell = tables.bt(die, units)
        if cell == "A":
            gain -= units * DISRUPTED
        elif cell:
            gain += _shot(results.decode(cell), temper, is_gun)
    return gain / DIE


def _shot(hit: Hit, temper: Temper, is_gun: bool) -> float:
    return ELIMINATED / 2 if is_gun and hit.eliminates else _struck(hit, temper).harm
