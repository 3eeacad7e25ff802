"""What a house is made of, and what of it is in sight."""
