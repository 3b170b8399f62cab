"""The game itself, to be read beside the rulebook: cards, rules, positions, plays, the referee."""
