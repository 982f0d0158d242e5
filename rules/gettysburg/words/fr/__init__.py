"""Gettysburg en français, avec les termes des règles imprimées."""

from __future__ import annotations

from domain.kernel.say import Words
from rules.gettysburg.words.fr import causes, combat, gate, hidden, movement, movement_refusals, sight, turn, victory

TERMS = {
    # Au singulier : « l’Union lance », « à la Confédération de décider », « note de l’arbitre ».
    "confederate": "la Confédération",
    "union": "l’Union",
    "umpire": "l’arbitre",
    # Après « phase de » et devant « de l’Union ».
    "set-up": "mise en place",
    "command": "commandement",
    "movement": "mouvement",
    "rally": "rétablissement",
    "return": "retour des unités",
    "combat": "combat",
    "attack": "état d’Attaque",
    "restricted": "état Restreint",
    "passive": "état Passif",
    "panic": "état de Panique",
    "heavy_woods": "bois denses",
    "light_woods": "bois légers",
    "hill": "colline",
    "town": "ville",
}
WORDS = Words.of(gate, turn, movement_refusals, movement, hidden, combat, causes, victory, sight, terms=TERMS)
