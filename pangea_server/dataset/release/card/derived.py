"""What of a datasheet follows from the store, or from other answers: one rule for the card, the citation, the DOI, and
the list of what is not stated."""

from __future__ import annotations

import re
from collections.abc import Collection

from msgspec.structs import replace

from pangea_server.core.counted import counted
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.known import ReleaseRecords

OTHERS_PLACES = ("matterport3d", "gibson", "streetlearn")
"""Environments that are datasets themselves."""
TERMS = {
    "demo": "`demo`: the house that comes with PanGEA, under PanGEA's licence (Apache-2.0).",
    "matterport3d": "`matterport3d`: Matterport3D. Its pictures are not in this dataset and may not be given on; "
    "ask for them at https://niessner.github.io/Matterport/ under its Terms of Use.",
    "gibson": "`gibson`: the Gibson database. Its pictures are not in this dataset; ask for them at "
    "http://gibsonenv.stanford.edu/database/ under its licence agreement.",
    "streetlearn": "`streetlearn`: StreetLearn. Its pictures are not in this dataset; ask for them at "
    "https://sites.google.com/view/streetlearn/dataset under its terms.",
}
"""Of environments whose terms are public."""
IMPORTED = "imported"
"""Scans of which the store knows only that files were about them."""
GIVEN_ON = ("demo",)
"""Those of them that let their pictures be given on."""


def filled_in(sheet: Datasheet, census: Census, known: ReleaseRecords) -> Datasheet:
    """The answers, and in place of those that nobody gave what follows."""
    filled = replace(
        sheet,
        year=sheet.year or (census.days[1].year if census.days else None),
        annotations_creators=sheet.annotations_creators or _annotators(known, census),
        source_datasets=sheet.source_datasets or _sources(known),
    )
    return replace(filled, citation=_citation(filled))


def lacking(filled: Datasheet, known: ReleaseRecords) -> list[str]:
    """The names of the questions to which neither anybody nor the store has an answer."""
    return [name for name in filled.lacking() if name != "environment_terms" or not has_terms(known)]


def has_terms(known: ReleaseRecords) -> bool:
    """Whether the terms of all its places are public."""
    return bool(known.places) and known.places.keys() <= TERMS.keys()


def may_be_given_on(environment: str, sheet: Datasheet) -> bool:
    """Whether pictures of an environment of this kind may be in a release.

    Its terms are public and let them be; or it is one's own, and whoever makes the release has stated its terms. Of
    imported scans nobody said whose they are.
    """
    kind = environment.partition(":")[0]
    return kind in GIVEN_ON or (kind not in {*TERMS, IMPORTED} and sheet.environment_terms is not None)


def _annotators(known: ReleaseRecords, census: Census) -> tuple[str, ...]:
    machines = any(name != "person" for name in census.written_by)
    return ("crowdsourced",) * bool(known.platforms) + ("machine-generated",) * machines


def _sources(known: ReleaseRecords) -> tuple[str, ...]:
    """The places' own datasets; nothing is said where imported files do not tell the place."""
    if not known.places or "imported" in known.places:
        return ()
    return tuple(f"extended|{name}" for name in OTHERS_PLACES if name in known.places) or ("original",)


def _citation(sheet: Datasheet) -> str | None:
    """BibTeX: as stated, or made from what is stated; None without title or creators."""
    if sheet.citation or not (sheet.title and sheet.creators):
        return sheet.citation
    fields = {
        "title": sheet.title,
        "author": " and ".join(each.whole_name for each in sheet.creators),
        "year": sheet.year,
        "publisher": sheet.publisher,
        "doi": sheet.doi,
        "url": sheet.url,
    }
    told = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    key = re.sub(r"\W", "", sheet.creators[0].family or sheet.title).lower() or "dataset"
    return f"@misc{{{key}{sheet.year or ''},\n{told}}}"


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
