"""How people come, are given tasks, record and hand in, and are paid."""
