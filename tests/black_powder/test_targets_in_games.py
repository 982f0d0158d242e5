"""What is passed over unmeasured bears on nothing: targets and shares in view, as if everything were measured."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import GameStarted
from domain.kernel.play import carry_out
from domain.kernel.player import due
from domain.kernel.system import Setup, default_readings
from domain.tabletop.bodies import blocks_of
from rules.black_powder import SYSTEM
from rules.black_powder.ids import UnitId
from rules.black_powder.player import rollout
from rules.black_powder.position import enemies, on_table
from rules.black_powder.sheets.build import initial
from rules.black_powder.shooting.firers import look_from, unable
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.sight import (
    ground_blocks,
    is_hidden_by_depth,
    seen_share,
    share_of,
    shoots_all_round,
    unit_blocks,
)
from rules.black_powder.shooting.targets import Aim, aim_at, aims
from rules.black_powder.state import State
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import from_point
from tests.black_powder.positions import HOUSE

EVERY = 15  # orders


def moments(scenario: str) -> Iterator[State]:
    """Positions of a game by the cheap player."""
    sides = SYSTEM.sheets.scenarios(HOUSE)[scenario].sides
    started = GameStarted(
        format=1, game="0", title="t", system="black_powder", edition="", scenario=scenario, pack="", sides=sides,
        readings=default_readings(SYSTEM, {}),
    )  # fmt: skip
    state, chance, count = initial(Setup(started, HOUSE)), SeededChance(3), 0
    while (decided := due(rollout.choose, state, state.core.sides)) is not None:
        carry_out(SYSTEM, state, *decided, chance)
        count += 1
        if count % EVERY == 0:
            yield state


def looks(state: State) -> Iterator[Look]:
    for name in on_table(state):
        if unable(state, name) is None:
            yield look_from(state, name, "front", "", "")


def plainly_aimed(look: Look) -> list[Aim]:
    """BP.tgt.2 Every enemy on the table, the nearest first."""
    foes = enemies(look.state, look.unit.side)
    away = {name: from_point(look.eye, body_of(look.state, foe)) for name, foe in foes.items()}
    found = (aim_at(look, name) for name in sorted(away, key=lambda name: (away[name], name)))
    return [aim for aim in found if aim is not None]


def plainly_seen(look: Look, target: UnitId) -> object:
    """BP.vis.3 With all ground and all units on the table in the way."""
    state, there = look.state, look.state.units[target]
    body = body_of(state, there)
    if is_hidden_by_depth(state, look.eye, body):
        return 0
    blocks = [*ground_blocks(state, look.eye, look.unit, there, body), *unit_blocks(state, look.name, target)]
    own = [] if shoots_all_round(look.unit) else blocks_of(body_of(state, look.unit))[:1]
    return share_of(body, look.eye, [*blocks, *own])


@pytest.mark.parametrize("scenario", ["hougoumont", "drill_field"])
def test_nobody_is_missed(scenario: str) -> None:
    aimed = 0
    for state in moments(scenario):
        for look in looks(state):
            found = aims(look)
            assert found == plainly_aimed(look)
            aimed += len(found)
            for target in enemies(state, look.unit.side):
                assert seen_share(state, look.name, target, look.eye) == plainly_seen(look, target)
    assert aimed
