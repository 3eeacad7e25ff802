"""Access to the Firebase store without credentials, over HTTP: everything must be closed."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from functools import partial
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from environments.errors import ConfigurationError
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.folder import DRIFT
from pangea_server.core.records import now
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.opening import open_store

EMULATORS = ("FIRESTORE_EMULATOR_HOST", "STORAGE_EMULATOR_HOST")
AUTH_EMULATOR = "FIREBASE_AUTH_EMULATOR_HOST"
DENIED = (401, 403)
TIMEOUT_SECONDS = 10.0  # seconds
PROBES_AT_ONCE = 8


def services(deployment: Deployment) -> str:
    if not _is_firebase(deployment):
        return "not used"
    emulated = [name for name in EMULATORS if os.environ.get(name)]
    if emulated and deployment.is_public:
        raise ConfigurationError(
            f"{emulated[0]} is set: what people record would be kept by an emulator, in memory.",
            remedy=f"Unset {' and '.join(EMULATORS)}.",
        )
    open_store(deployment.settings).close()  # sends nothing, and refuses what is not set
    return f"project {deployment.settings.firebase_project}" + (", emulated" if emulated else "")


def sign_in(deployment: Deployment) -> str:
    """The sign-in; an emulator would accept any identity without proof."""
    mode = deployment.settings.sign_in
    if mode == "firebase" and deployment.is_public and os.environ.get(AUTH_EMULATOR):
        raise ConfigurationError(
            f"{AUTH_EMULATOR} is set: anyone could sign in as any person.", remedy="Unset it."
        )
    return mode


def rules(deployment: Deployment) -> str:
    """Try to read and write every collection as a browser could; the write is to a document that does not exist."""
    if not _is_firebase(deployment):
        return "not used"
    host = os.environ.get("FIRESTORE_EMULATOR_HOST")
    base = f"http://{host}" if host else "https://firestore.googleapis.com"
    project = deployment.settings.firebase_project
    documents = f"{base}/v1/projects/{project}/databases/(default)/documents"
    with ThreadPoolExecutor(PROBES_AT_ONCE) as pool:
        found = [*pool.map(partial(open_to_strangers, documents), (kind.collection for kind in RECORDS))]
    if any(found):
        raise ConfigurationError(
            f"The Firestore rules of {project} let strangers in: {next(filter(None, found))}.",
            remedy="Deploy the rules in deploy/firebase, which deny everything (deploy/firebase/README.md).",
        )
    return f"{len(found)} collections are closed to browsers"


def open_to_strangers(documents: str, collection: str) -> str:
    """How a caller without credentials can access a collection; empty when it cannot.

    Raises:
        ConfigurationError: there is no such database, or this machine's clock is off.
        AdviceError: the service cannot be reached.
    """
    absent = f"{documents}/{collection}/doctor?currentDocument.exists=true"
    write = Request(absent, json.dumps({"fields": {}}).encode(), method="PATCH")
    if _status(Request(f"{documents}/{collection}?pageSize=1")) not in DENIED:
        return f"{collection} can be read"
    return "" if _status(write) in DENIED else f"{collection} can be written"


def bucket(deployment: Deployment) -> str:
    if not _is_firebase(deployment):
        return "not used"
    if os.environ.get("STORAGE_EMULATOR_HOST"):
        return "emulated: it has no access control to look at"
    return closed_bucket("https://storage.googleapis.com", str(deployment.settings.firebase_bucket))


def closed_bucket(base: str, name: str) -> str:
    """A sentence that says so, when strangers cannot list the bucket.

    Raises:
        ConfigurationError: they can, or there is no such bucket.
    """
    status = _status(Request(f"{base}/storage/v1/b/{name}/o?maxResults=1"))
    if status == 404:
        raise ConfigurationError(
            f"There is no bucket {name!r}.", remedy="Make it (deploy/firebase/README.md)."
        )
    if status not in DENIED:
        raise ConfigurationError(
            f"Strangers can list the bucket {name!r} (status {status}).",
            remedy=f"gcloud storage buckets update gs://{name} --public-access-prevention",
        )
    return f"{name} is closed to browsers"


def _status(request: Request) -> int:
    try:
        with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return int(answer.status)
    except HTTPError as error:
        _compare_clocks(error.headers.get("Date"))
        return error.code
    except OSError as error:
        raise AdviceError(
            f"{request.host} cannot be reached, so it is unknown whether it is closed to strangers: {error}.",
            remedy="Run pangea doctor where it can be reached.",
        ) from error


def _compare_clocks(date: str | None) -> None:
    if date and (off := abs((now() - parsedate_to_datetime(date)).total_seconds())) > DRIFT:
        raise ConfigurationError(
            f"This machine's clock is {off:.0f} s off; Google Cloud would refuse its credentials.",
            remedy="Set the clock, or have it set (timedatectl set-ntp true).",
        )


def _is_firebase(deployment: Deployment) -> bool:
    return deployment.settings.store == "firebase"
