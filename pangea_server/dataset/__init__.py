"""The dataset: monitoring, exports, imports, releases, archives and erasure."""
