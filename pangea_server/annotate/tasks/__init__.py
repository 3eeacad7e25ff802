"""Tasks, and who holds them."""
