"""Ce que disent le plateau et les tables lues, en français."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from rules.gettysburg.state import CONFEDERATE, UNION
from rules.gettysburg.words.fr.plain import said, several

OWN = {CONFEDERATE: "Confédération", UNION: "Union"}  # sans article, en tête d’une case
DECLARED = {
    "attack": "attaque de",
    "train": "attaque du Train en",
    "charge": "charge sur",
    "bombardment": "bombardement de",
}
BOXES = {
    "still to arrive": "renforts attendus",
    "Routed box": "case En Déroute",
    "Eliminated box": "case Éliminé",
    "Destroyed Cadres": "case Cadres Détruits",
    "captured": "Capturés",
    "out of play": "hors jeu",
    "being deployed": "en cours de déploiement",
}
TERMS: Mapping[str, str] = {
    **{f"{side} {box}": f"{own}, {name}" for side, own in OWN.items() for box, name in BOXES.items()},
    # Les scénarios qui viennent avec le jeu
    "The whole battle": "La bataille complète",
    "The First Day": "Le Premier Jour",
    "The Second Day": "Le Deuxième Jour",
    # Les faces des pions et ce qui est posé dessus
    "disrupted": "Désorganisé",
    "shaken": "Ébranlé",
    "questionable": "Incertain",
    "fired": "Tiré",
    "moved": "déplacé",
    "hmc": "PMC",
    "train": "Train",
    # Le terrain
    "clear": "dégagé",
    "rough": "accidenté",
    "protected": "côté d’hex protégé",
    # Ce qu’une trace dit du résultat
    "Train attacked": "Train attaqué",
    "Disrupted": "Désorganisé",
    "Disrupted, morale test": "Désorganisé, Test de Moral",
    "Disrupted, elimination test, morale test": "Désorganisé, Test d’Élimination, Test de Moral",
    "no effect": "sans effet",
    "attacker hit": "attaquant touché",
    "defender hit": "défenseur touché",
    "left the map": "a quitté la carte",
    "nothing in it": "vide",
    "routed": "En Déroute",
    "eliminated": "Éliminé",
    "captured": "Capturé",
    # Les tables
    "Combat Results Table": "Table des Résultats de Combat",
    "Bombardment Table": "Table de Bombardement",
    "command states": "états de commandement",
    "loss of unit control": "perte de contrôle des unités",
    "control": "contrôle",
    # Ce pour quoi des dés sont lancés, sans dire pour qui
    "bombardment": "bombardement",
    "coordination of attacks": "coordination des attaques",
    "owner": "son propriétaire",
    "opponent": "l’adversaire",
    "nobody": "personne",
    "victory points": "Points de Victoire",
    "points": "points",
}


def _title(say: Say, of: tuple[Of, ...]) -> str:
    battle, turn, active, phase, *commands = of
    pairs = zip(commands[::2], commands[1::2], strict=True)
    states = ", ".join(f"{OWN[str(side)]} en {say.term(state)}" for side, state in pairs)
    moment = f"{say.term(battle)} : {said(int(turn))}, {say.term(phase)} de {say.term(active)}"
    return moment + (f" ({states})" if states else "")


def _differential(_say: Say, of: tuple[Of, ...]) -> str:
    column, reckoned = map(int, of)
    held = f", ramené de {reckoned:+}" if column != reckoned else ""
    return f"différentiel {f'{column:+}' if column else '0'}{held}"


REASONS: ReasonTexts = {
    "title of the board": _title,
    "in its HMC": "dans {0}",
    "due there": lambda _say, of: f"{said(int(of[0]))} en {of[1]}",
    "declared on": lambda _say, of: f"{DECLARED[str(of[0])]} {of[1]}",
    "support": "soutien {0}",
    "came of it": "{0:term} ({1})",
    "artillery units": lambda _say, of: several(int(of[0]), "unité") + " d’artillerie",
    "differential": _differential,
    "Army Marker": "Marqueur d’Armée de {0:term}",
}
