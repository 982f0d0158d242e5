"""LL.7.alloc, LL.7.barely, LL.7.few How an attacker's dice are divided among those it attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.kernel.reasons import Of, Reason, total
from rules.longstreet_lite.combat.dice import attack_dice
from rules.longstreet_lite.state import Attack, State
from rules.longstreet_lite.tables import MOST_DICE

Division = Mapping[UnitId, int]


class Front(NamedTuple):
    """Section 6.5 What one attacker has to divide, and among whom."""

    dice: int
    touching: tuple[Attack, ...]
    engaged: tuple[Attack, ...]  # not in contact

    @property
    def all(self) -> tuple[Attack, ...]:
        return (*self.touching, *self.engaged)


class Share(NamedTuple):
    """A legal division, and who counts in it as occupying most of the front."""

    dice: Division
    most: UnitId


def attacks_of(state: State, unit_id: UnitId) -> tuple[Attack, ...]:
    return tuple(attack for attack in state.combat.attacks if attack.attacker == unit_id)


def front_of(state: State, unit_id: UnitId) -> Front:
    mine = attacks_of(state, unit_id)
    touching = tuple(attack for attack in mine if attack.contact)
    return Front(total(attack_dice(state, unit_id)), touching, tuple(attack for attack in mine if not attack.contact))


def occupying_most(front: Front) -> tuple[UnitId, ...]:
    """LL.7.alloc.3, LL.7.alloc.4 Who of two or more in contact occupies most of the front; all who do, if equal."""
    if len(front.touching) < 2:
        return ()
    most = max(attack.spaces for attack in front.touching)
    return tuple(attack.defender for attack in front.touching if attack.spaces == most)


def divisions(front: Front) -> Iterator[Share]:
    """LL.7.alloc.1 Every legal division, once for each unit that may count as occupying most of the front."""
    for most in occupying_most(front) or ("",):
        for dice in _few(front, most) if front.dice < len(front.all) else _enough(front, most):
            yield Share({attack.defender: dice[attack.defender] for attack in front.all}, most)


def _few(front: Front, most: UnitId) -> Iterator[Division]:
    """LL.7.few.1, LL.7.alloc.5 One die each as far as they go: contact first, and most of the front first of all."""
    everyone = [attack.defender for attack in front.all]
    for chosen in _takers(front.dice, _classes(front, most, front.engaged)):
        yield {unit: 1 if unit in chosen else 0 for unit in everyone}


def _enough(front: Front, most: UnitId) -> Iterator[Division]:
    """LL.7.alloc.6, LL.7.barely.1, LL.F.5 Evenly, save for those barely engaged who are given a single die."""
    for single in _subsets(tuple(attack.defender for attack in front.engaged if attack.barely)):
        rest = tuple(attack for attack in front.engaged if attack.defender not in single)
        classes = _classes(front, most, rest)
        each, odd = divmod(front.dice - len(single), sum(len(units) for units in classes))
        for chosen in _takers(odd, classes):
            shares = {unit: each + (unit in chosen) for unit in chain.from_iterable(classes)}
            yield shares | dict.fromkeys(single, 1)


def _classes(front: Front, most: UnitId, engaged: tuple[Attack, ...]) -> list[tuple[UnitId, ...]]:
    """LL.7.alloc.2, LL.7.alloc.3, LL.7.alloc.5 Who comes first: most of the front, others in contact, the rest."""
    touching = tuple(attack.defender for attack in front.touching)
    first = ((most,), tuple(unit for unit in touching if unit != most)) if most else (touching,)
    return [*first, tuple(attack.defender for attack in engaged)]


def _takers(dice: int, classes: list[tuple[UnitId, ...]]) -> Iterator[frozenset[UnitId]]:
    """Who gets one of so many dice, class by class; among equals any."""
    taken: list[UnitId] = []
    for units in classes:
        left = dice - len(taken)
        if left < len(units):
            yield from (frozenset((*taken, *some)) for some in combinations(units, left))
            return
        taken += units
    yield frozenset(taken)


def _subsets(units: tuple[UnitId, ...]) -> Iterator[tuple[UnitId, ...]]:
    return chain.from_iterable(combinations(units, size) for size in range(len(units) + 1))


def check_division(unit_id: UnitId, front: Front, dice: Division, most: UnitId) -> Share:
    """LL.7.alloc.1 to LL.7.alloc.6 One of the legal divisions, or the first rule it breaks and what would be legal."""
    legal = list(divisions(front))
    fault = next(_faults(front, dice, most), None)
    found = next((share for share in legal if share.dice == dice and most in ("", share.most)), None)
    if found and not fault:
        return found
    why = fault or Reason("not divided evenly", "LL.7.alloc.6")
    raise IllegalOrder("dice divided so", why.cite, unit_id, len(why.of), why.key, *why.of, *_offered(legal))


def _offered(legal: list[Share], most: int = 3) -> Iterator[Of]:
    """A few legal divisions, each as dice and units after how many units it has; last how many others there are."""
    different = list(dict.fromkeys(tuple(share.dice.items()) for share in legal))
    for shares in different[:most]:
        yield len(shares)
        yield from chain.from_iterable((dice, unit) for unit, dice in shares)
    yield 0
    yield max(len(different) - most, 0)


def _faults(front: Front, dice: Division, most: UnitId) -> Iterator[Reason]:
    """What is plainly wrong, with its rule."""
    return chain(_sum_faults(front, dice), _most_faults(front, most), _order_faults(front, dice, most))


def _sum_faults(front: Front, dice: Division) -> Iterator[Reason]:
    everyone = {attack.defender for attack in front.all}
    given = sum(dice.values())
    if set(dice) != everyone:
        yield Reason("each to be named", "LL.7.alloc.1", tuple(sorted(everyone)))
    if given > MOST_DICE:
        yield Reason("more than ten dice", "LL.7.ndice.4", (given, MOST_DICE))
    if given != front.dice:
        yield Reason("other number of dice", "LL.7.alloc.1", (front.dice, given))


def _most_faults(front: Front, most: UnitId) -> Iterator[Reason]:
    """LL.7.alloc.4"""
    tied = occupying_most(front)
    if most and most not in tied:
        yield Reason("not most of its front", "LL.7.alloc.4", (most, *tied[:1]))


def _order_faults(front: Front, dice: Division, most: UnitId) -> Iterator[Reason]:
    """LL.7.few.1, LL.7.alloc.2, LL.7.alloc.3, LL.7.alloc.5, LL.7.barely.1"""
    yield from _few_faults(front, dice)
    touching = {attack.defender: dice[attack.defender] for attack in front.touching}
    for attack in front.engaged:
        low = min(touching, key=lambda unit: touching[unit])
        if dice[attack.defender] > touching[low]:
            rule = "LL.7.alloc.5" if front.dice < len(front.all) else "LL.7.alloc.2"
            yield Reason("contact gets fewer", rule, (low, attack.defender))
    heavy = tuple(unit for unit in occupying_most(front) if most in ("", unit))
    if heavy and max(touching[unit] for unit in heavy) < max(dice.values()):
        yield Reason("most of the front gets fewer", "LL.7.alloc.3", heavy[:1])
    yield from _single_faults(front, dice)


def _few_faults(front: Front, dice: Division) -> Iterator[Reason]:
    """LL.7.few.1"""
    if front.dice < len(front.all):
        if max(dice.values()) > 1:
            yield Reason("too few dice for two", "LL.7.few.1")
    elif min(dice.values()) < 1:
        without = next(unit for unit, count in dice.items() if count < 1)
        yield Reason("dice enough for one", "LL.7.few.1", (without,))


def _single_faults(front: Front, dice: Division) -> Iterator[Reason]:
    """LL.7.barely.1 A single die is for those barely engaged, where an even division would give more."""
    even = front.dice // len(front.all)
    for attack in front.engaged:
        if dice[attack.defender] == 1 and even > 1 and not attack.barely:
            yield Reason("a single die too few", "LL.7.barely.1", (attack.defender,))
