"""A real browser plays whole evenings through the screens."""
