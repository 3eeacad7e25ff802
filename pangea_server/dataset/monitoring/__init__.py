"""Monitoring: every annotation in columns, statistics over them, and the remaining tasks."""
