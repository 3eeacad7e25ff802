"""Checking a whole environment, scan by scan, viewpoint by viewpoint and edge by edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from environments.check.compare import DETAILED, check_seen
from environments.check.files import check_files
from environments.check.findings import PlaceFinding, Severity
from environments.check.graph import check_graph
from environments.check.images import check_images
from environments.check.numbers import NO_DIRECTIONS, check_numbers
from environments.check.seen import WIDTH, Common, PictureFeatures, common_features, features_of
from environments.errors import PangeaError
from environments.own_places.folder import PanoramaFolder
from environments.pictures import decode_image
from environments.scan import Projection

if TYPE_CHECKING:
    from environments.protocol import Environment


def check_environment(
    environment: Environment, *, images: bool = True, compare: bool = True
) -> Iterator[list[PlaceFinding]]:
    """Check every scan; yields a list of findings, which may be empty, after each of ``steps_of``.

    Args:
        images: also decode every panorama, which takes a tenth of a second each.
        compare: also compare the pictures of neighbours in own panoramas, which takes two seconds each.
    """
    for scan_id in environment.scan_ids():
        try:
            scan = environment.scan(scan_id)
        except PangeaError as error:
            yield [PlaceFinding(Severity.ERROR, "unreadable graph", scan_id, (), error.message, error.remedy)]
            continue
        own = environment if isinstance(environment, PanoramaFolder) else None
        numbers = list(check_numbers(scan, own.panoramas(scan_id).headings if own else {}))
        yield [*check_graph(scan), *numbers]
        if not images:
            continue
        for viewpoint_id in scan.viewpoints:
            yield list(check_images(environment, scan, viewpoint_id))
        if own:
            yield list(check_files(own, scan_id))
            if compare:
                yield from _compared(own, scan_id, numbers)


def steps_of(environment: Environment, *, images: bool = True, compare: bool = True) -> int:
    """How often ``check_environment`` yields, or somewhat more often."""
    return sum(_steps_of(environment, scan_id, images, compare) for scan_id in environment.scan_ids())


def _steps_of(environment: Environment, scan_id: str, images: bool, compare: bool) -> int:
    try:
        scan = environment.scan(scan_id)
    except PangeaError:
        return 1
    own = isinstance(environment, PanoramaFolder)
    looks = len(scan.viewpoints) + own if images else 0
    compared = len(scan.viewpoints) + len(scan.graph.edges()) + 1 if own and images and compare else 0
    return 1 + looks + compared


def _compared(
    folder: PanoramaFolder, scan_id: str, numbers: list[PlaceFinding]
) -> Iterator[list[PlaceFinding]]:
    scan = folder.scan(scan_id)
    if mend := sorted(NO_DIRECTIONS & {finding.kind for finding in numbers}):
        yield [_not_compared(scan_id, (), f"Nothing lies where the numbers say: {', '.join(mend)}.")]
        return
    features: dict[str, PictureFeatures] = {}
    for viewpoint_id in scan.viewpoints:
        if (found := _features(folder, scan_id, viewpoint_id)) is not None:
            features[viewpoint_id] = found
        yield []
    common: dict[tuple[str, str], Common] = {}
    for a, b, _ in scan.graph.edges():
        if a in features and b in features:
            common[a, b] = common_features(features[a], features[b])
        yield []
    plain = tuple(name for name, found in features.items() if len(found.words) < DETAILED)
    said = (
        [_not_compared(scan_id, plain, "There is too little detail in it to miss a neighbour.")]
        if plain
        else []
    )
    yield said + check_seen(scan, features, common)


def _features(folder: PanoramaFolder, scan_id: str, viewpoint_id: str) -> PictureFeatures | None:
    """None for what is no panorama, which another check says."""
    try:
        picture = decode_image(
            folder.image(scan_id, viewpoint_id, Projection.EQUIRECTANGULAR), enough=(WIDTH, WIDTH // 2)
        )
    except PangeaError:
        return None
    return features_of(picture) if picture.width == 2 * picture.height else None


def _not_compared(scan_id: str, viewpoint_ids: tuple[str, ...], what: str) -> PlaceFinding:
    return PlaceFinding(
        Severity.NOTE,
        "pictures not compared",
        scan_id,
        viewpoint_ids,
        what,
        "Mend what else is said, and check again; or walk the edges yourself.",
    )
