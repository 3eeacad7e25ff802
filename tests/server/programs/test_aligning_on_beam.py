"""A store aligned by a Beam pipeline: the same records as the command line's."""

from __future__ import annotations

import pytest

from align.beam import run_on_beam
from pangea_server import Settings
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.app.testing.server import People
from pangea_server.stores.protocol import Store
from tests.server.programs.test_aligning import align_store, guide_speaks, spoken

pytestmark = pytest.mark.usefixtures("campaign")


def records(store: Store) -> list[AlignmentRecord]:
    return [record.model_copy(update={"created_at": None}) for record in store.records.find(AlignmentRecord)]


@pytest.mark.parametrize(("voice", "state"), [(spoken(), "aligned"), ([bytes(32_000)] * 3, "failed")])
def test_the_local_store_on_beam_is_that_of_the_command_line(
    voice: list[bytes], state: str, people: People, store: Store, settings: Settings
) -> None:
    guide_speaks(people, voice)
    work = StoreWork(settings)
    run_on_beam(work, ["guide-000001"], "direct")
    (on_beam,) = records(store)
    align_store(settings, redo=True)
    (by_command_line,) = records(store)
    assert (on_beam.state, on_beam.version, by_command_line.version) == (state, 1, 2)
    assert on_beam == by_command_line.model_copy(update={"version": 1})
