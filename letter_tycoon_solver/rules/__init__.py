"""The rules, to be read beside the rulebook: cards, rulesets, positions, plays, the referee."""
