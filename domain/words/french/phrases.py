"""Ce que le programme dit lui-même, en français : la clé est le texte anglais."""

from __future__ import annotations

from collections.abc import Mapping

from domain.words.french.club import CLUB
from domain.words.french.lessons import LESSONS
from domain.words.french.service import SERVICE
from domain.words.french.study import STUDY

PHRASES: Mapping[str, str] = {
    **STUDY,
    **SERVICE,
    **CLUB,
    **LESSONS,
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
    # Le compte rendu
    "After-action report": "Compte rendu de bataille",
    "Contents": "Sommaire",
    "System": "Système",
    "Scenario": "Scénario",
    "Pack": "Données",
    "Players": "Joueurs",
    "from entry {0} {1}": "à partir de l’entrée {0} {1}",
    "Played": "Joué",
    "Record": "Journal",
    "Points": "Points",
    "Losses": "Pertes",
    "{0} to {1} (UTC)": "du {0} au {1} (UTC)",
    "{0}, {1} entries": "{0}, {1} entrées",
    "Told as {0} may see it.": "Vu par {0}.",
    "This is the umpire's copy: the game goes on, and this tells what is hidden.": (
        "Exemplaire de l’arbitre : la partie continue, et ceci dit ce qui est caché."
    ),
    "Forces at the start": "Forces au début",
    "strength {0} in all": "force {0} en tout",
    "{0} face down": "{0} face cachée",
    "units": "unités",
    "kind": "type",
    "place": "lieu",
    "list of {0}": "liste de {0}",
    "Course of the battle": "Déroulement de la bataille",
    "The heaviest losses:": "Les plus lourdes pertes :",
    "…and {0} more; `refight log` tells them all.": "… et {0} de plus ; `refight log` les dit tous.",
    "no reason given": "sans motif",
    "no cause given": "sans cause",
    "points for {0}: {1} ({2})": "points pour {0} : {1} ({2})",
    "{0} ({1}) loses {2}": "{0} ({1}) perd {2}",
    "{0} % of such throws are so high": "{0} % de ces jets sont aussi hauts",
    "{0} % of such throws are so low": "{0} % de ces jets sont aussi bas",
    "Losses: {0}.": "Pertes : {0}.",
    "Points: {0}.": "Points : {0}.",
    "entry {0}: {1}": "entrée {0} : {1}",
    "  [{0} by {1}, entry {2}]": "  [{0}, {1}, entrée {2}]",
    "note": "note",
    "Survivors": "Survivants",
    "unit on the board": "unité sur le plateau",
    "units on the board": "unités sur le plateau",
    "{0} beside it": "{0} à côté",
    "No longer there: {0}": "N’y sont plus : {0}",
    "Not seen at the end: {0}": "Pas vus à la fin : {0}",
    "Points over time": "Points au fil du temps",
    "No points were scored.": "Aucun point n’a été marqué.",
    "turn": "tour",
    "start": "début",
    "Losses over time": "Pertes au fil du temps",
    "No victory points.": "Aucun point de victoire.",
    "No losses.": "Aucune perte.",
    "men, about": "hommes, environ",
    "How the dice fell": "Comment les dés sont tombés",
    "How the dice fell: {0}": "Comment les dés sont tombés : {0}",
    "Bars: how often a face fell. Whiskers: where it falls with fair dice in 19 of 20 series as long, about the dot.": (
        "Barres : combien de fois une face est sortie. Moustaches : où elle tombe avec des dés loyaux dans "
        "19 séries sur 20 aussi longues, autour du point."
    ),
    "{0} more are not drawn": "{0} autres ne sont pas dessinés",
    "No dice have been rolled.": "Aucun dé n’a été lancé.",
    "all together": "tous ensemble",
    "Dice and luck": "Dés et chance",
    "luck": "chance",
    "19 in 20 within": "19 sur 20 à moins de",
    "The board at the end": "Le plateau à la fin",
    "Rulings and readings in force": "Arbitrages et lectures en vigueur",
    "No rulings were made.": "Aucun arbitrage n’a été rendu.",
    "Optional rules: {0}": "Règles optionnelles : {0}",
    "Settings: {0}": "Réglages : {0}",
    "Read as usual: {0}": "Lues comme d’habitude : {0}",
    "dispute": "litige",
    "question": "question",
    "read as": "lue ainsi",
    "Irregular plays": "Coups irréguliers",
    "None are recorded.": "Aucun n’est noté.",
    "Seal": "Sceau",
    "Whoever has the log can check that it is the one told of here, and that it was played so:": (
        "Qui a le journal peut vérifier que c’est bien celui dont il est question ici, et qu’il fut joué ainsi :"
    ),
    "{0} is told in {1}, {2} bytes": "{0} est raconté dans {1}, {2} octets",
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
