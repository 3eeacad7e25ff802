"""Regions: what of the sphere around a viewpoint people mean, with exact areas and overlaps."""

from __future__ import annotations

from environments.regions.bounds import (
    as_mask,
    as_polygon,
    bounding_latlon,
    bounding_view,
    centre,
    view_bounded_by,
    view_corners,
)
from environments.regions.inside import contains
from environments.regions.overlap import area, iou, shared_area, union_area, union_iou, view_ious
from environments.regions.shapes import (
    Angles,
    Approximation,
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    check_drawn,
)
from environments.regions.wire import region_as_json, region_from_json

__all__ = [
    "Angles",
    "Approximation",
    "LatLonBox",
    "Mask",
    "Polygon",
    "Region",
    "ViewBox",
    "area",
    "as_mask",
    "as_polygon",
    "bounding_latlon",
    "bounding_view",
    "centre",
    "check_drawn",
    "contains",
    "iou",
    "region_as_json",
    "region_from_json",
    "shared_area",
    "union_area",
    "union_iou",
    "view_bounded_by",
    "view_corners",
    "view_ious",
]
