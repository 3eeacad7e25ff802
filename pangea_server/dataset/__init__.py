"""The data that leaves."""
