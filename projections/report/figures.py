"""Pictures put into a page: several SVG texts side by side, none of which may colour or name parts of another."""

from __future__ import annotations

import re

_PROLOGUE = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_ID = re.compile(r'\bid="([^"]+)"')


def inlined(svg: str, key: str) -> str:
    """The same picture with its ids and its style to itself; `key` is the id of the element it is put into."""
    text = _PROLOGUE.sub("", svg)
    for name in sorted(set(_ID.findall(text)), key=len, reverse=True):
        text = _renamed(text, name, f"{key}-{name}")
    return _STYLE.sub(lambda found: f"<style>{_scoped(found[1], key)}</style>", text)


def _renamed(text: str, old: str, new: str) -> str:
    quoted = re.escape(old)
    text = re.sub(rf'\bid="{quoted}"', f'id="{new}"', text)
    text = re.sub(rf'(href="#|url\(#){quoted}(?=["\)])', rf"\g<1>{new}", text)
    return re.sub(rf'(aria-labelledby="[^"]*?)(?<![\w-]){quoted}(?![\w-])', rf"\g<1>{new}", text)


def _scoped(style: str, key: str) -> str:
    def inside(found: re.Match[str]) -> str:
        each = (selector.strip() for selector in found[1].split(","))
        return f"{','.join(f'#{key} {one}' for one in each)}{{{found[2]}}}"

    return _RULE.sub(inside, style)
