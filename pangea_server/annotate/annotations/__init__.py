"""What people handed in."""
