"""What the routes of all features share."""
