"""From a campaign file to tasks."""
