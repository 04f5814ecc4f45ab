"""The pure heart: what an entry is worth, who has lost, who pays whom. Standard library only."""
