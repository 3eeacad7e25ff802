"""Labelled places, and what imaginary Guides say there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from align.spoken_routes import Manner, SpokenPath, speak_path
from environments import Environment, Scan
from environments.labels import LabelledEnvironment, Labels
from environments.sampling import sample_paths
from environments.sightings import Sighting, sightings

PLAIN = Manner(deixis=0.0, from_sight=0.0)
"""Words that a reader understands without having been there."""


@dataclass(frozen=True)
class GoldPlace:
    """A scan in which things have names; what is seen of them is found out once."""

    scan: Scan
    labels: Labels
    _seen: dict[str, Sequence[Sighting]] = field(default_factory=dict)

    def seen(self, path: Sequence[str]) -> Mapping[str, Sequence[Sighting]]:
        """By viewpoint of the path, what is seen of each thing."""
        for name in path:
            if name not in self._seen:
                self._seen[name] = sightings(self.labels, name)
        return {name: self._seen[name] for name in path}

    def spoken(
        self,
        count: int,
        languages: Sequence[str],
        seed: int,
        manner: Manner = PLAIN,
    ) -> Iterator[SpokenPath]:
        """Paths with one instruction for each of the languages, which may be named several times; the same arguments
        give the same words.

        Raises:
            GraphError: the scan has fewer paths of this kind.
            InvalidDataError: of a language no words are known.
        """
        paths = sample_paths(self.scan.graph, count, seed, self.scan.path_rules)
        for number, path in enumerate(paths, start=1):
            yield self.said_along(path, languages, seed, number, manner)

    def said_along(
        self, path: Sequence[str], languages: Sequence[str], seed: int, number: int, manner: Manner = PLAIN
    ) -> SpokenPath:
        """The same along one path, which has this number."""
        return speak_path(
            self.scan,
            self.labels,
            path,
            languages,
            seed=seed,
            path_id=number,
            manner=manner,
            seen=self.seen(path),
        )


def gold_places(environment: Environment) -> list[GoldPlace]:
    """The labelled scans of an environment; none where it has no labels, or people drew them, whose work is checked."""
    if not isinstance(environment, LabelledEnvironment):
        return []
    return [
        GoldPlace(environment.scan(scan_id), labels)
        for scan_id in environment.scan_ids()
        if (labels := environment.labels(scan_id)) is not None and not labels.are_drawn
    ]
