"""The best possible plays, over all racks of the deck."""
