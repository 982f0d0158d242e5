"""Ce que tous les systèmes ont en commun, en français."""

from __future__ import annotations

from domain.kernel import facts as f
from domain.kernel.say import FactTexts, ReasonTexts, Say
from domain.words.orders import format_order
from domain.words.plain import cited, generic
from domain.words.scan import json_text

_LUCK = {"same": "les mêmes dés", "fresh": "de nouveaux dés"}
_SOURCES = {"fair": "dés loyaux", "entered": "dés saisis", "imported": "dés importés", "ruled": "dés fixés"}
_CARDS = {"fair": "tirage loyal", "entered": "carte saisie", "imported": "carte importée", "ruled": "carte fixée"}


def _started(say: Say, fact: f.GameStarted) -> str:
    sides = " contre ".join(say.term(side) for side in fact.sides)
    return f"{fact.title} : {fact.system}, scénario {fact.scenario}, {sides}"


def _line(say: Say, fact: f.LineOpened) -> str:
    agreed = " et ".join(say.term(side) for side in fact.consent)
    what = f"reprise acceptée par {agreed}" if fact.consent else "une nouvelle ligne"
    return f"{what} à partir de {fact.parent}:{fact.at}, avec {_LUCK[fact.luck]}" + (
        f" : {fact.why}" if fact.why else ""
    )


def _order(_say: Say, fact: f.OrderGiven[f.Order]) -> str:
    return f"{fact.by}> {format_order(fact.order)}"


def _deposited(say: Say, fact: f.SharesDeposited) -> str:
    return f"{say.term(fact.by)} a remis à l’hôte ses parts des dés, jusqu’à l’ordre {fact.upto} avec dés"


def _promised(say: Say, fact: f.SharesPromised) -> str:
    return f"{say.term(fact.by)} donne désormais ses propres parts des dés, et promet {fact.promise[:12]}…"


def _waits(say: Say, fact: f.OrderWaits[f.Order]) -> str:
    typed = "".join(f" ; {say.term(side)} a fait {', '.join(map(str, faces))}" for side, faces in fact.dice.items())
    what = "les dés" if fact.dice or not fact.shares else "la part"
    return f"{fact.by}> {format_order(fact.order)} attend {what} de : {say.term(fact.waits_for)}{typed}"


def _dice(say: Say, fact: f.DiceRolled) -> str:
    shown = say.faces(fact)
    faces = ", ".join(map(str, shown))
    total = f" = {sum(shown)}" if len(shown) > 1 else ""
    purpose = say.purpose(fact.why)
    why = f" pour {purpose}" if purpose else ""
    return f"{say.term(fact.by)} lance {len(fact.faces)}d{fact.sides}{why} : {faces}{total} ({_SOURCES[fact.source]})"


def _card(say: Say, fact: f.CardDrawn) -> str:
    return f"{say.term(fact.by)} tire {say.term(fact.card)} de {say.term(fact.deck)} ({_CARDS[fact.source]})"


def _shuffled(say: Say, fact: f.DeckShuffled) -> str:
    return f"{say.term(fact.deck)} est mélangé : {len(fact.cards)} cartes"


def _opened(say: Say, fact: f.FrameOpened[f.Frame]) -> str:
    asked = say.words.asked.get(type(fact.frame))
    return asked(say, fact.frame) if asked else f"en attente : {generic(fact.frame)}"


def _closed(_say: Say, _fact: f.FrameClosed) -> str:
    return "répondu"


def _phase(say: Say, fact: f.PhaseBegan) -> str:
    return f"tour {fact.turn}, {say.term(fact.phase)}" + (f" ({say.term(fact.side)})" if fact.side else "")


def _loss(say: Say, fact: f.LossTaken) -> str:
    men = f", environ {fact.men} hommes" if fact.men is not None else ""
    told = say.reason(fact.cause)
    cause = f" ({told})" if told else ""
    return f"{say.unit(fact.unit)} ({say.term(fact.side)}) perd {fact.amount} {say.term(fact.kind)}{men}{cause}"


def _points(say: Say, fact: f.PointsScored) -> str:
    verb, told = "gagne" if fact.points >= 0 else "perd", say.reason(fact.why)
    number = abs(fact.points)
    why = f" pour {told}" if told else ""
    return f"{say.term(fact.side)} {verb} {number} point{'s' if number > 1 else ''}{why}{cited(fact)}"


def _ruling(say: Say, fact: f.RulingMade) -> str:
    readings = "".join(f", {dispute} lu comme {choice}" for dispute, choice in fact.readings.items())
    rule = f" [{fact.rule}]" if fact.rule else ""
    sides = " et ".join(map(say.term, fact.players))
    named = f"{fact.by} nomme qui joue {sides} à partir d’ici" if fact.players else ""
    ruled = f"{fact.by} tranche : {fact.text}{rule}{readings}" if fact.text or rule or readings or not named else ""
    return " ; ".join(filter(None, (ruled, named)))


def _note(say: Say, fact: f.NoteAdded) -> str:
    about = f" sur l’entrée {fact.about}" if fact.about else ""
    return f"note écrite par {say.term(fact.by)}{about} : {fact.text}"


def _irregular(say: Say, fact: f.IrregularPlay) -> str:
    return f"irrégulier, tel que {say.term(fact.by)} l’a joué : {fact.what} ; {say.reason(fact.why)}{cited(fact)}"


def _seed(_say: Say, fact: f.SeedRevealed) -> str:
    return f"la graine est révélée : {fact.seed}"


def _left(say: Say, fact: f.LineClosed) -> str:
    agreed = " et ".join(say.term(side) for side in fact.consent)
    how = f"d’un commun accord ({agreed})" if fact.consent else f"par {say.term(fact.by)}"
    return f"cette ligne est close {how}" + (f" : {fact.why}" if fact.why else "")


def _ended(say: Say, fact: f.GameEnded) -> str:
    result = f"victoire : {say.term(fact.winner)}" if fact.winner else "match nul"
    return f"la partie est finie, {result} : {say.reason(fact.why)}{cited(fact)}"


def _newer(_say: Say, fact: f.Newer) -> str:
    return f"{fact.kind}, que ce programme ne connaît pas : {json_text(fact.fields)}"


REASONS: ReasonTexts = {
    "game over": "la partie est finie ; ouvrez une ligne à partir d’une entrée antérieure pour continuer",
    "line closed": "cette ligne est close ; ouvrez une ligne à partir d’une de ses entrées pour continuer",
    "unexplained": "aucun ordre du fichier ne l’explique",
    "stray dice": "aucun ordre ne demande ces dés",
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
    f.Newer: _newer,
}
