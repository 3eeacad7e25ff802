"""Which kinds of task this server has."""

from __future__ import annotations

from pangea_server.annotate.kinds.kinds import declarations, words_kind
from pangea_server.annotate.kinds.wire import KindView
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/kinds", tags=["kinds"])


@router.get("")
def list_kinds() -> tuple[KindView, ...]:
    """What pages need to know of each kind: first the one that gives words, then those about them, then the others."""
    return tuple(KindView.of(each, words_kind()) for each in declarations())
