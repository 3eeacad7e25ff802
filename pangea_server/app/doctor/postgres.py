"""The postgres store: its database keeps what it acknowledges, and its place for blobs takes, gives and erases them."""

from __future__ import annotations

import io
import secrets

from environments.errors import ConfigurationError
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.core.records import now
from pangea_server.stores.opening import STORES

KEEPS_ACKNOWLEDGED = ("fsync", "full_page_writes")
DRIFT_SECONDS = 30.0
PROBE = b"pangea doctor looks whether it may write here"


def database(deployment: Deployment) -> str:
    """It can be reached, has no newer schema, survives power cuts, and goes by the same clock."""
    if not _is_postgres(deployment):
        return "not used"
    STORES.load("postgres")  # which says it when the extra is not installed
    from pangea_server.stores.postgres.database import PostgresDatabase
    from pangea_server.stores.postgres.migrations import version_of
    from pangea_server.stores.postgres.store import places

    url, _ = places(deployment.settings)
    with PostgresDatabase(url).alone() as connection:
        version = version_of(connection)
        off = {
            name for name in KEEPS_ACKNOWLEDGED if connection.execute(f"SHOW {name}").fetchone() != ("on",)
        }
        ((there,),) = connection.execute("SELECT clock_timestamp()").fetchall()
    if off and deployment.is_public:
        raise ConfigurationError(
            f"PostgreSQL runs with {' and '.join(sorted(off))} off: a power cut may take what people recorded.",
            remedy="Turn it on in postgresql.conf.",
        )
    if (seconds := abs((now() - there).total_seconds())) > DRIFT_SECONDS:
        raise AdviceError(
            f"The clocks of this machine and of PostgreSQL's differ by {seconds:.0f} s; leases end by ours.",
            remedy="Have both set (timedatectl set-ntp true).",
        )
    return f"schema {version}" if version else "there is no store yet"


def objects(deployment: Deployment) -> str:
    """The place for blobs: a small object is written, read and erased there."""
    if not _is_postgres(deployment):
        return "not used"
    STORES.load("postgres")
    from pangea_server.stores.postgres.s3 import S3Objects
    from pangea_server.stores.postgres.store import open_objects, places

    _, place = places(deployment.settings)
    found, key = open_objects(place), f"doctor~{secrets.token_hex(8)}"
    try:
        found.put(key, io.BytesIO(PROBE), len(PROBE))
        if found.read(key) != PROBE:
            raise ConfigurationError(
                f"{place} gives other bytes than it was given.", remedy="Use another place."
            )
    finally:
        found.remove([key])
    if isinstance(found, S3Objects) and found.keeps_versions():
        raise AdviceError(
            f"The bucket {found.bucket!r} keeps versions of what is removed, also of what people withdraw.",
            remedy="Turn its versioning off, or let a lifecycle rule remove old versions within days.",
        )
    return f"{place} can be written, read and erased"


def _is_postgres(deployment: Deployment) -> bool:
    return deployment.settings.store == "postgres"
