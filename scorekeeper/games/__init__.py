"""The card games, one folder each. Games never import one another."""
