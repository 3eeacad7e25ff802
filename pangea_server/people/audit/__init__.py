"""Who did what to whom."""
