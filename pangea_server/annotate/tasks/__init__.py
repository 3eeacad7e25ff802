"""Tasks, leases and recordings: the records of work."""
