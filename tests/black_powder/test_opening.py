"""BP.house Armies by house points: chosen, agreed on, placed by the players, and refused over the limit."""

from __future__ import annotations

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup
from rules.black_powder import SYSTEM
from rules.black_powder.opening.asks import (
    AddBrigade,
    AddUnit,
    Agree,
    DeployCommander,
    DeployUnit,
    DropBrigade,
    DropUnit,
    FinishDeployment,
)
from rules.black_powder.opening.deployment import zone
from rules.black_powder.opening.facts import ArmiesAgreed, CommanderDeployed, UnitAdded, UnitDeployed
from rules.black_powder.opening.muster import limit_of, points_of
from rules.black_powder.state import DEPLOYMENT, MUSTER, SET_UP, State
from rules.black_powder.turn.asks import RollForFirst
from tests.black_powder.positions import HOUSE, every, give, one, refused

LINE = AddUnit(name="9th Foot", profile="bri_line", brigade="british-first-brigade")


def begun(pack: Pack = HOUSE, **options: int) -> State:
    started = GameStarted(
        format=1, game="0", title="t", system="black_powder", edition="", scenario="open_field", pack="",
        sides=("british", "american"), options=dict(options),
    )  # fmt: skip
    return SYSTEM.initial(Setup(started, pack))


def agreed() -> State:
    state = begun()
    give(state, "british", Agree())
    give(state, "american", Agree())
    return state


class TestMuster:
    def test_bp_house_1_what_a_unit_costs_is_the_packs(self) -> None:
        """A British battalion: 6 x 2, 3 x 3, stamina 9, morale 6, Crack 3, First Fire 2, Valiant 3."""
        state = begun()
        assert state.core.phase == MUSTER
        before = points_of(state, "british")
        fact = one(give(begun(points=500), "british", LINE), UnitAdded)
        assert (fact.points, fact.total) == (12 + 9 + 9 + 6 + 8, before + 44)

    def test_bp_house_1_no_army_over_the_limit(self) -> None:
        state = begun()
        most, has = limit_of(state), points_of(state, "british")
        assert has <= most < has + 44
        assert refused(state, "british", LINE) == ("too many points", "BP.house.1")
        assert (
            refused(state, "british", AddBrigade(name="Guards", commander="Lord Rawdon", rating=10))[1] == "BP.house.1"
        )
        assert give(begun(points=has + 44), "british", LINE), "the players may agree on another limit"

    def test_bp_house_1_nor_agreed_on(self) -> None:
        state = begun(points=100)
        assert refused(state, "british", Agree()) == ("too many points", "BP.house.1")

    def test_bp_army_2_units_of_ones_own_brigades_and_profiles(self) -> None:
        state = begun(points=900)
        strange = AddUnit(name="9th Foot", profile="zul_impi", brigade="british-first-brigade")
        assert refused(state, "british", strange)[1] == "BP.house.1"
        other = AddUnit(name="9th Foot", profile="bri_line", brigade="american-first-brigade")
        assert refused(state, "british", other) == ("no brigade of yours", "BP.army.2")
        twice = AddUnit(name="British 1st", profile="bri_line", brigade="british-first-brigade")
        assert refused(state, "british", twice) == ("name taken", "BP.army.2")
        assert refused(state, "british", DropUnit(unit="continental-1st"))[1] == "BP.house.1"
        assert refused(state, "british", DropBrigade(brigade="american-first-brigade"))[1] == "BP.house.1"

    def test_bp_army_1_a_brigade_has_units(self) -> None:
        state = begun(points=900)
        give(state, "british", AddBrigade(name="Reserve", commander="Colonel Grey", rating=7))
        assert refused(state, "british", Agree()) == ("brigade without units", "BP.army.1")
        give(state, "british", AddUnit(name="Jaegers", profile="jager", brigade="reserve"))
        assert give(state, "british", Agree())
        give(state, "british", DropBrigade(brigade="reserve"))
        assert "jaegers" not in state.units
        assert "colonel-grey" not in state.commanders

    def test_a_change_undoes_what_was_agreed(self) -> None:
        state = begun()
        fact = one(give(state, "british", Agree()), ArmiesAgreed)
        assert (fact.points, fact.limit) == (points_of(state, "british"), 360)
        assert refused(state, "british", Agree()) == ("agreed already", "BP.house.1")
        give(state, "american", DropUnit(unit="continental-7th"))
        assert state.set_up.agreed == ()

    def test_every_profile_is_replaceable_by_a_pack(self) -> None:
        text = HOUSE.files["profiles.toml"].replace('{ id = "bri_line",', '{ id = "bri_line", points = 99,', 1)
        pack = Pack(name="mine", files={**HOUSE.files, "profiles.toml": text})
        fact = one(give(begun(pack, points=900), "british", LINE), UnitAdded)
        assert fact.points == 99


class TestDeployment:
    def test_bp_house_2_each_in_the_strip_along_its_edge(self) -> None:
        state = agreed()
        assert (state.core.phase, state.set_up.deploying) == (DEPLOYMENT, "british")
        assert (zone(state, "british").south, zone(state, "american").north) == (54_000, 18_000)
        out = DeployUnit(unit="british-1st", at="40:53.9", heading="180")
        assert refused(state, "british", out) == ("outside the zone", "BP.house.2")
        fact = one(give(state, "british", DeployUnit(unit="british-1st", at="40:54", heading="180")), UnitDeployed)
        assert fact.pose == (40_000, 54_000, 18_000)
        upon = DeployUnit(unit="british-2nd", at="42:54", heading="180")
        assert refused(state, "british", upon) == ("no room for it", "BP.house.2")
        assert refused(state, "american", DeployUnit(unit="continental-1st", at="40:10"))[1] == "BP.house.2"
        theirs = DeployUnit(unit="continental-1st", at="40:60")
        assert refused(state, "british", theirs) == ("nobody to place", "BP.house.2")

    def test_bp_form_1_in_a_formation_it_may_have(self) -> None:
        state = agreed()
        gun = DeployUnit(unit="british-6-pounders", at="40:56", heading="180", formation="line")
        assert refused(state, "british", gun) == ("no formation for it", "BP.form.1")
        nowhere = DeployUnit(unit="british-1st")
        assert refused(state, "british", nowhere) == ("place it somewhere", "BP.house.2")

    def test_bp_house_2_all_stand_before_the_other_side_places(self) -> None:
        state = agreed()
        assert refused(state, "british", FinishDeployment()) == ("units to be placed", "BP.house.2")
        give(state, "british", DeployCommander(commander="british-general", at="48:70"))
        assert refused(state, "british", DeployCommander(commander="british-general", at="48:40"))[1] == "BP.house.2"
        facts = deploy(state, "british")
        placed = {fact.commander for fact in every(facts, CommanderDeployed)}
        assert placed == {"british-first-brigadier", "british-second-brigadier"}, "the general was placed before"
        assert state.set_up.deploying == "american"
        deploy(state, "american")
        assert state.core.phase == SET_UP
        assert state.brigades["british-first-brigade"].counting == ("british-1st", "british-2nd", "british-3rd")
        assert give(state, "british", RollForFirst(), (5, 2)), "and the battle begins"


def deploy(state: State, side: str) -> list[Fact]:
    """By the program's own offers, to the end of it."""
    found: list[Fact] = []
    while state.core.phase == DEPLOYMENT and state.set_up.deploying == side:
        order: Order = next(choice.order for choice in SYSTEM.book.choices(state) if choice.by == side)
        found = facts_of(carry_out(SYSTEM, state, side, order, SeededChance(1)))
    return found
