"""Ce que dit `refight play`, en français : les ordres, les dés et les cartes demandés, l’aide."""

from __future__ import annotations

from collections.abc import Mapping

PLAYING: Mapping[str, str] = {
    # Jouer : ce qui est dit
    "it is for {0} to give an order; help says what can be typed, options what is legal": (
        "c’est à {0} de donner un ordre ; help dit ce qu’on peut taper, options ce qui est permis"
    ),
    "what you typed was dropped; quit or Ctrl-C once more leaves": (
        "la saisie est abandonnée ; quit ou encore Ctrl-C pour sortir"
    ),
    "{0} stands at entry {1}; `refight play {0}` goes on from there": (
        "{0} en est à l’entrée {1} ; `refight play {0}` reprend de là"
    ),
    "this was done here meanwhile:": "voici ce qui s’est passé ici entre-temps :",
    "the order is taken back; nothing was stored": "l’ordre est repris ; rien n’a été enregistré",
    "{0} has nothing to decide": "{0} : rien à décider",
    "{0} given for {1}": "{0} pour {1}",
    "{0}; now it is for {1} to decide": "{0} ; maintenant c’est à {1} de décider",
    "the game is over: {0} has won": "la partie est finie : {0} l’emporte",
    "the game is over: it is a draw": "la partie est finie : match nul",
    "here you can still type score, losses, note TEXT, undo, branch NAME ENTRY or quit": (
        "on peut encore taper score, losses, note TEXTE, undo, branch NOM ENTRÉE ou quit"
    ),
    "next: `refight audit {0}`, `refight replay {0}`, `refight export {1}`": (
        "ensuite : `refight audit {0}`, `refight replay {0}`, `refight export {1}`"
    ),
    "there is no order to give here": "il n’y a aucun ordre à donner ici",
    "there is no order to give here with {0} in it": "il n’y a ici aucun ordre à donner qui contienne {0}",
    "of {0} some are listed; any other that the rules allow may be given": (
        "de {0}, seuls quelques-uns sont listés ; tout autre que la règle permet peut être donné"
    ),
    "  example: {0}": "  exemple : {0}",
    "you are asked for dice and cards as they fall; {0}": "on vous demande dés et cartes au fur et à mesure ; {0}",
    "you are asked for the dice as they fall on the table": "on vous demande les dés tels qu’ils tombent sur la table",
    "fair dice are rolled for you": "des dés loyaux sont lancés pour vous",
    "taken back: {0}": "repris : {0}",
    "{0} agrees? y/n ": "{0} est d’accord ? o/n ",
    "{0} does not agree; nothing is taken back": "{0} n’est pas d’accord ; rien n’est repris",
    "answer y or n": "répondez o ou n",
    "y yes": "o oui",
    "n no": "n non",
    "entry {0} lies in the middle of an order; clean cuts are {1}": (
        "l’entrée {0} est au milieu d’un ordre ; les coupes nettes sont {1}"
    ),
    "you play on in {0}, which goes on from {1}; {2} stays as it is": (
        "vous jouez désormais dans {0}, qui continue à partir de {1} ; {2} reste comme elle est"
    ),
    # Jouer : dés et cartes demandés
    "an empty answer or `cancel` takes the order back": "une réponse vide ou `annuler` reprend l’ordre",
    "cancel": "annuler",
    "a roll": "un jet",
    "one die of {1} sides": "un dé à {1} faces",
    "{0} dice of {1} sides": "{0} dés à {1} faces",
    "{0}: {1}? ": "{0} : {1} ? ",
    "{0} needs {1}: type what lies on the table, each from 1 to {2}; {3}": (
        "{0} : il faut {1} ; tapez ce qui est sur la table, chacun de 1 à {2} ; {3}"
    ),
    "{0}: which card? ": "{0} : quelle carte ? ",
    "{0} is not in the draw pile of {1} cards; name the one drawn; ": (
        "{0} n’est pas dans la pioche de {1} cartes ; nommez celle qui est tirée ; "
    ),
    # Jouer : l’aide
    "an order is its name and its fields:": "un ordre, c’est son nom et ses champs :",
    "by another side:": "d’un autre camp :",
    "{0}> ORDER": "{0}> ORDRE",
    "with dice or cards of the table:": "avec les dés ou cartes de la table :",
    "ORDER / 4 5   ORDER / card NAME": "ORDRE / 4 5   ORDRE / card NOM",
    "a colon before a word (:note) tells it from an order of that name": (
        "deux points devant un mot (:note) le distinguent d’un ordre du même nom"
    ),
    "NAME": "NOM",
    "NAME [ENTRY]": "NOM [ENTRÉE]",
    "TEXT": "TEXTE",
    "[ID|WORD …]": "[ID|MOT …]",
    "[ORDER]": "[ORDRE]",
    "[SIDE …]": "[CAMP …]",
    "[WHY]": "[MOTIF]",
    "[WORD …]": "[MOT …]",
    "the board": "le plateau",
    "the entries in plain words": "les entrées en clair",
    "the victory points": "les points de victoire",
    "the losses": "les pertes",
    "legal orders now, or those that name a unit, place or kind": (
        "les ordres permis, ou ceux qui nomment une unité, un lieu ou un genre"
    ),
    "and {0} more; name a unit or a kind of order to see them": (
        "et {0} de plus ; nommez une unité ou un genre d’ordre pour les voir"
    ),
    "all orders there are, or the fields of one": "tous les ordres, ou les champs d’un seul",
    "a rule in plain words, or those with a word; or the chapters": (
        "une règle en clair, ou celles qui contiennent un mot ; ou les chapitres"
    ),
    "the program plays the side due now, or these, until another must decide": (
        "le programme joue le camp dont c’est le tour, ou ceux-ci, jusqu’à ce qu’un autre doive décider"
    ),
    "give orders for this side": "donner des ordres pour ce camp",
    "roll fair dice for you, or ask for those on the table": "lancer des dés loyaux, ou demander ceux de la table",
    "write a note into the log": "écrire une note dans le journal",
    "take the last order back, if the others agree; on a new line": (
        "reprendre le dernier ordre, si les autres sont d’accord ; sur une nouvelle ligne"
    ),
    "open a new line here or at an entry, and play on there": (
        "ouvrir une nouvelle ligne ici ou à une entrée, et y continuer"
    ),
    "this": "ceci",
    "end; Ctrl-D does too. Everything is stored already": "finir, comme Ctrl-D ; tout est déjà enregistré",
    # Ce qui attend
    "an order of {0} waits for the share of {1}": "un ordre donné par {0} attend la part des dés de : {1}",
    "an order of {0} waits for the dice of {1}": "un ordre donné par {0} attend les dés de : {1}",
    "first {0}": "d’abord {0}",
    "first `refight send {0}`, and take in what {1} sends back": (
        "d’abord `refight send {0}`, puis prenez ce que renvoie {1}"
    ),
}
