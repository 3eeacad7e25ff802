"""The rows of a Label Studio result as regions with their labels and texts, and as relations between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from environments import InvalidDataError
from pangea_server.dataset.formats.landmarks.label_studio.cuts import Cut, ShapeValue
from pangea_server.dataset.formats.landmarks.label_studio.tasks import (
    REGION_TYPES,
    SAME_PHRASE,
    SAME_THING,
    RegionResult,
)
from pangea_server.dataset.landmarks.source_files import placed

NO_REGIONS = "results that are no regions here, left out"
NO_RELATION = f"relations that are neither {SAME_THING!r} nor {SAME_PHRASE!r}, left out"


@dataclass(slots=True)
class DrawnRows:
    """The rows of one region; the first one has its shape, and stands at ``place``."""

    place: str
    rows: list[RegionResult] = field(default_factory=list)

    @property
    def value(self) -> ShapeValue:
        """Its shape."""
        return self.rows[0].value

    @property
    def labels(self) -> list[str]:
        """Each once, in the order in which they were given."""
        values = [each.value for each in self.rows]
        lists = [(*v.rectanglelabels, *v.polygonlabels, *v.brushlabels, *v.labels) for v in values]
        return list(dict.fromkeys(name for labels in lists for name in labels))

    @property
    def texts(self) -> list[str]:
        """What was written beside it, each once."""
        told = [each.value.text for each in self.rows]
        texts = [text for each in told for text in ([each] if isinstance(each, str) else each)]
        return list(dict.fromkeys(text.strip() for text in texts if text.strip()))


def drawn_in(results: Sequence[RegionResult], cut: Cut, place: str, notes: list[str]) -> dict[str, DrawnRows]:
    """The regions of a result by their ids; a row without one is a region of its own.

    Raises:
        InvalidDataError: one was drawn on another picture than the cut, or has two shapes.
    """
    found: dict[str, DrawnRows] = {}
    for number, row in enumerate(results):
        name, at = row.id or f"result-{number}", f"{place} result[{number}]"
        if row.type in REGION_TYPES:
            with placed(at):
                _check_picture(row, cut)
                if name in found and found[name].value.drawn != row.value.drawn:
                    raise InvalidDataError(
                        f"The region {name[:40]!r} has two shapes.",
                        remedy="Remove one of them in Label Studio.",
                    )
            found.setdefault(name, DrawnRows(at)).rows.append(row)
        elif row.type == "textarea" and name in found:
            found[name].rows.append(row)
        elif row.type != "relation":
            notes.append(NO_REGIONS)
    return found


def relations_in(
    results: Sequence[RegionResult], drawn: Mapping[str, DrawnRows], place: str, notes: list[str]
) -> Iterator[tuple[str, str, str]]:
    """What is said of two regions, and their ids.

    Raises:
        InvalidDataError: a relation is of a region that is not there.
    """
    for number, row in enumerate(results):
        if row.type != "relation":
            continue
        for end in (row.from_id, row.to_id):
            if end not in drawn:
                raise InvalidDataError(
                    f"{place} result[{number}] relates {end[:40]!r}, which is no region of the task.",
                    remedy="Remove the relation in Label Studio.",
                )
        said = [each for each in (SAME_THING, SAME_PHRASE) if each in row.labels]
        notes += [NO_RELATION] * (not said)
        yield from ((each, row.from_id, row.to_id) for each in said)


def _check_picture(row: RegionResult, cut: Cut) -> None:
    size = (row.original_width or cut.width, row.original_height or cut.height)
    if size != (cut.width, cut.height):
        raise InvalidDataError(
            f"It was drawn on {size[0]} x {size[1]} pixels, and the cut has {cut.width} x {cut.height}.",
            remedy="Let Label Studio show the picture that was exported.",
        )
    if row.image_rotation:
        raise InvalidDataError(
            f"image_rotation is {row.image_rotation:g}.", remedy="Turn the picture back in Label Studio."
        )
