"""What the commands of all features share: options, progress, tables."""
