"""The datasheet in a data card: the questions of Gebru et al., answered by the store and by people."""

from __future__ import annotations

from collections.abc import Callable

from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.core.counted import counted
from pangea_server.dataset.release.card.campaigns import (
    asked,
    instructions,
    lesson,
    one_language,
    others,
    pay,
    quoted,
)
from pangea_server.dataset.release.card.census import Census
from pangea_server.dataset.release.card.datasheet import LICENSES, Datasheet
from pangea_server.dataset.release.card.derived import TERMS, has_terms
from pangea_server.dataset.release.card.known import ReleaseRecords


def datasheet_page(sheet: Datasheet, census: Census, known: ReleaseRecords) -> list[str]:
    """Its lines, in Markdown."""
    return [
        *_section("Motivation"),
        *_stated(sheet, "motivation"),
        *_stated(sheet, "funding", "Paid for by: "),
        *_section("Collection"),
        *collected(census, known),
        *_section("Recruitment"),
        *([f"Work was offered on {', '.join(known.platforms)}.", ""] if known.platforms else []),
        *_stated(sheet, "recruitment", "How people were found: "),
        *_stated(sheet, "people", "Who they are: "),
        *_section("Pay"),
        *_each(known, pay),
        *_stated(sheet, "payment", "By the hour, and compared with what is usual there: "),
        *_section("Consent and retention"),
        *_consent(known),
        *_stated(sheet, "ethics", "Ethical review: "),
        *_section("Instructions given"),
        *instructions(known.campaigns),
        *_section("Lesson and checks"),
        *_each(known, lambda campaign: lesson(campaign, known)),
        *_section("Review and flags"),
        *quality(known, census),
        *_section("Walks given up"),
        *given_up(census),
        *_section("Words and their times"),
        *words(census),
        *_stated(sheet, "preprocessing", "Outside PanGEA: "),
        *_section("Places"),
        *_places(known),
        *(
            []
            if has_terms(known) and not sheet.environment_terms
            else _stated(sheet, "environment_terms", "Terms: ")
        ),
        *_section("Known biases and limits"),
        *_stated(sheet, "biases"),
        *_section("Personal data"),
        "People are known by numbers. Before a release, what may be personal in its texts is listed for a human to "
        "look at; voices can tell who somebody is.",
        "",
        *_stated(sheet, "personal_data", "What may tell who somebody is: "),
        *_section("Uses"),
        *_stated(sheet, "uses", "Good for: "),
        *_stated(sheet, "misuses", "Not for: "),
        *_stated(sheet, "social_impact", "Whom it may help or harm: "),
        *_section("Licence, citation, contact"),
        *_stated(sheet, "license", "Licence: ", LICENSES.get(sheet.license or "", sheet.license)),
        *_stated(sheet, "maintenance", "Kept by: "),
        *_stated(sheet, "contact", "Write to: "),
        *_citation(sheet),
    ]


def _section(title: str) -> list[str]:
    return [f"### {title}", ""]


def _stated(sheet: Datasheet, name: str, before: str = "", told: str | None = None) -> list[str]:
    """An answer, or that there is none and under which name it is asked for."""
    answer = told or getattr(sheet, name)
    lacking = f"{before}not stated" if before else "Not stated"
    return [f"{before}{answer}" if answer else f"{lacking} (`{name}`).", ""]


def _each(known: ReleaseRecords, told: Callable[[CampaignDefinition], str]) -> list[str]:
    lines = [f"- `{campaign.id}`: {told(campaign)}" for campaign in known.campaigns]
    return [*(lines or ["No campaign of this store has paths in it: not known."]), ""]


def collected(census: Census, known: ReleaseRecords) -> list[str]:
    """When and how it was collected."""
    lines = []
    if census.days:
        first, last = census.days
        when = f"on {first}" if first == last else f"from {first} to {last}"
        lines += [f"Handed in, or imported, {when}.", ""]
    for campaign in known.campaigns:
        lines += [f"Campaign `{campaign.id}`:", "", *(f"- {line}" for line in asked(campaign)), ""]
    return lines or ["Not known.", ""]


def _consent(known: ReleaseRecords) -> list[str]:
    if known.consent is None:
        return ["People were shown no text to agree to: the store has none.", ""]
    days = known.consent.retention_days
    language, text = one_language(known.consent.texts)
    kept = "Kept for ever" if days is None else f"Kept for {counted(days, 'day')}"
    versions = [
        f"{counted(people, 'person', 'people')} to version {version}"
        for version, people in sorted(known.agreed.items())
    ]
    return [
        f"{kept}. Those whose work is in it agreed: {', '.join(versions) or 'not in this store'}. The newest text "
        f"(version {known.consent.version}, in {language}; also in {others(known.consent.texts, language)}):",
        "",
        *quoted(text),
    ]


def quality(known: ReleaseRecords, census: Census) -> list[str]:
    """Reviews and flags."""
    annotations = counted(census.rows, "annotation")
    reviews = ", ".join(
        f"{count} {state.replace('_', ' ')}" for state, count in sorted(known.reviews.items())
    )
    lines = [f"Reviews, of {annotations}: {reviews or 'none'}. Rejected annotations are not in it.", ""]
    for campaign in known.campaigns:
        if campaign.flags.off:
            off = ", ".join(f"`{flag}`" for flag in campaign.flags.off)
            lines += [f"Flags switched off in `{campaign.id}`: {off}.", ""]
    if not known.checked:
        return [*lines, "No quality flags were run.", ""]
    lines += [f"Flags were run on {known.checked} of {annotations}:", ""]
    raised = [
        f"- `{flag}`: raised on {count} ({count / known.checked:.1%})"
        for flag, count in sorted(known.raised.items())
    ]
    return [*lines, *(raised or ["- none was raised"]), ""]


def given_up(census: Census) -> list[str]:
    """How many walks ended without an arrival, and why."""
    walks = sum(group.followers for group in census.groups.values())
    given_up = sum(census.gave_up.values())
    if not walks:
        return ["There are no walks.", ""]
    reasons = ", ".join(
        f"{count} {reason.replace('_', ' ')}" for reason, count in sorted(census.gave_up.items())
    )
    told = f": {reasons}" if reasons else ""
    return [f"{given_up} of {counted(walks, 'walk')} ({given_up / walks:.1%}){told}.", ""]


def words(census: Census) -> list[str]:
    """What gave words their times, and how sure it was."""
    lines = []
    for name, engine in sorted(census.engines.items()):
        mean = engine.mean_confidence
        sure = (
            "says no confidence"
            if mean is None
            else f"mean confidence {mean:.3f} of {counted(engine.sure, 'word')}"
        )
        lines.append(
            f"- `{name}`: {counted(engine.words, 'word')}, of which {engine.interpolated} interpolated; {sure}."
        )
    written = ", ".join(f"{count} by {who}" for who, count in sorted(census.written_by.items()))
    lines += [f"- Transcripts not by the Guide: {written}."] if written else []
    return [*(lines or ["No words have times."]), ""]


def _places(known: ReleaseRecords) -> list[str]:
    lines = [
        f"- {TERMS.get(kind, f'`{kind}`: terms not known to PanGEA.')} {counted(count, 'scan').capitalize()}."
        for kind, count in sorted(known.places.items())
    ]
    return [*(lines or ["- not known"]), ""]


def _citation(sheet: Datasheet) -> list[str]:
    if sheet.citation is None:
        return ["Citation: not stated (`citation`, or `title` and `creators`).", ""]
    return ["```bibtex", sheet.citation, "```", ""]
