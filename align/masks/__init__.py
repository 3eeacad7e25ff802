"""RxR's masks of pixels and words, and the objects in view while a word was spoken."""

from __future__ import annotations

from align.masks.objects import LabelledHouse, ObjectInView, objects_in_view
from align.masks.rxr import RxRMasks, feature_weights, rxr_masks, text_masks, write_rxr_trace
from align.masks.view import image_mask
from align.masks.visits import visits

__all__ = [
    "LabelledHouse",
    "ObjectInView",
    "RxRMasks",
    "feature_weights",
    "image_mask",
    "objects_in_view",
    "rxr_masks",
    "text_masks",
    "visits",
    "write_rxr_trace",
]
