"""Encryption of backups with age (age-encryption.org/v1), to public keys: whoever makes backups cannot read them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, cast

import pyrage

from environments.errors import ConfigurationError
from environments.input.text import NotTextError, text_of
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.places import scratch_file

SSH_PREFIX = "ssh-"
SIGNED_BY = "# signed by: "
AGE_BEGIN = b"age-encryption.org/v1\n"


class EncryptedSink(Protocol):
    """What encrypted bytes are written to."""

    def write(self, data: bytes, /) -> int: ...
    def flush(self) -> None: ...


def is_sealed(file: BinaryIO) -> bool:
    """Whether a file begins as age's do; reads from its beginning, and goes back there."""
    file.seek(0)
    begin = file.read(len(AGE_BEGIN))
    file.seek(0)
    return begin == AGE_BEGIN


@dataclass(frozen=True, slots=True)
class Seal:
    """The public keys that objects are encrypted to; none: they are stored as they are."""

    recipients: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Names the folder of what is encrypted to these keys: other keys' objects cannot be used again."""
        if not self.recipients:
            return "plain"
        return "age-" + hashlib.sha256("\n".join(sorted(self.recipients)).encode()).hexdigest()[:12]

    def sealed(self, file: BinaryIO) -> BinaryIO:
        """What ``file`` holds, encrypted; ``file`` itself without keys."""
        if not self.recipients:
            return file
        written = scratch_file()
        file.seek(0)
        self.seal_into(file, written)
        return written

    def seal_into(self, file: BinaryIO, written: EncryptedSink) -> None:
        """Write what ``file`` holds from here on, encrypted."""
        pyrage.encrypt_io(file, cast("BinaryIO", written), [_recipient(key) for key in self.recipients])


def seal_to(keys: Sequence[str]) -> Seal:
    """Encrypt to these public keys: ``age1...``, ``ssh-ed25519 ...`` or ``ssh-rsa ...``.

    Raises:
        ConfigurationError: one of them is none.
    """
    for key in keys:
        _recipient(key)
    return Seal(tuple(keys))


def _recipient(key: str) -> pyrage.x25519.Recipient | pyrage.ssh.Recipient:
    kind = pyrage.ssh.Recipient if key.startswith(SSH_PREFIX) else pyrage.x25519.Recipient
    try:
        return kind.from_str(key)
    except pyrage.RecipientError as error:
        raise ConfigurationError(
            f"{key!r} is no public key of age.",
            remedy="Write age1..., as `pangea backup-key FILE` prints it.",
        ) from error


@dataclass(frozen=True, slots=True)
class Opener:
    """The private keys with which objects are decrypted, and whose backups they were made for."""

    identities: tuple[pyrage.x25519.Identity | pyrage.ssh.Identity, ...] = ()
    signers: frozenset[str] = frozenset()

    def opened(self, file: BinaryIO, seal: Seal) -> BinaryIO:
        """What is encrypted in ``file``, which is closed; ``file`` itself where it is not encrypted.

        Raises:
            ConfigurationError: no private key was given.
            ArchiveError: it was encrypted to other keys, or is damaged.
        """
        if not seal.recipients:
            return file
        return self.decrypted(file)

    def decrypted(self, file: BinaryIO) -> BinaryIO:
        """What is encrypted in ``file``, which is closed.

        Raises:
            ConfigurationError: no private key was given.
            ArchiveError: it was encrypted to other keys, or is damaged.
        """
        if not self.identities:
            file.close()
            raise ConfigurationError(
                "The backup is encrypted.", remedy="Name the file of its private key with --identity."
            )
        plain = scratch_file()
        try:
            with file:
                pyrage.decrypt_io(file, plain, self.identities)
        except (pyrage.DecryptError, OSError) as error:
            plain.close()
            raise ArchiveError(f"It cannot be decrypted: {error}.") from error
        plain.seek(0)
        return plain


def read_identities(path: Path | None) -> Opener:
    """The private keys in a file of age's: one a line, comments after ``#``; or an SSH_PREFIX private key.

    Raises:
        ConfigurationError: the file has none.
    """
    if path is None:
        return Opener()
    try:
        text = text_of(path.read_bytes())
        if "PRIVATE KEY" in text:
            return Opener((pyrage.ssh.Identity.from_buffer(text.encode()),))
        keys = [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]
        found = tuple(pyrage.x25519.Identity.from_str(key) for key in keys)
        signers = frozenset(re.findall(rf"^{SIGNED_BY}(\S+)$", text, re.MULTILINE))
    except (OSError, NotTextError, pyrage.IdentityError) as error:
        raise _no_key(path) from error
    if not found:
        raise _no_key(path)
    return Opener(found, signers)


def make_identity(path: Path, signed_by: str | None = None) -> str:
    """Write a new private key to ``path``, for its owner only; returns its public key.

    Args:
        signed_by: who signs the backups that are encrypted to it, if that is known.

    Raises:
        ConfigurationError: ``path`` exists or cannot be written.
    """
    identity = pyrage.x25519.Identity.generate()
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            signer = f"{SIGNED_BY}{signed_by}\n" if signed_by else ""
            file.write(f"# public key: {identity.to_public()}\n{signer}{identity}\n")
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}.", remedy="Name another file."
        ) from error
    return str(identity.to_public())


def _no_key(path: Path) -> ConfigurationError:
    return ConfigurationError(
        f"{path} holds no private key of age.", remedy="Name the file that `pangea backup-key` wrote."
    )
