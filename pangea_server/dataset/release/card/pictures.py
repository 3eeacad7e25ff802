"""What a data card says of pictures of the places: a release has cuts of panoramas only where terms let it."""

from __future__ import annotations

from collections.abc import Collection

from pangea_server.core.counted import counted
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.derived import TERMS, may_be_given_on


def cuts_told(cuts: int, withheld: int, kinds: Collection[str], sheet: Datasheet) -> list[str]:
    """Lines on the cuts that are in a release, and on those that are not.

    Args:
        kinds: of the environments of the store.
    """
    lines = []
    if cuts:
        given = [kind for kind in sorted(kinds) if may_be_given_on(kind, sheet)]
        terms = " ".join(TERMS.get(kind, f"`{kind}`: {sheet.environment_terms}") for kind in given)
        told = counted(cuts, "picture", "pictures")
        lines += [
            f"`label_studio_regions/cuts/` has {told} cut from panoramas, under the terms of these. {terms}"
        ]
    if withheld:
        told = counted(withheld, "cut of a panorama", "cuts of panoramas")
        lines += [
            f"{told} are not in it, since the terms of the place do not let its pictures be given on, or nobody stated "
            "them (`environment_terms`); whoever has the panoramas makes them with `pangea export`."
        ]
    return [*lines, ""] if lines else []
