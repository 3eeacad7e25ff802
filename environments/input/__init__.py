"""Files that people give: opened, and read as text or JSON. All commands read them here, so that all read the same."""
