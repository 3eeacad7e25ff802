"""Who does what next: tasks, leases, drafts, and what people report of them."""
