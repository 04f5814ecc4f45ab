"""Measurements: how fast the app answers, and how heavy its pages are."""
