"""The same work on Apache Beam: DirectRunner here; Dataflow, Flink or Spark there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from align.batch import Work, run
from align.errors import EngineNotInstalledError
from environments.errors import ConfigurationError

if TYPE_CHECKING:
    import apache_beam

RUNNERS = {
    "direct": "DirectRunner",
    "dataflow": "DataflowRunner",
    "flink": "FlinkRunner",
    "spark": "SparkRunner",
}


class Step(Protocol):
    """What is done to each name, on whichever machine; entered once a worker."""

    def __enter__(self) -> object: ...

    def __exit__(self, *exception: object) -> None: ...

    def __call__(self, name: str) -> None:
        """Done twice, it is done once."""


@dataclass
class Align:
    """Reads, aligns and writes one recording."""

    work: Work

    def __enter__(self) -> object:
        return self.work.__enter__()

    def __exit__(self, *exception: object) -> None:
        self.work.__exit__(*exception)

    def __call__(self, name: str) -> None:
        self.work.write(run(self.work.job(name)))


def run_on_beam(work: Work, names: Sequence[str], runner: str, options: Sequence[str] = ()) -> None:
    """Align these jobs as a pipeline, and wait for its end; outcomes are where ``work`` writes them.

    Args:
        work: must be picklable, and reach its jobs and its store from every worker.

    Raises:
        ConfigurationError, EngineNotInstalledError: as of ``each_on_beam``.
    """
    each_on_beam(Align(work), names, runner, options)


def each_on_beam(step: Step, names: Sequence[str], runner: str, options: Sequence[str] = ()) -> None:
    """Take this step for each name as a pipeline, and wait for its end.

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

    chosen = PipelineOptions(list(options), runner=RUNNERS[runner], save_main_session=False)
    with beam.Pipeline(options=chosen) as pipeline:
        (
            pipeline
            | "names" >> beam.Create(list(names))
            | "spread" >> beam.Reshuffle()
            | "each" >> beam.ParDo(_each(beam, step))
        )


def _beam() -> Any:
    try:
        import apache_beam
    except ImportError as exc:
        raise EngineNotInstalledError(
            "Apache Beam is not installed.", remedy="pip install 'pangea-toolkit[beam]'"
        ) from exc
    return apache_beam


def _each(beam: Any, step: Step) -> apache_beam.DoFn:
    class Each(beam.DoFn):  # type: ignore[misc]
        def setup(self) -> None:
            step.__enter__()

        def process(self, name: str) -> None:
            step(name)

        def teardown(self) -> None:
            step.__exit__(None, None, None)

    return Each()
