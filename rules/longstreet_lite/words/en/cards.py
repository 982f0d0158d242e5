"""Cards in English: how they are played, and what their effects do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.facts import CardDrawn, DeckShuffled, UnitId
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from domain.words.plain import count
from rules.longstreet_lite.cards import asks as a
from rules.longstreet_lite.cards import facts as f
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.words.en.plain import nested, said

KINDS: Mapping[str, str] = {"": "unit", "INF": "infantry unit", "ART": "battery"}
DICE: Mapping[str, str] = {
    "": "to-hit dice",
    "to_hit": "to-hit dice",
    "attack": "attack dice",
    "defence": "defence dice",
}


def said_effect(say: Say, effect: Effect, unit: UnitId = "") -> str:
    """In one clause, with the unit where it is named."""
    return SAID[effect.do](effect, say.unit(unit) if unit else whom(effect))


def whom(effect: Effect) -> str:
    side = "" if effect.whose == "own" else "enemy "
    least = f" of {effect.least_bases} bases or more" if effect.least_bases else ""
    return f"{'one' if effect.units == 'one' else 'every'} {side}{KINDS[effect.kind]}{least}"


def _player(effect: Effect) -> str:
    return "the player" if effect.whose == "own" else "the enemy"


def _moves(effect: Effect, subject: str) -> str:
    way = f"{effect.n} BW farther" if effect.n > 0 else f"{-effect.n} BW less"
    least = f", {effect.least} at least" if effect.least else ""
    return f"{subject} moves {way}{least}"


def _die_changes(effect: Effect, subject: str) -> str:
    which = f"{' and '.join(effect.modes)} dice" if effect.modes else DICE[effect.dice]
    near = f" within {effect.within} BW" if effect.within else ""
    return f"{effect.n:+} to {which}{near} {'of' if effect.aimed == 'by' else 'aimed at'} {subject}"


SAID: Mapping[str, Callable[[Effect, str], str]] = {
    "move_bonus": _moves,
    "unit_may_not_move": lambda _effect, subject: f"{subject} may not move",
    "unit_may_not_fire": lambda _effect, subject: f"{subject} may not fire",
    "extra_combat_dice": lambda effect, subject: f"{subject} rolls {effect.n:+} {DICE[effect.dice]}",
    "may_reroll": lambda effect, subject: f"{subject} may re-roll failed {DICE[effect.dice]}",
    "must_reroll": lambda effect, subject: f"{subject} must re-roll successful {DICE[effect.dice]}",
    "die_modifier": _die_changes,
    "hand_limit": lambda effect, _subject: f"{_player(effect)} draws up to {effect.n} cards",
    "waive_second_card": lambda _effect, _subject: "the phase counts as invoked with two cards",
    "passive_moves_unit": lambda _effect, subject: f"the player moves {subject}",
    "no_modifiers": lambda effect, _subject: f"{_player(effect)} may not modify any phase",
}


USES: Mapping[str, str] = {
    "invoke": "to invoke a phase",
    "modify": "to modify the phase",
    "interrupt": "as an interrupt",
    "morale": "as a morale card",
    "retreat": "to ease the retreats",
}
WINDOWS: Mapping[str, str] = {
    "turn_start": "the turn begins",
    "fire": "a Fire phase is invoked",
    "move": "a Move phase is invoked",
    "combat": "a Combat phase is invoked",
}


def _pile(say: Say, cards: tuple[str, ...]) -> str:
    held = {card: cards.count(card) for card in cards}
    return ", ".join(f"{say.unit(card)} x{n}" if n > 1 else say.unit(card) for card, n in held.items()) or "nothing"


def _drawn(say: Say, fact: CardDrawn) -> str:
    if fact.to == "hand":
        return f"{fact.by} draws {say.unit(fact.card)} ({fact.source})"
    return f"{fact.by} loses {say.unit(fact.card)} to the reshuffle, unseen ({fact.source})"


def _played(say: Say, fact: f.CardPlayed) -> str:
    named = ", naming" if fact.use == "interrupt" else " for"
    for_whom = f"{named} {say.unit(fact.unit)}" if fact.unit else ""
    gone = "; it leaves the game" if fact.removed else ""
    return f"{fact.by} plays {say.unit(fact.card)} {USES[fact.use]}{for_whom}{gone}"


def _effect_began(say: Say, fact: f.EffectBegan) -> str:
    turn, _ = fact.until
    lasting = f", to the end of turn {turn}" if turn else ""
    return f"{say.unit(fact.card)} ({fact.by}): {said_effect(say, fact.effect, fact.unit)}{lasting}"


def _filled(_say: Say, fact: f.HandFilled) -> str:
    deck = "" if fact.deck is None else f", {fact.deck} in the deck"
    return f"{fact.side} draws {count(fact.drawn, 'cards')}: {fact.hand} in hand{deck}"


def _shown(say: Say, fact: f.CardsShown) -> str:
    return "; ".join(
        f"{side} held {_pile(say, hand)}; in its deck {_pile(say, fact.decks[side])}; "
        f"lost unseen {_pile(say, fact.unseen[side])}"
        for side, hand in fact.hands.items()
    )


PLAYED: Mapping[str, str] = {
    "turn_start": "at the start of the enemy's turn",
    "fire": "when the enemy has invoked a Fire phase",
    "move": "when the enemy has invoked a Move phase",
    "combat": "when the enemy has invoked a Combat phase",
}


FACTS: FactTexts = {
    CardDrawn: _drawn,
    DeckShuffled: lambda _say, x: f"the deck of {x.deck} is shuffled: {count(len(x.cards), 'cards')}",
    f.CardPlayed: _played,
    f.Declined: lambda say, x: f"{x.by} declines {say.reason(x.what)}",
    f.EffectBegan: _effect_began,
    f.EffectUsed: lambda say, x: f"{say.unit(x.card)} {'is used for' if x.spent else 'speaks of'} {say.unit(x.unit)}",
    f.EffectsEnded: lambda say, x: f"no longer in force: {say.units(x.cards)}",
    f.HandFilled: _filled,
    f.CardsShown: _shown,
}
ASKED: QuestionTexts = {
    a.AwaitInterrupt: lambda _say, x: f"{WINDOWS[x.window]}: {x.side} may interrupt",
    a.AwaitName: lambda say, x: f"{x.side} names the unit {say.unit(x.card)} speaks of",
}
ORDERS: OrderTexts = {
    a.Interrupt: "LL.4.int.1 The passive player plays a kepi card; `unit` is the one its text speaks of.",
    a.Decline: "LL.4.int.1 Whatever is asked: no.",
    a.NameUnit: "LL.4.mod.1 The unit a card speaks of.",
    a.Reroll: "LL.1.dice.2 The dice asked about are rolled once more.",
    a.PlayMorale: 'LL.4.morale.1 Cards for units under fire, or beaten in combat: cards={"22nd-ohio":["quickstep"]}.',
}
REASONS: ReasonTexts = {
    "no such card": said("there is no card {0:typed} in this game"),
    "not in hand": said("{0} does not hold {rest}"),
    "void card": "the effects of {0:name} are void in this game; it may invoke, or lend morale",
    "no kepi": "{0:name} cannot interrupt: it has no kepi",
    "interrupted already": "{0} has interrupted this turn already; once is all",
    "another window": lambda say, of: f"{say.name(of[0])} is played {PLAYED[str(of[1])]}, not {PLAYED[str(of[2])]}",
    "no single unit": "{0:name} speaks of no single unit; leave the unit out",
    "not yours to name": "it is not for {0} to name the unit of {1:name}; leave it out",
    "nobody to speak of": "there is no unit on the table that {0:name} could speak of",
    "wrong symbol": "{0:name} cannot modify a {1} phase: that takes the {2}",
    "symbol used": "the {0} has modified a phase this turn already; once is all",
    "may not modify": "{0} may not modify any phase this turn: {1:name} forbids it",
    "unit to be named": said("{0:name} speaks of one unit: name it; there are {rest}", none="none now"),
    "no such unit to name": said(
        "{0:name} speaks of one unit, and there is no {1:typed}; there are {rest}", none="none now"
    ),
    "card for the table": "{0:name} speaks of a unit on the table, and {1:name} is not there",
    "card cannot speak of it": nested("{0:name} cannot speak of {1:name}: {why}"),
    "of the other side": "it belongs to the other side",
    "is artillery": "it is artillery",
    "is infantry": "it is infantry",
    "too few bases for a card": "it has {0} bases, and {1} are needed",
    "is limbered": "it is limbered",
    "not attacking": said("{0:name} speaks of an attacking unit: {rest}"),
    "must name one": "{0:name} needs a unit: {1} must name one",
    "card": "{0:name}",
    "to name a unit": "to name a unit for {0:unit}",
    "no card left": "{0} has no card left in hand, deck and discard pile",
    "to interrupt": "to interrupt",
    "which unit the card speaks of": "which unit the card speaks of",
}
