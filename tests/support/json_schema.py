"""The part of JSON Schema that the OpenAPI document uses, with faults as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_FORMATS = {"date": r"^\d{4}-\d\d-\d\d$"}
_KNOWN = {
    *("$ref", "type", "anyOf", "enum", "items", "properties", "required", "additionalProperties"),
    *("title", "description", "default", "minimum", "maximum", "maxLength", "maxItems", "minItems"),
    *("exclusiveMaximum", "discriminator", "pattern", "format"),
}


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of a value, and of a schema that cannot be followed."""
    if unknown := set(schema) - _KNOWN:
        yield f"the schema has {unknown}, which is not looked at"
    if "$ref" in schema:
        yield from faults(value, _referred(schema["$ref"], root), root)
    if "anyOf" in schema and all(list(faults(value, one, root)) for one in schema["anyOf"]):
        yield f"{value!r} fits none of {schema['anyOf']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{value!r} is not one of {schema['enum']}"
    pattern = schema.get("pattern") or _FORMATS.get(schema.get("format", ""), "")
    if not re.search(pattern, str(value)):
        yield f"{value!r} does not match {pattern}"
    kind = schema.get("type")
    if kind and not _is_of_kind(value, kind):
        yield f"{value!r} is not of type {kind}"
    elif kind == "array":
        for item in value:
            yield from faults(item, schema.get("items", {}), root)
    elif kind == "object":
        yield from _faults_of_object(value, schema, root)


def _is_of_kind(value: Any, kind: str) -> bool:
    """Return True if the value is of the kind; True and False are no numbers."""
    return isinstance(value, _KINDS[kind]) and (type(value) is bool) == (kind == "boolean")


def _faults_of_object(
    value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any]
) -> Iterator[str]:
    properties = schema.get("properties", {})
    if missing := set(schema.get("required", ())) - set(value):
        yield f"{value} lacks {missing}"
    more = schema.get("additionalProperties")
    for name, item in value.items():
        if name in properties:
            yield from faults(item, properties[name], root)
        elif isinstance(more, dict):
            yield from faults(item, more, root)
        elif "properties" in schema:
            yield f"{name} is not described"


def _referred(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = root
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    assert isinstance(found, Mapping)
    return found
