"""Training walks."""
