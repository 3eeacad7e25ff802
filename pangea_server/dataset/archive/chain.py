"""The moments of a place as one chain, from the first to the newest, all made by who is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from environments.errors import ConfigurationError
from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.backup_state import Newest
from pangea_server.dataset.archive.moments import ChainLink, MomentList, SnapshotHead, moment_names, open_list
from pangea_server.dataset.archive.places import Destination

FAULTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Trust:
    """What a restore takes for true.

    Attributes:
        signers: whose signatures are taken; empty: nobody is known; None: whoever can write to the place is trusted.
        newest: the newest moment that this machine saved there, if it saved any.
        not_before: the beginning of the name of a moment that the series must reach.
        incomplete: a series that was changed is taken as it is; what is not signed is not.
    """

    signers: frozenset[str] | None = frozenset()
    newest: Newest | None = None
    not_before: str = ""
    incomplete: bool = False

    def check(self, place: Destination, listed: MomentList) -> None:
        """Raises ArchiveError where somebody else made the moment; ConfigurationError where nobody is known."""
        if self.signers is None or listed.signed_by in self.signers:
            return
        name = listed.head.moment
        if self.signers:
            raise ArchiveError(f"{place}: {name} is signed by {listed.signed_by}, who is not trusted.")
        raise ConfigurationError(
            f"{place}: {name} is signed by {listed.signed_by}, and nothing here says whose key that is.",
            remedy="If `pangea backup` printed this key when the series was made, name it with --signed-by. "
            "--unverified trusts whoever can write there.",
        )

    def refuse(self, faults: Sequence[str]) -> None:
        """Raises ArchiveError where a series is not as it was made, and is not taken as it is."""
        if not faults or self.incomplete:
            return
        more = f" And {len(faults) - FAULTS_SHOWN} more." if len(faults) > FAULTS_SHOWN else ""
        raise ArchiveError(
            " ".join(faults[:FAULTS_SHOWN]) + more,
            remedy="A disk may have lost it, or somebody has changed the place. "
            "--incomplete takes what is signed and whole.",
        )


@dataclass
class SnapshotChain:
    """What of a place follows one from another, the newest first, and what is wrong with the rest."""

    place: Destination
    trust: Trust
    links: list[ChainLink] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    is_complete: bool = False
    _oldest: str = ""
    _set_aside: set[str] = field(default_factory=set)
    _passed_over: set[str] = field(default_factory=set)
    _unread: dict[str, str] = field(default_factory=dict)
    _encrypted_to: tuple[str, ...] | None = None

    @property
    def newest(self) -> str:
        """Raises ArchiveError when nothing in the place is trusted."""
        if not self.links:
            raise ArchiveError(" ".join(self.faults[:FAULTS_SHOWN]), remedy="Use another backup.")
        return self.links[0].moment

    def follow(self, names: Sequence[str]) -> None:
        """From the newest that is trusted back to the oldest that was kept."""
        head: SnapshotHead | None = None
        for name in reversed(names):
            if head := self._read(name):
                break
        while head and (link := head.previous):
            if link.moment not in names:
                if link.moment < self._oldest:
                    break
                self.faults.append(
                    f"{self.place}: {link.moment} is missing; {head.moment} was made after it."
                )
                return
            head = self._read(link.moment, link.sha256)
        self.is_complete = head is not None

    def name_unread(self) -> None:
        """Moments that cannot be read, but for those that a later one has named already."""
        self.faults += [message for name, message in self._unread.items() if name not in self._passed_over]

    def name_strangers(self, names: Sequence[str]) -> None:
        """Moments beside the chain: another beginning, one of another series."""
        known = {link.moment for link in self.links} | self._set_aside | self._passed_over
        self.faults += [
            f"{self.place}: {name} does not belong to this series: no later backup was made after it."
            for name in names
            if name not in known
        ]

    def compare_with_newest(self) -> None:
        """The series must reach what is known of it, and go on from what this machine saved last."""
        if self.links and self.newest < self.trust.not_before:
            self.faults.append(f"{self.place} ends with {self.newest}, before {self.trust.not_before}.")
        known = self.trust.newest
        if not known or not self.is_complete:
            return
        if known.moment not in {link.moment for link in self.links} | self._set_aside | self._passed_over:
            self.faults.append(f"{self.place}: {known.moment}, which this machine saved, is missing.")

    def _read(self, name: str, sha256: str | None = None) -> SnapshotHead | None:
        """Add a moment; None, and a fault, when it is not whole, trusted and the one that was there before."""
        self._set_aside.add(name)
        try:
            with open_list(self.place, name) as listed:
                self.trust.check(self.place, listed)
                head = listed.head
                if sha256 not in (None, listed.sha256):
                    raise ArchiveError(f"{self.place}: {name} is not the backup that was there before.")
        except ArchiveError as error:
            self._unread[name] = error.message
            return None
        if self._encrypted_to == () and head.recipients:
            later = self.links[-1].moment
            self.faults.append(f"{self.place}: {later} is not encrypted, but {name} before it is.")
        self._oldest = self._oldest or head.oldest
        self._encrypted_to = head.recipients
        self._passed_over |= set(head.passed_over)
        self.links.append(listed.link)
        return head


def read_chain(place: Destination, trust: Trust) -> SnapshotChain:
    """Check every moment of a place, from the newest to the oldest that was kept.

    Raises:
        ConfigurationError: there is none, or nobody is known whose signature could be taken.
    """
    names = moment_names(place)
    if not names:
        raise ConfigurationError(f"{place} has no backup.", remedy="Correct its name.")
    chain = SnapshotChain(place, trust)
    chain.follow(names)
    chain.name_unread()
    if chain.is_complete:
        chain.name_strangers(names)
    chain.compare_with_newest()
    return chain
