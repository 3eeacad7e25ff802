"""How people work with drafts: what they edit, what they confirm, and which planted errors they leave in."""
