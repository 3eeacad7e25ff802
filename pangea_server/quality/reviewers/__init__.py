"""How reviewers decide: how much, how fast, and how far they agree."""
