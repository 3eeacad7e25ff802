"""Simple resolvers of coreference: which mentions of a path mean the same, by their words, their order, or by sight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from align.reference.chains import Document, Partition
from align.reference.finders import by_prior
from align.spoken_routes import SpokenInstruction, SpokenMention, SpokenPath
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from tests.benchmarks.grounding.house import House
from tests.benchmarks.grounding.routes import Routes

Key = Callable[[SpokenInstruction, SpokenMention], Hashable]


def documents(routes: Routes, phrases: Sequence[ReadPhrase]) -> dict[str, list[Document]]:
    """The paths' chains, and those of each resolver."""
    first = first_by_prior(routes.house, phrases)

    def by_sight(instruction: SpokenInstruction, mention: SpokenMention) -> Hashable:
        return first.get(mention.mention_id, mention.mention_id)

    return {
        "every mention alone": [_document(path, _alone) for path in routes.paths],
        "by head noun": [_document(path, _by_head) for path in routes.paths],
        "by recency": [_by_recency(path, _alone) for path in routes.paths],
        "by head noun and recency": [_by_recency(path, _by_head) for path in routes.paths],
        "by sight (camera prior's first)": [_document(path, by_sight) for path in routes.paths],
    }


def first_by_prior(house: House, phrases: Sequence[ReadPhrase]) -> dict[str, str]:
    """The thing that the camera prior ranks first for each mention, where it was said; none where nothing was seen.

    It is asked of every mention, also of those that mean no thing: a resolver does not know which do.
    """
    found = {}
    for each in phrases:
        at = each.phrase.said_from or ""
        weights = by_prior(house.proposals[at], at, each.prior)
        if weights is not None and len(weights) and weights.max() > 0:
            found[each.phrase.name] = house.seen[at][int(weights.argmax())].object_id
    return found


def _alone(instruction: SpokenInstruction, mention: SpokenMention) -> Hashable:
    return mention.mention_id


def _by_head(instruction: SpokenInstruction, mention: SpokenMention) -> Hashable:
    """The same noun of the same language is the same thing; what has no noun is alone."""
    if mention.head is None:
        return mention.mention_id
    return instruction.language, instruction.text[slice(*mention.head)].lower()


def _document(path: SpokenPath, key: Key) -> Document:
    told = [
        (mention.mention_id, key(each, mention)) for each in path.instructions for mention in each.mentions
    ]
    return _against(path, told)


def _by_recency(path: SpokenPath, key: Key) -> Document:
    """What has no noun means what was mentioned right before it in its instruction."""
    told: list[tuple[str, Hashable]] = []
    for instruction in path.instructions:
        before: Hashable = None
        for mention in instruction.mentions:
            if mention.head is not None or before is None:
                before = key(instruction, mention)
            told.append((mention.mention_id, before))
    return _against(path, told)


def _against(path: SpokenPath, told: Iterable[tuple[str, Hashable]]) -> Document:
    chains: dict[Hashable, list[str]] = defaultdict(list)
    for mention, key in told:
        chains[key].append(mention)
    return Document(
        str(path.path_id),
        Partition.of([chain.mentions for chain in path.chains]),
        Partition.of(chains.values()),
    )
