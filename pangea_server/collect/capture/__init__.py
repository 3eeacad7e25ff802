"""From numbered chunks of voice and poses to an accepted answer."""
