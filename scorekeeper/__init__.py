"""A phone scorekeeper for card games, beginning with Kalter Schlag."""

__version__ = "0.1.0"
