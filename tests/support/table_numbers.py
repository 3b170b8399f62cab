"""The numbers of the rules, for the scripts of the table: web/table/numbers.js.

PYTHONPATH=tests python -m support.table_numbers
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Final

from letter_tycoon_solver.errors import Reason
from letter_tycoon_solver.game.actions import ActionReason
from letter_tycoon_solver.rules.cards import (
    CARD_COUNT,
    MAX_WORDS,
    MIN_CARDS_FOR_DUPLICATE,
    MIN_WORD_LENGTH,
    PATENT_COST,
    VOWELS,
)
from letter_tycoon_solver.rules.ruleset import (
    MAX_CARDS,
    MAX_GOAL,
    MAX_PAY,
    MAX_RETRIES,
    PRESETS,
    RULEBOOK,
    ChallengeMode,
    DuplicateScope,
    LastRound,
    Replaceable,
    Reshuffle,
    Ruleset,
    Stacking,
)

FILE: Final = Path(str(resources.files("letter_tycoon_solver"))) / "web" / "table" / "numbers.js"
_WIDTH: Final = 116
_RULES: Final = 'import("./rules.js").Rules'


def numbers_script() -> str:
    """Return the script that says all numbers of the rules."""
    limits = {
        "words": MAX_WORDS,
        "letters": MIN_WORD_LENGTH,
        "forDuplicate": MIN_CARDS_FOR_DUPLICATE,
        "cards": MAX_CARDS,
        "retries": MAX_RETRIES,
        "goal": MAX_GOAL,
        "pay": MAX_PAY,
    }
    readings = {
        "stacking": [one.value for one in Stacking],
        "duplicate_scope": [one.value for one in DuplicateScope],
        "last_round": [one.value for one in LastRound],
        "replaceable": [one.value for one in Replaceable],
        "reshuffle": [one.value for one in Reshuffle],
        "mode": [one.value for one in ChallengeMode],
    }
    reasons = {one.name: one.value for kind in (Reason, ActionReason) for one in kind}
    parts = [
        "// The numbers of the rules, and why something is against them. Made by"
        " tests/support/table_numbers.py from the package.\n",
        _said("Cards of each letter.", "Record<string, number>", "CARDS", CARD_COUNT),
        _said("What each patent costs.", "Record<string, number>", "COSTS", PATENT_COST),
        _said("The letters that are always vowels.", "string", "VOWELS", "".join(sorted(VOWELS))),
        _said("The most or the fewest of each.", "Record<string, number>", "LIMITS", limits),
        _said("The rules of the rulebook.", _RULES, "RULEBOOK", RULEBOOK.to_dict()),
        _said(
            "Where rules of a name differ from the rulebook.",
            f"Record<string, Partial<{_RULES}>>",
            "PRESETS",
            {name: _different(ruleset) for name, ruleset in PRESETS.items()},
        ),
        _said("What each rule may say.", "Record<string, string[]>", "READINGS", readings),
        _said("The rules that a turn may break.", "Record<string, string>", "REASONS", reasons),
    ]
    return "\n".join(parts)


def _different(ruleset: Ruleset) -> dict[str, object]:
    rulebook = RULEBOOK.to_dict()
    return {name: rule for name, rule in ruleset.to_dict().items() if rule != rulebook[name]}


def _said(what: str, kind: str, name: str, value: object) -> str:
    """A constant."""
    head = f"export const {name} = "
    return f"/** {what} @type {{{kind}}} */\n{head}{_written(value, '', len(head))};\n"


def _written(value: object, indent: str, before: int) -> str:
    """A value as JSON, with a line for each of its parts if it does not fit in one."""
    text = json.dumps(value)
    if not isinstance(value, dict) or before + len(text) <= _WIDTH:
        return text
    inner = indent + "  "
    parts = [(f"{inner}{json.dumps(name)}: ", part) for name, part in value.items()]
    lines = [f"{head}{_written(part, inner, len(head))},\n" for head, part in parts]
    return f"{{\n{''.join(lines)}{indent}}}"


if __name__ == "__main__":
    FILE.write_text(numbers_script(), "utf-8")
