"""How a transcript's game begins: its pack, and the head of the text as the first fact."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from domain.formats.transcript.faults import Faults, speaking_of
from domain.formats.transcript.parts import Transcript
from domain.games.players import check_digests
from domain.games.settings import checked_settings, setting_texts
from domain.games.terms import checked_options, chosen_sides, find_scenario, spelt_readings, unknown_correction
from domain.kernel.chance import new_game_id
from domain.kernel.core import check_known
from domain.kernel.errors import BadInput, NotFound
from domain.kernel.facts import LOG_FORMAT, Chosen, GameStarted
from domain.kernel.packs import Pack
from domain.kernel.system import Scenario, System, default_readings
from domain.log.gamelog import GameLog
from domain.words.scan import matching

FindPack = Callable[[str, str], Pack]
_HASH = re.compile(r"[0-9a-f]{64}")


def pack_of(log: GameLog, script: Transcript, find_pack: FindPack) -> Pack:
    """By its hash if one is given: the game was played with that pack and no other."""
    words = script.head.get("pack", ())
    digest = next((word for word in words if _HASH.fullmatch(word)), "")
    name = next((word for word in words if word != digest), "")
    place = script.place("pack")
    if len(words) > bool(name) + bool(digest):
        raise place.error("pack: takes a name, a hash of 64 hexadecimal digits, or both")
    if digest:
        try:
            return log.pack(digest)
        except NotFound:
            pass
    with speaking_of(place):
        try:
            pack = find_pack(script.head["system"], digest or name)
        except NotFound as error:
            raise BadInput(f"the pack {' '.join(words)} is neither in the log nor to be found: {error}") from error
        if digest and pack.hash != digest:
            raise BadInput(f"the game was played with the pack {digest[:12]}…; the one found is {pack.hash[:12]}…")
        log.system(script.head["system"]).sheets.check(pack)
    return pack


def started_of(script: Transcript, system: System[Any], pack: Pack, faults: Faults) -> GameStarted | None:
    """With a game id the head is taken as it stands; without one the rest is filled in as for a new game."""
    head, is_copy = script.head, "game" in script.head
    scenario: Scenario | None = None
    sides: tuple[str, ...] = ()
    options: dict[str, Chosen] = {}
    readings: dict[str, str] = {}
    with faults.noting(script.place("scenario")):
        scenario = _scenario(system, pack, head["scenario"])
    with faults.noting(script.place("sides")):
        sides = _sides(scenario, head.get("sides", ())) if scenario else ()
    with faults.noting(script.place("options")):
        options = checked_options(system, head.get("options", ()))
    with faults.noting(script.place("readings")):
        readings = spelt_readings(system, head.get("readings", {}))
    settings = head.get("settings", {})
    with faults.noting(script.place("settings")):
        settings = settings if is_copy else checked_settings(setting_texts(settings))
    with faults.noting(script.place("players")):
        check_digests(sides, head.get("players", {}))
    with faults.noting(script.place("corrections")):
        check_known(unknown_correction(system, head.get("corrections", ())), "decided again")
    if scenario is None or faults.of_head:
        return None
    current = () if is_copy else tuple(correction.number for correction in system.book.corrections)
    return GameStarted(
        format=LOG_FORMAT,
        game=head["game"] if is_copy else new_game_id(),
        title=head.get("title", scenario.title),
        system=system.key,
        edition=head.get("edition", system.edition),
        scenario=scenario.key,
        pack=pack.hash,
        sides=sides,
        options=options,
        readings=readings if is_copy else default_readings(system, readings),
        corrections=head.get("corrections", current),
        settings=settings,
        players=head.get("players", {}),
        commitments=head.get("commitments", {}),
    )


def _scenario(system: System[Any], pack: Pack, key: str) -> Scenario:
    found = matching(key, system.sheets.scenarios(pack))
    return find_scenario(system, pack, found[0] if len(found) == 1 else key)


def _sides(scenario: Scenario, written: tuple[str, ...]) -> tuple[str, ...]:
    """Sides that the scenario lays down may be written in any case and order."""
    if written == scenario.sides or scenario.free_sides:
        return written if written == scenario.sides else chosen_sides(scenario, written)
    meant = sorted(name for word in written for name in matching(word, scenario.sides))
    return scenario.sides if meant == sorted(scenario.sides) else chosen_sides(scenario, written)
