"""The requests that docs/service.md shows are sent as printed; … stands for anything."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

from tests.service.conftest import API, Club, opened

ROOT = Path(__file__).parent.parent.parent
DOCS = (ROOT / "docs" / "service.md").read_text("utf-8")


def steps() -> list[tuple[str, str]]:
    """(command, printed answer) of every `$ curl` in a console block."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", DOCS, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = part.partition("\n")
            if command.startswith("curl "):  # those of a club's host are typed in tests/cli/test_club.py
                found.append((command, answer))
    return found


def pattern(expected: str) -> str:
    """Spaces do not count."""
    return ".*?".join(re.escape(re.sub(r"\s", "", part)) for part in expected.split("…"))


def sent(club: Club, command: str, known: dict[str, str], folder: Path) -> Any:
    """What curl would do with these words."""
    for name, value in known.items():
        command = command.replace(f"${name}", value)
    curl, url, *words = shlex.split(command)
    assert curl == "curl"
    method, headers, body, output = "GET", {}, None, ""
    for option, value in zip(words[::2], words[1::2], strict=True):
        match option:
            case "-H":
                headers |= dict([value.split(": ", 1)])
            case "--json":
                method, body, headers = "POST", value.encode(), headers | {"Content-Type": "application/json"}
            case "--data-binary":
                place = folder if (folder / value[1:]).exists() else ROOT
                method, body = "POST", (place / value[1:]).read_bytes()
                headers |= {"Content-Type": "application/x-www-form-urlencoded"}  # what curl says unless told otherwise
            case "--output":
                output = value
            case _:
                raise AssertionError(f"curl {option}")
    answer = club.client.request(method, url, headers=headers, content=body)
    if output:
        (folder / output).write_bytes(answer.content)
    return answer


def test_the_documented_requests_get_the_answers_that_are_printed(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        tokens = {side.upper(): club.service.tokens.new("ridge", side) for side in ("blue", "red", "umpire")}
        known = {"API": f"http://127.0.0.1{API}", "OWN": club.service.own_token, **tokens}
        for command, expected in steps():
            answer = sent(club, command, known, tmp_path)
            assert answer.status_code in (200, 201), f"{command}\n{answer.text}"
            if "/lessons" in command or "/tokens" in command:
                known["TOKEN"] = answer.json()["token"]
            if expected.strip():
                shown = re.sub(r"\s", "", answer.text)
                assert re.fullmatch(pattern(expected.strip()), shown), f"{command}\n{answer.text}"


def test_every_request_with_a_body_is_shown_at_least_once(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        paths = club.spectator.get("/api/schema").json()["paths"]
    signed = f"{API}/games/{{game}}/turns"  # a file that only its sender's key can make
    wanted = {path.removeprefix(API) for path, methods in paths.items() if "post" in methods and path != signed}
    shown = {
        re.sub(r"^/games/[a-z-]+\b", "/games/{game}", path).replace("/lines/main", "/lines/{line}")
        for path, rest in re.findall(r'\$ curl "\$API([^"?]+)[^"]*"(.*)', DOCS)
        if "--json" in rest or "--data-binary" in rest
    }
    assert wanted == shown
