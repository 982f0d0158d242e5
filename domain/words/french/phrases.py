"""Ce que le programme dit lui-même, en français : la clé est le texte anglais."""

from __future__ import annotations

from collections.abc import Mapping

from domain.words.french.club import CLUB
from domain.words.french.lessons import LESSONS
from domain.words.french.playing import PLAYING
from domain.words.french.report import REPORT
from domain.words.french.service import SERVICE
from domain.words.french.study import STUDY

PHRASES: Mapping[str, str] = {
    **STUDY,
    **SERVICE,
    **CLUB,
    **LESSONS,
    **PLAYING,
    **REPORT,
    # Nombres, listes, origines
    ".": ",",
    ": ": " : ",
    "and": "et",
    "{0}: {1}": "{0} : {1}",
    "entry": "entrée",
    "entries": "entrées",
    "order": "ordre",
    "orders": "ordres",
    "fact": "fait",
    "facts": "faits",
    "die": "dé",
    "dice": "dés",
    "reading": "lecture",
    "readings": "lectures",
    "disputed rule": "règle contestée",
    "disputed rules": "règles contestées",
    "fair": "loyal",
    "entered": "saisi",
    "entered (rolled at the table)": "saisi (lancé à la table)",
    "imported": "importé",
    "ruled": "arbitré",
    "nobody": "personne",
    "nothing": "rien",
    "none": "aucune",
    "no side": "aucun camp",
    "the umpire": "l’arbitre",
    # Colonnes
    "by": "par",
    "faces": "faces",
    "for": "pour",
    "losses": "pertes",
    "lost": "perdu",
    "points": "points",
    "reason": "motif",
    "rule": "règle",
    "side": "camp",
    "source": "source",
    "taken as it stands": "accepté tel quel",
    "total": "total",
    "unit": "unité",
    "what is wrong": "ce qui ne va pas",
    " against ": " contre ",
    # Le journal
    "(hidden)": "(caché)",
    "(this version cannot read it)": "(cette version ne sait pas le lire)",
    " [secret: {0} only]": " [secret : {0} seulement]",
    " [secret: the umpire only]": " [secret : l’arbitre seulement]",
    "as {0} may see it; ": "vu par {0} ; ",
    "`refight verify {0}` proves what stands here": "`refight verify {0}` prouve ce qui est écrit ici",
    # Le plateau
    "turn {0}, {1}": "tour {0}, {1}",
    "turn {0}": "tour {0}",
    "before turn 1": "avant le tour 1",
    "won by {0}": "victoire : {0}",
    "a draw": "match nul",
    "as {0} may see it": "vu par {0}",
    "last order: {0}": "dernier ordre : {0}",
    "this phase has just begun, drawn is the one before; ": "cette phase vient de commencer, on voit la précédente ; ",
    "this turn has just begun, drawn is the one before; ": "ce tour vient de commencer, on voit le précédent ; ",
    "{0} (entry {1})": "{0} (entrée {1})",
    "face down": "face cachée",
    "the way it faces": "son orientation",
    "front": "front",
    "its turn": "à son tour",
    "lost {0}": "pertes : {0}",
    "no losses": "aucune perte",
    "off the board": "hors du plateau",
    "empty: {0}": "vides : {0}",
    "also in {0}": "aussi en {0}",
    " and {0} more": " et {0} autres",
    " or ": " ou ",
    "with the kind of a single counter or the number of several, * mixed": (
        "suivi du type d’un pion seul ou du nombre de plusieurs, * mêlés"
    ),
    "an arrow is where a unit looks": "une flèche montre où regarde une unité",
    "the same aslant": "le même en biais",
    "{0} {1}; a column is {2} {1}, a row {3} {1}": "{0} {1} ; une colonne vaut {2} {1}, une rangée {3} {1}",
    "no": "n°",
    "strength": "force",
    "formation": "formation",
    "at": "en",
    "facing": "face à",
    "state": "état",
    "strength {0}": "force {0}",
    "at {0}": "en {0}",
    "facing {0} ({1})": "face {0} ({1})",
    "north": "nord",
    "north-east": "nord-est",
    "east": "est",
    "south-east": "sud-est",
    "south": "sud",
    "south-west": "sud-ouest",
    "west": "ouest",
    "north-west": "nord-ouest",
    "point": "point",
    "hex": "hexagone",
    "hexes": "hexagones",
    # Points, pertes, dés
    "{0} has won: {1}": "{0} l’emporte : {1}",
    "a draw: {0}": "match nul : {0}",
    "about {0} men": "environ {0} hommes",
    "no dice have been rolled": "aucun dé n’a été lancé",
    "{0} (d{1}, {2}): {3}: too few to judge ({4} are needed); mean {5}, fair dice mostly {6} to {7}": (
        "{0} (d{1}, {2}) : {3} : trop peu pour juger (il en faut {4}) ; moyenne {5}, "
        "des dés loyaux donnent le plus souvent de {6} à {7}"
    ),
    "{0}d{1}, {2}: mean {3}, expected {4};": "{0}d{1}, {2} : moyenne {3}, attendue {4} ;",
    "19 in 20 such series of fair dice lie between {0} and {1}, this one does too.": (
        "19 séries de dés loyaux sur 20 tombent entre {0} et {1}, celle-ci aussi."
    ),
    "19 in 20 such series of fair dice lie between {0} and {1}, this one does not.": (
        "19 séries de dés loyaux sur 20 tombent entre {0} et {1}, celle-ci non."
    ),
    "Too few to test the faces: that takes {0} dice.": "Trop peu pour tester les faces : il faut {0} dés.",
    "Some faces do not belong on a d{0}, so they are not tested.": (
        "Certaines faces n’existent pas sur un d{0} : elles ne sont pas testées."
    ),
    "Faces: p = {0}, nothing unusual.": "Faces : p = {0}, rien d’inhabituel.",
    "Faces: p = {0}, uneven; but of 20 tests of fair dice one looks like that.": (
        "Faces : p = {0}, inégal ; mais un test de dés loyaux sur 20 donne cela."
    ),
    "Faces: p = {0}, very uneven: fair dice do that less than once in a hundred tests.": (
        "Faces : p = {0}, très inégal : des dés loyaux font cela moins d’une fois sur cent tests."
    ),
    # Expliquer : ce que c’est
    "an order of {0}": "un ordre donné par {0}",
    "you are following {0} times already": "vous suivez déjà {0} fois",
    "an order that waits for another side's dice": "un ordre qui attend les dés d’un autre camp",
    "shares of dice that a side has handed to the host": "des parts des dés qu’un camp a remises à l’hôte",
    "a promise of {0}: from here on its shares of the dice are its own": (
        "une promesse de {0} : désormais ses parts des dés sont les siennes"
    ),
    "a line is closed by {0}: nobody plays on in it": "une ligne close par {0} : on n’y joue plus",
    "a side promises shares of dice of its own from here on": "un camp promet désormais ses propres parts des dés",
    "a line is left: nobody plays on in it": "une ligne est abandonnée : on n’y joue plus",
    "an order of {0} that waits for the dice of {1}": "un ordre donné par {0}, qui attend les dés de : {1}",
    "an order of {0}, of which not all is for these eyes": (
        "un ordre donné par {0}, dont une partie n’est pas pour ces yeux"
    ),
    "a fact that no order explains, signed by {0}": "un fait qu’aucun ordre n’explique, signé par {0}",
    "the game begins: {0}, {1}, scenario {2} of {3}": "la partie commence : {0}, {1}, scénario {2} de {3}",
    "; fair dice are bound to {0}…": " ; les dés loyaux sont liés à {0}…",
    "a line is opened: it shares {0} up to entry {1} and goes on with {2}": (
        "une ligne est ouverte : elle partage {0} jusqu’à l’entrée {1} et continue avec {2}"
    ),
    "the dice its parent has rolled since, as far as they go": (
        "les dés que sa ligne mère a lancés depuis, tant qu’il y en a"
    ),
    "dice of its own": "ses propres dés",
    ", because: {0}": ", motif : {0}",
    "; {0} agreed to take back what followed there": " ; reprise de la suite acceptée par {0}",
    "a ruling by {0}: no rule decided it; it changes no reading": (
        "une décision prise par {0} : aucune règle ne tranchait ; elle ne change aucune lecture"
    ),
    "a ruling by {0}: no rule decided it; it changes {1} from here on": (
        "une décision prise par {0} : aucune règle ne tranchait ; elle change {1} à partir d’ici"
    ),
    "a note by {0}: it changes nothing in the game": "une note écrite par {0} : elle ne change rien à la partie",
    "a note by {0} on entry {1}: it changes nothing in the game": (
        "une note écrite par {0} sur l’entrée {1} : elle ne change rien à la partie"
    ),
    "irregular play of {0}: the rules do not allow it, and what came of it is taken as it was played": (
        "coup irrégulier joué par {0} : les règles l’interdisent, et sa suite est prise telle qu’elle a été jouée"
    ),
    "the seed of the fair dice of this line: from here on anyone can check them (`refight verify`)": (
        "la graine des dés loyaux de cette ligne : désormais chacun peut les vérifier (`refight verify`)"
    ),
    # Expliquer : d’où viennent les dés et les cartes
    "rolled fair, from a sealed seed": "lancé loyalement, d’une graine scellée",
    "drawn fair, from a sealed seed": "tiré loyalement, d’une graine scellée",
    "rolled at the table, and entered": "lancé à la table, puis saisi",
    "drawn at the table, and entered": "tiré à la table, puis saisi",
    "rolled elsewhere, and imported from a file": "lancé ailleurs, importé d’un fichier",
    "drawn elsewhere, and imported from a file": "tiré ailleurs, importé d’un fichier",
    "rolled not at all: laid down by a ruling": "non lancé : fixé par une décision",
    "drawn not at all: laid down by a ruling": "non tiré : fixé par une décision",
    "{0} (number {1})": "{0} (numéro {1})",
    "{0} (numbers {1} to {2})": "{0} (numéros {1} à {2})",
    # Expliquer : le calcul, les règles, les lectures
    "{0}: part of {1}": "{0} (en partie) : {1}",
    "entries {0} to {1}": "entrées {0} à {1}",
    "the order it belongs to": "l’ordre dont elle fait partie",
    "needs {0}": "il faut {0}",
    " ({0} times)": " ({0} fois)",
    "{0}: row {1}, column {2}: {3} [{4}]": "{0} : ligne {1}, colonne {2} : {3} [{4}]",
    "rules": "règles",
    "(not in the rules in words)": "(absente des règles en clair)",
    "readings that mattered: another would change this, see {0}": (
        "lectures qui ont compté : une autre changerait ceci, voir {0}"
    ),
    "readings that came up: no other would change this": "lectures en jeu : aucune autre ne changerait ceci",
    "readings in force": "lectures en vigueur",
    "{0} read as usual": "{0} : lecture habituelle",
    "read as {0}{1}{2}: ": "lu comme {0}{1}{2} : ",
    ", as chosen at the start": ", choisi au début",
    ", as ruled": ", par décision",
    ", until then as {0}": ", jusque-là comme {0}",
    "otherwise under {0}": "autrement avec {0}",
    "optional rules in force": "règles optionnelles en vigueur",
    "without it this would come out otherwise": "sans elle, le résultat serait autre",
    "optional rules not played that would change this: ": "règles optionnelles non jouées qui changeraient ceci : ",
    "whether another reading would change this is not told to one side: it might betray what is hidden": (
        "si une autre lecture changerait ceci n’est pas dit à un seul camp : cela pourrait trahir ce qui est caché"
    ),
    "today's rules do not decide this order as recorded; `refight audit` says more": (
        "les règles d’aujourd’hui ne donnent pas le résultat enregistré ; `refight audit` en dit plus"
    ),
    # L’audit
    "{0} with {1} decided again": "{0}, soit {1}, rejoués",
    ", those up to entry {0} in an earlier audit": ", ceux jusqu’à l’entrée {0} lors d’un audit précédent",
    ", {0} taken as imported or ruled": ", dont {0} acceptés tels qu’importés ou arbitrés",
    "{0} is clean: {1}, all as recorded": "{0} est conforme : {1}, tout est comme enregistré",
    "{0} is not clean: {1}, {2} differ": "{0} n’est pas conforme : {1}, écarts : {2}",
    "; it stopped there, --all goes on": " ; l’audit s’est arrêté là, --all continue",
    "; {0} ruled by {1} ({2} {3})": " ; {0} par décision de {1} ({2} {3})",
    # Rejouer au terminal
    "Enter next, b back, a number goes to that entry, q quit": (
        "Entrée : suivant, b : retour, un numéro : cette entrée, q : quitter"
    ),
    "[order {0} of {1}, entry {2} of {3}]": "[ordre {0} sur {1}, entrée {2} sur {3}]",
    "there is no entry {0}; the last entry is {1}": "il n’y a pas d’entrée {0} ; la dernière est {1}",
    "that was the last order; b goes back, q quits": "c’était le dernier ordre ; b revient, q quitte",
    "this is the beginning; Enter goes on": "c’est le début ; Entrée avance",
    "that key does nothing here": "cette touche ne fait rien ici",
    # La page
    "{0} is in {1}, {2} bytes, {3}": "{0} est dans {1}, {2} octets, {3}",
    "as {0} may see it and no more": "vu par {0}, et rien de plus",
    "with the views of the umpire and of each side": "avec les vues de l’arbitre et de chaque camp",
    "this is the umpire's copy, with all secrets; --side SIDE makes one for a player": (
        "c’est l’exemplaire de l’arbitre, avec tous les secrets ; --side CAMP en fait un pour un joueur"
    ),
    "open it in any browser: {0}": "à ouvrir dans n’importe quel navigateur : {0}",
}

# Ce que montrent les plateaux de tous les systèmes : armes, terrains, marques, pertes.
VOCABULARY: Mapping[str, str] = {
    "infantry": "infanterie",
    "cavalry": "cavalerie",
    "artillery": "artillerie",
    "armour": "blindés",
    "leader": "chef",
    "train": "train",
    "disrupted": "désorganisé",
    "shaken": "ébranlé",
    "fired": "a tiré",
    "routed": "en déroute",
    "eliminated": "éliminé",
    "captured": "capturé",
    "questionable": "douteux",
    "clear": "terrain dégagé",
    "hill": "colline",
    "ridge": "crête",
    "heavy woods": "bois épais",
    "light woods": "bois clairs",
    "woods": "bois",
    "rough": "terrain accidenté",
    "town": "ville",
    "village": "village",
    "marsh": "marais",
    "orchard": "verger",
    "field": "champ",
    "building": "bâtiment",
    "bridge": "pont",
    "crossroads": "carrefour",
    "river": "rivière",
    "stream": "ruisseau",
    "slope": "pente",
    "protected": "protégé",
    "ravine": "ravin",
    "road": "route",
    "trail": "chemin",
    "railway": "voie ferrée",
    "crest": "ligne de crête",
    "fence": "clôture",
    "wall": "mur",
    "hedge": "haie",
    "move": "mouvement",
    "retreat": "retraite",
    "attack": "attaque",
    "fire": "tir",
    "arrive": "arrivée",
    "gone": "parti",
    "loss": "perte",
    "target": "cible",
    "revealed": "révélé",
    "step": "pas",
    "steps": "pas",
    "base": "socle",
    "bases": "socles",
    "casualty": "perte",
    "casualties": "pertes",
    "man": "homme",
    "men": "hommes",
    "gun": "canon",
    "guns": "canons",
}
