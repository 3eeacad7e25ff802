"""Chains: mentions that mean the same thing, as a person or a system put them together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

Chains = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Partition:
    """The chains of one document; no mention is in two of them.

    Attributes:
        chains: none is empty.
        doubled: mentions that were in several chains, or twice in one.
    """

    chains: Chains
    doubled: tuple[str, ...] = ()

    @classmethod
    def of(cls, chains: Iterable[Sequence[str]]) -> Partition:
        """Chains as they were written. A mention in several stays in the first, as in the reference scorer (Pradhan et
        al. 2014): a response that repeats a mention would otherwise raise its own precision."""
        seen: set[str] = set()
        kept, doubled = [], dict[str, None]()
        for chain in chains:
            doubled |= dict.fromkeys(mention for mention in chain if mention in seen)
            doubled |= dict.fromkeys(
                mention for place, mention in enumerate(chain) if mention in chain[:place]
            )
            kept.append(frozenset(chain) - seen)
            seen |= kept[-1]
        return cls(tuple(chain for chain in kept if chain), tuple(doubled))

    @property
    def mentions(self) -> frozenset[str]:
        return frozenset().union(*self.chains)

    def chain_of(self) -> dict[str, int]:
        """The place of each mention's chain in ``chains``."""
        return {mention: place for place, chain in enumerate(self.chains) for mention in chain}


@dataclass(frozen=True, slots=True)
class Document:
    """The chains of one path: the key, and what a system or another person answered.

    Attributes:
        name: of the path.
    """

    name: str
    key: Partition
    response: Partition = field(default_factory=lambda: Partition(()))


def by_head(partition: Partition, heads: Mapping[str, str]) -> Partition:
    """The same chains with each mention's head for the mention, where it is known: two mentions with one head match."""
    chains = (sorted(chain) for chain in partition.chains)
    moved = Partition.of([[heads.get(mention, mention) for mention in chain] for chain in chains])
    return replace(moved, doubled=(*partition.doubled, *moved.doubled))


def through_sight(chains: Sequence[Sequence[str]], things: Sequence[Collection[str]]) -> list[list[str]]:
    """Chains that show the same things, put together: mentions that nobody linked, but that mean the same by sight.

    Args:
        chains: of one path, in any languages.
        things: the entities of each chain; chains without any stay as they are.
    """
    together: dict[frozenset[str], list[str]] = {}
    alone = []
    for mentions, shown in zip(chains, things, strict=True):
        if shown:
            together.setdefault(frozenset(shown), []).extend(mentions)
        else:
            alone.append(list(mentions))
    return [*together.values(), *alone]
