"""A simulated crowd that works on landmarks over HTTP, and how good what it comes to is."""
