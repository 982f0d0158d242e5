"""Ce que la page vivante du service dit de plus, en français."""

from __future__ import annotations

from collections.abc import Mapping

LIVE: Mapping[str, str] = {
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
    (
        "This game is not open to you any more: whoever runs it has closed it, or taken your part in it away. What you "
        "have seen stays here until you leave the page."
    ): (
        "Cette partie ne vous est plus ouverte : qui la tient l’a fermée, ou vous en a retiré. Ce que vous avez vu "
        "reste ici jusqu’à ce que vous quittiez la page."
    ),
    "New line: {0}": "Nouvelle ligne : {0}",
    "Taken back after entry {0}: go on in {1}": "Annulé après l’entrée {0} : continuer dans {1}",
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
    "the host gives your dice shares here until you give an order": (
        "l’hôte donne ici vos parts des dés jusqu’à ce que vous donniez un ordre"
    ),
    (
        "an order waits for a dice share of yours that lies in another browser or program: open that one, or take the "
        "order back together"
    ): (
        "un ordre attend une de vos parts, qui est dans un autre navigateur ou programme : ouvrez-le, ou "
        "annulez l’ordre d’un commun accord"
    ),
    "your dice shares lie in another browser or program, which must be open when dice are made": (
        "vos parts des dés sont dans un autre navigateur ou programme, qui doit être ouvert quand on fait des dés"
    ),
    "rolled for you": "lancés pour vous",
    "Give the order": "Donner l’ordre",
    "Write the note": "Écrire la note",
    "Take back": "Annuler ensemble",
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
    "Nothing is taken back once dice have spoken": "Rien n’est annulé une fois que les dés ont parlé",
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
    "Your move": "À vous de jouer",
    "Choose above, or click what is lit on the board.": (
        "Choisissez ci-dessus, ou cliquez ce qui est éclairé sur le plateau."
    ),
    "Waiting for {0}: {1}": "On attend {0} : {1}",
    "Nothing to order now: {0}": "Rien à ordonner maintenant : {0}",
    "An order waits for the share of {0}.": "Un ordre attend la part des dés de : {0}.",
    "An order waits for the dice of {0}.": "Un ordre attend les dés de : {0}.",
    "An order waits for the share of another side.": "Un ordre attend la part des dés d’un autre camp.",
    "An order waits for the dice of another side.": "Un ordre attend les dés d’un autre camp.",
    "An order waits for your share of the dice.": "Un ordre attend votre part des dés.",
    "An order waits for your dice.": "Un ordre attend vos dés.",
    "Give the dice": "Donner les dés",
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
    "taken back: play goes on in {0}": "annulé d’un commun accord : la partie continue dans {0}",
    "{0} must agree as well": "doit aussi accepter : {0}",
    "{0} would take back what came after entry {1}{2}: agree with Take back": (
        "{0} : demande d’annuler ce qui a suivi l’entrée {1}{2} ; pour accepter, Annuler ensemble"
    ),
}
