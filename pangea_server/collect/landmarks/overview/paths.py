"""Path by path: which chains there are, and where their things have boxes."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.lookups import PathLandmarks, landmarks_of_path
from pangea_server.annotate.landmarks.protocol.asked import AskedPage, Step
from pangea_server.annotate.landmarks.records import Chain, Mention, RegionRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.overview.wire import Cell, ChainRow, PathRow
from pangea_server.collect.landmarks.status import COUNTED
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

Boxes = Mapping[str, Mapping[str, Cell]]
"""By thing and viewpoint."""
BEST: tuple[Cell, ...] = ("good", "unjudged", "foretold", "bad", "none")
"""Of several things or boxes, what is shown."""


def path_row(records: RecordStore, path: PathRecord) -> PathRow:
    """A path, its chains in the order of their first words."""
    found = landmarks_of_path(records, path.path_id)
    tasks = [each for each in every(records, Task, {"path_id": path.path_id}) if _counts(each)]
    count: Counter[str] = Counter()
    for task in tasks:
        count[COUNTED[task.state]] += len(_asked(task).items)
    mentions = {each.mention_id: each for each in found.mentions}
    boxes = _boxes(found, tasks)
    return PathRow(
        path_id=path.path_id,
        scan_id=path.scan_id,
        viewpoints=path.path,
        instructions=len({each.instruction_id for each in found.mentions}),
        open=count["open"],
        held=count["held"],
        done=count["done"],
        chains=tuple(
            _chain_row(chain, said, path.path, boxes)
            for chain, said in sorted(
                ((chain, _said(chain, mentions)) for chain in found.chains),
                key=lambda each: _first_words(*each),
            )
        ),
    )


def _said(chain: Chain, mentions: Mapping[str, Mention]) -> list[Mention]:
    return [mentions[each] for each in chain.mentions if each in mentions]


def _first_words(chain: Chain, said: Sequence[Mention]) -> tuple[int, int, str]:
    """Where a chain's things are first spoken of; those of gone words are last."""
    first = min(((each.instruction_id, each.start_char) for each in said), default=(sys.maxsize, 0))
    return *first, chain.chain_id


def _counts(task: Task) -> bool:
    return bool(declared(task.kind).step) and task.state in COUNTED and not task.check_item


def _asked(task: Task) -> AskedPage:
    return AskedPage.model_validate(task.args)


def _chain_row(
    chain: Chain, mentions: Sequence[Mention], viewpoints: Sequence[str], boxes: Boxes
) -> ChainRow:
    longest = max(mentions, key=lambda each: (len(each.text), each.mention_id), default=None)
    at: dict[str, list[Cell]] = defaultdict(list)
    for thing in chain.entities:
        for viewpoint, cell in boxes.get(thing, {}).items():
            at[viewpoint].append(cell)
    cells = {viewpoint: _best(found) for viewpoint, found in at.items()}
    return ChainRow(
        chain_id=chain.chain_id,
        phrase=longest.text if longest else "",
        language=longest.language if longest else "",
        languages=tuple(sorted({each.language for each in mentions})),
        mentions=len(mentions),
        need=chain.need,
        cells=tuple(cells.get(viewpoint, "none") for viewpoint in viewpoints),
        elsewhere=sum(cell == "good" for viewpoint, cell in cells.items() if viewpoint not in viewpoints),
    )


def _boxes(found: PathLandmarks, tasks: Sequence[Task]) -> Boxes:
    boxes: dict[str, dict[str, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    things = {each.region_id: each.entity_id for each in found.regions}
    for region in found.regions:
        if region.entity_id is not None and region.replaced_by is None:
            boxes[region.entity_id][region.viewpoint_id].append(_cell(region))
    for task in tasks:
        if declared(task.kind).step != Step.CARRY or task.state is TaskState.DONE:
            continue
        for item in _asked(task).items:
            thing = next((things[each] for each in item.regions if things.get(each) is not None), None)
            if item.foretold is not None and thing is not None:
                boxes[thing][item.foretold.viewpoint_id].append("foretold")
    return {
        thing: {viewpoint: _best(cells) for viewpoint, cells in at.items()} for thing, at in boxes.items()
    }


def _cell(region: RegionRecord) -> Cell:
    if region.source == "proposed":
        return "foretold"
    if region.quality == "unjudged":
        return "good" if region.source in ("accepted", "labelled", "imported") else "unjudged"
    return region.quality


def _best(cells: Collection[Cell]) -> Cell:
    return min(cells, key=BEST.index, default="none")
