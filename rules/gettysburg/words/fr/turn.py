"""Mise en place, commandement, rétablissement, retours, et ce qui arrive aux unités, en français."""

from __future__ import annotations

from domain.kernel.facts import LossTaken, PhaseBegan
from domain.kernel.say import FactTexts, OrderTexts, ReasonTexts, Say
from rules.gettysburg.turn import asks as a
from rules.gettysburg.turn import facts as f
from rules.gettysburg.turn import state_facts as s
from rules.gettysburg.words.en.plain import because, listed
from rules.gettysburg.words.fr.plain import de, said, several

BOX_SAID = {
    "routed": "part en Déroute",
    "captured": "part en Déroute et est capturée",
    "out_of_play": "part en Déroute et se retrouve hors-jeu",
}
# 7.2, 7.6 Après « son ».
TESTS = {
    "morale": "Test de Moral",
    "rout test": "Test de Déroute",
    "elimination test": "Test d’Élimination",
    "Questionable": "Test de Moral d’unité Incertaine",
    "Supporting Brigade": "Test de Moral de Brigade de Soutien",
    "disengagement": "Test de Moral de désengagement",
    "next to enemy infantry": "Test de Moral à côté d’infanterie ennemie",
    "retreat next to enemy cavalry": "Test de Moral en retraite à côté de cavalerie ennemie",
    "retreat next to enemy infantry": "Test de Moral en retraite à côté d’infanterie ennemie",
}
LOSSES = {"eliminated": "Éliminée", "captured": "capturée", "routed": "en Déroute", "out of play": "hors-jeu"}


def _phase(say: Say, fact: PhaseBegan) -> str:
    if fact.phase == "command":
        return f"== {said(fact.turn)} : tour de joueur de {say.term(fact.side)} =="
    return f"{said(fact.turn)}, {say.term(fact.phase)} de {say.term(fact.side)}"


def _command(say: Say, fact: f.CommandRolled) -> str:
    rolled = f" sur un jet de {fact.total}" if fact.total else ""
    return f"l’armée de {say.term(fact.side)} est en {say.term(fact.state)}{rolled}{because(say, fact)}"


def _chances(say: Say, fact: f.ChancesRolled) -> str:
    return f"{say.term(fact.side)} a {several(fact.chances, 'chance')} de prendre le contrôle d’une unité (17.1)"


def _tested(say: Say, fact: s.UnitTested) -> str:
    outcome, what = "réussit" if fact.passed else "rate", TESTS.get(fact.test.key)
    test = f"son {what}" if what else f"son test, {say.reason(fact.test)}"
    return f"{say.unit(fact.unit)} {outcome} {test} : {fact.die} contre {fact.rating} ({fact.test.cite})"


def _recovers(fact: f.UnitRallied | f.RallyFailed) -> str:
    return " et se remet de sa Désorganisation (7.4c)" if fact.recovers else ""


def _unrallied(say: Say, fact: f.RallyFailed) -> str:
    but = " mais se remet de sa Désorganisation (7.4c)" if fact.recovers else ""
    return f"{say.unit(fact.unit)} reste Ébranlée (7.4b){but}"


def _loss(say: Say, fact: LossTaken) -> str:
    men = f", environ {fact.men} hommes" if fact.men else ""
    return f"perte : {say.unit(fact.unit)}, {LOSSES.get(fact.kind, fact.kind)}{men}"


FACTS: FactTexts = {
    PhaseBegan: _phase,
    f.UnitPlaced: lambda say, x: f"{say.unit(x.unit)} se place en {x.to}",
    f.SetUpEnded: lambda say, x: f"{say.term(x.side)} a terminé sa mise en place",
    f.CommandRolled: _command,
    f.ChancesRolled: _chances,
    f.GunsReadied: lambda say, x: f"artillerie sur sa face Prête : {say.units(x.units)} (13.1a)",
    s.GunsFired: lambda say, x: f"{say.unit(x.unit)} passe sur sa face Tiré{because(say, x)}",
    f.TrainRested: lambda say, x: f"{say.unit(x.unit)} revient sur sa face non-déplacée (21.1)",
    s.UnitTested: _tested,
    LossTaken: _loss,
    s.UnitDisrupted: lambda say, x: f"{say.unit(x.unit)} est Désorganisée{because(say, x)}",
    s.UnitRecovered: lambda say, x: f"{say.unit(x.unit)} se remet de sa Désorganisation ({x.rule})",
    s.UnitShaken: lambda say, x: f"{say.unit(x.unit)} est Ébranlée{because(say, x)}",
    f.UnitRallied: lambda say, x: f"{say.unit(x.unit)} se rétablit (7.4b){_recovers(x)}",
    f.RallyFailed: _unrallied,
    s.UnitQuestioned: lambda say, x: f"{say.unit(x.unit)} devient Incertaine (22.3)",
    s.UnitSteadied: lambda say, x: f"{say.unit(x.unit)} n’est plus Incertaine (22.3)",
    s.UnitRouted: lambda say, x: f"{say.unit(x.unit)} {BOX_SAID[x.box]}{because(say, x)}",
    s.UnitEliminated: lambda say, x: f"{say.unit(x.unit)} est Éliminée{because(say, x)}",
    s.UnitCaptured: lambda say, x: f"{say.unit(x.unit)} est capturée{because(say, x)}",
    f.CadreDestroyed: lambda say, x: f"le cadre {de(say.unit(x.unit))} est détruit (7.7a)",
    f.UnitReturned: lambda say, x: f"{say.unit(x.unit)} revient en jeu en {x.to} (10.4b)",
    f.Declined: lambda say, x: f"{say.term(x.side)} renonce : {say.reason(x.what)} ({x.what.cite})",
}
ORDERS: OrderTexts = {
    a.PlaceUnit: "3.2, 23.1 Mise en place d’une unité dont le propriétaire choisit l’hex ; `to` est cet hex.",
    a.Rally: "7.4b Une brigade Ébranlée tente de se rétablir.",
    a.ReturnUnit: (
        "10.4 Une unité en Déroute revient en jeu, ou une unité Éliminée au prix d’une autre (7.7). `to` est l’hex, "
        "`destroying` l’id de l’unité sacrifiée pour elle."
    ),
    a.EndPhase: "5.1a Le camp a terminé sa part de la phase.",
    a.Decline: (
        "Non à ce qui est proposé : une tentative de contrôle, un échange, un soutien, une avance, une "
        "Contre-Attaque, la suite d’un mouvement."
    ),
}
REASONS: ReasonTexts = {
    # 3.2, 23.1 mise en place
    "not to be placed": lambda _say, of: (
        f"{of[0]} n’est pas une unité à placer ; restent à placer : {listed(of[1:], 'aucune')}"
    ),
    "no hex of this map": "{0} n’est pas un hex de cette carte",
    "starts with its fellow": (
        "{0:name} commence dans le même hex que l’autre brigade (D03), ni dans un hex ennemi ni à côté ; pas en {1}"
    ),
    "starts off the enemy": "{0:name} ne commence ni dans un hex ennemi ni à côté ; pas en {1}",
    "starts at its hex": "{0:name} commence en {1} ou à côté, trois unités par hex ; pas en {2}",
    "place these first": lambda _say, of: f"placez d’abord {listed(of)}",
    # 7.4 rétablissement
    "rally after movement": "les unités se rétablissent après tous les mouvements, à l’étape prévue pour cela",
    "no unit of yours": "{0} n’est pas une unité de {1:term}",
    "artillery never Shaken": "{0:name} est de l’artillerie, qui n’est jamais Ébranlée",
    "not Shaken": "{0:name} n’est pas Ébranlée",
    "rally tried": "{0:name} a déjà tenté de se rétablir ce tour-ci",
    "under nobody": "{0:name} n’est sous le contrôle de personne ce tour-ci",
    "not on the map": "{0:name} n’est pas sur la carte",
    "has moved": "{0:name} a bougé ce tour-ci",
    "enemy is near": "{1:name} a une unité ennemie à {0} hexs ou moins",
    # 7.7, 10.4 retours
    "no return, Train off the map": "personne ne revient : {0:name} n’est pas sur la carte",
    "no return, Train left once": "personne ne revient : {0:name} a déjà quitté la carte une fois",
    "no return, Train moved": "personne ne revient : {0:name} a bougé",
    "no return, Train beside enemy": "personne ne revient : {0:name} est à côté d’une unité ennemie",
    "no return, Train attacked": (
        "personne ne revient : {0:name} a subi une attaque lors de la dernière Phase de Combat ennemie"
    ),
    "in neither box": "{0:name} n’est ni dans la case des unités en Déroute ni dans celle des unités Éliminées",
    "Routed has no price": "{0:name} est en Déroute et revient sans contrepartie",
    "price not named": "{0:name} est Éliminée : nommez une autre unité Éliminée du même type, à détruire",
    "no place to return to": lambda _say, of: (
        f"on ne peut pas revenir en {of[0]} ; à côté du Train : {listed(of[1:], 'aucun hex libre')}"
    ),
}
