"""Marches, entrées et déclarations, en français."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, Say
from rules.gettysburg.movement import asks as a
from rules.gettysburg.movement import declaration_facts as d
from rules.gettysburg.movement import facts as f
from rules.gettysburg.words.fr.plain import de, points

DECLARED_SAID = {"attack": "va attaquer", "charge": "va charger", "train": "va attaquer le Train en"}
PACES = {"normal": "", "accelerated": ", mouvement accéléré (15.1)", "disengage": ", en se désengageant (22.2)"}


def _began(say: Say, fact: f.MarchBegan) -> str:
    limit = " ; près de l’infanterie ennemie, un seul hex lui est permis (8.6(2))" if fact.one_hex else ""
    charge = f", pour charger {fact.charge} (15.5a)" if fact.charge else ""
    return f"{say.unit(fact.unit)} commence son mouvement avec {points(fact.left)}{PACES[fact.pace]}{charge}{limit}"


def _moved(say: Say, fact: f.UnitMoved) -> str:
    road = " par la route" if fact.road else ""
    return f"{say.unit(fact.unit)} va en {fact.to}{road} ({points(fact.cost)})"


def _entered(say: Say, fact: f.UnitEntered) -> str:
    where = f"{fact.entry} ({fact.at}), rang {fact.column} dans la colonne"
    return f"{say.unit(fact.unit)} entre par {where}, {points(fact.cost)}"


def _delayed(say: Say, fact: f.UnitDelayed) -> str:
    if fact.extra:
        return f"la cavalerie ennemie entrave {say.unit(fact.unit)} : {points(fact.extra)} de plus (15.3a)"
    return f"la cavalerie ennemie n’entrave pas {say.unit(fact.unit)} (15.3a)"


def _cavalry(say: Say, fact: f.CavalryTested) -> str:
    nerve = "garde son sang-froid" if fact.passed else "perd son sang-froid"
    return f"{say.unit(fact.unit)} {nerve} au contact de l’infanterie ennemie (8.6(4))"


def _attack(say: Say, fact: d.AttackDeclared) -> str:
    aim = f" (contre {say.unit(fact.aim)})" if fact.aim else ""
    return f"{say.unit(fact.unit)} {DECLARED_SAID[fact.kind]} {fact.target}{aim}"


def _return_rolled(say: Say, fact: f.ReturnRolled) -> str:
    return (
        f"{say.unit(fact.unit)} peut revenir par {fact.entry} (22.6)"
        if fact.entry
        else f"{say.unit(fact.unit)} reste hors de la carte (22.6)"
    )


FACTS: FactTexts = {
    f.UnitLeftMap: lambda say, x: f"{say.unit(x.unit)} quitte la carte en {x.at} ({x.rule})",
    f.ReturnRolled: _return_rolled,
    f.PieceRestored: lambda say, x: f"de nouveau en bon ordre : {say.units(x.units) or 'personne'} (22.6)",
    d.StackReordered: lambda say, x: f"la pile en {x.at}, de haut en bas : {say.units(x.pieces)} (9.4a)",
    f.MarchBegan: _began,
    f.MarchForced: lambda say, x: f"{say.unit(x.unit)} fait une Marche Forcée : {points(x.added)} de plus (22.4)",
    f.UnitMoved: _moved,
    f.UnitEntered: _entered,
    f.UnitDelayed: _delayed,
    f.CavalryTested: _cavalry,
    f.MarchStopped: lambda say, x: (
        f"{say.unit(x.unit)} ne peut pas aller plus loin ({say.reason(x.why)}, {x.why.cite})"
    ),
    f.MarchEnded: lambda say, x: f"{say.unit(x.unit)} termine sa marche",
    f.ApproachUsed: lambda say, x: f"{say.unit(x.unit)} est la seule brigade qui peut aborder l’ennemi (16.4O)",
    d.AttackDeclared: _attack,
    d.BombardmentDeclared: lambda say, x: (
        f"{say.unit(x.unit)} va bombarder {say.unit(x.aim) if x.aim else 'une unité'} en {x.target}"
    ),
    d.ChargeAnnounced: lambda say, x: f"{say.unit(x.unit)} va charger {x.target} (15.5a)",
    d.DeclarationForgone: lambda say, x: f"{say.unit(x.unit)} ne déclare rien (8.4a)",
    d.ControlAsked: lambda say, x: f"l’ennemi peut tenter de prendre le contrôle {de(say.unit(x.unit))} (17.3a)",
    f.HiddenRecovered: lambda say, x: (
        f"dans {say.unit(x.hmc)} se remettent de leur Désorganisation : {say.units(x.units) or 'aucune unité'} (7.3d)"
    ),
}
ASKED: QuestionTexts = {
    a.AwaitControl: lambda say, x: (
        f"à {say.term(x.side)} de décider : tenter de prendre le contrôle {de(say.unit(x.order.unit))} ? (17.3a)"
    ),
    a.AwaitMarch: lambda say, x: (
        f"à {say.term(x.side)} de poursuivre le mouvement {de(say.unit(x.unit))}, ou de l’arrêter (8.1a)"
    ),
    a.ResumeMarch: lambda say, x: f"la marche {de(say.unit(x.unit))} est interrompue",
    a.AwaitDeclaration: lambda say, x: f"à {say.term(x.side)} de déclarer pour {say.unit(x.unit)} (8.4a)",
}
ORDERS: OrderTexts = {
    a.MoveUnit: (
        "8.1 Une pièce se déplace hex par hex ; un renfort nomme d’abord son hex d’entrée, `off` quitte la carte. "
        "`path` donne chaque hex où elle entre, dans l’ordre, sans celui où elle se trouve ; il peut manquer pour "
        "seulement se remettre ou charger. `recover` paie d’abord la remise de la Désorganisation (7.3), `forced` "
        "ajoute des PM (22.4), `charge` nomme l’hex chargé (15.5), `more` laisse le mouvement ouvert pour un autre "
        "ordre."
    ),
    a.DeclareAttack: (
        "8.4 Une brigade va attaquer les unités, ou le Train, d’un hex adjacent : `unit` est son id, `target` cet "
        "hex. À déclarer juste après le mouvement de l’unité, ou à sa place, avant qu’une autre ne serve ; `train` "
        "pour un Train."
    ),
    a.DeclareBombardment: (
        "14.1, 14.2b L’artillerie va bombarder une unité d’un hex : `target` est l’hex, `aim` l’id de l’unité visée. "
        "À déclarer comme une attaque : juste après le mouvement de l’unité, ou à sa place, avant qu’une autre ne "
        "serve."
    ),
    a.ReorderStack: "9.4a Les pièces d’un hex, toutes, par leur id, de haut en bas.",
    a.RollForReturn: "22.6 Une unité ou un PMC qui a quitté la carte tente de revenir.",
}
