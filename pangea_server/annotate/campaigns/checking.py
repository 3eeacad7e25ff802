"""What a definition asks for that cannot be, as far as it can be told without looking at paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from langcodes import Language, tag_is_valid

from environments import SAMPLERS
from pangea_server.annotate.campaigns.faults import Fault, Where, not_among
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathSource

OF_PATHS = {"guides_per_path", "followers_per_guide", "transcripts_per_guide", "send_back_after"}


def faults_in(
    definition: CampaignDefinition, kinds: Iterable[str], scan_ids: Iterable[str]
) -> Iterator[Fault]:
    """Every fault of the definition in itself.

    Args:
        kinds: of tasks that are installed.
        scan_ids: of the environment.
    """
    known_scans = frozenset(scan_ids)
    yield from _nothing_faults(definition)
    yield from _language_faults(definition)
    yield from _follower_faults(definition)
    for kind in definition.instructions:
        if kind not in set(kinds):
            yield Fault(("instructions", kind), f"there is no task of kind {kind!r}", not_among(kind, kinds))
    for number, source in enumerate(definition.paths):
        yield from _source_faults(source, ("paths", number), definition, known_scans)


def _nothing_faults(definition: CampaignDefinition) -> Iterator[Fault]:
    if definition.paths:
        return
    if not definition.tasks:
        yield Fault(
            ("paths",), "the campaign asks for no work", "Add paths, or tasks of a kind that needs none."
        )
    for key in sorted(OF_PATHS & definition.model_fields_set):
        yield Fault((key,), "without paths there are no Guides", "Add paths, or leave this key out.")


def _language_faults(definition: CampaignDefinition) -> Iterator[Fault]:
    for where, language in _languages(definition):
        if not tag_is_valid(language):
            yield Fault(
                where, f"there is no language {language!r}", "Write a BCP 47 tag, such as en-IN or hi."
            )
        elif Language.get(language).to_tag() != language:
            yield Fault(
                where,
                f"{language!r} is usually written {Language.get(language).to_tag()!r}",
                "Write it so, as people's languages are compared letter by letter.",
            )
    yield from _twice(("languages",), definition.languages)
    for name, pool in definition.pools.items():
        for number, language in enumerate(pool.languages or ()):
            if language not in definition.languages:
                yield Fault(
                    ("pools", name, "languages", number),
                    f"the campaign has no language {language!r}",
                    not_among(language, definition.languages),
                )


def _languages(definition: CampaignDefinition) -> Iterator[tuple[Where, str]]:
    yield from ((("languages", number), language) for number, language in enumerate(definition.languages))
    for kind, texts in definition.instructions.items():
        yield from ((("instructions", kind, language), language) for language in texts)
    if definition.consent:
        yield from ((("consent", "texts", language), language) for language in definition.consent.texts)


def _follower_faults(definition: CampaignDefinition) -> Iterator[Fault]:
    if "send_back_after" not in definition.model_fields_set or definition.send_back_after is None:
        return
    if definition.followers_per_guide < definition.send_back_after:
        yield Fault(
            ("send_back_after",),
            f"words are sent back after {definition.send_back_after} Followers, but each Guide has "
            f"{definition.followers_per_guide} of them (followers_per_guide)",
            "Ask for as many Followers, or write null here.",
        )


def _source_faults(
    source: PathSource, where: Where, definition: CampaignDefinition, scan_ids: frozenset[str]
) -> Iterator[Fault]:
    given = [name for name in ("sampler", "file", "viewpoints") if name in source.model_fields_set]
    if len(given) != 1:
        yield Fault(
            where,
            f"paths come from one of sampler, file and viewpoints, not from {' and '.join(given) or 'none of them'}",
            "Make an entry of its own for each.",
        )
    if source.sampler is not None and source.sampler not in SAMPLERS:
        yield Fault(
            (*where, "sampler"),
            f"there is no sampler {source.sampler!r}",
            not_among(source.sampler, SAMPLERS),
        )
    if source.viewpoints is not None and source.scan is None:
        yield Fault((*where, "viewpoints"), "it is not said in which scan these are", "Add the key scan.")
    for key, scan_id in _scans(source):
        if scan_id not in scan_ids:
            yield Fault(
                (*where, *key), f"the environment has no scan {scan_id!r}", not_among(scan_id, scan_ids)
            )
    yield from _twice((*where, "scans"), source.scans or ())
    if source.pool is not None and source.pool not in definition.pools:
        yield Fault(
            (*where, "pool"),
            f"there is no pool {source.pool!r}",
            not_among(source.pool, definition.pools) if definition.pools else "Add it under pools.",
        )


def _scans(source: PathSource) -> Iterator[tuple[Where, str]]:
    if source.scan is not None:
        yield ("scan",), source.scan
    yield from ((("scans", number), scan_id) for number, scan_id in enumerate(source.scans or ()))


def _twice(where: Where, values: Iterable[str]) -> Iterator[Fault]:
    seen: set[str] = set()
    for number, value in enumerate(values):
        if value in seen:
            yield Fault((*where, number), f"{value!r} is there twice", "Take one of them out.")
        seen.add(value)
