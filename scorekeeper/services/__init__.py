"""Use cases: each takes a session and an actor, checks, changes, and commits once."""
