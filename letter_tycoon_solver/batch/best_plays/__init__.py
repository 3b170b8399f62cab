"""The best plays there can be: over all racks of the deck, not over random ones."""
