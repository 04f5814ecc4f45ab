"""The least that a page can cost on this stack: the same libraries and server, and nothing in between."""
