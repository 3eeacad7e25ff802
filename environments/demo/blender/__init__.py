"""The demo house in Blender. Nothing here is imported unless the house is rendered."""
