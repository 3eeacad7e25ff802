"""What people agree to."""
