"""Annotations that were accepted before there were reviews."""

from __future__ import annotations

from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.kinds.answers import every_annotation
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.review.queue import opened_review
from pangea_server.stores.protocol import RecordStore


def queue_older(records: RecordStore) -> int:
    """Put annotations without a review into the queue; returns their number."""
    count = 0
    for annotation in every_annotation(records):
        task_id = annotation.task_id
        if records.count(Review, {"task_id": task_id}):
            continue
        try:
            task = records.get(Task, task_id)
        except RecordNotFoundError:  # imported, so it has no task
            continue
        review = opened_review(task, annotation.annotator_id)
        records.create(review.model_copy(update={"submitted_at": annotation.submitted_at}))
        count += 1
    return count
