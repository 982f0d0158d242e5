"""Pour quoi des points sont marqués, et comment la partie se termine, en français."""

from __future__ import annotations

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import ReasonTexts, Say, Template
from rules.gettysburg.words.fr.plain import de, said

# 4.1a, 20.5 Comment elle se termine ; « now » se demande en cours de partie.
ENDINGS = {"last-turn": "fin du {0}", "rain": "pluie avant le {0} (20.5)", "now": "au {0}"}
# 23.5 Ce qui compte à Little Round Top.
COUNTED = {
    "Taneytown Road": "brigades d’infanterie confédérées sur la Taneytown Road",
    "Baltimore Pike": "brigades d’infanterie confédérées sur la Baltimore Pike",
    "broken": "brigades d’infanterie de l’Union Éliminées ou en Déroute",
}


def _when(of: tuple[Of, ...]) -> str:
    return ENDINGS[str(of[0])].format(said(int(of[1])))


def _ended(verdict: str) -> Template:
    """Comment et quand, et ce qui a décidé."""
    return lambda _say, of: f"{_when(of)} ; {verdict.format(*of[2:])}"


def _by_points(degree: str) -> Template:
    return lambda say, of: f"{_when(of)} ; {degree} de {say.term(of[2])}, score {of[3]:+}"


def _counted(_say: Say, of: tuple[Of, ...]) -> str:
    counts = [f"{COUNTED[str(what)]} : {count}" for what, count in zip(of[2::2], of[3::2], strict=True)]
    return " ; ".join((_when(of), *counts))


def _now(counts: str) -> Template:
    def told(say: Say, of: tuple[Of, ...]) -> str:
        winner, cite, key, *more = of
        why = say.reason(Reason(str(key), of=(*more,)))
        return f"si la partie s’arrêtait là, {say.term(winner)} l’emporterait ({why} ; {cite}{counts})"

    return told


REASONS: ReasonTexts = {
    # 4.3 points
    "unit captured": lambda say, of: f"capture {de(say.name(of[0]))}",
    "cadre destroyed": lambda say, of: f"destruction du cadre {de(say.name(of[0]))}",
    "the Train attacked": "attaque du Train ennemi",
    "the Train left the map": "sortie du Train confédéré par {0}",
    # 4.1, 23.2 à 23.5 fins de partie
    "victory by points": _by_points("victoire"),
    "decisive victory by points": _by_points("victoire décisive"),
    "brigades on Cemetery Hill": _ended("brigades d’infanterie confédérées sur Cemetery Hill : {0}"),
    "score and units in the boxes": _ended("score {0:+}, unités de l’Union Éliminées, en Déroute ou détruites : {1}"),
    "roads and brigades": _counted,
    "if it ended now": _now(""),
    "if it ended now, without points": _now(" ; les points ne comptent pas"),
}
