"""The types of the page's JSON for its scripts: tests/web/api.d.ts.

PYTHONPATH=tests python -m support.page_types
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from letter_tycoon_solver.web import schema

FILE: Final = Path(__file__).parents[1] / "web" / "api.d.ts"
_HEAD: Final = """\
// Made by tests/support/page_types.py from the structs of web/schema.py.
declare namespace Api {
"""


def page_types() -> str:
    """Return the structs of the schema as TypeScript."""
    structs = [one for one in vars(schema).values() if is_struct(one)]
    _, schemas = msgspec.json.schema_components(structs)
    return _HEAD + "".join(_declared(*pair) for pair in sorted(schemas.items())) + "}\n"


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


if __name__ == "__main__":
    FILE.write_text(page_types(), "utf-8")
