"""The same work on Apache Beam: DirectRunner here; Dataflow, Flink or Spark there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

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


def run_on_beam(work: Work, names: Sequence[str], runner: str, options: Sequence[str] = ()) -> None:
    """Align these jobs as a pipeline, and wait for its end; outcomes are where ``work`` writes them.

    Args:
        work: must be picklable, and reach its jobs and its store from every worker.
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
            | "align" >> beam.ParDo(_step(beam, work))
        )


def _beam() -> Any:
    try:
        import apache_beam
    except ImportError as exc:
        raise EngineNotInstalledError(
            "Apache Beam is not installed.", remedy="pip install 'pangea-toolkit[beam]'"
        ) from exc
    return apache_beam


def _step(beam: Any, work: Work) -> apache_beam.DoFn:
    class Align(beam.DoFn):  # type: ignore[misc]
        """Reads, aligns and writes one recording; ``work`` is opened once a worker."""

        def setup(self) -> None:
            work.__enter__()

        def process(self, name: str) -> Iterator[str]:
            outcome = run(work.job(name))
            work.write(outcome)
            yield outcome.reason

        def teardown(self) -> None:
            work.__exit__(None, None, None)

    return Align()
