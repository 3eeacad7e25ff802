"""Addresses at which a browser can read an object directly from Cloud Storage for a few minutes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from google.auth.credentials import Credentials, Signing
from google.auth.transport.requests import Request
from google.cloud.storage import Blob

from environments.errors import ConfigurationError

LIFETIME = timedelta(minutes=10)


class SignedLinks:
    """Signs (V4) with the account's key where there is one; on Cloud Run the account signs through IAM's ``signBlob``.

    For that the account needs the role ``roles/iam.serviceAccountTokenCreator`` on itself.
    """

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials

    def link(self, blob: Blob, media_type: str) -> str:
        """An address at which anyone who has it can read ``blob`` with GET.

        Raises:
            ConfigurationError: the credentials are a person's, who cannot sign.
        """
        signed = blob.generate_signed_url(
            version="v4", expiration=LIFETIME, method="GET", response_type=media_type, **self._signer()
        )
        return cast("str", signed)

    def _signer(self) -> dict[str, Any]:
        if isinstance(self._credentials, Signing):
            return {"credentials": self._credentials}
        if not self._credentials.valid:
            self._credentials.refresh(Request())  # type: ignore[no-untyped-call]  # which also tells a machine its account's name
        account = getattr(self._credentials, "service_account_email", None)
        if account is None:
            raise ConfigurationError(
                "These Google credentials cannot sign links: they are a person's.",
                remedy="Run as a service account (deploy/firebase), or unset PANGEA_FIREBASE_LINKS.",
            )
        return {"service_account_email": account, "access_token": self._credentials.token}
