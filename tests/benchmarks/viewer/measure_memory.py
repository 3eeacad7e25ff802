"""Two hundred steps: what a page holds in JavaScript, and in textures and buffers on the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from playwright.sync_api import Browser

from tests.benchmarks.viewer.browser import fresh_page
from tests.benchmarks.viewer.contest import OURS, Viewers, visit
from tests.benchmarks.viewer.measure_line import Pictures
from tests.benchmarks.viewer.place import VIEWPOINTS

FILLING = 50
"""Steps at which all that is loaded ahead is waited for: whatever is kept on purpose has filled up then."""
STEPS = 200
SECONDS_PER_STEP = 0.1
COUNT_GPU = (Path(__file__).parent / "count_gpu.js").read_text()


@dataclass(frozen=True)
class Memory:
    """Bytes."""

    heap: int
    gpu: int


def memory_over_steps(browser: Browser, viewers: Viewers, pictures: Pictures) -> tuple[Memory, Memory]:
    """What is held when the caches have filled, and after all steps: up and down the corridor."""
    with fresh_page(browser) as page:
        page.add_init_script(COUNT_GPU)
        visitor = visit(page, viewers, OURS)
        visitor.finish(pictures.first)
        session = page.context.new_cdp_session(page)

        def held() -> Memory:
            visitor.wait_until_quiet()
            session.send("HeapProfiler.collectGarbage")
            heap = session.send("Runtime.getHeapUsage")["usedSize"]
            return Memory(int(heap), int(page.evaluate("gpuBytes()")))

        corridor = cycle([*VIEWPOINTS[1:], *reversed(VIEWPOINTS[:-1])])
        for viewpoint_id in islice(corridor, FILLING):
            page.evaluate("id => bench.jump(id)", viewpoint_id)
            visitor.wait_until_quiet()
        before = held()
        for viewpoint_id in islice(corridor, STEPS):
            page.evaluate("id => bench.jump(id)", viewpoint_id)
            page.wait_for_timeout(1000 * SECONDS_PER_STEP)
        return before, held()
