"""Tokens: 256 random bits each, of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets

PATTERN = r"^[A-Za-z0-9_-]{43}$"


def new_token() -> str:
    """256 random bits, in base64url."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """SHA-256 in hexadecimal; tokens are random, so no salt or slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
