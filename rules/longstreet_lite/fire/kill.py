"""LL.5.kill, LL.5.limb Kill dice: one for each hit left on a unit; the owner gives up the bases."""

from __future__ import annotations

from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.fire.facts import KillsRolled
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import DIE, KILLS_ON


def next_unit(play: Play[State]) -> None:
    """LL.5.seq.4, LL.5.kill.1 The active player rolls for the next unit with hits.

    A limbered battery is shot at as any other (LL.5.limb.1). Infantry left with one base, and a battery without guns,
    go altogether (LL.5.kill.2): the losses see to it.
    """
    unit_id = play.state.fire.to_kill[0]
    unit = play.state.units[unit_id]
    why = Reason("to kill", "LL.5.kill.1", (unit_id,))
    faces = play.roll(unit.hits, DIE, why, by=phases.active(play.state), alike=reaching(KILLS_ON)).faces
    kills = min(sum(face >= KILLS_ON for face in faces), unit.bases)
    play.record(KillsRolled(unit=unit_id, faces=faces, kills=kills))
    if kills:
        losses.take(play, unit_id, kills, "fire", "LL.5.kill.1")
