"""Ce que la page d’un jeu dit elle-même, en français."""

from __future__ import annotations

from collections.abc import Mapping

REPLAY: Mapping[str, str] = {
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
}
