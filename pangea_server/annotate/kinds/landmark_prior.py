"""Where a page about a thing begins: where Guides looked most while they spoke of it.

That is the free prior (``align/reference/prior``), word by word, over all phrases of a chain. It says where to look
and marks nothing: on a real walk people aimed 21° beside the middle of the picture (``align/reference/aims``), so that
a mark of it would fill the view in which the page begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import radians

import numpy as np

from align.reference.prior import CameraPrior, SeenView
from environments.geometry import direction
from environments.regions import ViewBox
from pangea_server.annotate.kinds.landmark_wire import GuideLook, Phrase

VIEW = radians(90), radians(75)
"""Width and height of what a camera sees, which words do not say: RxR's."""


def best_look(phrases: Iterable[Phrase]) -> GuideLook | None:
    """Of all that Guides looked at while they said phrases of one thing, what has most of the prior; None where nobody
    knows where they looked. Of equal ones that of the earlier phrase and word."""
    looks = [look for phrase in phrases for look in phrase.looks]
    if not looks:
        return None
    prior = CameraPrior(tuple(_seen(look) for look in looks))
    ways = direction([look.heading for look in looks], [look.elevation for look in looks])
    weights = [
        prior.weights(look.viewpoint_id, way[np.newaxis])[0] for look, way in zip(looks, ways, strict=True)
    ]
    return looks[int(np.argmax(np.round(weights, 9)))]


def _seen(look: GuideLook) -> SeenView:
    return SeenView(look.viewpoint_id, ViewBox(look.heading, look.elevation, *VIEW), look.seconds)
