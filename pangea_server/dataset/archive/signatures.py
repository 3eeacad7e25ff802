"""Who made a backup: what lies in a place begins with a line that names who signed the rest.

The private key (Ed25519, PEM) lies in the data directory of the machine that makes the backups, and in none of them. So
whoever can write to the place, and knows the public keys that are encrypted to, can make nothing that is restored.
"""

from __future__ import annotations

import base64
import os
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from pydantic import BaseModel, ConfigDict, ValidationError

from environments.errors import ConfigurationError
from environments.folders import make_folder
from pangea_server.core.errors import ArchiveError, NotSignedError
from pangea_server.dataset.archive.places import Destination, copy_into, scratch_file
from pangea_server.stores.describe import BLOCK_BYTES, describe
from pangea_server.stores.protocol import BlobInfo

SIGNING_KEY = "backup-signing.key"
KEY_PREFIX = "ed25519:"
PURPOSE = b"pangea backup"
LONGEST_LINE_BYTES = 1000


class SignatureLine(BaseModel):
    """The first line of a signed object: of how many bytes after it, with which digest; the signature in base64."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    signed_by: str
    size: int
    sha256: str
    signature: str


@dataclass(frozen=True)
class Signer:
    """Signs what this machine saves."""

    key: Ed25519PrivateKey

    @cached_property
    def public(self) -> str:
        """By which others recognise it: ``ed25519:...``."""
        return KEY_PREFIX + _text(self.key.public_key().public_bytes_raw())

    def signed(self, name: str, file: BinaryIO) -> BinaryIO:
        """What ``file`` holds from its beginning, after the line that signs it as the object ``name`` of a place."""
        found = describe(name, file)
        signature = self.key.sign(_message(found))
        written = scratch_file()
        line = SignatureLine(
            signed_by=self.public, size=found.size, sha256=found.sha256, signature=_text(signature)
        )
        written.write(line.model_dump_json().encode() + b"\n")
        file.seek(0)
        shutil.copyfileobj(file, written, BLOCK_BYTES)
        return written


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed an object, and the SHA-256 of what was signed."""

    signed_by: str
    sha256: str


def read_signed(place: Destination, name: str, stored: BinaryIO) -> tuple[BinaryIO, Signature]:
    """A copy of what ``stored`` holds after the line that signs it; nobody else can change the copy.

    What was not signed is not even read.

    Raises:
        NotSignedError: it is not signed as the object ``name``, or not all that was signed is there.
        ArchiveError: it cannot be read.
        ConfigurationError: TMPDIR is full.
    """
    said = _signature_line(stored, name)
    file = scratch_file()
    try:
        if said is not None:
            copy_into(stored, file, f"{place}: {name}", said.size)
            if describe(name, file) == BlobInfo(name, said.size, said.sha256):
                file.seek(0)
                return file, Signature(said.signed_by, said.sha256)
        raise NotSignedError(f"{place}: {name} is cut off or damaged, or is not the one that was signed.")
    except BaseException:
        file.close()
        raise


def _signature_line(stored: BinaryIO, name: str) -> SignatureLine | None:
    """The first line, where it fits what it says of the rest."""
    try:
        said = SignatureLine.model_validate_json(stored.readline(LONGEST_LINE_BYTES))
        _public_key(said.signed_by).verify(
            _bytes(said.signature), _message(BlobInfo(name, said.size, said.sha256))
        )
    except OSError as error:
        raise ArchiveError(f"{name} cannot be read: {error.strerror}.") from error
    except (ValidationError, ValueError, InvalidSignature):
        return None
    return said


def signer_of(directory: Path) -> Signer:
    """The key with which this data directory's backups are signed; made with the first of them.

    Raises:
        ConfigurationError: it cannot be read or written.
    """
    path = directory / SIGNING_KEY
    try:
        if not path.exists():
            make_folder(directory)
            _make_key(path)
        key = load_pem_private_key(path.read_bytes(), None)
        if isinstance(key, Ed25519PrivateKey):
            return Signer(key)
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read or written: {error.strerror}.",
            remedy="Backups are signed with it: mend that.",
        ) from error
    except (ValueError, TypeError):
        pass
    raise ConfigurationError(
        f"{path} holds no private key of Ed25519.",
        remedy="Put the file back that was there; or remove it, and begin a series in another place.",
    )


def check_public(text: str) -> str:
    """The public key of a signer, as a person wrote it.

    Raises:
        ConfigurationError: it is none.
    """
    try:
        _public_key(text)
    except ValueError as error:
        raise ConfigurationError(
            f"{text!r} is no key that signs backups.",
            remedy=f"Write {KEY_PREFIX}..., as `pangea backup` prints it.",
        ) from error
    return text


def _make_key(path: Path) -> None:
    data = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(new, path)  # of two at once, one makes it
    except FileExistsError:
        pass
    finally:
        new.unlink(missing_ok=True)


def _message(signed: BlobInfo) -> bytes:
    """What is signed; the name keeps an object from being taken for another one."""
    return b"\0".join((PURPOSE, signed.name.encode(), str(signed.size).encode(), signed.sha256.encode()))


def _public_key(text: str) -> Ed25519PublicKey:
    if not text.startswith(KEY_PREFIX):
        raise ValueError(text)
    return Ed25519PublicKey.from_public_bytes(_bytes(text.removeprefix(KEY_PREFIX)))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
