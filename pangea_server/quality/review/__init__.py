"""Reviewing annotations: the queue, the decisions, and their effects."""
