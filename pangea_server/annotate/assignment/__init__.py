"""Who is given which task, and holds it."""
