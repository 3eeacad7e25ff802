"""Faults in what a campaign gives people and asks of them: its arms, and voices or texts that nobody makes."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.kinds import declarations


def given_faults(
    definition: CampaignDefinition, earlier: CampaignDefinition | None
) -> Iterator[CampaignFault]:
    """Every fault; ``earlier`` is the running campaign's definition, None for a new campaign."""
    yield from _voice_faults(definition)
    yield from _arm_faults(definition)
    if earlier is not None:
        yield from _changed_faults(definition, earlier)


def _voice_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    if definition.guide.voice == "spoken":
        return
    if definition.guide.transcript == "none":
        yield CampaignFault(
            ("guide", "voice"),
            "Guides would neither speak nor write (transcript: none)",
            "Write typed for the transcript, or spoken for the voice.",
        )
    for kind in declarations():
        key = kind.per_guide
        if kind.transcribes and key and getattr(definition, key):
            yield CampaignFault(
                (key,), "Guides do not speak (guide.voice: none), so there is nothing to hear", "Write 0."
            )


def _arm_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    rules = definition.conditions
    if rules is None:
        return
    if not any(_asked(definition, each.per_guide) for each in declarations() if each.follows_words):
        yield CampaignFault(
            ("conditions",),
            "the campaign has no task that is given in arms",
            "Ask for Followers, or leave this out.",
        )
    for name, arm in rules.arms.items():
        where = ("conditions", "arms", name, "instruction")
        if arm.instruction == "voice" and definition.guide.voice == "none" and definition.written is None:
            yield CampaignFault(where, "Guides do not speak (guide.voice: none)", "Write text or all.")
        if arm.instruction == "text" and definition.guide.transcript == "none":
            yield CampaignFault(where, "Guides do not write (guide.transcript: none)", "Write voice or all.")


def _asked(definition: CampaignDefinition, key: str | None) -> int:
    """How many tasks the file's key asks for."""
    return getattr(definition, key) if key else 0


def _changed_faults(definition: CampaignDefinition, earlier: CampaignDefinition) -> Iterator[CampaignFault]:
    if definition.guide.voice != earlier.guide.voice:
        yield CampaignFault(
            ("guide", "voice"),
            f"Guides already work with voice: {earlier.guide.voice}",
            "Keep it, or give the campaign another id.",
        )
    if earlier.conditions is None:
        return
    arms = definition.conditions.arms if definition.conditions else {}
    if definition.conditions and definition.conditions.seed != earlier.conditions.seed:
        yield CampaignFault(
            ("conditions", "seed"), f"tasks are given with the seed {earlier.conditions.seed}", "Keep it."
        )
    for name, arm in earlier.conditions.arms.items():
        if name not in arms:
            yield CampaignFault(
                ("conditions", "arms", name),
                "answers may have this arm",
                "Keep it with weight: 0, which ends it.",
            )
        elif not arms[name].gives_like(arm):
            yield CampaignFault(
                ("conditions", "arms", name),
                "answers may have this arm as it was before",
                "Keep it with weight: 0, and add an arm with another name.",
            )
