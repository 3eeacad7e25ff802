"""Whose work can be trusted: a learning period, check items with known answers, and their consequences."""
