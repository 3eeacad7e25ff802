"""Right and wrong answers to an exercise, by what is known of it."""

from __future__ import annotations

from typing import Any

from environments.regions import region_as_json
from pangea_server.annotate.kinds.landmark_check import Gold
from pangea_server.annotate.landmarks.records import transcript_digest
from pangea_server.quality.exercises.pages import Exercise

FAR = {"kind": "view", "heading": 0.0, "elevation": 1.4, "width": 0.02, "height": 0.02}
"""A box in which nothing is."""
OPPOSITE = {
    **{"same": "different", "different": "same", "not_same": "same"},
    **{"box": "not_visual", "scene": "box", "not_visual": "box"},
    **{"good": "bad", "bad": "good", "all": "missing", "missing": "all"},
}


def right_answers(page: Exercise) -> list[dict[str, Any]]:
    """What somebody answers who knows everything."""
    return [{"seconds": 1.0} | _right(page, gold) for gold in page.gold.items]


def wrong_answers(page: Exercise) -> list[dict[str, Any]]:
    """What somebody answers who gets everything wrong."""
    return [{"seconds": 1.0} | _wrong(page, gold) for gold in page.gold.items]


def _right(page: Exercise, gold: Gold) -> dict[str, Any]:
    match page.kind:
        case "mention":
            return _marked(page, [span for sentence in gold.outer for span in sentence])
        case "box_draw" | "region_meant":
            return {"drawn": _drawn(gold, 0) if gold.boxes else None}
        case "carry" if gold.boxes:
            return {"verdict": "adjust", "shape": region_as_json(gold.boxes[0].shape)}
    return _judged(page, gold.value, gold)


def _wrong(page: Exercise, gold: Gold) -> dict[str, Any]:
    match page.kind:
        case "mention":
            return _marked(page, [])
        case "box_draw" | "region_meant":
            return {"drawn": {"viewpoint_id": page.path[0], "shape": FAR}}
        case "carry":
            return {"verdict": "hidden" if gold.boxes else "accept"}
    verdict = OPPOSITE[gold.value]
    if page.kind == "coref_verify" and gold.value == "same":
        verdict = "not_same"
    return _judged(page, verdict, gold)


def _judged(page: Exercise, verdict: str, gold: Gold) -> dict[str, Any]:
    if page.kind == "box_quality":
        return {"verdict": verdict, "reason": "not_tight" if verdict == "bad" else None}
    if page.kind == "coref_verify":
        return {"verdict": verdict, "odd": list(gold.odd[:1]) if verdict == "not_same" else []}
    return {"verdict": verdict}


def _drawn(gold: Gold, number: int) -> dict[str, Any]:
    box = gold.boxes[number]
    return {"viewpoint_id": box.viewpoint_id, "shape": region_as_json(box.shape)}


def _marked(page: Exercise, spans: list[tuple[int, int]]) -> dict[str, Any]:
    [words] = page.made.words.values()
    mentions = [{"start_char": start, "end_char": end} for start, end in spans]
    return {"transcript_sha256": transcript_digest(words.transcript), "mentions": mentions}
