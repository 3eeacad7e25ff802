"""What a data card says of a campaign: what its file asked people to do, paid, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pangea_server.annotate.campaigns.condition_rules import Arm
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathSource
from pangea_server.core.counted import counted
from pangea_server.dataset.release.card.known import ReleaseRecords


def asked(campaign: CampaignDefinition) -> Iterator[str]:
    """What people were asked to do, a line for each rule that the file has."""
    yield f"{_guides(campaign)}; {per_path(campaign)}."
    if campaign.paths:
        yield f"Paths: {', '.join(map(_source, campaign.paths))}."
    if campaign.written:
        yield "Followers were also given instructions from files."
    if campaign.transcripts_per_guide:
        heard = counted(campaign.transcripts_per_guide, "other person", "other people")
        yield f"What each Guide said was written down by {heard}."
    if about := [f"{count} `{kind}`" for kind, count in sorted(campaign.per_guide.items()) if count]:
        yield f"Other tasks about each Guide's words: {', '.join(about)}."
    if campaign.tasks:
        yield f"Tasks of other kinds: {', '.join(f'`{kind}`' for kind in sorted(campaign.tasks))}."
    if campaign.send_back_after and campaign.send_back_after <= campaign.followers_per_guide:
        followers = counted(campaign.send_back_after, "Follower")
        yield f"When {followers} had finished and none had arrived, another Guide was asked."
    if campaign.conditions:
        arms = ", ".join(_arm(name, arm) for name, arm in campaign.conditions.arms.items())
        yield f"Followers were given their tasks in one of these ways, at random: {arms}."
    yield from _pages(campaign)


def per_path(campaign: CampaignDefinition) -> str:
    """How many people worked on each item."""
    guides = counted(campaign.guides_per_path, "Guide")
    return f"{guides} for each path, {counted(campaign.followers_per_guide, 'Follower')} for each Guide"


def _guides(campaign: CampaignDefinition) -> str:
    guide = campaign.guide
    walked = "Guides walked freely" if guide.free else "Guides walked a given path"
    if guide.voice == "none":
        return f"{walked} and wrote"
    if guide.transcript == "none":
        return f"{walked} and spoke while they walked; others wrote down what they said"
    planted = f", {guide.draft_check:.0%} of whose words were planted errors" if guide.draft_check else ""
    drafted = f", from a draft of `{guide.draft}`{planted}" if guide.drafts else ""
    return f"{walked}, spoke while they walked and typed what they had said{drafted}"


def _source(source: PathSource) -> str:
    if source.sampler:
        return f"drawn by the sampler `{source.sampler}`, {source.per_scan} in each scan"
    if source.file:
        return f"those of the file `{source.file}`"
    return f"{len(source.viewpoints or ())} written in the campaign file"


def _arm(name: str, arm: Arm) -> str:
    words = {"all": "voice and text", "voice": "voice alone", "text": "text alone"}[arm.instruction]
    seen = {"shown": "", "none": ", without pictures", "swapped": ", with pictures of other viewpoints"}
    return f"`{name}` (weight {arm.weight}: {words}{seen[arm.pictures]})"


def _pages(campaign: CampaignDefinition) -> Iterator[str]:
    """What the pages offered, recorded and limited."""
    maps = [f"`{kind}` {switch}" for kind, switch in sorted(campaign.map.items())]
    if maps:
        yield f"A map with where one is: {', '.join(maps)}."
    if campaign.actions == "on":
        yield "Keys and clicks were recorded, without what was typed."
    if campaign.forms:
        yield f"Questionnaires and forms: {', '.join(f'`{name}`' for name in sorted(campaign.forms))}."
    if campaign.rotation.first and campaign.followers_per_guide:
        yield f"For their first {counted(campaign.rotation.first, 'task')}, people were Guide and Follower in turns."
    caps = {"in all": campaign.caps.per_person, "a day": campaign.caps.per_day}
    if most := [f"{counted(cap, 'task')} {when}" for when, cap in caps.items() if cap]:
        yield f"One person could take at most {' and '.join(most)}."


def pay(campaign: CampaignDefinition) -> str:
    rules = campaign.pay
    amounts = [
        f"{amount} for each `{kind}`" for kind, amount in sorted(rules.per_annotation.items()) if amount
    ]
    amounts += [f"{rules.per_hour} for an hour of active time"] * bool(rules.per_hour)
    if not amounts:
        return "the campaign file pays nothing."
    told = f"{' and '.join(amounts)}, in the smallest unit of {rules.currency}"
    if not rules.per_hour:
        return f"{told}."
    kept = [
        f"the time of rejected answers is {'' if rules.rejected_is_paid else 'not '}paid",
        f"that of attempts without an answer is {'' if rules.partial_is_paid else 'not '}paid",
        f"at most {counted(rules.longest_minutes, 'minute')} of an attempt are paid",
        f"time stops after {rules.idle_seconds:g} s in which nothing is done",
    ]
    return f"{told}; {'; '.join(kept)}."


def lesson(campaign: CampaignDefinition, known: ReleaseRecords) -> str:
    trust = campaign.trust
    training = "people passed a lesson first" if trust.training else "no lesson was asked for"
    examples = [f"{number} ({language})" for language, number in sorted(campaign.lesson.items())]
    shown = f", in which new Guides watched annotation {', '.join(examples)}" if examples else ""
    newcomers = (
        f"of a newcomer's annotations, the first {trust.learning} of each kind are left out"
        if trust.learning
        else "nothing of newcomers is left out"
    )
    return f"{training}{shown}; {newcomers}; {_checks(campaign, known)}."


def _checks(campaign: CampaignDefinition, known: ReleaseRecords) -> str:
    trust, judged = campaign.trust, known.checks[campaign.id]
    if not judged:
        return "nobody was given a check item"
    when = (
        f"{trust.batches.checks} in each batch of {counted(trust.batches.size, 'task')}, which is refused unless "
        f"{trust.batches.needed} of them are passed"
        if trust.batches
        else f"the first {counted(trust.opening, 'task')} of a person, then {trust.share:.0%} of their tasks, unseen"
    )
    least = [f"{share:.0%} as `{kind}`" for kind, share in sorted(trust.minimum.items())]
    bound = f"; who passed fewer than {', '.join(least)} was stopped" if least else ""
    return (
        f"{counted(judged, 'check item')} were judged, and {known.passed[campaign.id]} passed: {when}{bound}"
    )


def instructions(campaigns: Iterable[CampaignDefinition]) -> list[str]:
    """The texts that people read before a task."""
    lines: list[str] = []
    for campaign in campaigns:
        for kind, texts in sorted(campaign.instructions.items()):
            language, text = one_language(texts)
            lines += [
                f"To `{kind}` in `{campaign.id}` ({language}; also in {others(texts, language)}):",
                "",
                *quoted(text),
            ]
    return lines or ["Only those that PanGEA's pages show.", ""]


def one_language(texts: Mapping[str, str]) -> tuple[str, str]:
    """English, or else the first."""
    language = next((each for each in sorted(texts) if each.startswith("en")), min(texts))
    return language, texts[language]


def others(texts: Mapping[str, str], language: str) -> str:
    return ", ".join(sorted({*texts} - {language})) or "no other language"


def quoted(text: str) -> Iterator[str]:
    yield from (f"> {line}".rstrip() for line in text.strip().splitlines())
    yield ""
