"""Who may come in, what each may do, what they agreed to, and how they leave."""
