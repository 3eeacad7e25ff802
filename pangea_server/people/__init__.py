"""Who may sign in, what each person may do, what they agreed to, and how they leave."""
