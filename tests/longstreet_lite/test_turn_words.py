"""Set-up, cards and victory in plain words: a spectator can follow the game by reading."""

from __future__ import annotations

import pytest

from domain.kernel.facts import CardDrawn, DeckShuffled, Fact, FrameOpened, PhaseBegan
from domain.kernel.reasons import Reason
from domain.kernel.say import Say
from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, AwaitInterrupt, AwaitName
from rules.longstreet_lite.cards.facts import FACTS as CARDS
from rules.longstreet_lite.cards.facts import (
    CardPlayed,
    CardsShown,
    Declined,
    EffectBegan,
    EffectsEnded,
    EffectUsed,
    HandFilled,
)
from rules.longstreet_lite.combat.asks import AwaitAllocation, AwaitCombatMorale, AwaitCombatReroll
from rules.longstreet_lite.fire.asks import AwaitFireMorale, AwaitFireReroll
from rules.longstreet_lite.losses.asks import AwaitLosses
from rules.longstreet_lite.retreat.asks import AwaitRetreat, AwaitRetreatCard, AwaitRetreatPath
from rules.longstreet_lite.sheets.rows import Effect, names
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.words.en.cards import said_effect
from tests.longstreet_lite.positions import HOUSE

TOLD: list[tuple[Fact, str]] = [
    (PhaseBegan(turn=0, phase="terrain", side="us"), "us places terrain"),
    (PhaseBegan(turn=3, phase="turn start", side="cs"), "turn 3: cs is active"),
    (PhaseBegan(turn=3, phase="combat", side="cs"), "Combat phase of cs"),
    (DeckShuffled(deck="us", cards=("a", "b")), "the deck of us is shuffled: 2 cards"),
    (CardDrawn(by="us", deck="us", card="quickstep", source="fair", to="hand"), "us draws quickstep (fair)"),
    (
        CardDrawn(by="us", deck="us", card="quickstep", source="fair", to="removed"),
        "us loses quickstep to the reshuffle, unseen (fair)",
    ),
    (FrameOpened(frame=AwaitInterrupt(side="cs", window="move")), "a Move phase is invoked: cs may interrupt"),
    (FrameOpened(frame=AwaitName(side="us", card="old-rivals")), "us names the unit old-rivals speaks of"),
    (FrameOpened(frame=AwaitConfusedMove(side="cs", unit="u", card="confusion")), "cs may move u"),
    (
        FrameOpened(frame=AwaitCombatReroll(side="us", unit="u", dice="attack", card="colors-forward")),
        "us may re-roll the failed attack dice of u (colors-forward)",
    ),
    (
        FrameOpened(frame=AwaitFireReroll(side="us", unit="u", card="aim-low")),
        "us may re-roll the failed to-hit dice of u (aim-low)",
    ),
    (FrameOpened(frame=AwaitFireMorale(side="cs")), "cs may play morale cards against the hits"),
    (FrameOpened(frame=AwaitCombatMorale(side="cs")), "cs may play morale cards for its beaten units"),
    (
        FrameOpened(frame=AwaitLosses(side="cs", unit="c", count=2, cause="fire")),
        "cs chooses which bases c gives up: 2",
    ),
    (FrameOpened(frame=AwaitAllocation(side="us")), "us divides its attack dice"),
    (FrameOpened(frame=AwaitRetreatCard(side="cs")), "cs may play a card to ease its retreats"),
    (FrameOpened(frame=AwaitRetreat(side="cs")), "cs says which unit retreats next"),
    (FrameOpened(frame=AwaitRetreatPath(side="cs", unit="c", distance=3)), "cs shows how c retreats 3 BW"),
    (CardPlayed(by="us", card="quickstep", use="modify"), "us plays quickstep to modify the phase"),
    (
        CardPlayed(by="cs", card="sharpshooters", use="interrupt", unit="u", removed=True),
        "cs plays sharpshooters as an interrupt, naming u; it leaves the game",
    ),
    (CardPlayed(by="cs", card="a", use="morale", unit="c"), "cs plays a as a morale card for c"),
    (Declined(by="cs", what=Reason("to interrupt", "LL.4.int.1")), "cs declines to interrupt"),
    (Declined(by="us", what=Reason("to move it", "LL.4.int.6", ("u",))), "us declines to move u"),
    (
        EffectBegan(card="quickstep", by="us", effect=Effect(do="move_bonus", n=2)),
        "quickstep (us): every unit moves 2 BW farther",
    ),
    (
        EffectBegan(card="lost-courier", by="cs", effect=Effect(do="no_modifiers", whose="enemy"), until=(5, "us")),
        "lost-courier (cs): the enemy may not modify any phase, to the end of turn 5",
    ),
    (EffectUsed(card="aim-low", unit="u", by="us"), "aim-low speaks of u"),
    (EffectUsed(card="aim-low", unit="u", spent=True, by="us"), "aim-low is used for u"),
    (EffectsEnded(cards=("quickstep", "old-rivals")), "no longer in force: quickstep, old-rivals"),
    (
        f.UnitAdded(side="us", unit="20th-maine", name="20th Maine", kind="INF", bases=8),
        "20th Maine (20th-maine) joins us: infantry, 8 bases",
    ),
    (f.UnitDropped(side="us", unit="u"), "u leaves the army of us"),
    (f.ArmiesAgreed(side="us"), "us agrees to both armies"),
    (
        f.TerrainRolled(rolls={"us": 4, "cs": 3}, higher="us", least=4, most=7),
        "us rolled higher and places 4 to 7 pieces of terrain",
    ),
    (
        f.TerrainPlaced(
            name="the knoll", kind="hill", points=((0, 0), (2000, 0), (1000, 3000)), crest=((0, 0), (1, 1))
        ),
        "the knoll is placed: hill about 1:1, with its crest",
    ),
    (f.TerrainRemoved(name="the knoll"), "the knoll is taken away again"),
    (f.EdgesChosen(edges={"cs": "north", "us": "south"}), "cs has the north edge and us has the south edge"),
    (f.DeploymentPassed(side="cs"), "it is for cs to deploy"),
    (
        f.UnitDeployed(unit="u", pose=(12_500, 8000, 4550), ranks=(4, 3)),
        "u deploys at 12.5:8, heading 45.5, ranks 4-3",
    ),
    (f.UnitDeployed(unit="g", pose=(1000, 0, 0), ranks=(1,), limbered=True), "g deploys at 1:0, heading 0, limbered"),
    (f.DeploymentFinished(side="cs"), "the army of cs stands"),
    (
        f.BreakPointSet(halves={"us": 24, "cs": 22}, break_point=22),
        "half of the bases: us 24, cs 22; break point 22, the lower of the two",
    ),
    (f.FirstTurnTaken(side="cs", rolled=False), "cs has the first turn, by the scenario"),
    (f.FirstTurnTaken(side="cs", rolled=True), "cs has the first turn"),
    (HandFilled(side="us", drawn=1, hand=6, deck=41), "us draws 1 card: 6 in hand, 41 in the deck"),
    (HandFilled(side="us", drawn=0, hand=6), "us draws 0 cards: 6 in hand"),
    (
        f.PenaltyPaid(by="us", removed=6, deck=18),
        "us reshuffles: 6 cards of the new deck leave the game unseen; 18 in the deck",
    ),
    (
        f.PhaseInvoked(by="us", phase="move", cards=2, modifier="quickstep", symbol="BUGLE"),
        "us has invoked a Move phase with 2 cards, modified by quickstep",
    ),
    (f.SecondCardPlayed(by="us"), "us has now invoked the phase with two cards"),
    (f.Passed(by="us", forced=False, counts=True), "us passes"),
    (f.Passed(by="us", forced=True, counts=True), "us has no card and must pass"),
    (f.SmokeCleared(side="us", units=("u", "v")), "smoke clears from u, v"),
    (
        f.VictoryTested(by="us", die=4, lost=18, break_point=22, won=True),
        "us tests for victory: die 4 + 18 enemy bases lost = 22 against 22, victory",
    ),
    (
        f.VictoryTested(by="us", die=0, lost=2, break_point=22, won=False),
        "us tests for victory: 2 enemy bases lost, no die needed against 22, not enough",
    ),
    (
        CardsShown(hands={"us": ("a", "a", "b")}, decks={"us": ()}, unseen={"us": ("c",)}),
        "us held a x2, b; in its deck nothing; lost unseen c",
    ),
]


@pytest.mark.parametrize(("fact", "words"), TOLD)
def test_a_fact_is_told_in_plain_words(fact: Fact, words: str) -> None:
    assert tell(SYSTEM, fact) == words


def test_every_fact_of_set_up_and_turn_is_told_here() -> None:
    told = {type(fact) for fact, _ in TOLD}
    assert {one.kind for one in (*f.FACTS, *CARDS)} - told == set()
    assert {type(fact.frame) for fact, _ in TOLD if isinstance(fact, FrameOpened)} == set(SYSTEM.book.questions)


def test_cards_and_units_are_told_by_name() -> None:
    played = CardPlayed(by="us", card="old-rivals", use="interrupt", unit="4th-virginia")
    assert tell(SYSTEM, played, names(HOUSE)) == ("us plays Old Rivals as an interrupt, naming 4th Virginia")


@pytest.mark.parametrize(
    ("effect", "name", "words"),
    [
        (Effect(do="move_bonus", n=2), "", "every unit moves 2 BW farther"),
        (Effect(do="move_bonus", n=-2, units="one", whose="enemy", least=1), "u", "u moves 2 BW less, 1 at least"),
        (Effect(do="unit_may_not_fire", units="one", whose="enemy"), "", "one enemy unit may not fire"),
        (Effect(do="extra_combat_dice", n=2, units="one", dice="attack", least_bases=6), "",
         "one unit of 6 bases or more rolls +2 attack dice"),
        (Effect(do="die_modifier", n=1, units="one", kind="INF", modes=("volley",), within=3), "",
         "+1 to volley dice within 3 BW of one infantry unit"),
        (Effect(do="die_modifier", n=-1, aimed="at", dice="attack"), "c", "-1 to attack dice aimed at c"),
        (Effect(do="must_reroll", units="one", whose="enemy", dice="to_hit"), "u",
         "u must re-roll successful to-hit dice"),
        (Effect(do="may_reroll", kind="ART", dice="to_hit"), "", "every battery may re-roll failed to-hit dice"),
        (Effect(do="hand_limit", n=5, whose="enemy"), "", "the enemy draws up to 5 cards"),
        (Effect(do="no_modifiers", whose="enemy"), "", "the enemy may not modify any phase"),
        (Effect(do="waive_second_card"), "", "the phase counts as invoked with two cards"),
        (Effect(do="passive_moves_unit", units="one", whose="enemy"), "v", "the player moves v"),
    ],
)  # fmt: skip
def test_an_effect_is_told_in_plain_words(effect: Effect, name: str, words: str) -> None:
    assert said_effect(Say(SYSTEM.words("en")), effect, name) == words
