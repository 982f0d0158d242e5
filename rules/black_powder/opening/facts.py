"""BP.house Facts of armies by points and of their deployment. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.tabletop.angles import Point
from rules.black_powder.ids import BrigadeId, CommanderId, Spot, UnitId, pose_of
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import Brigade, Commander, State, Unit
from rules.black_powder.tables import Formation
from rules.black_powder.units.footprint import block_pose


class BrigadeAdded(Fact, frozen=True, kw_only=True):
    """BP.army.1 A brigade and its commander, and what he costs."""

    side: Side
    brigade: BrigadeId
    name: str
    commander: CommanderId
    commander_name: str
    rating: int
    points: int


class BrigadeDropped(Fact, frozen=True, kw_only=True):
    """BP.house.1"""

    brigade: BrigadeId


class UnitAdded(Fact, frozen=True, kw_only=True):
    """BP.army.2, BP.house.1 A unit, what it costs, and what the army then comes to."""

    side: Side
    unit: UnitId
    name: str
    profile: str
    brigade: BrigadeId
    points: int
    total: int


class UnitDropped(Fact, frozen=True, kw_only=True):
    """BP.house.1"""

    unit: UnitId


class ArmiesAgreed(Fact, frozen=True, kw_only=True):
    """BP.house.1 This side is content; its army comes to so many points of those allowed."""

    side: Side
    points: int
    limit: int


class DeploymentBegan(Fact, frozen=True, kw_only=True):
    """BP.house.2, BP.vic.2 A side places its army; which units count for the morale of each brigade is settled."""

    side: Side
    counting: dict[str, tuple[UnitId, ...]] = {}


class UnitDeployed(Fact, frozen=True, kw_only=True):
    """BP.house.2"""

    unit: UnitId
    pose: Spot
    formation: Formation
    block: str = ""


class CommanderDeployed(Fact, frozen=True, kw_only=True):
    """BP.house.2"""

    commander: CommanderId
    at: tuple[int, int]
    joined: UnitId = ""  # BP.bld.2 in a block he is with those who hold it


class DeploymentFinished(Fact, frozen=True, kw_only=True):
    """BP.house.2"""

    side: Side


def _brigade(state: State, fact: BrigadeAdded) -> None:
    state.set_up.agreed = ()
    state.brigades[fact.brigade] = Brigade(side=fact.side, name=fact.name, commander=fact.commander)
    state.commanders[fact.commander] = Commander(
        name=fact.commander_name, side=fact.side, rank="brigade", brigade=fact.brigade, rating=fact.rating, mounted=True
    )


def _no_brigade(state: State, fact: BrigadeDropped) -> None:
    state.set_up.agreed = ()
    gone = state.brigades.pop(fact.brigade)
    del state.commanders[gone.commander]
    for name in [name for name, unit in state.units.items() if unit.brigade == fact.brigade]:
        del state.units[name]


def _unit(state: State, fact: UnitAdded) -> None:
    assert state.battle.free is not None
    state.set_up.agreed = ()
    profile = state.battle.free.profiles[fact.profile]
    state.units[fact.unit] = Unit(
        name=fact.name, side=fact.side, brigade=fact.brigade, profile=profile, formation="line", status="reserve"
    )


def _no_unit(state: State, fact: UnitDropped) -> None:
    state.set_up.agreed = ()
    del state.units[fact.unit]


def _agreed(state: State, fact: ArmiesAgreed) -> None:
    state.set_up.agreed = (*state.set_up.agreed, fact.side)


def _began(state: State, fact: DeploymentBegan) -> None:
    state.set_up.deploying = fact.side
    for brigade, units in fact.counting.items():
        state.brigades[brigade].counting = units


def _deployed(state: State, fact: UnitDeployed) -> None:
    unit = state.units[fact.unit]
    unit.pose, unit.formation, unit.status, unit.building = pose_of(fact.pose), fact.formation, "table", fact.block
    unit.usual = fact.formation if fact.formation in ("warband", "skirmish") else None
    if fact.block:
        unit.pose = block_pose(state.terrain[fact.block])


def _placed(state: State, fact: CommanderDeployed) -> None:
    one = state.commanders[fact.commander]
    one.at, one.joined = Point(*fact.at), fact.joined


def _finished(state: State, fact: DeploymentFinished) -> None:
    state.set_up.deployed = (*state.set_up.deployed, fact.side)


def _draw_deployed(sketch: Sketch, fact: UnitDeployed) -> None:
    sketch.add("arrive", fact.unit, (pose_of(fact.pose).point,))


FACTS = (
    Told(BrigadeAdded, ("BP.army.1",), _brigade),
    Told(BrigadeDropped, ("BP.house.1",), _no_brigade),
    Told(UnitAdded, ("BP.army.2",), _unit),
    Told(UnitDropped, ("BP.house.1",), _no_unit),
    Told(ArmiesAgreed, ("BP.house.1",), _agreed),
    Told(DeploymentBegan, ("BP.house.2",), _began),
    Told(UnitDeployed, ("BP.house.2",), _deployed, draws=_draw_deployed),
    Told(CommanderDeployed, ("BP.house.2",), _placed),
    Told(DeploymentFinished, ("BP.house.2",), _finished),
)
