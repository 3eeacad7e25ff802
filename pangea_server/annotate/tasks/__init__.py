"""Tasks, leases, recordings: what is kept of work."""
