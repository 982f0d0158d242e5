"""Ce que dit `refight serve`, en français : ses pages, et ce qu’il refuse."""

from __future__ import annotations

from collections.abc import Mapping

SERVICE: Mapping[str, str] = {
    # La liste des parties
    "game": "partie",
    "Games": "Parties",
    "{0} won": "victoire : {0}",
    'For programs: <a href="/api/schema">the description of the interface</a>.': (
        'Pour les programmes : <a href="/api/schema">la description de l’interface</a>.'
    ),
    "Other pages": "Autres pages",
    "Status {0}": "Statut {0}",
    "Rule: {0}": "Règle : {0}",
    # Les sortes de refus
    "Unreadable": "Illisible",
    "The request, or the order or file in it, cannot be read; it says where.": (
        "La demande, ou l’ordre ou le fichier qu’elle contient, est illisible ; il est dit où."
    ),
    "A token is needed": "Il faut un jeton",
    "Send one as `Authorization: Bearer TOKEN`; `refight token` makes them.": (
        "À envoyer comme `Authorization: Bearer JETON` ; `refight token` en fait."
    ),
    "Not for this token": "Pas avec ce jeton",
    "The token is good, but another is needed for this.": "Le jeton est bon, mais il en faut un autre pour cela.",
    "Not found": "Introuvable",
    "A game, line, entry, side, system or address that is not there.": (
        "Une partie, ligne, entrée, adresse, un camp ou système qui n’existe pas."
    ),
    "Not in this way": "Pas de cette façon",
    "The address is there, but not for this method.": "L’adresse existe, mais pas pour cette méthode.",
    "Too slow": "Trop lent",
    "The request did not arrive in time.": "La demande n’est pas arrivée à temps.",
    "Someone was first": "Quelqu’un a été plus rapide",
    "Nothing was stored. `head` is the last entry now: look, and try again.": (
        "Rien n’a été enregistré. `head` est la dernière entrée à présent : regardez, puis réessayez."
    ),
    "Too large": "Trop grand",
    "The request holds more bytes than are taken here.": "La demande contient plus d’octets qu’on n’en accepte ici.",
    "Not this host": "Pas cet hôte",
    "The Host header names a host that this service was not started for.": (
        "L’en-tête Host nomme un hôte pour lequel ce service n’a pas été lancé."
    ),
    "Illegal order": "Ordre interdit",
    "Readable, but a rule forbids it: `rule` says which.": "Lisible, mais une règle l’interdit : `rule` dit laquelle.",
    "Does not hold": "Non vérifié",
    "A chain or dice proof fails: `line` and `entry` say where.": (
        "Une preuve de chaîne ou de dés échoue : `line` et `entry` disent où."
    ),
    "Takes too long": "Trop long",
    "The answer would take longer than this service works for one request.": (
        "La réponse demanderait plus de temps que ce service n’en donne à une demande."
    ),
    "Too many requests": "Trop de demandes",
    "Wait for as many seconds as Retry-After says.": "Attendez autant de secondes que le dit Retry-After.",
    "A fault in refight": "Une faute de refight",
    "This is not the caller's mistake; please report it.": (
        "Ce n’est pas une erreur de l’appelant ; merci de la signaler."
    ),
    "Busy": "Occupé",
    "The log, or this service, is busy or cannot be used now. Try again later.": (
        "Le journal, ou ce service, est occupé ou inutilisable pour l’instant. Réessayez plus tard."
    ),
    # Ce qui est refusé
    "there is nothing at this address; `/` lists the games, `/api/schema` describes the interface": (
        "il n’y a rien à cette adresse ; `/` donne les parties, `/api/schema` décrit l’interface"
    ),
    "there is no language {0} here; there are {1}": "il n’y a pas de langue {0} ici ; il y a {1}",
    "there is no problem {0}; there are {1}": "il n’y a pas de problème {0} ; il y a {1}",
    "there is no script {0}": "il n’y a pas de script {0}",
    "this service does not answer for {0}; `--known-as` adds a host name": (
        "ce service ne répond pas pour {0} ; `--known-as` ajoute un nom d’hôte"
    ),
    "more than {0} requests a second; wait a little": "plus de {0} demandes par seconde ; attendez un peu",
    "the rest of the request did not come in time": "le reste de la demande n’est pas venu à temps",
    "the request is not UTF-8 text (byte {0} of a text)": "la demande n’est pas du texte UTF-8 (octet {0} d’un texte)",
    "the request is nested too deeply": "la demande est imbriquée trop profondément",
    "the request cannot be read: {0}": "la demande est illisible : {0}",
    "it has no body, and JSON is wanted": "elle n’a pas de corps, et il faut du JSON",
    "this machine cannot do it now: {0}": "cette machine ne le peut pas maintenant : {0}",
    "the game log": "le journal des parties",
    "this is a fault in refight, not in what you sent; please report it": (
        "c’est une faute de refight, non de ce que vous avez envoyé ; merci de la signaler"
    ),
    "too many long jobs are in work; try again in a moment": (
        "trop de longs travaux sont en cours ; réessayez dans un moment"
    ),
    "{0} are following already; try again later": "{0} suivent déjà ; réessayez plus tard",
    "this page was made by an earlier run; open it again": "cette page date d’un lancement précédent ; rouvrez-la",
    "entry {0} is not for these eyes": "l’entrée {0} n’est pas pour ces yeux",
    "entry {0} lies in the middle of an order that hides something; a line from there tells it": (
        "l’entrée {0} est au milieu d’un ordre qui cache quelque chose ; une ligne à partir de là le dirait"
    ),
    "up to entry {0} something is hidden from {1}, and another line might tell it": (
        "jusqu’à l’entrée {0} quelque chose est caché à {1}, et une autre ligne pourrait le dire"
    ),
    "in {0} something is hidden from {1}, and the answer might tell it": (
        "dans {0} quelque chose est caché à {1}, et la réponse pourrait le dire"
    ),
    "after {0} seconds this was at {1} of {2}": "après {0} secondes on en était à {1} sur {2}",
    "{0}; ask about an earlier entry, or ask the command line, which goes on": (
        "{0} ; demandez une entrée antérieure, ou la ligne de commande, qui continue"
    ),
    "cards that not everyone may see are drawn by the service: leave out cards": (
        "les cartes que tous ne peuvent pas voir sont tirées par le service : ne donnez pas de cartes"
    ),
    # Les jetons
    "{0}'s token": "le jeton de {0}",
    "the umpire's token": "le jeton de l’arbitre",
    "the service's own token": "le jeton du service",
    "this needs a token of {0}; `refight token {0} SIDE` makes one": (
        "il faut un jeton de {0} ; `refight token {0} CAMP` en fait un"
    ),
    "{0}: it needs the umpire's token of {1}": "{0} : il faut le jeton de l’arbitre de {1}",
    "{0}; it needs the umpire's token of {1}": "{0} ; il faut le jeton de l’arbitre de {1}",
    "{0}; the umpire's token opens lines here": "{0} ; le jeton de l’arbitre ouvre des lignes ici",
    "{0} needs {1}, which `refight serve` printed when it started": (
        "{0} : il faut {1}, que `refight serve` a affiché au lancement"
    ),
    "{0} needs a token, of any game; `refight token` makes them": (
        "{0} : il faut un jeton, de n’importe quelle partie ; `refight token` en fait"
    ),
    "this is {0}; an order of {1} needs {1}'s token": "c’est {0} ; un ordre de {1} demande le jeton de {1}",
    "this is {0}; the sides agree to a take-back, each with its own": (
        "c’est {0} ; les camps acceptent une reprise, chacun avec le sien"
    ),
    "this is {0}; it does not tell the orders of {1}": "c’est {0} ; il ne donne pas les ordres de {1}",
    "A new game": "Une nouvelle partie",
    "Battles to replay": "Batailles à rejouer",
    "Replay, watch and play historical battles. As spectators may see them.": (
        "Rejouez, regardez et jouez des batailles historiques. Vu par les spectateurs."
    ),
    "No games yet: begin one below, or <code>refight import</code> brings one in.": (
        "Pas encore de partie : commencez-en une ci-dessous, ou <code>refight import</code> en importe une."
    ),
    "Starting games needs the service's own token, or an account.": (
        "Pour commencer une partie il faut le jeton propre du service, ou un compte."
    ),
    "no battle {0} comes with the program": "aucune bataille {0} n’est livrée avec le programme",
    "{0} to move": "à {0} de jouer",
    "just now": "à l’instant",
    "{0} minutes ago": "il y a {0} minutes",
    "{0} hours ago": "il y a {0} heures",
    "{0} days ago": "il y a {0} jours",
    "making a token": "faire un jeton",
    "letting the program play": "faire jouer le programme",
    "this is {0}; only a side has orders in hand": "c’est {0} ; seul un camp a des ordres en main",
    "this is no token of {0}, or it was revoked; `refight token` makes them": (
        "ce n’est pas un jeton de {0}, ou il a été révoqué ; `refight token` en fait"
    ),
    "the Authorization header reads: Bearer TOKEN": "l’en-tête Authorization s’écrit : Bearer JETON",
    "this is no token: it is too long, or holds letters that no token has": (
        "ce n’est pas un jeton : il est trop long, ou contient des lettres qu’aucun jeton n’a"
    ),
    "dice that come again foretell what is drawn unseen": "des dés qui reviennent prédisent ce qui est tiré caché",
    "a transcript shows everything": "une transcription montre tout",
    "the orders are given again under a ruling": "les ordres sont redonnés selon une décision",
    "a ruling binds everyone": "une décision engage tout le monde",
    "bringing in a game": "apporter une partie",
    "merging a record": "joindre un journal",
    "starting a game": "commencer une partie",
    "deciding a case": "décider un cas",
}
