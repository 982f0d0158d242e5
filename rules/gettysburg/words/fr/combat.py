"""Le combat en français : qui a frappé qui, avec quel différentiel, et ce que la table a dit."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.reasons import Of
from domain.kernel.say import FactTexts, OrderTexts, QuestionTexts, ReasonTexts, Say, Template
from rules.gettysburg.combat import asks as a
from rules.gettysburg.combat import bombardment_facts as b
from rules.gettysburg.combat import facts as f
from rules.gettysburg.combat import retreat_facts as r
from rules.gettysburg.words.en.plain import because, each, listed, named
from rules.gettysburg.words.fr.plain import de, joined

# 12.1, 12.2 Ce que demandent les lettres d’un résultat.
RESULTS: Mapping[str, str] = {
    "A": "attaquant Désorganisé",
    "AE": "Test d’Élimination, attaquant Désorganisé",
    "AR": "attaquant Désorganisé, Test de Déroute, sinon Ébranlé",
    "AER": "Test d’Élimination, attaquant Désorganisé, Test de Déroute, sinon Ébranlé",
    "D": "défenseur Désorganisé",
    "DR": "défenseur Désorganisé, Test de Déroute, sinon Ébranlé et repoussé",
    "DER": "Test d’Élimination, défenseur Désorganisé, Test de Déroute, sinon Ébranlé et repoussé",
}
# 14.4R Le même pour un bombardement, où personne ne recule.
BOMBARDED: Mapping[str, str] = {
    "D": "cible Désorganisée",
    "DR": "cible Désorganisée, Test de Moral",
    "DER": "cible Désorganisée, Test d’Élimination, Test de Moral",
}
# 11.3 Ce qui vient après la réponse à la question qui va être posée.
STAGES: Mapping[str, str] = {
    "before": "la retraite éventuelle du défenseur",
    "question": "l’attaque",
    "answer": "le soutien de l’autre camp",
    "roll": "les dés",
    "advance": "l’avance",
    "counter": "la réponse de l’ennemi",
    "end": "la fin du combat",
}
# 11.1, 14.1 Ce qu’une unité n’a pas déclaré, et ce qu’elle a achevé.
UNDECLARED = {"attack": "aucune attaque", "bombardment": "aucun bombardement"}
OVER = {"attack": "l’attaque {} est terminée", "bombardment": "le bombardement {} est terminé"}


def result_said(code: str, guns: bool = False) -> str:
    """12.2 Ce qu’un résultat fait à une brigade ; 13.5b ou à de l’artillerie qui se défend seule."""
    if guns and code.startswith("D"):
        return "artillerie Éliminée" if "E" in code else "artillerie Désorganisée, puis capturée ou repoussée"
    if code[1:].isdigit():
        return f"défenseur Désorganisé, puis Ébranlé et repoussé si son moral est inférieur à {code[1:]}"
    return RESULTS.get(code, "sans effet")


def _together(say: Say, units: tuple[str, ...], one: str, many: str) -> str:
    """Une seule attaque, plusieurs attaquent."""
    return f"{joined(say, units)} {one if len(units) == 1 else many}"


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def _began(say: Say, fact: f.FightBegan) -> str:
    if fact.guns:
        return f"{_together(say, fact.guns, 'bombarde', 'bombardent')} {fact.target}"
    if fact.kind == "train":
        return f"{say.unit(fact.attacker)} attaque le Train en {fact.target}"
    how = "contre-attaque" if fact.counter else "charge" if fact.kind == "charge" else "attaque"
    held = f", tenu par {say.unit(fact.defender)}" if fact.defender else ""
    return f"{say.unit(fact.attacker)} {how} {fact.target}{held}"


def _coordination(_say: Say, fact: f.CoordinationTried) -> str:
    outcome = "coordonnées" if fact.success else "non coordonnées"
    return f"attaques sur {fact.target} : {outcome}, {fact.die} contre {fact.value} (11.6a)"


def _fire_coordination(say: Say, fact: b.FireCoordinationTried) -> str:
    outcome = "coordonné" if fact.success else "non coordonné"
    return f"tir {de(joined(say, fact.units))} : {outcome}, {fact.die} contre {fact.value} (14.7a)"


def _before_combat(say: Say, fact: f.RetreatBeforeCombatTried) -> str:
    outcome = "s’échappe" if fact.success else "est rattrapée"
    return f"{say.unit(fact.unit)} tente une retraite avant combat et {outcome} sur un jet de {fact.die} (15.4)"


def _question(say: Say, fact: f.QuestionTested) -> str:
    return f"{say.unit(fact.unit)}, Incertaine, {'tient bon' if fact.passed else 'lâche pied'} (22.3)"


def _support(say: Say, fact: f.SupportGiven) -> str:
    what = f"l’attaque : +{fact.value} (13.4b)" if fact.attacking else f"la défense : -{fact.value} (13.4c)"
    return f"{say.unit(fact.unit)} soutient {what}"


def _resolved(say: Say, fact: f.CombatResolved) -> str:
    """Le calcul en une ligne : valeurs, chaque modificateur avec sa règle, colonne, dés, case."""
    parts = [f"{fact.attacker_combat} contre {fact.defender_combat}"]
    parts += [f"{m.value:+} {say.reason(m)} ({m.cite})" for m in fact.modifiers]
    column = f", colonne {_signed(fact.column)}" if fact.column != fact.differential else ""
    changed = f", lu comme {fact.result}" if fact.result != fact.cell else ""
    faces = "+".join(map(str, fact.dice))
    read = f"{fact.cell}{changed}, {result_said(fact.result, fact.guns)} (CRT)"
    return (
        f"{say.unit(fact.attacker)} contre {say.unit(fact.defender)} en {fact.target} : {', '.join(parts)} ; "
        f"différentiel {_signed(fact.differential)}{column} ; {faces} = {sum(fact.dice)} : {read}"
    )


def _bombardment(say: Say, fact: b.BombardmentResolved) -> str:
    mishap = "le tireur est Désorganisé" if len(fact.units) == 1 else "les tireurs sont Désorganisés"
    effect = mishap if fact.cell == "A" else BOMBARDED.get(fact.cell, "sans effet")
    shot = f"{joined(say, fact.units)} sur {say.unit(fact.aim)} en {fact.target}"
    return f"{shot} : colonne {fact.column}, {fact.die} : {fact.cell or '-'}, {effect} (BT)"


def _tested(say: Say, fact: f.SupportingBrigadeTested) -> str:
    return f"à ses côtés, {say.unit(fact.unit)} {'tient bon' if fact.passed else 'flanche'} (12.6a)"


FACTS: FactTexts = {
    f.CoordinationTried: _coordination,
    b.FireCoordinationTried: _fire_coordination,
    f.FightBegan: _began,
    f.FightStepped: lambda _say, x: f"à régler maintenant ; ensuite {STAGES.get(x.stage, 'la suite du combat')} (11.3)",
    f.FightEnded: lambda _say, x: f"le combat pour {x.target} est terminé",
    f.DefenderSwapped: lambda say, x: f"{say.unit(x.unit)} prend la place {de(say.unit(x.instead_of))} (11.7b)",
    f.DefenderChosen: lambda say, x: f"{say.unit(x.unit)} défend ({x.rule})",
    f.RetreatBeforeCombatTried: _before_combat,
    f.QuestionTested: _question,
    f.SupportGiven: _support,
    f.CombatResolved: _resolved,
    f.SupportingBrigadeTested: _tested,
    r.RetreatBegan: lambda say, x: f"{_together(say, x.units, 'doit', 'doivent')} battre en retraite ({x.rule})",
    r.UnitRetreated: lambda say, x: f"{say.unit(x.unit)} recule en {x.to} ({x.rule})",
    r.RetreatContinued: lambda say, x: f"{say.unit(x.unit)} ne peut pas s’arrêter là{because(say, x)}",
    f.AttackWasted: lambda say, x: (
        f"l’attaque {de(say.unit(x.unit))} sur {x.target} est gaspillée : l’ennemi n’y est plus ({x.rule})"
    ),
    f.AttackVoided: lambda say, x: f"{say.unit(x.unit)} ne peut pas exécuter sa déclaration{because(say, x)}",
    r.UnitAdvanced: lambda say, x: f"{say.unit(x.unit)} avance en {x.to} (12.7a)",
    f.CounterAttackMade: lambda say, x: f"{say.unit(x.unit)} se retourne contre {x.target} (19.1a)",
    b.TrainAttacked: lambda say, x: f"{_together(say, x.units, 'attaque', 'attaquent')} {say.unit(x.train)} (21.4)",
    b.BombardmentResolved: _bombardment,
}
ASKED: QuestionTexts = {
    a.AwaitSwap: lambda say, x: f"à {say.term(x.side)} de décider : une autre brigade pour défendre ? (11.7b)",
    a.AwaitRetreatBeforeCombat: lambda say, x: f"à {say.term(x.side)} de décider : retraite avant combat ? (15.4)",
    a.AwaitCoordination: lambda say, x: f"à {say.term(x.side)} de décider : coordonner les attaques ? (17.4c)",
    a.AwaitSupport: lambda say, x: f"à {say.term(x.side)} de décider du soutien d’artillerie (13.4)",
    a.AwaitDefender: lambda say, x: (
        f"à {say.term(x.side)} de choisir le défenseur : {say.units(x.units)} (11.7a, 13.5a)"
    ),
    a.AwaitRetreat: lambda say, x: f"à {say.term(x.side)} de faire reculer {joined(say, x.units)} (12.4a)",
    a.AwaitRout: lambda say, x: f"à {say.term(x.side)} de choisir qui part en Déroute : {say.units(x.units)} (9.3b)",
    a.AwaitAdvance: lambda say, x: (
        f"à {say.term(x.side)} de décider : faire avancer {joined(say, x.units)} en {x.to} ? (12.7a)"
    ),
    a.AwaitCounterAttack: lambda say, x: (
        f"à {say.term(x.side)} de décider : Contre-Attaque sur {', '.join(x.targets)} ? (19.1a)"
    ),
}
ORDERS: OrderTexts = {
    a.RollCoordination: "11.6a Avant la première attaque sur un hex : `target` est l’hex attaqué.",
    a.ResolveAttack: "11.3 L’attaque déclarée d’une brigade ; `unit` est l’attaquant.",
    a.ResolveBombardment: (
        "14.3 Le bombardement déclaré d’une unité d’artillerie, ou d’une pile qui tente de se coordonner (14.7). "
        "`aim` est l’unité visée là où elle n’est choisie que maintenant (D62 B)."
    ),
    a.SwapDefender: "11.7b Une Brigade de Soutien prend la place du défenseur.",
    a.RetreatBeforeCombat: "15.4 La cavalerie en défense tente de reculer devant l’infanterie.",
    a.GiveSupport: "13.4 Une unité d’artillerie soutient le combat.",
    a.DefendWith: (
        "13.5a Quelle unité d’artillerie défend un hex sans brigade ; 11.7a quelle brigade prend la relève (D46 B)."
    ),
    a.RetreatTo: "12.4 Un hex de la retraite d’une unité : `to` est un hex adjacent ; `off` quitte la carte (8.5b).",
    a.ChooseRout: "9.3b Quelle unité part en Déroute là où une retraite cause un surempilement.",
    a.Advance: "12.7a Les brigades qui avancent dans l’hex vidé.",
    a.CounterAttack: (
        "19.1 Une brigade riposte contre une unité qui a attaqué ou bombardé ; la cavalerie peut charger sous D66 C. "
        "`unit` contre-attaque, `target` est l’hex de l’unité frappée."
    ),
}


def _still_declared(say: Say, of: tuple[Of, ...]) -> str:
    """11.1a Ce qui reste des déclarations, et les ordres qui l’exécutent."""
    left = list(zip(of[::3], of[1::3], of[2::3], strict=True))
    acts = [f"{named(say, who)} {'bombarde' if how == 'bombardment' else 'attaque'} {hex}" for who, how, hex in left]
    shots = sum(1 for _, how, _ in left if how == "bombardment")
    orders = (["ResolveAttack"] if shots < len(left) else []) + (["ResolveBombardment"] if shots else [])
    return f"ce qui a été déclaré doit être exécuté : {', '.join(acts)} ({' ou '.join(orders)})"


def _counter_bar(why: str) -> Template:
    return f"{{0:name}} {why} et ne peut pas contre-attaquer {{1}}"


REASONS: ReasonTexts = {
    # 11.1 à 11.3 quelle attaque vient ensuite
    "still declared": _still_declared,
    "Train never attacks": "un Train n’attaque jamais ; les brigades et l’artillerie, si",
    "nothing declared": lambda say, of: (
        f"{named(say, of[0])} n’a déclaré {UNDECLARED[str(of[1])]} pendant la Phase de Mouvement"
    ),
    "is over": lambda say, of: f"{OVER[str(of[0])].format(de(named(say, of[1])))} pour cette Phase de Combat",
    "the one above first": lambda say, of: (
        f"{named(say, of[0])} est au-dessus {de(named(say, of[1]))} et attaque en premier (D44)"
    ),
    "what was begun first": lambda say, of: (
        f"{named(say, of[0])} doit attendre la fin des bombardements ou des attaques déjà commencés"
    ),
    "its controller orders": lambda say, of: f"{named(say, of[0])} reçoit ses ordres du camp qui en a le contrôle",
    "hex begun first": "{0} doit attendre que tout ce qui a été déclaré sur {1} soit résolu",
    # 11.6 coordination
    "other hex first": "les attaques sur {0} viennent d’abord",
    "owner coordinates": "la question est posée à {0:term} quand une attaque est ordonnée",
    "too few to coordinate": "brigades qui doivent encore attaquer {1} : {0} ; il en faut deux pour se coordonner",
    "nobody left to attack": "il ne reste personne en {0} à attaquer ensemble",
    "coordination at night": "les attaques ne peuvent pas être coordonnées de nuit",
    "coordination in Panic": "une armée en état de Panique ne peut pas coordonner ses attaques",
    "coordination rolled for": "la coordination sur {0} se joue une seule fois, avant la première attaque",
    "coordination too late": "la coordination se joue avant une attaque, jamais dans une Contre-Attaque",
    # 11.3 ce qui n’est pas demandé
    "swap not asked": "le défenseur n’est échangé qu’entre deux attaques non coordonnées",
    "falling back not asked": (
        "seule la cavalerie attaquée par de l’infanterie se retire, et seulement quand on le lui demande"
    ),
    "support not asked": "le soutien se donne quand il est demandé, une fois par camp et avant les dés",
    "defender not asked": "personne ne demande quelle unité défend",
    "retreat not asked": "aucune unité ne doit battre en retraite maintenant",
    "rout not asked": "aucune retraite n’a causé de surempilement",
    "advance not asked": "aucune attaque ne vient de vider un hex",
    "Counter-Attack not asked": "une Contre-Attaque se fait aussitôt après le combat auquel elle répond",
    "retreat goes to its end": "une retraite va jusqu’à son terme",
    # 11.7, 13.4, 13.5 défenseurs et soutien
    "cannot take over": lambda say, of: (
        f"{named(say, of[0])} ne peut pas prendre la relève ; le peuvent : {each(say, of[1:])}"
    ),
    "cannot defend": lambda say, of: f"{named(say, of[0])} ne peut pas défendre ; à choisir parmi {each(say, of[1:])}",
    "no gun of the attack": lambda say, of: (
        f"{named(say, of[0])} ne peut pas soutenir ; seule l’artillerie dans l’hex de l’attaquant le peut"
    ),
    "no gun of the defence": lambda say, of: (
        f"{named(say, of[0])} ne peut pas soutenir ; seule l’artillerie dans l’hex du défenseur ou à côté le peut"
    ),
    "support at night": "l’artillerie ne donne aucun soutien de nuit",
    "support for lone guns": "l’artillerie seule en {0} défend sans soutien ; seules les brigades sont soutenues",
    "supported already": "{0:name} soutient déjà ce camp dans ce combat ; une seule unité d’artillerie le peut",
    "Disrupted, no support": lambda say, of: f"{named(say, of[0])} est Désorganisée et ne peut pas donner de soutien",
    "spent, no support": lambda say, of: (
        f"{named(say, of[0])} a bougé, tiré ou soutenu depuis son dernier tour de joueur et ne peut pas donner de "
        "soutien"
    ),
    "declared, no support": lambda say, of: (
        f"{named(say, of[0])} a déclaré un bombardement et ne peut pas donner de soutien"
    ),
    # 9.3, 12.4, 12.7 retraite et avance
    "attacker never retreats": "{0:name} a attaqué ; un attaquant ne bat jamais en retraite",
    "does not retreat": lambda say, of: (
        f"{named(say, of[0])} ne bat pas en retraite ; le doivent : {each(say, of[1:])}"
    ),
    "cannot retreat there": lambda say, of: (
        f"{named(say, of[0])} ne peut pas reculer en {of[1]} ; hexs possibles : {listed(of[2:])}"
    ),
    "cannot be chosen": lambda say, of: (
        f"{named(say, of[0])} ne peut pas être désignée ; à choisir parmi {each(say, of[1:])}"
    ),
    "cannot advance": lambda say, of: (
        f"{named(say, of[0])} ne peut pas avancer en {of[1]} ; le peuvent : {each(say, of[2:])}"
    ),
    "name who advances": "nommez une fois chaque brigade qui avance, ou renoncez (Decline)",
    "too many advance": "{0} brigades ne tiennent pas en {1}, qui a de la place pour {2}",
    # 14.7 bombardement
    "guns of two hexes": "l’artillerie de plusieurs hexs ne se coordonne jamais ; donnez un ordre par hex",
    "guns with two targets": "l’artillerie aux cibles différentes ne se coordonne jamais ; donnez un ordre par unité",
    "gun named twice": "nommez chaque unité d’artillerie une seule fois",
    "guns in Panic": ("une armée en état de Panique ne peut pas coordonner son artillerie ; donnez un ordre par unité"),
    "fire on a Train": "le tir sur un Train ne se coordonne pas ; donnez un ordre par unité",
    "shot is bound": lambda say, of: f"le tir a été déclaré sur {named(say, of[0])} et ne peut plus changer",
    "name the unit hit": lambda say, of: f"nommez l’unité visée en {of[0]} : {each(say, of[1:])}",
    # 19.1 à 19.3 Contre-Attaques
    "no counter there": lambda _say, of: (
        f"aucune unité en {of[0]} ne peut être contre-attaquée maintenant ; hexs possibles : {listed(of[1:])}"
    ),
    "no brigade of yours": lambda say, of: f"{named(say, of[0])} n’est pas une brigade de {say.term(of[1])}",
    "counter from afar": _counter_bar("n’est pas à côté de {1}"),
    "counter after a fight": _counter_bar("a déjà combattu dans cette Phase de Combat"),
    "counter for another hex": _counter_bar("a déclaré une attaque sur {2}"),
    "counter by the attacked": _counter_bar("a fait l’objet d’une attaque déclarée"),
    "counter out of control": _counter_bar("n’est pas sous le contrôle de son propriétaire"),
    "counter is no charge": "{0:name} ne peut pas charger : une Contre-Attaque n’est pas une charge",
    "unfit to charge": (
        "{0:name} ne peut pas charger : seule charge la cavalerie qui n’est ni Ébranlée ni Désorganisée"
    ),
    "counter off clear ground": "{0:name} ne peut pas charger : {1} n’est pas un terrain dégagé",
    "counter not at infantry": "{0:name} ne peut pas charger : {1} ne doit contenir que de l’infanterie",
}
