"""Ce qui se dit autour d’une leçon, en français."""

from __future__ import annotations

from collections.abc import Mapping

LESSONS: Mapping[str, str] = {
    "title": "titre",
    "steps": "étapes",
    "about": "sujet",
    "system": "système",
    "[{0} of {1}]": "[{0} sur {1}]",
    "(rules: {0})": "(règles : {0})",
    "This game is kept as {0}.": "Cette partie est conservée sous le nom {0}.",
    "press Enter to go on": "appuyez sur Entrée pour continuer",
    "`refight learn SYSTEM` begins one, and goes on where you left it": (
        "`refight learn SYSTÈME` en commence une, et reprend là où vous l’avez laissée"
    ),
    "`refight learn {0}` goes on from here": "`refight learn {0}` reprend d’ici",
    "`hint` shows what to type, `skip` does it for you, `help` says what else there is": (
        "`hint` montre ce qu’il faut taper, `skip` le fait pour vous, `help` dit ce qu’il y a d’autre"
    ),
    "the order that is meant": "l’ordre attendu",
    "the lesson does this step for you": "la leçon fait cette étape pour vous",
    "what this step said": "ce que disait cette étape",
    "the rules of this step, or one of them": "les règles de cette étape, ou l’une d’elles",
    "what stands behind an entry, or the last order": "ce qu’il y a derrière une entrée, ou le dernier ordre",
    "how likely each outcome was, or would be": "les chances de chaque issue, avant ou après",
    "the lines of this game; what another line has otherwise": (
        "les lignes de cette partie ; ce qui diffère d’une ligne à l’autre"
    ),
    "leave; the same command goes on from here": "quitter ; la même commande reprend d’ici",
    "Here nothing is to be ordered yet: {0}": "Il n’y a encore rien à ordonner ici : {0}",
    "The lesson means another line: {0}": "La leçon attend une autre ligne : {0}",
    "The rules allow that, but this lesson means another order; nothing was recorded.": (
        "Les règles le permettent, mais cette leçon attend un autre ordre ; rien n’a été enregistré."
    ),
    "{0} is no order and no word of this lesson; `hint` shows what is meant": (
        "{0} n’est ni un ordre ni un mot de cette leçon ; `hint` montre ce qui est attendu"
    ),
    "something else was ordered in {0} than its lesson knows; begin anew with --again": (
        "il s’est ordonné dans {0} autre chose que ce que connaît sa leçon ; recommencez avec --again"
    ),
    "this lesson is over; orders are given as in any game": (
        "cette leçon est finie ; les ordres se donnent comme dans toute partie"
    ),
    "something happened meanwhile: look, and choose again": (
        "il s’est passé quelque chose entre-temps : regardez, et choisissez à nouveau"
    ),
}
