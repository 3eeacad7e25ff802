"""The demo house in Blender. Imported only to render the house."""
