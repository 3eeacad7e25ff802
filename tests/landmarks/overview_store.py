"""A store in which people have answered about landmarks, for the figures and the pages about how far they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord, transcript_digest
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.stores.protocol import Store

CAMPAIGN = "meant"
PATH = ("door", "lamp", "sofa")
WORDS = "Go past the lamp to the sofa."
BOX = {"kind": "view", "heading": 0.0, "elevation": 0.0, "width": 0.3, "height": 0.3}


def judged(store: Store, path: PathRecord, number: int, person: int, *said: tuple[float, str]) -> None:
    """A page of ``box_need`` that somebody has answered; questions are told apart by their place."""
    items: list[JsonValue] = [
        {"mentions": [{"instruction_id": 1, "start_char": place, "end_char": place + 1, "digest": "0"}]}
        for place in range(len(said))
    ]
    common = {"kind": "box_need", "path_id": path.path_id, "scan_id": path.scan_id, "language": "en-US"}
    args = {"items": items, "path": list(path.path), "types": ["furniture"]}
    task = Task.model_validate(
        common
        | {
            "number": number,
            "state": TaskState.DONE,
            "campaign_id": CAMPAIGN,
            "lease_id": f"lease{number}",
            "args": args,
        }
    )
    answers = [{"seconds": seconds, "verdict": verdict} for seconds, verdict in said]
    annotation = TaskAnnotation.model_validate(
        common
        | {
            "annotation_id": number,
            "annotator_id": person,
            "split": "train",
            "heading": 0.0,
            "walked": [],
            "pose_trace": None,
            "phases": [],
            "args": args,
            "answer": {"answers": answers},
        }
    )
    store.records.create(task)
    store.records.create(annotation)


def boxes(
    store: Store, path: PathRecord, chain_id: str, start: int, end: int, seen: Mapping[str, Sequence[str]]
) -> None:
    """A chain of one mention, ``WORDS[start:end]``, whose thing has boxes of these qualities at these viewpoints."""
    mention = Mention(
        instruction_id=1,
        path_id=path.path_id,
        scan_id=path.scan_id,
        language="en-US",
        start_char=start,
        end_char=end,
        text=WORDS[start:end],
        source="marked",
        transcript_sha256=transcript_digest(WORDS),
    )
    thing = f"{path.scan_id}-e-{chain_id}"
    store.records.create(mention)
    store.records.create(Entity(entity_id=thing, scan_id=path.scan_id))
    store.records.create(
        Chain(
            chain_id=chain_id,
            path_id=path.path_id,
            scan_id=path.scan_id,
            mentions=(mention.mention_id,),
            need="box",
            entities=(thing,),
            source="judged",
        )
    )
    for viewpoint, qualities in seen.items():
        for place, quality in enumerate(qualities):
            region = {"scan_id": path.scan_id, "viewpoint_id": viewpoint, "shape": BOX, "source": "drawn"}
            more = {"region_id": f"{chain_id}-{viewpoint}-{place}", "entity_id": thing, "quality": quality}
            store.records.create(RegionRecord.model_validate(region | more))
