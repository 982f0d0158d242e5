"""Keys of players: Ed25519, by a library that is kept. Whoever has the secret half signs; everyone can check it."""

from __future__ import annotations

import re

from domain.kernel.errors import BadInput

_KEY = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


def new_secret() -> str:
    """The secret half of a new key, in hexadecimal."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise _no_library() from None
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_of(secret: str) -> str:
    """The half that can be told to anyone."""
    return str(_secret(secret).public_key().public_bytes_raw().hex())


def sign(secret: str, message: bytes) -> str:
    return str(_secret(secret).sign(message).hex())


def _secret(secret: str):  # type: ignore[no-untyped-def]  # of a library that is an extra
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise _no_library() from None
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether whoever has the secret half of this key has signed this message."""
    if not (_KEY.fullmatch(key) and _SIGNATURE.fullmatch(signature)):
        return False
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise _no_library() from None
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_key(text: str) -> str:
    """A public key as `refight key` prints it."""
    if not _KEY.fullmatch(text):
        raise BadInput(f"{text[:80]!r} is no key: it is 64 hexadecimal digits, as `refight key show` prints them")
    return text


def _no_library() -> BadInput:
    return BadInput("keys and signatures need one more package: install refight[mail]")
