"""Armies of one's own choice in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.black_powder.opening import asks as a
from rules.black_powder.opening import facts as f
from rules.black_powder.words.en.plain import said, said_spot


def _added(say: Say, x: f.UnitAdded) -> str:
    return f"{say.term(x.side)} adds {x.name} ({x.profile}) for {x.points} house points: {x.total} in all"


def _deployed(say: Say, x: f.UnitDeployed) -> str:
    where = f"in {x.block}" if x.block else f"{said_spot(x.pose)} in {say.term(x.formation)}"
    return f"{say.unit(x.unit)} is placed {where}"


def _too_many(say: Say, of: tuple[Of, ...]) -> str:
    side, total, most = of
    return f"the army of {say.term(side)} would come to {total} house points; {most} are allowed"


FACTS: FactTexts = {
    f.BrigadeAdded: lambda say, x: (
        f"{say.term(x.side)} adds {x.name} under {x.commander_name}, rating {x.rating}, for {x.points} house points"
    ),
    f.BrigadeDropped: lambda _say, x: f"{x.brigade} is left at home",
    f.UnitAdded: _added,
    f.UnitDropped: lambda _say, x: f"{x.unit} is left at home",
    f.ArmiesAgreed: lambda say, x: f"{say.term(x.side)} agrees: {x.points} of {x.limit} house points",
    f.DeploymentBegan: lambda say, x: f"{say.term(x.side)} places its army",
    f.UnitDeployed: _deployed,
    f.CommanderDeployed: lambda say, x: f"{say.unit(x.commander)} is placed",
    f.DeploymentFinished: lambda say, x: f"the army of {say.term(x.side)} stands",
}
ORDERS: OrderTexts = {
    a.AddBrigade: "BP.army.1 A brigade and who commands it; his rating costs house points.",
    a.DropBrigade: "BP.house.1 A brigade, its commander and its units are left at home.",
    a.AddUnit: "BP.army.2 A unit by its profile in the pack, in one of your brigades.",
    a.DropUnit: "BP.house.1 A unit is left at home.",
    a.Agree: "BP.house.1 The armies are as you want them; any change after that undoes it.",
    a.DeployUnit: "BP.house.2 A unit is placed: the middle of its front, its heading and its formation, or a `block`.",
    a.DeployCommander: "BP.house.2 A commander is placed; else he stands with the first unit of his brigade.",
    a.FinishDeployment: "BP.house.2 All your units stand.",
}
REASONS: ReasonTexts = {
    "too many points": _too_many,
    "no name": "{0} is no name for it",
    "name taken": "{0} is the name of another",
    "no brigade of yours": said("{0} is no brigade of yours; there are: {rest}", none="none"),
    "no profile of yours": "{0} is no profile your army draws on",
    "no room in the zone": "the army of {0:term} would fill more than half of its zone",
    "no unit of yours": "{0} is no unit of yours",
    "agreed already": "{0:term} has agreed already",
    "no army": "{0:term} has no army",
    "brigade without units": "{0:name} has no units",
    "nobody to place": "{0} is nobody of yours to place",
    "place it somewhere": "say where {0:name} is placed: at=east:north, or a block",
    "outside the zone": "{0:name} would stand outside the strip along its own edge",
    "units to be placed": said("still to be placed: {rest}"),
}
