"""How people arrive, get tasks, record and submit answers, and are paid."""
