"""The OpenAPI document of the API, from its operations and the structs that they take and give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from .._version import __version__
from .endpoint import Operation, Parameter
from .replies import JSON, PROBLEM
from .schema import Done, Problem, Waiting

_REFERENCES: Final = "#/components/schemas/{name}"


def document(operations: Sequence[Operation]) -> bytes:
    """The document as JSON."""
    kinds = [Problem, Waiting, Done]
    for operation in operations:
        kinds += [operation.gives, *(operation.takes or ())[1:]]
        kinds += [parameter.kind for parameter in operation.parameters]
    _, components = msgspec.json.schema_components(dict.fromkeys(kinds), ref_template=_REFERENCES)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    described = {
        "openapi": "3.1.0",
        "info": {
            "title": "Letter Tycoon solver",
            "version": __version__,
            "description": "Hints, advice and words for the word game Letter Tycoon.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }
    return msgspec.json.encode(described, order="deterministic")


def _described(operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.about,
        **({"description": operation.more} if operation.more else {}),
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {operation.media_type: {"schema": _schema(operation.gives)}},
            },
            "default": {
                "description": "An error.",
                "content": {PROBLEM: {"schema": _schema(Problem)}},
            },
        },
    }
    if operation.takes is not None:
        content = {JSON: {"schema": _schema(operation.takes[1])}}
        found["requestBody"] = {"required": True, "content": content}
    if operation.parameters:
        found["parameters"] = [_described_parameter(one) for one in operation.parameters]
    return found


def _described_parameter(parameter: Parameter) -> dict[str, Any]:
    is_struct = isinstance(parameter.kind, type) and issubclass(parameter.kind, msgspec.Struct)
    schema = _schema(parameter.kind)
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": is_struct or parameter.place == "path",
        "description": parameter.about,
        **({"content": {JSON: {"schema": schema}}} if is_struct else {"schema": schema}),
    }


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCES)
    return schema
