"""The server's outermost layer: what happens to every request before and after a handler sees it. Pure ASGI.

Below it stands ``protocol.py``, which bounds what a connection may send before there is a request at all.
"""
