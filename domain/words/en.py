"""What all systems share, in English: facts, and refusals of the gate."""

from __future__ import annotations

from domain.kernel import facts as f
from domain.kernel.say import FactTexts, ReasonTexts, Say
from domain.words.orders import format_order
from domain.words.plain import cited, count, generic
from domain.words.scan import json_text


def _started(_say: Say, fact: f.GameStarted) -> str:
    return f"{fact.title}: {fact.system}, scenario {fact.scenario}, {' against '.join(fact.sides)}"


def _line(_say: Say, fact: f.LineOpened) -> str:
    what = f"taken back by consent of {' and '.join(fact.consent)}" if fact.consent else "a new line"
    return f"{what} from {fact.parent}:{fact.at}, with {fact.luck} luck" + (f": {fact.why}" if fact.why else "")


def _order(_say: Say, fact: f.OrderGiven[f.Order]) -> str:
    return f"{fact.by}> {format_order(fact.order)}"


def _dice(say: Say, fact: f.DiceRolled) -> str:
    shown = say.faces(fact)
    faces = ", ".join(map(str, shown))
    total = f" = {sum(shown)}" if len(shown) > 1 else ""
    purpose = say.purpose(fact.why)
    why = f" for {purpose}" if purpose else ""
    return f"{fact.by} rolls {len(fact.faces)}d{fact.sides}{why}: {faces}{total} ({fact.source} dice)"


def _card(_say: Say, fact: f.CardDrawn) -> str:
    return f"{fact.by} draws {fact.card} from {fact.deck} ({fact.source})"


def _shuffled(_say: Say, fact: f.DeckShuffled) -> str:
    return f"{fact.deck} is shuffled: {len(fact.cards)} cards"


def _opened(say: Say, fact: f.FrameOpened[f.Frame]) -> str:
    asked = say.words.asked.get(type(fact.frame))
    return asked(say, fact.frame) if asked else f"waiting: {generic(fact.frame)}"


def _closed(_say: Say, _fact: f.FrameClosed) -> str:
    return "answered"


def _phase(_say: Say, fact: f.PhaseBegan) -> str:
    return f"turn {fact.turn}, {fact.phase}" + (f" ({fact.side})" if fact.side else "")


def _loss(say: Say, fact: f.LossTaken) -> str:
    men = f", about {fact.men} men" if fact.men is not None else ""
    told = say.reason(fact.cause)
    cause = f" to {told}" if told else ""
    return f"{say.unit(fact.unit)} ({fact.side}) loses {count(fact.amount, fact.kind)}{men}{cause}"


def _points(say: Say, fact: f.PointsScored) -> str:
    verb = "gains" if fact.points >= 0 else "loses"
    told, rule = say.reason(fact.why), cited(fact)
    why = f" for {told}" if told else ""
    return f"{fact.side} {verb} {count(abs(fact.points), 'points')}{why}{rule}"


def _deposited(_say: Say, fact: f.SharesDeposited) -> str:
    return f"{fact.by} has handed the host its shares of the dice, up to order {fact.upto} with dice"


def _promised(_say: Say, fact: f.SharesPromised) -> str:
    return f"{fact.by} gives its own shares of the dice from here on, and promises {fact.promise[:12]}…"


def _waits(_say: Say, fact: f.OrderWaits[f.Order]) -> str:
    typed = "".join(f"; {side} rolled {', '.join(map(str, faces))}" for side, faces in fact.dice.items())
    what = "dice" if fact.dice or not fact.shares else "share"
    return f"{fact.by}> {format_order(fact.order)} waits for the {what} of {fact.waits_for}{typed}"


def _ruling(_say: Say, fact: f.RulingMade) -> str:
    readings = "".join(f", {dispute} read as {choice}" for dispute, choice in fact.readings.items())
    rule = f" [{fact.rule}]" if fact.rule else ""
    named = f"{fact.by} names who plays {' and '.join(fact.players)} from here on" if fact.players else ""
    ruled = f"{fact.by} rules: {fact.text}{rule}{readings}" if fact.text or rule or readings or not named else ""
    return "; ".join(filter(None, (ruled, named)))


def _note(_say: Say, fact: f.NoteAdded) -> str:
    return f"note by {fact.by}" + (f" on entry {fact.about}" if fact.about else "") + f": {fact.text}"


def _irregular(say: Say, fact: f.IrregularPlay) -> str:
    return f"irregular, as {fact.by} played it: {fact.what}; {say.reason(fact.why)}{cited(fact)}"


def _seed(_say: Say, fact: f.SeedRevealed) -> str:
    return f"the seed is revealed: {fact.seed}"


def _left(_say: Say, fact: f.LineClosed) -> str:
    agreed = f", as {' and '.join(fact.consent)} agreed" if fact.consent else f" by {fact.by}"
    return f"this line is closed{agreed}" + (f": {fact.why}" if fact.why else "")


def _ended(say: Say, fact: f.GameEnded) -> str:
    result = f"{fact.winner} wins" if fact.winner else "a draw"
    return f"the game ends, {result}: {say.reason(fact.why)}{cited(fact)}"


def _unread(_say: Say, fact: f.Newer) -> str:
    return f"{fact.kind}, which this program does not know: {json_text(fact.fields)}"


REASONS: ReasonTexts = {
    "game over": "the game is over; branch from an earlier entry to play on",
    "line closed": "this line is closed; branch from one of its entries to play on",
    "unexplained": "no order in the file explains it",
    "stray dice": "no order asks for these dice",
}

FACTS: FactTexts = {
    f.GameStarted: _started,
    f.LineOpened: _line,
    f.OrderGiven: _order,
    f.OrderWaits: _waits,
    f.SharesDeposited: _deposited,
    f.SharesPromised: _promised,
    f.DiceRolled: _dice,
    f.CardDrawn: _card,
    f.DeckShuffled: _shuffled,
    f.FrameOpened: _opened,
    f.FrameClosed: _closed,
    f.PhaseBegan: _phase,
    f.LossTaken: _loss,
    f.PointsScored: _points,
    f.RulingMade: _ruling,
    f.NoteAdded: _note,
    f.IrregularPlay: _irregular,
    f.SeedRevealed: _seed,
    f.LineClosed: _left,
    f.GameEnded: _ended,
    f.Newer: _unread,
}
