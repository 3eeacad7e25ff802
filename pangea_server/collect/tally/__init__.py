"""What a person has done, what waits for them, and what it pays: for their thanks, and while they wait."""
