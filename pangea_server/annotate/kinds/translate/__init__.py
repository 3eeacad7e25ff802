"""Translate: a person writes a Guide's instruction in another of their languages.

The page gets the words and the voice, and neither the path nor what others wrote. The answer keeps the number of the
instruction that it translates, so that exports can put both side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict, FiniteFloat, JsonValue, ValidationError

from environments import Environment
from environments.nearest import not_among
from pangea_server.annotate.annotations.population import Chosen
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan, PathRecord
from pangea_server.annotate.kinds.answer_task import AnswerTask, TranscriptAnswer
from pangea_server.annotate.kinds.answers import every_annotation
from pangea_server.annotate.kinds.checks import Described
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.follower import guide_of
from pangea_server.annotate.kinds.kinds import words_kind
from pangea_server.annotate.kinds.protocol import TaskSpec
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


class TranslateArgs(BaseModel):
    """The words to translate and their language; the voice is null where there is none. Seconds."""

    transcript: str
    source_language: str
    voice_url: str | None
    voice_duration: FiniteFloat | None


class TranslatePlan(KindPlan):
    """The section ``tasks: translate``: from which of the campaign's languages into which. None: from each."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    into: tuple[str, ...]
    source: tuple[str, ...] | None = None


class TranslateTask(AnswerTask[TranslateArgs, TranscriptAnswer]):
    kind = "translate"
    has_walk = False
    Args = TranslateArgs
    Answer = TranscriptAnswer
    declares = Declaration(removed_with_words=True, check=Described())

    def plan_faults(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment
    ) -> Iterator[CampaignFault]:
        where: KeyPath = ("tasks", self.kind)
        try:
            wanted = _plan(plan)
        except ValidationError as error:
            fault = error.errors()[0]
            key = str(fault["loc"][0])
            known = not_among(key, TranslatePlan.model_fields)
            yield CampaignFault((*where, *fault["loc"]), "this key is missing or not known", known)
            return
        if not definition.paths:
            yield CampaignFault(where, "without paths there are no words to translate", "Add paths.")
        for name, languages in (("into", wanted.into), ("source", wanted.source or ())):
            for number, language in enumerate(languages):
                if language not in definition.languages:
                    remedy = not_among(language, definition.languages)
                    fault_at = (*where, name, number)
                    yield CampaignFault(fault_at, f"the campaign has no language {language!r}", remedy)
        if not wanted.into:
            yield CampaignFault((*where, "into"), "there is no language to translate into", "Name one.")
        elif set(wanted.source or definition.languages) == set(wanted.into) == {wanted.into[0]}:
            yield CampaignFault(
                (*where, "into"), "nothing has to be translated into its own language", "Name another."
            )

    def plan_collected(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment, records: RecordStore
    ) -> Iterator[tuple[str, TaskSpec]]:
        wanted = _plan(plan)
        paths = {path.path_id: path for path in every(records, PathRecord, {"campaign_id": definition.id})}
        chosen = Chosen.read(records)
        for words in every_annotation(records):
            given = words.kind == words_kind() and chosen.has(words)
            known = words.path_id in paths and words.language in (wanted.source or definition.languages)
            if not given or not known or not words.transcript:
                continue
            path = paths[words.path_id]
            args: dict[str, JsonValue] = {"instruction_id": words.number, "source_language": words.language}
            for language in wanted.into:
                if language != words.language:
                    yield (
                        path.scan_id,
                        TaskSpec(
                            path=path.path,
                            heading=path.heading,
                            args=args,
                            language=language,
                            path_id=path.path_id,
                            also_language=words.language,
                            instruction_id=words.number,
                        ),
                    )

    def args(self, task: Task, records: RecordStore, media: Media) -> TranslateArgs:
        guide = guide_of(task, records)
        return TranslateArgs(
            transcript=guide.transcript,
            source_language=guide.language,
            voice_url=media.voice_url(guide.instruction_id) if guide.voice else None,
            voice_duration=guide.duration if guide.voice else None,
        )

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        return {name: task.args[name] for name in ("instruction_id", "source_language")}


def _plan(plan: KindPlan) -> TranslatePlan:
    return TranslatePlan.model_validate(plan.model_dump(exclude_unset=True))
