"""The Firebase store: Cloud Firestore for records, Cloud Storage for blobs, both through firebase-admin."""

from __future__ import annotations

import os
import secrets
from types import TracebackType
from typing import Protocol, Self

import firebase_admin
from firebase_admin import credentials, firestore, storage
from google.auth.exceptions import DefaultCredentialsError

from environments.errors import ConfigurationError
from pangea_server.stores.firebase.cloud_storage import CloudStorageBlobs
from pangea_server.stores.firebase.credential import NoCredential
from pangea_server.stores.firebase.firestore import FirestoreRecords
from pangea_server.stores.firebase.signed_links import SignedLinks

EMULATORS = ("FIRESTORE_EMULATOR_HOST", "STORAGE_EMULATOR_HOST")


class FirebaseSettings(Protocol):
    """The settings that this store reads."""

    @property
    def firebase_project(self) -> str | None: ...

    @property
    def firebase_bucket(self) -> str | None: ...

    @property
    def firebase_links(self) -> bool: ...


class FirebaseStore:
    """Records and blobs of one Google Cloud project. Any number of servers may share it.

    Credentials are the Application Default Credentials; none are needed with the emulators that Google's libraries
    find through ``FIRESTORE_EMULATOR_HOST`` and ``STORAGE_EMULATOR_HOST``.
    """

    answers_at_once = False

    def __init__(self, app: firebase_admin.App, *, links: bool = False) -> None:
        self._app = app
        self._client = firestore.client(app)
        self.records = FirestoreRecords(self._client)
        signed = SignedLinks(app.credential.get_credential()) if links and not _emulators() else None
        self.blobs = CloudStorageBlobs(storage.bucket(app=app), self.records, signed)

    @classmethod
    def from_settings(cls, settings: FirebaseSettings, *, exclusive: bool = False) -> Self:
        """Open the store that the settings name; ``exclusive`` changes nothing, as servers may share it.

        Raises:
            ConfigurationError: project or bucket are not given.
        """
        if not settings.firebase_project or not settings.firebase_bucket:
            raise ConfigurationError(
                "The firebase store needs a project and a bucket.",
                remedy="Set PANGEA_FIREBASE_PROJECT and PANGEA_FIREBASE_BUCKET.",
            )
        return cls.open(settings.firebase_project, settings.firebase_bucket, links=settings.firebase_links)

    @classmethod
    def open(cls, project: str, bucket: str, *, links: bool = False) -> Self:
        """Open the store of ``project`` and ``bucket``; nothing is sent yet.

        Args:
            links: let browsers read blobs from Cloud Storage itself; the emulators know no signed links.

        Raises:
            ConfigurationError: there are no credentials, or one emulator of the two is set.
        """
        options = {"projectId": project, "storageBucket": bucket}
        app = firebase_admin.initialize_app(_credential(), options, name=f"pangea-{secrets.token_hex(8)}")
        try:
            return cls(app, links=links)
        except DefaultCredentialsError as error:
            firebase_admin.delete_app(app)
            raise ConfigurationError(
                "There are no Application Default Credentials for Google Cloud.",
                remedy="Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS.",
            ) from error

    def scrub(self) -> None:
        """Do nothing: Firestore has no pages to overwrite, and the bucket must not keep versions or removed objects."""

    def close(self) -> None:
        self._client.close()
        firebase_admin.delete_app(self._app)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _emulators() -> list[str]:
    return [name for name in EMULATORS if os.environ.get(name)]


def _credential() -> credentials.Base:
    emulators = _emulators()
    if len(emulators) == 1:
        raise ConfigurationError(
            f"Only {emulators[0]} of {' and '.join(EMULATORS)} is set.",
            remedy="Set both for the emulators, or neither for the real services.",
        )
    return NoCredential() if emulators else credentials.ApplicationDefault()
