"""A credential for what needs none: Google's emulators, and the public keys that tokens are checked with."""

from __future__ import annotations

from firebase_admin import credentials
from google.auth.credentials import AnonymousCredentials


class NoCredential(credentials.Base):  # type: ignore[misc]
    def get_credential(self) -> AnonymousCredentials:
        return AnonymousCredentials()  # type: ignore[no-untyped-call]
