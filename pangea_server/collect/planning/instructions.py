"""A campaign's instructions for people before a task."""

from __future__ import annotations

from pangea_server.annotate.attachments.finding import shown_files
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.planning.lifecycle import find_campaign
from pangea_server.core.formatted import TextNode, formatted
from pangea_server.people.consent.texts import in_language
from pangea_server.stores.protocol import RecordStore


def instructions_for(records: RecordStore, media: Media, task: Task) -> tuple[TextNode, ...]:
    """The campaign's own instructions for this kind of task, in this person's language if available."""
    campaign = find_campaign(records, task.campaign_id) if task.campaign_id else None
    texts = campaign.definition.instructions.get(task.kind) if campaign else None
    if not campaign or not texts:
        return ()
    language = in_language(texts, next(iter(media.person.languages), None))
    digests = {each.file.sha256 for each in campaign.attachments}
    addresses = {each: media.attachment_url(campaign.campaign_id, each) for each in digests}
    return formatted(texts[language], shown_files(campaign.attachments, language, addresses))
