"""Work for people, and what they hand in."""
