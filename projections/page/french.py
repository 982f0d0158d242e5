"""Ce que la page dit elle-même, en français : la clé est le texte anglais de la page et de ses scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping

NO_BREAK = "\u00a0"
_BEFORE, _AFTER = re.compile(r" (?=[:;!?»])"), re.compile(r"(?<=«) ")


def spaced(text: str) -> str:
    """Une ligne ne commence pas par deux points : les espaces de ponctuation sont insécables."""
    return _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))


_PHRASES: Mapping[str, str] = {
    # Nombres et listes
    ".": ",",
    "and": "et",
    ": ": " : ",
    "{0}: {1}.": "{0} : {1}.",
    "entry": "entrée",
    "entries": "entrées",
    "order": "ordre",
    "orders": "ordres",
    "piece": "pion",
    "pieces": "pions",
    "die": "dé",
    "dice": "dés",
    " of {0}": " sur {0}",
    "of": "sur",
    # En tête
    "To the log": "Aller au journal",
    "View": "Vue",
    "Umpire (everything)": "Arbitre (tout)",
    "As {0} may see it": "Vu par {0}",
    "Umpire’s copy: the secrets of all sides are in it": (
        "Exemplaire de l’arbitre : il contient les secrets de tous les camps"
    ),
    "Copy for {0}: no secrets of others are in it": "Exemplaire pour {0} : il ne contient aucun secret des autres",
    "Colours": "Couleurs",
    "Colours: {0}": "Couleurs : {0}",
    "as the system has them": "celles du système",
    "light": "claires",
    "dark": "sombres",
    "Keys and what this file holds": "Touches et contenu de ce fichier",
    "This page replays a game with a script that stands in it. Allow it to run.": (
        "Cette page rejoue une partie avec un script qu’elle contient. Autorisez-le."
    ),
    "This page cannot be read here: {0}. Open it with a current browser "
    "(Chrome 80, Firefox 113, Safari 16.4 or later).": (
        "Cette page ne peut pas être lue ici : {0}. Ouvrez-la avec un navigateur récent "
        "(Chrome 80, Firefox 113, Safari 16.4 ou plus récent)."
    ),
    "this browser cannot unpack it": "ce navigateur ne sait pas la décompresser",
    # Le plateau
    "Zoom": "Zoom",
    "Closer": "Plus près",
    "Reckon how lucky each side was": "Calculer la chance de chaque camp",
    "This takes its time…": "Cela prend un moment…",
    "Reckoned up to entry {0}.": "Calculé jusqu’à l’entrée {0}.",
    "The earlier entries could not be fetched; open the page again to see them.": (
        "Les entrées précédentes n’ont pas pu être chargées ; rouvrez la page pour les voir."
    ),
    "Follow what happens": "Suivre l’action",
    "Follow what happens (f)": "Suivre l’action (f)",
    "Farther": "Plus loin",
    "The whole board, or the part where things happen": "Tout le plateau, ou la partie où se joue l’action",
    "Pieces by place": "Pions par emplacement",
    "Beside the board": "À côté du plateau",
    "Board after entry {0}: {1}. The tab “In words” tells who stands where.": (
        "Plateau après l’entrée {0} : {1}. L’onglet « En clair » dit qui se trouve où."
    ),
    "Nothing lies beside the map.": "Rien à côté de la carte.",
    "There is no map, and no piece has come into play yet.": (
        "Il n’y a pas de carte, et aucun pion n’est encore entré en jeu."
    ),
    "off the board": "hors du plateau",
    # Le temps
    "Time line": "Déroulement",
    "Playback": "Lecture",
    "First entry": "Première entrée",
    "First entry (Home)": "Première entrée (Début)",
    "Previous order": "Ordre précédent",
    "Previous order (↑)": "Ordre précédent (↑)",
    "Previous entry": "Entrée précédente",
    "Previous entry (←)": "Entrée précédente (←)",
    "Play": "Lire",
    "Pause": "Pause",
    "Play or pause (Space)": "Lecture ou pause (Espace)",
    "Next entry": "Entrée suivante",
    "Next entry (→)": "Entrée suivante (→)",
    "Next order": "Ordre suivant",
    "Next order (↓)": "Ordre suivant (↓)",
    "Last entry": "Dernière entrée",
    "Last entry (End)": "Dernière entrée (Fin)",
    "Speed": "Vitesse",
    "Entry": "Entrée",
    "Entry {0}": "Entrée {0}",
    "Entry {0}: {1}": "Entrée {0} : {1}",
    "entry {0} of {1}": "entrée {0} sur {1}",
    # Points, pertes, dés
    "Points, losses and luck": "Points, pertes et chance",
    "Points": "Points",
    "Losses": "Pertes",
    "Dice": "Dés",
    "Dice so far, mean of d{0} (fair: {1}; 19 in 20 within the whiskers)": (
        "Dés jusqu’ici, moyenne des d{0} (loyaux : {1} ; 19 fois sur 20 entre les moustaches)"
    ),
    # Le journal et les onglets
    "Log and details": "Journal et détails",
    "Details": "Détails",
    "Log": "Journal",
    "Lines": "Lignes",
    "Off map": "Hors carte",
    "In words": "En clair",
    "Signs": "Signes",
    "Search the log": "Chercher dans le journal",
    "every entry": "toutes les entrées",
    "Also what only keeps the machinery going": "Aussi celles qui ne font que tourner la mécanique",
    "(hidden)": "(caché)",
    "{0} only": "{0} seulement",
    "umpire only": "arbitre seulement",
    "Lines of the game": "Lignes de la partie",
    "Line: {0}": "Ligne : {0}",
    "leaves {0} after entry {1}, {2} of its own": "quitte {0} après l’entrée {1}, {2} en propre",
    # Variantes, remarques, liens
    "note": "note",
    "notes": "notes",
    "opened by {0}": "ouverte par {0}",
    "Go on in the line {0}": "Continuer dans la ligne {0}",
    "All about this entry": "Tout sur cette entrée",
    "Lines from here:": "Lignes à partir d’ici :",
    "{0}, by {1}": "{0}, par {1}",
    "{0}, entry {1}": "{0}, entrée {1}",
    "Compare on the board": "Comparer sur le plateau",
    "with": "avec",
    "no other line": "aucune autre ligne",
    "side by side": "côte à côte",
    "in the same phase": "à la même phase",
    "at the same entry": "à la même entrée",
    "at the end of the other": "à la fin de l’autre",
    "Board of {0} after entry {1}: {2}": "Plateau de {0} après l’entrée {1} : {2}",
    "Nothing differs here.": "Rien ne diffère ici.",
    "not there": "absent",
    "points of {0}": "points : {0}",
    "Link to this moment": "Lien vers ce moment",
    "Copy the link": "Copier le lien",
    "… without spoilers": "… sans rien dévoiler",
    "copied": "copié",
    "selected: copy it from here": "sélectionné : copiez-le d’ici",
    "Without spoilers: show nothing that comes later": "Sans rien dévoiler : ne rien montrer de ce qui suit",
    "compare with another line on the board, or stop it": "comparer avec une autre ligne sur le plateau, ou cesser",
    "the entry one looks at, with a link to it": "l’entrée regardée, avec un lien vers elle",
    "without spoilers, or with all there is": "sans rien dévoiler, ou avec tout",
    # Expliquer
    "Nothing was rolled or reckoned for this.": "Rien n’a été lancé ni calculé pour cela.",
    "a {0}": "un {0}",
    "needs {0}": "il faut {0}",
    " ({0} times)": " ({0} fois)",
    "(no words for it)": "(pas de texte)",
    "Read as {0}": "Lu comme {0}",
    "Link to entry {0}": "Lien vers l’entrée {0}",
    # La chance
    "Luck": "Chance",
    "Height of the dice": "Hauteur des dés",
    "What stood out": "Les coups marquants",
    "what stood out": "les coups marquants",
    "in words": "en clair",
    "nothing lost or won": "rien perdu ni gagné",
    "lucky for {0}; as good or better: {1}": "heureux pour {0} ; aussi bon ou meilleur : {1}",
    "▲ lucky for {0}": "▲ heureux pour {0}",
    "▼ lucky for {0}": "▼ heureux pour {0}",
    " (fair: ±{0})": " (loyal : ±{0})",
    "19 in 20 within ±{0}": "19 sur 20 à ±{0}",
    " of the line {0}": " de la ligne {0}",
    "Luck was reckoned for the line {0} only.": "La chance n’a été calculée que pour la ligne {0}.",
    "Luck is reckoned from all that happened, and part of that is hidden from {0}: only the umpire’s view tells it.": (
        "La chance se calcule sur tout ce qui s’est passé, et une partie en est cachée pour {0} : "
        "seule la vue de l’arbitre la donne."
    ),
    "Each of {0}{1} whose dice could change who wins, points or losses stands somewhere between 0, the worst its dice "
    "could do for a side, and 1, the best; luck adds up how far it stood above ½.": (
        "Chacun des {0}{1} dont les dés pouvaient changer le vainqueur, les points ou les pertes se place entre 0, "
        "le pire que ses dés pouvaient donner à un camp, et 1, le meilleur ; la chance additionne de combien il a "
        "dépassé ½."
    ),
    "At any one moment 19 in 20 games with fair dice lie in the band; "
    "on its way a line may well leave it for a while.": (
        "À tout moment, 19 parties sur 20 jouées avec des dés loyaux sont dans la bande ; en chemin, une courbe peut "
        "bien en sortir quelque temps."
    ),
    # L’aide
    "Close": "Fermer",
    "Keys": "Touches",
    "Space": "Espace",
    "Page Up, Page Down": "Page préc., Page suiv.",
    "Home, End": "Début, Fin",
    "Shift and an arrow": "Maj et une flèche",
    "play or pause": "lecture ou pause",
    "one entry back or on": "une entrée en arrière ou en avant",
    "one order back or on": "un ordre en arrière ou en avant",
    "one phase back or on": "une phase en arrière ou en avant",
    "one turn back or on": "un tour en arrière ou en avant",
    "the first or the last entry": "la première ou la dernière entrée",
    "go to an entry by its number": "aller à une entrée par son numéro",
    "explain the current entry, or fold it away": "expliquer l’entrée affichée, ou replier l’explication",
    "search the log; Enter finds the next, Escape ends it": (
        "chercher dans le journal ; Entrée trouve la suite, Échap termine"
    ),
    "look with the next viewer’s eyes": "voir avec les yeux du camp suivant",
    "the next line (branch)": "la ligne suivante (variante)",
    "closer or farther": "plus près ou plus loin",
    "follow what happens, or keep the view still": "suivre l’action, ou garder la vue fixe",
    "the whole board, or the part where things happen": "tout le plateau, ou la partie où se joue l’action",
    "move over the board": "se déplacer sur le plateau",
    "light or dark": "clair ou sombre",
    "this list": "cette liste",
    "This file": "Ce fichier",
    "This file holds the whole game: what the umpire sees, and what {0} see. Whoever has it can read all secrets.": (
        "Ce fichier contient toute la partie : ce que voit l’arbitre, et ce que voient {0}. "
        "Qui le possède peut lire tous les secrets."
    ),
    "This file was made for {0}. What {0} may not see is not in it.": (
        "Ce fichier a été fait pour {0}. Rien de ce qui lui est caché n’y figure."
    ),
    "It needs no network and no other file. An address that ends in <code>#412</code> opens entry 412; "
    "<code>#LINE:412</code> the same of a branch, and with <code>;unspoilt</code> after it nothing is shown of what "
    "comes later.": (
        "Il n’a besoin ni du réseau ni d’un autre fichier. Une adresse qui finit par <code>#412</code> ouvre "
        "l’entrée 412 ; <code>#LIGNE:412</code> la même d’une variante, et avec <code>;unspoilt</code> derrière rien "
        "de ce qui suit n’est montré."
    ),
    "{0} ends with ": "{0} se termine par ",
    # Sur l’entrée regardée
    "Note on this entry": "Note sur cette entrée",
    "Mark": "Signe",
    "Comment, or a word as a mark": "Commentaire, ou un mot comme signe",
    "Write it": "L’écrire",
    "choose a mark, or write something": "choisissez un signe, ou écrivez quelque chose",
    "written as entry {0}": "écrite comme entrée {0}",
    "Another line from here": "Une autre ligne à partir d’ici",
    "Why": "Pourquoi",
    "the same dice come again": "les mêmes dés reviennent",
    "Branch here": "Ouvrir la ligne ici",
    "{0} goes on from entry {1}": "{0} continue à partir de l’entrée {1}",
    "Odds of this order": "Chances de cet ordre",
    "Odds, counted": "Chances, comptées",
    "Odds, sampled": "Chances, par échantillon",
    "(as it was)": "(comme ce fut)",
    "and {0} more": "et {0} de plus",
    "Other readings": "Autres lectures",
    "No other reading would have changed anything here.": "Aucune autre lecture n’aurait rien changé ici.",
    "as recorded: {0}": "comme noté : {0}",
    "Board, points, losses and result stay the same.": "Plateau, points, pertes et issue restent les mêmes.",
    "under {0}: {1}": "selon {0} : {1}",
    "The rest of the game under {0}, as a new line": "La suite de la partie selon {0}, comme nouvelle ligne",
    "Ruling": "Décision",
    "Reason": "Raison",
    "Rule; find it by word below": "Règle ; cherchez-la par mot ci-dessous",
    "It holds from the end of this line on.": "Elle vaut à partir de la fin de cette ligne.",
    "Rule": "Trancher",
    "(as now)": "(comme à présent)",
    "as it is read now": "comme on la lit à présent",
    "Rules by word": "Règles par mot",
    "Words, or the number of a rule": "Mots, ou le numéro d’une règle",
    "Find": "Chercher",
    "{0} of {1}": "{0} sur {1}",
    "Rule on it": "Trancher là-dessus",
    # La page vivante du service
    "spectators": "les spectateurs",
    "Token": "Jeton",
    "Token of a side, or of the umpire ": "Jeton d’un camp, ou de l’arbitre ",
    "Use it": "L’utiliser",
    "Watch without one": "Regarder sans jeton",
    "Who are you?": "Qui êtes-vous ?",
    "this is no token": "ce n’est pas un jeton",
    "The token is not good: {0}. You see what spectators may see.": (
        "Le jeton n’est pas valable : {0}. Vous voyez ce que voient les spectateurs."
    ),
    "the page is being made…": "la page se prépare…",
    "One moment: the page is made from {0} entries ({1} s)": (
        "Un instant : la page se prépare à partir de {0} entrées ({1} s)"
    ),
    "live": "en direct",
    "not connected": "non connecté",
    "New line: {0}": "Nouvelle ligne : {0}",
    "Taken back after entry {0}: go on in {1}": "Repris après l’entrée {0} : continuer dans {1}",
    "A guided first turn": "Un premier tour guidé",
    "{0}: {1} of {2}": "{0} : {1} sur {2}",
    "rules": "règles",
    "Go on": "Continuer",
    "Go there": "Y aller",
    "Open the line": "Ouvrir la ligne",
    "Show me the order": "Montrez-moi l’ordre",
    "Do it for me": "Faites-le pour moi",
    "The lesson goes on in another line.": "La leçon se poursuit dans une autre ligne.",
    "Something else was ordered than this lesson knows; go on as you like.": (
        "Il s’est ordonné autre chose que ce que connaît cette leçon ; continuez à votre guise."
    ),
    "Orders and notes": "Ordres et notes",
    "Order of {0}, or a note": "Ordre ({0}), ou note",
    "Dice on your table": "Dés sur votre table",
    "the order stands: its dice come when every share is given": (
        "l’ordre est inscrit : ses dés viennent quand toutes les parts sont données"
    ),
    "Dice that nobody alone can foresee: the pages of all sides make them": (
        "Des dés que personne ne peut prévoir seul : les pages de tous les camps les font"
    ),
    "Nobody plays on in this line": "On ne joue plus dans cette ligne",
    "For what reason": "Pour quelle raison",
    "Close this line": "Clore cette ligne",
    "closed: all of the game is open now": "close : toute la partie est ouverte maintenant",
    "closed": "close",
    "{0} would close this line{1}: agree with Close this line, under Entry": (
        "{0} voudrait clore cette ligne{1} : acceptez par Clore cette ligne, sous Entrée"
    ),
    "Give them from here": "Les donner d’ici",
    "your dice shares are given by this page": "vos parts des dés sont données par cette page",
    "waits for the share of {0}": "la part de {0} est attendue",
    "this browser keeps nothing: the host gives your dice shares": (
        "ce navigateur ne garde rien : l’hôte donne vos parts des dés"
    ),
    "the service asks for a share that is not due: this page does not give it": (
        "le service demande une part qui n’est pas due : cette page ne la donne pas"
    ),
    "the service asks again for a share that was given for entry {0}: the log may have been changed": (
        "le service redemande une part donnée pour l’entrée {0} : le journal a peut-être été changé"
    ),
    "the host gives your dice shares: a page makes none without TLS": (
        "l’hôte donne vos parts des dés : sans TLS une page n’en fait pas"
    ),
    "a page gives no dice shares without TLS: open it by https": (
        "sans TLS une page ne donne pas de parts des dés : ouvrez-la par https"
    ),
    "the host gives your dice shares": "l’hôte donne vos parts des dés",
    (
        "an order waits for a dice share of yours that lies in another browser or program: open that one, or take the "
        "order back together"
    ): (
        "un ordre attend une de vos parts, qui est dans un autre navigateur ou programme : ouvrez-le, ou "
        "reprenez l’ordre d’un commun accord"
    ),
    "your dice shares lie in another browser or program, which must be open when dice are made": (
        "vos parts des dés sont dans un autre navigateur ou programme, qui doit être ouvert quand on fait des dés"
    ),
    "rolled for you": "lancés pour vous",
    "Give the order": "Donner l’ordre",
    "Write the note": "Écrire la note",
    "Take back": "Reprendre",
    "The order in full": "L’ordre complet",
    "Undo the last order, if every side agrees": "Annuler le dernier ordre, si tous les camps sont d’accord",
    "legal order": "ordre permis",
    "legal orders": "ordres permis",
    "{0} and more legal orders": "{0} ordres permis ou plus",
    "nothing to order now": "rien à ordonner maintenant",
    "something happened meanwhile: look, and choose again": (
        "quelque chose s’est passé entre-temps : regardez, et choisissez de nouveau"
    ),
    "Rules": "Règles",
    "Scenario": "Scénario",
    "Name": "Nom",
    "You play": "Vous jouez",
    "Against": "Contre",
    "Begin": "Commencer",
    "the program": "le programme",
    "somebody: send a link": "quelqu’un : envoyez un lien",
    "nobody: I watch": "personne : je regarde",
    "Optional rules, disputed rules, settings": "Règles facultatives, règles disputées, réglages",
    "Nothing is taken back once dice have spoken": "Rien n’est repris une fois que les dés ont parlé",
    "One moment…": "Un moment…",
    "{0} is ready. Whoever opens a link plays that side: keep yours, send the others.": (
        "{0} est prête. Qui ouvre un lien joue ce camp : gardez le vôtre, envoyez les autres."
    ),
    "Play {0}": "Jouer {0}",
    "Open as {0}": "Ouvrir comme {0}",
    "The service's own token, which it printed when it started": (
        "Le jeton propre du service, qu’il a affiché à son démarrage"
    ),
    "Learn by a first turn": "Apprendre par un premier tour",
    "Orders by hand": "Ordres à la main",
    "The game is over.": "La partie est finie.",
    "You are asked: {0}": "On vous demande : {0}",
    "Your move: {0}": "À vous de jouer : {0}",
    "Waiting for {0}: {1}": "On attend {0} : {1}",
    "Nothing to order now: {0}": "Rien à ordonner maintenant : {0}",
    "Take out {0}": "Retirer {0}",
    "Start over": "Recommencer",
    "With other values": "Avec d’autres valeurs",
    "and {0} more: pick on the board": "et {0} de plus : choisissez sur le plateau",
    "{0}: {1} places on the board": "{0} : {1} lieux sur le plateau",
    "What": "Quoi",
    "one less": "un de moins",
    "one more": "un de plus",
    "must be said": "à préciser",
    "Steps": "Pas",
    "One step less": "Un pas de moins",
    "Click where it is to go, or drag it; it wheels by the corners of its front.": (
        "Cliquez où elle doit aller, ou faites-la glisser ; elle converse par les coins de son front."
    ),
    "Sound": "Son",
    "A gentle sound when it is your turn": "Un son discret quand c’est à vous",
    "yes": "oui",
    "no": "non",
    "not sent: the service does not answer": "non envoyé : le service ne répond pas",
    "taken back: play goes on in {0}": "repris : la partie continue dans {0}",
    "{0} must agree as well": "doit aussi accepter : {0}",
    "{0} would take back what came after entry {1}{2}: agree with Take back": (
        "{0} : demande de reprendre ce qui a suivi l’entrée {1}{2} ; pour accepter, Reprendre"
    ),
}
PHRASES: Mapping[str, str] = {english: spaced(french) for english, french in _PHRASES.items()}
