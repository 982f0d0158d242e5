"""The rules of a system in words: its chapters, one by its id, and those that speak of something."""

from __future__ import annotations

from litestar import get

from cli.service import values as v
from cli.service.asked import Best, RuleId, SearchedFor, SystemKey, TheService
from cli.service.problems import told
from cli.shell.rules import Reference, found_by_word, look_up, the_rulebook, unknown_words
from cli.shell.session import find_system
from rules.texts import Rule

RULES = "/systems/{system:str}/rules"


@get(RULES, summary="The chapters of a rulebook", responses=told(), tags=["rules"])
async def chapters(service: TheService, system: SystemKey) -> list[Rule]:
    return await service.run(lambda: the_rulebook(find_system(system)).chapters())


@get(
    f"{RULES}/search",
    summary="Rules, disputes and options that speak of some words",
    description="Best first: those with all of the words, or else with any. Endings and accents do not matter, and "
    "terms of a French edition find what they mean.",
    responses=told(),
    tags=["rules"],
)
async def search(service: TheService, system: SystemKey, words: SearchedFor, limit: Best = 10) -> v.RulesFound:
    return await service.run(_found, system, words, limit)


def _found(key: str, words: str, limit: int) -> v.RulesFound:
    system = find_system(key)
    found = found_by_word(system, words)
    return v.RulesFound(found=found[:limit], of=len(found), unknown=unknown_words(system, words))


@get(
    f"{RULES}/{{id:path}}",
    summary="A rule with all below it, or a dispute, and the ways it can be read",
    responses=told(),
    tags=["rules"],
)
async def rule(service: TheService, system: SystemKey, id: RuleId) -> Reference:
    return await service.run(_read, system, id)


def _read(key: str, id: str) -> Reference:
    system = find_system(key)
    return look_up(system, the_rulebook(system), id.removeprefix("/"))  # an id may hold a slash, so it is a path


HANDLERS = (chapters, search, rule)
