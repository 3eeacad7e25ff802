"""Forms that a campaign file describes in JSON Schema: what is wrong with one, what its page shows, and whether answers
fit it."""
