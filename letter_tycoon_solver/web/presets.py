"""The presets by which the page calls the rules of a table."""

from __future__ import annotations

from ..rules.ruleset import PRESETS, Ruleset


def preset_name(ruleset: Ruleset) -> str:
    """Return the preset with the same payout, duplicate and last round, or "own".

    A table may differ from it in its stacking, challenges and goal.
    """
    for name, preset in PRESETS.items():
        if (ruleset.payout, ruleset.duplicate_scope, ruleset.last_round) == (
            preset.payout,
            preset.duplicate_scope,
            preset.last_round,
        ):
            return name
    return "own"
