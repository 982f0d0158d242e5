"""Mouvement caché et contrôle des unités, en français."""

from __future__ import annotations

from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say
from rules.gettysburg.hidden import asks as a
from rules.gettysburg.hidden import facts as f
from rules.gettysburg.words.en.plain import because, listed
from rules.gettysburg.words.fr.plain import de, joined

CONTROL_SAID = {
    "opponent": "passe sous le contrôle de l’ennemi pour ce tour",
    "nobody": "n’obéit à personne ce tour-ci",
    "owner": "obéit à son propre camp",
}
COMMANDED = {"opponent": "sous les ordres de l’adversaire", "nobody": "sous les ordres de personne"}


def _hidden(say: Say, fact: f.UnitsHidden) -> str:
    where = f"à l’entrée {fact.entry}" if fact.entry else f"en {fact.at}"
    gone = f" ; hors de vue : {say.units(fact.units)}" if fact.units else ""
    places = "se place" if len(fact.hmcs) == 1 else "se placent"
    return f"{joined(say, fact.hmcs)} {places} {where}{gone}"


def _revealed(say: Say, fact: f.HiddenRevealed) -> str:
    return f"{say.unit(fact.hmc)} est révélé : {say.units(fact.units) or 'un leurre'}{because(say, fact)}"


FACTS: FactTexts = {
    f.ControlTried: lambda say, x: f"{say.unit(x.unit)} {CONTROL_SAID[x.control]} ({x.rule})",
    f.LeftoverBegan: lambda say, x: (
        f"{say.term(x.side)} peut encore prendre le contrôle d’unités restées sur place (17.3b)"
    ),
    f.LeftoverEnded: lambda _say, _x: "plus aucune tentative de contrôle (17.3b)",
    f.UnitsHidden: _hidden,
    f.HiddenFilled: lambda say, x: f"{say.unit(x.hmc)} contient {say.units(x.units) or 'zéro unité : un leurre'}",
    f.HiddenRevealed: _revealed,
    f.UnitDeployed: lambda say, x: f"{say.unit(x.unit)} se déploie en {x.to} (18.5)",
    f.HiddenTired: lambda say, x: (
        f"Désorganisées dans {say.unit(x.hmc)}, qui a bougé de nuit : {say.units(x.units) or 'aucune'} (20.2a)"
    ),
    f.HiddenBrokenUp: lambda say, x: f"{say.unit(x.hmc)} est dissous hors de la carte (22.6)",
    f.CommandLost: lambda say, x: f"{say.units(x.units)} : {COMMANDED[x.control]} ce tour-ci (17.5b)",
}
ASKED: QuestionTexts = {
    a.AwaitLeftover: lambda say, x: (
        f"à {say.term(x.side)} de décider : prendre le contrôle d’unités restées sur place ? (17.3b)"
    ),
    a.AwaitDeployment: lambda say, x: f"à {say.term(x.side)} de déployer les unités {de(say.unit(x.hmc))} (18.5)",
}
ORDERS: OrderTexts = {
    a.HideUnits: (
        "18.2b, 18.6, 18.7, 23.1 Des unités entrent dans des PMC d’un même hex, toutes au même moment ; un PMC vide "
        "est un leurre. `at` est l’hex ; `contents` nomme chaque PMC et les ids de ses unités, aucun pour un leurre. "
        "Dans un hex d’entrée, des renforts encore à venir peuvent être mis dans des PMC qui y entrent."
    ),
    a.DeployUnits: (
        "18.4a Un PMC est retiré avant de bouger, ou 18.5 un PMC observé est vidé. `places` donne à chacune de ses "
        "unités, par son id, son hex."
    ),
    a.AttemptControl: "17.3 L’adversaire d’une armée en état de Panique tente de prendre le contrôle d’une unité.",
}
REASONS: ReasonTexts = {
    # 17.3 contrôle
    "no chance of control": (
        "il ne reste aucune chance de prendre le contrôle d’une unité, ou l’ennemi n’est pas en état de Panique"
    ),
    "control too early": (
        "{0:name} ne va pas servir : la tentative se fait au moment où elle va servir, ou quand son propriétaire a fini"
    ),
    "HMC tried last": "{0} se tente quand son propriétaire a fini : en Panique, il ne peut pas s’en servir",
    "another is about to be used": "c’est {0} qui va servir, pas {1}",
    # 18.2, 18.6, 18.7, 23.1 cacher des unités
    "hidden movement not in play": "le mouvement caché n’est pas en jeu dans cette partie",
    "no HMC of yours": "{0} n’est pas un Pion de Mouvement Caché de {1:term}",
    "HMC in use": lambda _say, of: f"{of[0]} sert déjà ; libres : {listed(of[1:], 'aucun des huit')}",
    "HMC just removed": "{0} a été retiré pendant ce tour de joueur et ne resservira qu’au suivant",
    "decoy created alone": "un leurre ne se crée qu’avec un pion qui contient des unités, dans le même hex",
    "Train hidden": "un Train ne peut pas être caché",
    "hidden twice": "une unité n’est que dans un seul pion",
    "not to be hidden there": "{0:name} n’attend pas d’être placée cachée en {1}",
    "all hidden or none": "les unités de {0} commencent toutes cachées ou toutes à découvert (D09)",
    "too many decoys": "pions avec des unités : {0} ; autant de leurres sont permis, pas {1}",
    "no reinforcement": "{0:name} n’est pas parmi les renforts encore à venir",
    "not due yet": "{0:name} n’est pas encore attendue",
    "enters elsewhere": "{0:name} entre par {1}, pas par {2}",
    "may not move": "{0:name} ne peut pas bouger ce tour-ci",
    "owner has finished": (
        "le propriétaire a terminé ; seules les unités libérées par une tentative de contrôle peuvent encore servir"
    ),
    "entry hex observed": "l’ennemi observe {0} : aucun pion ne peut y entrer",
    "no HMC created": "une armée en {0:term} ne crée aucun Pion de Mouvement Caché",
    "held by the enemy": "{0} est tenu par l’ennemi",
    "hex observed": "l’ennemi observe {0} ; un PMC ne se crée que là où aucune unité ennemie n’observe",
    "not beside the HMC": "{0:name} n’est ni en {1} ni dans un hex adjacent",
    "already used": "{0:name} a déjà servi ce tour-ci",
    "unit observed": "l’ennemi observe {0:name} en {1}",
    "not under command": "{0:name} n’est pas sous les ordres de son propriétaire ce tour-ci",
    "too many pieces": "il y aurait {1} pièces en {0} ; {2} peuvent s’empiler",
    # 18.4, 18.5, 22.6 déploiement
    "another HMC first": "{0} a été observé et doit être vidé d’abord, pas {1}",
    "HMC has moved": "{0} a bougé ce tour-ci ; on ne le retire qu’avant qu’il ne bouge",
    "no HMC removed": "une armée en {0:term} ne retire aucun de ses Pions de Mouvement Caché",
    "HMC off the map": "{0} est hors de la carte : ses unités peuvent seulement y être séparées, sans nommer d’hex",
    "HMC gone for good": "{0} a quitté la carte pour de bon",
    "not to be deployed": "{0} n’est pas parmi les unités à déployer",
    "room for more": "{0} de ces unités ont de la place en {1} ou dans un hex adjacent ; placées : {2}",
    "deploys elsewhere": "{0:name} se déploie en {1} ou dans un hex adjacent, pas en {2}",
    "no deploying into rough": "{0:name} ne peut pas se déployer en {1}, hex accidenté",
    "cannot deploy there": lambda say, of: (
        f"{say.name(of[0])} ne peut pas se déployer en {of[1]} ; il y a de la place en : {listed(of[2:], 'aucun hex')}"
    ),
}
