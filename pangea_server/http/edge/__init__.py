"""The server's outermost layer: what happens to every request before and after a handler sees it. Pure ASGI.

Below it is ``protocol.py``, which limits what a connection may send before the request is complete.
"""
