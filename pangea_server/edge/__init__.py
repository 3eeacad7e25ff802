"""The server's outermost layer: what happens to every request before and after a handler sees it. Pure ASGI."""
