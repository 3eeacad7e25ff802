"""The vote that a judgement casts."""

from __future__ import annotations

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.forms.ballot import SIDES


def vote_of(annotation: Annotation) -> str | None:
    """The answer to the question that decides; for two instructions, the id of the chosen one. None: no answer."""
    args, answer = annotation.args or {}, annotation.answer or {}
    answers = answer.get("answers")
    value = answers.get(str(args.get("decides"))) if isinstance(answers, dict) else None
    if value is None:
        return None
    order = args.get("order")
    if args.get("shows") == "pair" and value in SIDES and isinstance(order, list):
        return str(order[SIDES.index(str(value))])
    return str(value).lower() if isinstance(value, bool) else str(value)
