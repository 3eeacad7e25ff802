"""A credential for services that need none: Google's emulators, and the public keys for checking tokens."""

from __future__ import annotations

from firebase_admin import credentials
from google.auth.credentials import AnonymousCredentials


class NoCredential(credentials.Base):  # type: ignore[misc]
    def get_credential(self) -> AnonymousCredentials:
        return AnonymousCredentials()  # type: ignore[no-untyped-call]
