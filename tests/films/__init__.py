"""Films of the tasks, recorded from the real pages: ``python -m tests.films``."""
