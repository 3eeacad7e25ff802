"""Google accounts through Firebase: the browser signs in, firebase-admin checks the ID token that it brings."""

from __future__ import annotations

import os
import secrets

import firebase_admin
from firebase_admin import auth
from firebase_admin.exceptions import FirebaseError

from pangea_server.core.errors import IdTokenError, StoreError
from pangea_server.core.settings import Settings
from pangea_server.people.sign_in.sign_in import identity_of
from pangea_server.people.sign_in.wire import FirebaseView, SessionRequest, SignInView
from pangea_server.stores.firebase.credential import NoCredential

EMULATOR = "FIREBASE_AUTH_EMULATOR_HOST"
FIREBASE_LEEWAY_SECONDS = 5  # seconds by which two clocks may differ


class FirebaseSignIn:
    """The Firebase project of the settings; its Auth emulator where ``FIREBASE_AUTH_EMULATOR_HOST`` is set."""

    def __init__(self, settings: Settings) -> None:
        options = {"projectId": settings.firebase_project}
        self._app = firebase_admin.initialize_app(
            NoCredential(), options, name=f"sign-in-{secrets.token_hex(8)}"
        )
        self._view = FirebaseView(
            api_key=settings.firebase_api_key or "",
            auth_domain=settings.firebase_auth_domain,
            project_id=settings.firebase_project or "",
            emulator=os.environ.get(EMULATOR),
        )

    def view(self) -> SignInView:
        return SignInView(mode="firebase", firebase=self._view)

    def identity(self, request: SessionRequest) -> str:
        try:
            claims = auth.verify_id_token(
                request.id_token or "", app=self._app, clock_skew_seconds=FIREBASE_LEEWAY_SECONDS
            )
        except auth.CertificateFetchError as error:
            raise StoreError("Google's public keys cannot be read.", remedy="Try again.") from error
        except (ValueError, FirebaseError) as error:
            raise IdTokenError(
                "This sign-in is not valid, or has expired.", remedy="Sign in again."
            ) from error
        return identity_of(claims["iss"], claims["sub"])
