"""The script that is made of the package: `PYTHONPATH=tests python -m support.made_scripts`.

web/table/numbers.js has the numbers of the rules. The types of the page's JSON are in no file: the
test of the scripts' types makes them.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

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
from letter_tycoon_solver.rules.position import MAX_MONEY, MAX_OPPONENTS
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
from letter_tycoon_solver.web import schema
from letter_tycoon_solver.web.pages import LISTS


def page_types() -> str:
    """Return the structs of the schema as TypeScript."""
    structs = [one for one in vars(schema).values() if is_struct(one)]
    _, schemas = msgspec.json.schema_components(structs)
    return (
        "declare namespace Api {\n"
        + "".join(_declared(*pair) for pair in sorted(schemas.items()))
        + "}\n"
    )


def is_struct(thing: object) -> bool:
    """Return True for a struct of the schema."""
    return (
        isinstance(thing, type)
        and issubclass(thing, msgspec.Struct)
        and thing is not msgspec.Struct
    )


def _declared(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"  type {name} = {_type(schema)};\n"
    # What comes in may leave out what has a default; what goes out has all its fields.
    is_taken = schema.get("additionalProperties") is False
    may_lack = schema["properties"].keys() - schema.get("required", ()) if is_taken else ()
    fields = "".join(
        f"    {field}{'?' if field in may_lack else ''}: {_type(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"  interface {name} {{\n{fields}  }}\n"


def _type(schema: dict[str, Any]) -> str:  # noqa: PLR0911 - a line for each kind
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"allOf": [one]}:
            return _type(one)
        case {"anyOf": kinds}:
            return " | ".join(map(_type, kinds))
        case {"enum": values}:
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
    raise ValueError(f"no type for {schema}")


# The numbers of the rules -----------------------------------------------------------------------


_WIDTH: Final = 116
_A_ROW: Final = 7
"""Numbers of letters in a line."""
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
        "opponents": MAX_OPPONENTS,
        "money": MAX_MONEY,
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
        "// Numbers of the rules, why turns are refused, word lists. Made by"
        " tests/support/made_scripts.py from the package.\n",
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
        "/** All rules of a name. @param {string} name */\n"
        "export const rulesNamed = (name) => ({...RULEBOOK, ...PRESETS[name]});\n",
        _said("What each rule may say.", "Record<string, string[]>", "READINGS", readings),
        _said("The rules that a turn may break.", "Record<string, string>", "REASONS", reasons),
        _said("Word lists as people call them.", "Record<string, string>", "LISTS", LISTS),
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
    if all(isinstance(part, int) for part in value.values()):
        items = [f"{json.dumps(name)}: {part}, " for name, part in value.items()]
        rows = ["".join(items[at : at + _A_ROW]).rstrip() for at in range(0, len(items), _A_ROW)]
        return "\n".join(["{", *(inner + row for row in rows), f"{indent}}}"])
    parts = [(f"{inner}{json.dumps(name)}: ", part) for name, part in value.items()]
    lines = [f"{head}{_written(part, inner, len(head))},\n" for head, part in parts]
    return f"{{\n{''.join(lines)}{indent}}}"


NUMBERS: Final = Path(str(resources.files("letter_tycoon_solver"))) / "web/table/numbers.js"

if __name__ == "__main__":
    NUMBERS.write_text(numbers_script(), "utf-8")
