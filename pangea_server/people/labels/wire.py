"""Labels of people, as sent over HTTP by and to the data team."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from pangea_server.core.wire import Wire
from pangea_server.people.access.records import MOST_LABEL_LENGTH
from pangea_server.people.labels.labels import one_label

LabelText = Annotated[str, Field(max_length=2 * MOST_LABEL_LENGTH), AfterValidator(one_label)]


class PersonLabel(Wire):
    """What the data team calls a person, beside their number."""

    annotator_id: int
    label: str


class LabelRequest(Wire):
    """The new label; an empty one removes it."""

    label: LabelText
