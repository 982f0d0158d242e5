"""Commands of VASL, the module of Advanced Squad Leader: boards, the scenario's information, artillery."""

from __future__ import annotations

from domain.formats.vassal.listcodec import decode_list

_ARTILLERY = "OBA/"
_INFO = ("Axis ELR", "Axis SAN", "Allied ELR", "Allied SAN")
_MOST = 60  # boards


def vasl_told(text: str) -> str | None:
    """Such a command in words; empty if it says nothing, None if it is none of these."""
    if text.startswith("bd\t"):
        return _boards(text)
    if text.startswith("INFO\t"):
        return _info(text.split("\t")[1:])
    return _artillery(text) if text.startswith(_ARTILLERY) else None


def _boards(text: str) -> str:
    """`bd`, column, row, name, `VER`, version: once for each board; a turned one has an r before its name."""
    found = []
    for part in text.split("bd\t")[1 : _MOST + 1]:
        fields = part.rstrip("\t").split("\t")
        if len(fields) > 2 and fields[2]:
            version = f" (version {fields[4]})" if fields[3:4] == ["VER"] and len(fields) > 4 else ""
            found.append(f"{fields[2]} at {fields[0]},{fields[1]}{version}")
    return f"boards: {', '.join(found)}" if found else ""


def _info(fields: list[str]) -> str:
    """Who is to act and who sets up, the turn, and four numbers of the two sides; what is not known is left out."""
    values = [field.strip() for field in fields]
    said = [f"turn {values[2]}"] if len(values) > 2 and values[2] else []
    said = [*(f"{values[0]} to act" for _ in values[:1] if values[0]), *said]
    said += [f"{name} {value}" for name, value in zip(_INFO, values[3:], strict=False) if value not in ("", "?")]
    return f"scenario: {', '.join(said)}" if said else ""


def _artillery(text: str) -> str:
    """What is drawn for in an artillery pile: whose it is, its guns, red and black chits."""
    _, _, number, rest = [*text.split("/", 3), "", "", ""][:4]
    fields = decode_list(rest.replace("\\/", "/"), ",")
    if len(fields) < 4:
        return f"artillery {number}"
    owner, name, red, black, *drawn = fields
    more = f"; drawn: {', '.join(filter(None, drawn))}" if any(drawn) else ""
    return f"artillery of {owner or 'nobody'}: {name}, {red} red and {black} black chits{more}"
