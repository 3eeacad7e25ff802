"""Whose work can be relied on: a learning period, check items with known answers, and what follows from them."""
