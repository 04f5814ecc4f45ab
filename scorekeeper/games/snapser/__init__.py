"""Šnapser: `rules` scores it, `form` asks for it."""
