"""Kalter Schlag: `rules` scores it, `form` asks for it."""
