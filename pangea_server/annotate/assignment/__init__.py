"""Who is given which task, and who holds it."""
