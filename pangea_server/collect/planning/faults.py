"""Faults of a campaign definition that can be found without looking at paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from align.recognisers.registry import RECOGNISERS
from environments import SAMPLERS
from environments.nearest import not_among
from pangea_server.annotate.campaigns.agreed_times import AgreedTime
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.guide_rules import OFF
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathSource
from pangea_server.annotate.kinds.kinds import declarations, declared
from pangea_server.core.formatted import too_much
from pangea_server.core.languages import fault_of_tag

OF_FILES = "recognised"  # it reads the words of one recording, and hears none
OF_PATHS = {"guides_per_path", "per_guide", "send_back_after"}


def faults_in(
    definition: CampaignDefinition, kinds: Iterable[str], scan_ids: Iterable[str]
) -> Iterator[CampaignFault]:
    """Every fault in the definition itself.

    Args:
        kinds: of tasks that are installed.
        scan_ids: of the environment.
    """
    known_scans = frozenset(scan_ids)
    yield from _nothing_faults(definition)
    yield from _language_faults(definition)
    yield from text_faults(definition)
    yield from _follower_faults(definition)
    yield from _draft_faults(definition)
    yield from _kind_faults(definition, tuple(kinds))
    yield from time_faults(definition)
    for kind in definition.per_guide:
        if declared(kind).per_guide != "":
            yield CampaignFault(
                ("per_guide", kind), f"tasks of kind {kind!r} cannot be requested here", _where_instead(kind)
            )
    for number, source in enumerate(definition.paths):
        yield from _source_faults(source, ("paths", number), definition, known_scans)


def _kind_faults(definition: CampaignDefinition, kinds: tuple[str, ...]) -> Iterator[CampaignFault]:
    """Of the keys that are kinds of task."""
    for key in ("instructions", "map", "time_limit"):
        for kind in getattr(definition, key):
            if kind not in kinds:
                yield CampaignFault((key, kind), f"there is no task of kind {kind!r}", not_among(kind, kinds))


def _draft_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    rules, known = definition.guide, [name for name in RECOGNISERS.names() if name != OF_FILES]
    if rules.draft != OFF and rules.draft not in known:
        yield CampaignFault(
            ("guide", "draft"),
            f"there is no recogniser {rules.draft!r}",
            not_among(rules.draft, [OFF, *known]),
        )
    if rules.draft != OFF and not rules.drafts:
        yield CampaignFault(
            ("guide", "draft"), "these Guides do not write down what they say", "Leave this key out."
        )
    if rules.draft_check and not rules.drafts:
        yield CampaignFault(
            ("guide", "draft_check"), "without drafts no error can be planted", "Leave this key out."
        )


def _where_instead(kind: str) -> str:
    key = declared(kind).per_guide
    return f"Write {key}." if key else "Name a kind whose tasks are about a Guide's words."


def _nothing_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    if definition.paths or definition.written:
        return
    if not definition.tasks:
        yield CampaignFault(
            ("paths",), "the campaign requests no work", "Add paths, or tasks of a kind that needs none."
        )
    of_guides = {each.per_guide for each in declarations() if each.per_guide}
    for key in sorted((OF_PATHS | of_guides) & definition.model_fields_set):
        yield CampaignFault(
            (key,), "without paths there can be no Guides", "Add paths, or leave this key out."
        )


def _language_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    for where, language in _languages(definition):
        if fault := fault_of_tag(language):
            yield CampaignFault(where, *fault)
    yield from _twice(("languages",), definition.languages)
    for name, pool in definition.pools.items():
        for number, language in enumerate(pool.languages or ()):
            if language not in definition.languages:
                yield CampaignFault(
                    ("pools", name, "languages", number),
                    f"the campaign has no language {language!r}",
                    not_among(language, definition.languages),
                )


def _languages(definition: CampaignDefinition) -> Iterator[tuple[KeyPath, str]]:
    yield from ((("languages", number), language) for number, language in enumerate(definition.languages))
    for kind, texts in definition.instructions.items():
        yield from ((("instructions", kind, language), language) for language in texts)
    if definition.consent:
        yield from ((("consent", "texts", language), language) for language in definition.consent.texts)


def text_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    """Texts that the pages could not show, by the code that formats them for the pages."""
    texts: list[tuple[KeyPath, str]] = [
        (("instructions", kind, language), text)
        for kind, by_language in definition.instructions.items()
        for language, text in by_language.items()
    ]
    if definition.consent:
        texts += [
            (("consent", "texts", language), text) for language, text in definition.consent.texts.items()
        ]
    for where, text in texts:
        if fault := too_much(text):
            yield CampaignFault(where, fault, "Write it plainer.")


def _follower_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    if "send_back_after" not in definition.model_fields_set or definition.send_back_after is None:
        return
    if definition.followers_per_guide < definition.send_back_after:
        yield CampaignFault(
            ("send_back_after",),
            f"words are sent back after {definition.send_back_after} Followers, but each Guide has "
            f"{definition.followers_per_guide} of them (followers_per_guide)",
            "Ask for as many Followers, or write null here.",
        )


def _source_faults(
    source: PathSource, where: KeyPath, definition: CampaignDefinition, scan_ids: frozenset[str]
) -> Iterator[CampaignFault]:
    given = [name for name in ("sampler", "file", "viewpoints") if name in source.model_fields_set]
    if len(given) != 1:
        yield CampaignFault(
            where,
            f"paths come from one of sampler, file and viewpoints, not from {' and '.join(given) or 'none of them'}",
            "Write a separate entry for each.",
        )
    if source.sampler is not None and source.sampler not in SAMPLERS:
        yield CampaignFault(
            (*where, "sampler"),
            f"there is no sampler {source.sampler!r}",
            not_among(source.sampler, SAMPLERS),
        )
    if source.viewpoints is not None and source.scan is None:
        yield CampaignFault(
            (*where, "viewpoints"), "the scan of these viewpoints is missing", "Add the key scan."
        )
    for key, scan_id in _scans(source):
        if scan_id not in scan_ids:
            yield CampaignFault(
                (*where, *key), f"the environment has no scan {scan_id!r}", not_among(scan_id, scan_ids)
            )
    yield from _twice((*where, "scans"), source.scans or ())
    if source.pool is not None and source.pool not in definition.pools:
        yield CampaignFault(
            (*where, "pool"),
            f"there is no pool {source.pool!r}",
            not_among(source.pool, definition.pools) if definition.pools else "Add it under pools.",
        )


def _scans(source: PathSource) -> Iterator[tuple[KeyPath, str]]:
    if source.scan is not None:
        yield ("scan",), source.scan
    yield from ((("scans", number), scan_id) for number, scan_id in enumerate(source.scans or ()))


def _twice(where: KeyPath, values: Iterable[str]) -> Iterator[CampaignFault]:
    seen: set[str] = set()
    for number, value in enumerate(values):
        if value in seen:
            yield CampaignFault((*where, number), f"{value!r} is listed twice", "Remove one of them.")
        seen.add(value)


KEY = "agreed_times"


def time_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    """Of kinds that are not for two or not asked for, and of times that do not follow each other."""
    for_two = [each.kind for each in declarations() if each.seats]
    for kind, times in definition.agreed_times.items():
        if kind not in for_two:
            yield CampaignFault(
                (KEY, kind), f"{kind!r} is no kind of task for two people", not_among(kind, for_two)
            )
        elif kind not in definition.tasks:
            yield CampaignFault(
                (KEY, kind),
                f"the campaign asks for no tasks of kind {kind!r}",
                "Add it under tasks, or leave it out here.",
            )
        if not times:
            yield CampaignFault((KEY, kind), "no time is listed", "List one, or leave the kind out.")
        yield from _order_faults(kind, times)


def _order_faults(kind: str, times: tuple[AgreedTime, ...]) -> Iterator[CampaignFault]:
    for number, time in enumerate(times):
        if time.ends <= time.begins:
            yield CampaignFault(
                (KEY, kind, number, "ends"),
                f"{time.ends:%FT%TZ} is not after the beginning, {time.begins:%FT%TZ}",
                "Write a later end.",
            )
    for number, (earlier, later) in enumerate(pairwise(times), start=1):
        if later.begins < earlier.begins:
            yield CampaignFault(
                (KEY, kind, number),
                f"it begins before the one above it, at {later.begins:%FT%TZ}",
                "Put the earliest first.",
            )
        elif later.begins < earlier.ends:
            yield CampaignFault(
                (KEY, kind, number, "begins"),
                f"{later.begins:%FT%TZ} is before the end of the one above it, {earlier.ends:%FT%TZ}",
                "Make one of the two, or begin later.",
            )
