"""Who does what next: tasks, leases, drafts, and reported problems."""
