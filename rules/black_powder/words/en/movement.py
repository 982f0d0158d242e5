"""Moves in English."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.black_powder.movement import asks as a
from rules.black_powder.movement import facts as f
from rules.black_powder.words.en.plain import inches, said, said_spot, said_step

WHY = {"move": "moves", "withdraw": "withdraws", "blunder": "goes astray"}


def said_ground(ground: tuple[f.Extra, ...]) -> str:
    return "".join(f" and {inches(one.extra)} for {one.piece}" for one in ground)


def _moved(say: Say, x: f.UnitMoved) -> str:
    steps = ", ".join(said_step(text) for text in x.path)
    long = f"{inches(x.way)}{said_ground(x.ground)} of {inches(x.allowance)}"
    near = f"; {say.name(x.near)} was {inches(x.gap)} off" if x.near else ""
    through = f"; through {', '.join(map(say.name, x.through))}" if x.through else ""
    upon = f"; still on {say.name(x.upon)}" if x.upon else ""
    parts = f"; {', '.join(map(say.name, x.parts))} stays behind" if x.parts else ""
    end = said_spot(x.pose)
    return f"{say.unit(x.unit)} {WHY[x.why]} {long}: {steps}; now {end}{near}{through}{upon}{parts}"


def _formed(say: Say, x: f.FormationChanged) -> str:
    again = "straightens its" if x.was == x.formation else f"goes from {say.term(x.was)} into"
    return f"{say.unit(x.unit)} {again} {say.term(x.formation)}, {said_spot(x.pose)}"


def _limbered(say: Say, x: f.GunLimbered) -> str:
    done = "" if x.spent >= x.takes else f": {x.spent} of {x.takes} moves"
    return f"{say.unit(x.unit)} {x.do}s{done}, {said_spot(x.pose)}"


def _entered(say: Say, x: f.BuildingEntered) -> str:
    return f"{say.unit(x.unit)} enters {x.block}: {inches(x.distance)} and {inches(x.cost)} of {inches(x.allowance)}"


def _left_block(say: Say, x: f.BuildingLeft) -> str:
    far = f"{inches(x.distance)} of {inches(x.allowance)}"
    return f"{say.unit(x.unit)} leaves {x.block}, {far}, in {say.term(x.formation)} {said_spot(x.pose)}"


def _left_table(say: Say, x: f.UnitLeftTable) -> str:
    return f"{say.unit(x.unit)} leaves the table {said_spot(x.exit)}{', for good' if x.for_good else ''}"


FACTS: FactTexts = {
    f.UnitMoved: _moved,
    f.FormationChanged: _formed,
    f.GunLimbered: _limbered,
    f.BuildingEntered: _entered,
    f.BuildingLeft: _left_block,
    f.UnitLeftTable: _left_table,
}
ORDERS: OrderTexts = {
    a.MoveUnit: "BP.mov.2 One unit makes one move along the steps of `path`, such as ahead:6 wheel-right:30.",
    a.FormUnit: "BP.form.10 A new formation about the leader, who may turn to a `heading`; with `turn` every base "
    "turns left or right in place (BP.form.11).",
    a.HandleGun: "BP.lim.1 A gun limbers, or unlimbers toward a `heading`.",
    a.EnterBuilding: "BP.ter.7 Infantry goes into a block that has room for it.",
    a.LeaveBuilding: "BP.ter.8 A unit comes out of its block: its leader to a point, formed about him.",
    a.EndMoves: "BP.cmd.5 The moves won are made, or no more are wanted.",
}
REASONS: ReasonTexts = {
    "way of": said("{0:in} of {1:in}"),
    "leaves the table": "{0:unit} would leave the table",
    "nobody there": "there is no unit {0} on the table",
    "not yours": "{0:name} is a unit of {1:term}",
    "engaged": "{0:name} is engaged in hand-to-hand: it neither moves nor takes such orders",
    "no step to move": "{0:name} is given no step to move; such as ahead:6",
    "too many steps": "{0:name} is given {1} steps; {2} at most can be measured",
    "goes nowhere": "{0:name} would end where it stands",
    "way too long": said("the way of {0:name} comes to {1:in}; one move is {2:in}"),
    "closed ground": "{0:name} may not go into {1}: {2}",
    "sideways near the enemy": "{1:name} is within 12 inches: {0:name} moves only in its front or its rear zone",
    "enemy in the way": "{1:name} stands in the way of {0:name}",
    "friend in the way": "{1:name} stands where {0:name} would",
    "contact without a charge": "{0:name} would touch {1:name}; contact takes a charge",
    "stands on a friend": "{0:name} would end on {1:name}, and no further move takes it clear",
    "half off the table": "{0:name} would stand half off the table",
    "leaves the building first": "{0:name} is in a building, and leaves it first",
    "straightens first": "{0:name} is bent about the ground: it straightens with a whole move first",
    "reforms first": "{0:name} must use its move to form anew",
    "being limbered": "{0:name} is between limbering and unlimbering",
    "too heavy for hands": "{0:name} is a siege gun; nobody moves it by hand",
    "moved by hand already": "{0:name} was moved by hand in this phase; once is all",
    "square has moved": "{0:name} is in square and has moved this turn",
    "horse near the square": "{1:name} is within 12 inches: the square of {0:name} stands",
    "square only goes back": "{0:name} is in square: it only goes back toward its own lines",
    "no formation for it": "{0:name} has no formation such as {1:term}",
    "no squares in this game": "no squares are formed in this game",
    "no mixed order": "{0:name} is not trained to fight in mixed order",
    "column only on a road": "{0:name} marches in column only on a road or track",
    "keeps its formation": "{0:name} keeps to its own formation",
    "stands so already": "{0:name} stands so already",
    "no turn of bases": "{0:name} cannot turn its bases: regulars do, from march column to line or back",
    "no room on the table": "{0:name} would stand partly off the table",
    "no room for it": "{1:name} leaves {0:name} no room",
    "no gun to limber": "{0:name} is no gun that could limber",
    "limbered already": "{0:name} is limbered already",
    "unlimbered already": "{0:name} is unlimbered already",
    "no block of that name": "there is no block {0} that troops could hold",
    "only foot enters": "{0:name} is not infantry; only infantry enters {1}",
    "held by the enemy": "the enemy holds {0}: it must be assaulted",
    "block is full": "{0} has no room left for {1:name}",
    "block burns": "{0} burns, or is burnt down",
    "no way to the block": "no way leads {0:name} straight to {1}",
    "block too far": said("{1} is {2:in} off; {0:name} must have 6 inches left there, and so goes {3:in} at most"),
    "in no building": "{0:name} is in no building",
    "entered this turn": "{0:name} went in this turn; it stays",
    "gun stays in the building": "{0:name} was placed in the building and stays there",
}
