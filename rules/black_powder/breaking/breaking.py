"""BP.brk, BP.ret The chapter of break tests and retreats, and of commanders who are ridden over (BP.cdm.6)."""

from __future__ import annotations

from domain.kernel.chapter import Asked, Chapter, Question, always
from rules.black_powder.breaking import displaced, retreat, tests
from rules.black_powder.breaking.asks import (
    AwaitJoin,
    AwaitReroll,
    AwaitRetreat,
    AwaitTestOrder,
    JoinUnit,
    KeepTest,
    OrderTests,
    ResumeTests,
    RetreatUnit,
    Test,
    UseReroll,
)
from rules.black_powder.breaking.facts import FACTS
from rules.black_powder.state import State

CHAPTER = Chapter[State](
    facts=(*FACTS, *displaced.FACTS),
    orders=(
        Asked(OrderTests(units=("21st-foot", "62nd-foot")), cite="BP.brk.4", sampled=always),
        Asked(RetreatUnit(unit="21st-foot", bearing="0"), cite="BP.ret.1", sampled=always),
        Asked(UseReroll(unit="21st-foot"), cite="BP.sr.Vali"),
        Asked(KeepTest(unit="21st-foot"), cite="BP.sr.Vali"),
        Asked(JoinUnit(unit="blue-foot-i"), cite="BP.cdm.6"),
    ),
    questions=(
        Question(AwaitTestOrder, {OrderTests: tests.decide_order}, tests.order_choices, cites=("BP.brk.4",)),
        Question(
            AwaitReroll,
            {UseReroll: tests.decide_reroll, KeepTest: tests.decide_keep},
            tests.reroll_choices,
            cites=("BP.sr.Vali",),
        ),
        Question(AwaitRetreat, {RetreatUnit: retreat.decide}, retreat.choices, cites=("BP.ret.1",)),
        Question(AwaitJoin, {JoinUnit: displaced.decide_join}, displaced.join_choices, ("BP.cdm.6",)),
    ),
    resumes={ResumeTests: tests.resume},
    within={Test: ("BP.brk.1",), ResumeTests: ("BP.brk.4",)},
)
