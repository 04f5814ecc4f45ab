"""Staekske Rape, from Maastricht: one player bids to make card points and melds against the others."""
