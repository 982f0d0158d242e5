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
    # Les ordres, sur la page ; ils se tapent toujours par leur nom.
    "order PlaceUnit": "Placer une unité",
    "order HideUnits": "Cacher des unités",
    "order DeployUnits": "Déployer des unités",
    "order MoveUnit": "Déplacer une unité",
    "order RollForReturn": "Lancer pour un retour",
    "order DeclareAttack": "Déclarer une attaque",
    "order DeclareBombardment": "Déclarer un bombardement",
    "order ReorderStack": "Réordonner une pile",
    "order AttemptControl": "Tenter un contrôle",
    "order Rally": "Rétablir",
    "order ReturnUnit": "Faire revenir une unité",
    "order RollCoordination": "Lancer la coordination",
    "order ResolveAttack": "Résoudre une attaque",
    "order SwapDefender": "Échanger le défenseur",
    "order RetreatBeforeCombat": "Reculer avant combat",
    "order GiveSupport": "Apporter un soutien",
    "order DefendWith": "Défendre avec",
    "order RetreatTo": "Reculer vers",
    "order ChooseRout": "Choisir la déroute",
    "order Advance": "Avancer",
    "order CounterAttack": "Contre-attaquer",
    "order ResolveBombardment": "Résoudre un bombardement",
    "order EndPhase": "Finir la phase",
    "order Decline": "Renoncer",
}
WORDS = Words.of(gate, turn, movement_refusals, movement, hidden, combat, causes, victory, sight, terms=TERMS)
