"""Two hundred steps: what a page holds in JavaScript, and in textures and buffers on the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from tests.benchmarks.viewer.browser import fresh_page
from tests.benchmarks.viewer.contest import OURS, Viewers, visit
from tests.benchmarks.viewer.measure_line import Pictures
from tests.benchmarks.viewer.place import VIEWPOINTS

STEPS = 200
SETTLED_AFTER = 50
"""Steps after which whatever is kept on purpose has filled up."""
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
        held: list[Memory] = []
        corridor = [*VIEWPOINTS[1:], *reversed(VIEWPOINTS[:-1])]
        for count in range(1, STEPS + 1):
            page.evaluate("id => bench.jump(id)", corridor[(count - 1) % len(corridor)])
            page.wait_for_timeout(1000 * SECONDS_PER_STEP)
            if count in (SETTLED_AFTER, STEPS):
                visitor.wait_until_quiet()
                session.send("HeapProfiler.collectGarbage")
                heap = session.send("Runtime.getHeapUsage")["usedSize"]
                held.append(Memory(int(heap), int(page.evaluate("gpuBytes()"))))
        return held[0], held[1]
