"""Pourquoi un ordre de la Phase de Mouvement est refusé, en français."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say, Template
from rules.gettysburg.ids import OFF_MAP
from rules.gettysburg.words.en.plain import each, in_points, listed
from rules.gettysburg.words.fr.plain import points, said

PACES = {"normal": "au pas normal", "accelerated": "en mouvement accéléré", "disengage": "en se désengageant"}


def _too_dear(say: Say, of: tuple[Of, ...]) -> str:
    unit, left, cost, to = of
    where = "quitter la carte" if to == OFF_MAP else f"entrer en {to}"
    return f"il reste {points(int(left))} à {say.name(unit)}, et il en faut {in_points(int(cost))} pour {where}"


def _at_pace(before: str, after: str = "") -> Template:
    """Une phrase sur l’allure d’une pièce, qui y est nommée."""
    return lambda say, of: f"{say.name(of[0])} {before} {PACES[str(of[1])]}{after}"


def _absent(say: Say, of: tuple[Of, ...]) -> str:
    """Qui est là à la place."""
    _, target, *there = of
    return f"en {target} : {each(say, there)}"


REASONS: ReasonTexts = {
    # 6.2, 8.1 pas à pas
    "no such hex": "il n’y a pas d’hex {0} sur la carte",
    "not adjacent": "{0} n’est pas adjacent à {1} : un mouvement va d’un hex à un hex adjacent",
    "rough by road only": "{0:name} ne peut entrer en {1} (accidenté) que par une route ou un chemin",
    "enemy in the way": "des pièces ennemies sont en {0} ; {1:name} ne peut pas y entrer",
    "hex full": "il y a déjà {1} unités en {0} : pas de place pour {2:name}",
    "disengaging to infantry": (
        "{0} est à côté d’infanterie ennemie : une unité qui se désengage ne peut pas y entrer"
    ),
    "accelerating to enemy": "{0} est à moins de 3 hexs d’un ennemi : pas de mouvement accéléré jusque-là",
    "Train into sight": "l’ennemi observe {0} : le Train ne peut pas y aller",
    "HMC into sight": "l’ennemi observe {0} : {1} ne peut pas y aller",
    "HMC into sight, removable": "l’ennemi observe {0} : {1} ne peut pas y aller ; retirez-le avant qu’il ne bouge",
    "no road for the Train": "ni route ni chemin de {0} à {1} : le Train ne les quitte pas",
    "no edge hex": "{0} n’est pas un hex de bord de carte : {1:name} ne peut pas y quitter la carte",
    "no road off the map": "ni route ni chemin ne quitte la carte en {0} : le Train non plus",
    "nothing after the exit": "rien ne peut suivre une fois qu’une pièce a quitté la carte",
    "one hex only": (
        "{0:name} a commencé son mouvement près d’infanterie ennemie : un seul hex, sans continuer en {1}"
    ),
    "too dear": _too_dear,
    "march costs": lambda _say, of: points(int(of[0])),
    "out of reach": "{0:name} ne peut pas atteindre {1} par ce mouvement",
    "reached in another manner": lambda say, of: (
        f"{say.name(of[0])} n’atteint {of[1]} que d’une autre manière : dites {', '.join(map(str, of[2:]))}"
    ),
    # 16.4 à 16.6 commandement
    "closed by command": "{0:name} ne peut pas aller en {1}, à côté d’infanterie ennemie : son armée est en {2:term}",
    "closed, no attack opens it": (
        "{0:name} ne peut pas aller en {1}, à côté d’infanterie ennemie : son armée est en {2:term}, et aucune "
        "attaque déclarée n’ouvre la voie"
    ),
    "another has closed up": (
        "une seule brigade d’infanterie peut aller à côté d’infanterie ennemie, et {0} l’a déjà fait ; {1:name} ne "
        "peut pas aller en {2}"
    ),
    "infantry began close": (
        "une seule brigade d’infanterie peut aller à côté d’infanterie ennemie, et de l’infanterie de l’armée y était "
        "déjà au début du tour ; {0:name} ne peut pas aller en {1}"
    ),
    # 7.3, 15.1, 22.2, 22.4 façons de bouger
    "no cavalry to accelerate": "{0:name} n’est pas de la cavalerie : le mouvement accéléré lui est réservé",
    "Disrupted, cannot accelerate": "{0:name} est Désorganisée et n’a pas droit au mouvement accéléré",
    "starts near enemy": "{0:name} commence à moins de 3 hexs d’un ennemi et n’a pas droit au mouvement accéléré",
    "disengagement not in play": "le désengagement n’est pas en jeu",
    "nothing to disengage from": (
        "{0:name} n’est pas de l’infanterie proche d’infanterie ennemie : il n’y a pas de quoi se désengager"
    ),
    "one hex is no disengagement": (
        "un mouvement d’un seul hex n’est pas un désengagement : ordonnez un mouvement normal"
    ),
    "no recovery by order": "ce que {0} contient ne se remet pas de sa Désorganisation sur un ordre (D26)",
    "recovery is secret": "ce que {0} contient est le secret de son propriétaire : lui seul l’en remet",
    "not Disrupted": "{0:name} n’est pas Désorganisée",
    "recovery beside enemy": "{0:name} est à côté d’une unité ennemie et ne peut pas se remettre",
    "recovery comes first": "on se remet de la Désorganisation au début du mouvement, avant toute autre chose",
    "too few points to recover": "il reste trop peu de points à {0:name} pour se remettre de sa Désorganisation",
    "forced march not in play": "la Marche Forcée n’est pas en jeu",
    "forced march at night": "pas de Marche Forcée de nuit",
    "makes no forced march": "{0:name} ne fait pas de Marche Forcée",
    "forced march at this pace": _at_pace("ne peut pas faire de Marche Forcée"),
    "Disrupted, no forced march": "{0:name} est Désorganisée et ne fait pas de Marche Forcée ce tour-ci",
    "forced too far": "une Marche Forcée ajoute {0} PM au plus ; demandés : {1}",
    "forced nowhere": "une Marche Forcée mène quelque part : nommez les hexs",
    # 15.5 charges
    "no cavalry to charge": "{0:name} n’est pas de la cavalerie : elle seule charge",
    "Shaken, cannot charge": "{0:name} est Ébranlée et ne peut pas charger",
    "Disrupted, cannot charge": "{0:name} est Désorganisée et ne peut pas charger",
    "charge at this pace": _at_pace("ne peut pas charger"),
    "plain charge": "une charge prend au plus 2 PM de mouvement ordinaire jusqu’à l’ennemi",
    "nobody to charge": "aucun ennemi à charger en {0}",
    "charge off clear ground": "{0} n’est pas un terrain dégagé : aucune charge n’y va",
    "charge not at infantry": "il n’y a pas en {0} d’infanterie sans cavalerie ni artillerie",
    "charge ends elsewhere": "{0:name} termine son mouvement en {1}, pas à côté de {2}",
    "another attacks from there": "{0} attaque déjà depuis {1} : une seule brigade par hex le peut",
    "too late to charge": "{0:name} ne peut plus annoncer de charge : il est trop tard",
    "too far to charge": "{0:name} a dépensé plus de 2 PM et ne peut pas charger",
    # 8.1 le mouvement
    "on the move": "{0} est en mouvement : que cette pièce continue ou s’arrête d’abord",
    "entry hex first": "{0} est hors de la carte : son trajet commence par son hex d’entrée",
    "move without a purpose": "nommez au moins un hex où {0} doit entrer, ou demandez la fin de sa Désorganisation",
    "pace is kept": _at_pace("a commencé", " et continue de même"),
    "nowhere to go on to": "nommez un hex où aller ; Decline termine le mouvement",
    # 8.1, 13.1, 17.3, 23.5 qui un camp peut employer
    "name for an id": lambda _say, of: f"unit= prend un id : {of[0]} est {' ou '.join(map(str, of[1:]))}",
    "no piece": "{0} n’est pas une pièce de cette partie",
    "of the other side": "{0:name} appartient au camp dont ce n’est pas le tour",
    "another commands it": "{0:name} n’est pas à vous : {1:term} commande cette pièce",
    "nobody commands it": "{0:name} n’est pas à vous : personne ne commande cette pièce ce tour-ci",
    "movement has ended": "{0:term} a terminé ses mouvements ; {1:name} reste sur place",
    "has finished": "{0:name} a terminé pour ce tour",
    "not among the movers": "{0:name} n’est pas parmi les unités qui peuvent bouger ce tour-ci",
    "inside an HMC": "{0:name} est dans un PMC et ne bouge qu’avec lui",
    "off the map for good": "{0:name} est hors de la carte pour de bon",
    "guns are Fired": "{0:name} est sur sa face Tiré : plus rien ne lui est permis",
    "Train has moved": "le Train est sur sa face déplacée et doit d’abord être retourné (D36)",
    "Union Train unseen": "le Train de l’Union ne bouge que si une unité Confédérée l’observe",
    "HMC is new": "{0} a été créé ce tour-ci et reste où il est",
    "HMC in Panic": "une armée en état de Panique ne déplace aucun PMC : {0} reste",
    "decoy enters alone": "{0} est un leurre : il entre au même tour qu’un pion avec des unités",
    # 10.1 à 10.3, 22.1, 22.6 entrée et retour
    "never due": "{0:name} n’est attendue à aucun moment de ce scénario, donc pas maintenant",
    "due later": lambda say, of: f"{say.name(of[0])} est attendue le {said(int(of[1]))}, pas maintenant",
    "own entry hex is free": "{0:name} ne peut pas entrer par {1} au lieu de {2} : {2} est libre",
    "other entry hex later": (
        "{0:name} ne peut pas entrer par {1} au lieu de {2} : ce n’est permis qu’à partir du tour de jeu suivant"
    ),
    "other entry hex nearer": lambda say, of: (
        f"{say.name(of[0])} ne peut pas entrer par {of[1]} au lieu de {of[2]} : l’hex d’entrée libre le plus proche "
        f"est {listed(of[3:], 'introuvable')}"
    ),
    "entry hex is held": "{0} est tenu par l’ennemi : {1:name} attend hors de la carte",
    "other entry hex": "{0:name} entre par {1} ({2}), pas par {3}",
    "return not in play": "{0} ne peut pas revenir sur la carte : cette règle n’est pas en jeu",
    "return of another": "seul son propriétaire peut lancer le dé pour {0}, dans son propre mouvement",
    "has no way back": "{0} n’est ni une unité ni un PMC qui a quitté la carte et peut revenir",
    "return too early": lambda _say, of: f"{of[0]} ne peut tenter de revenir qu’à partir du {said(int(of[1]))}",
    "return rolled for": "le dé a déjà été lancé pour {0} ce tour-ci",
    # 8.4, 9.4, 9.5 déclarations
    "moment of another": "c’est à {0} de déclarer, pas à {1}",
    "not there to declare": "{0} n’est pas sur la carte pour déclarer quoi que ce soit",
    "has declared": "{0:name} a déjà déclaré et ne peut plus s’en dédire",
    "moment has passed": (
        "{0:name} ne peut plus rien déclarer : une unité déclare juste après son propre mouvement, ou à sa "
        "place, avant qu’une autre pièce ne serve"
    ),
    "artillery bombards": "{0:name} est de l’artillerie : elle n’attaque que par bombardement",
    "Train declares no attack": "un Train n’attaque jamais",
    "target not adjacent": "{0} n’est pas adjacent à {1}, où se trouve {2:name}",
    "one attacks from the hex": "{0:name} attaque depuis {1} : une seule brigade par hex le peut",
    "not on top": "{0:name} recouvre {1:name} en {2} ; réordonnez d’abord la pile",
    "no stack of yours": "aucune de vos pièces n’est en {0}",
    "name each piece": lambda _say, of: f"nommez une fois chaque pièce en {of[0]}, de haut en bas : {listed(of[1:])}",
    "declared stays on top": lambda _say, of: f"qui a déclaré une attaque doit rester au-dessus : {listed(of)}",
    # 11.1, 14.1 à 14.6, 21.4 cibles
    "no hex named": "target= nomme un hex : {0} n’est pas un hex de cette carte",
    "piece named for its hex": "target= nomme un hex : {0} se trouve en {1}",
    "unseen piece named for a hex": "target= nomme un hex : {0} n’est pas en vue sur la carte",
    "own side there": "{1:name} est du même camp que les unités en {0}",
    "nobody to attack": "{1:name} n’a aucune unité ennemie à attaquer en {0}",
    "no Train there": "le Train ennemi n’est pas en {0}",
    "Train not alone": "le Train n’est pas seul dans son hex (D87)",
    "no artillery": "{0} n’est pas de l’artillerie : elle seule bombarde",
    "bombardment at night": "pas de bombardement de nuit",
    "Disrupted, cannot bombard": "{0:name} est Désorganisée et ne peut pas bombarder",
    "spent, cannot bombard": "{0:name} a bougé ou tiré et ne peut pas bombarder",
    "nobody to bombard": "il n’y a aucune unité ennemie à bombarder en {0}",
    "out of range": "{2:name} a une portée de {3} hexs ; {0} est à {1} hexs",
    "closed to bombardment": "{0} est un hex de bois denses ou de ville : il ne peut pas être bombardé",
    "sight blocked": lambda say, of: (
        f"la Ligne de Vue de {of[0]} à {of[1]} est bloquée par {of[2]} ({', '.join(map(say.term, of[3:]))})"
    ),
    "sight blocked by a slope": "la Ligne de Vue de {0} à {1} est bloquée par la pente entre {2} et {3}",
    "name the unit bombarded": "nommez l’unité en {0} sur laquelle {1:name} tire",
    "aim not there": lambda say, of: f"{of[0]} n’est pas en {of[1]} ; {_absent(say, of)}",
    "aim is no id": lambda say, of: f"aim= prend un id, pas {of[0]} ; {_absent(say, of)}",
    "aimed at an HMC": "{0} est un PMC : ce qu’il contient ne se voit pas",
    "only the Train there": "seul le Train est en {0} : nommez-le pour le bombarder",
    "shielded": "un côté d’hex protégé de {0} l’abrite de {1}",
    # 17.1 à 17.3 le contrôle d’une unité
    "no such piece": "il n’y a pas de pièce {0}",
    "not of the army in Panic": "{0} n’est pas de l’armée en état de Panique",
    "no control of a Train": "{0:name} ne peut faire l’objet d’aucune tentative de contrôle (D82)",
    "control tried": "{0:name} a déjà fait l’objet d’une tentative de contrôle ce tour-ci",
    "command is settled": (
        "{0:name} sort d’un pion sous contrôle : qui lui donne ses ordres ce tour-ci est réglé (D80)"
    ),
    "has been used": "{0:name} a déjà servi ce tour-ci",
}
