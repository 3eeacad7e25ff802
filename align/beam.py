"""Batch alignment on Apache Beam: on this machine, on a Dask cluster, or on Dataflow, Flink, Prism or Spark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from align.batch import AlignJob, Work, job_or_fault, run
from align.errors import EngineNotInstalledError
from environments.errors import ConfigurationError

if TYPE_CHECKING:
    import apache_beam

RUNNERS = {
    "direct": "DirectRunner",
    "dask": "apache_beam.runners.dask.dask_runner.DaskRunner",
    "dataflow": "DataflowRunner",
    "flink": "FlinkRunner",
    "prism": "apache_beam.runners.portability.prism_runner.PrismRunner",
    "spark": "SparkRunner",
}
DASK_PART = 8  # recordings
DASK_PARTS = 1000
"""Of a very large collection: a worker begins anew for each part."""


class BeamStep(Protocol):
    """The step taken for each name, on any machine; a context manager that each worker enters once."""

    def __enter__(self) -> object: ...

    def __exit__(self, *exception: object) -> None: ...

    def __call__(self, name: str) -> None:
        """Take the step for this name. Taking it twice must have the same result as taking it once."""


@dataclass
class AlignRecordings:
    """Read, align and write one recording."""

    work: Work

    def __enter__(self) -> object:
        return self.work.__enter__()

    def __exit__(self, *exception: object) -> None:
        self.work.__exit__(*exception)

    def __call__(self, name: str) -> None:
        job = job_or_fault(self.work, name)
        self.work.write(run(job) if isinstance(job, AlignJob) else job)


def run_on_beam(work: Work, names: Sequence[str], runner: str, options: Sequence[str] = ()) -> None:
    """Align these jobs in a Beam pipeline and wait until it ends; ``work`` saves the outcomes.

    Args:
        work: must be picklable, and must reach its jobs and its store from every worker.

    Raises:
        ConfigurationError, EngineNotInstalledError: see ``each_on_beam``.
    """
    each_on_beam(AlignRecordings(work), names, runner, options)


def each_on_beam(step: BeamStep, names: Sequence[str], runner: str, options: Sequence[str] = ()) -> None:
    """Take this step for each name in a Beam pipeline, and wait until it ends.

    Args:
        step: must be picklable.
        runner: a key of ``RUNNERS``.
        options: Beam's own, such as ``--project=NAME --region=REGION --temp_location=gs://...``.

    Raises:
        ConfigurationError: there is no such runner.
        EngineNotInstalledError: the extra ``beam`` is missing.
    """
    if runner not in RUNNERS:
        raise ConfigurationError(f"There is no runner {runner!r}.", remedy=f"Choose {', '.join(RUNNERS)}.")
    beam = _beam()
    from apache_beam.options.pipeline_options import PipelineOptions

    chosen = PipelineOptions(
        options_of(runner, options, len(names)), runner=RUNNERS[runner], save_main_session=False
    )
    with beam.Pipeline(options=chosen) as pipeline:
        (
            pipeline
            | "names" >> beam.Create(list(names))
            | "spread" >> beam.Reshuffle()
            | "each" >> beam.ParDo(_each(beam, step))
        )
    if runner == "dask":
        pipeline.result.client.close()  # Beam leaves it connected


def options_of(runner: str, given: Sequence[str], names: int) -> list[str]:
    """Those for Beam: what was given, and for Dask the size of a part. Dask gives a worker whole parts, and its own
    size of 128 leaves most workers idle, as a recording takes seconds."""
    if runner != "dask" or any(
        each.startswith(("--dask_partition_size", "--dask_npartitions")) for each in given
    ):
        return [*given]
    return [*given, f"--dask_partition_size={max(DASK_PART, names // DASK_PARTS)}"]


def _beam() -> Any:
    try:
        import apache_beam
    except ImportError as exc:
        raise EngineNotInstalledError(
            "Apache Beam is not installed.", remedy="pip install 'pangea-toolkit[beam]'"
        ) from exc
    return apache_beam


def _each(beam: Any, step: BeamStep) -> apache_beam.DoFn:
    class Each(beam.DoFn):  # type: ignore[misc]
        def setup(self) -> None:
            step.__enter__()

        def process(self, name: str) -> None:
            step(name)

        def teardown(self) -> None:
            step.__exit__(None, None, None)

    return Each()
