"""Two workers of Dask in processes of their own, for pipelines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from distributed import LocalCluster


@contextmanager
def on_runner(name: str) -> Iterator[tuple[str, list[str]]]:
    """``direct`` in this process, or ``dask``: the runner and its options."""
    if name == "direct":
        yield name, []
        return
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0"
    ) as cluster:
        yield name, [f"--dask_client_address={cluster.scheduler_address}"]
