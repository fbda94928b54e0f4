"""Checks answers against the schemas of docs/api/openapi.yaml."""

import json
import os
import re

from harness import SOURCE_ROOT

TYPES = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list, "null": type(None)}

schemas = {}  # by name
answers = {}  # the name of the schema, by the method and the path
met = set()  # the names of schemas of which something has been seen


def load():
    """Reads the description as it is written, which is a small part of YAML."""
    path = method = name = None
    with open(os.path.join(SOURCE_ROOT, "docs", "api", "openapi.yaml"), encoding="utf-8") as lines:
        for line in lines:
            if match := re.fullmatch(r"  (/\S*|\w+):\n", line):
                path = match[1]
            elif match := re.fullmatch(r"    (\w+):\n", line):
                method = name = match[1]
            elif match := re.fullmatch(r"        '200': \{\$ref: '#/components/responses/(\w+)'\}\n", line):
                answers[method.upper(), path] = match[1]
            elif path != "schemas":
                continue
            elif match := re.fullmatch(r"      required: (\[(\".*)?\])\n", line):
                schemas[name] = {"type": "object", "required": json.loads(match[1]), "properties": {}}
            elif match := re.fullmatch(r"        (\w+): (\{\".*\})\n", line):
                schemas[name]["properties"][match[1]] = json.loads(match[2])
            elif match := re.fullmatch(r"        - \{(\$ref): '(.*)'\}\n", line):
                schemas.setdefault(name, {"anyOf": []})["anyOf"].append({match[1]: match[2]})


def fault(value, schema, where):
    """The first thing about a value that the schema does not say; None if it says all."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        found = fault(value, schemas[name], f"{where} ({name})")
        if found is None:
            met.add(name)
        return found
    if "anyOf" in schema:
        found = [fault(value, one, where) for one in schema["anyOf"]]
        return None if None in found else "; ".join(found)
    if "enum" in schema:
        return None if value in schema["enum"] else f"{where}: expected one of {schema['enum']}, found {value!r}"
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if type(value) not in [TYPES[name] for name in types]:
        return f"{where}: expected {types}, found {value!r}"
    inner = []
    if isinstance(value, list):
        inner = [(one, schema["items"], f"{where}[{i}]") for i, one in enumerate(value)]
    elif isinstance(value, dict) and ("properties" in schema or "additionalProperties" in schema):
        for name in schema.get("required", []):
            if name not in value:
                return f"{where}: {name} is missing"
        for name, one in value.items():
            of = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            if of is None:
                return f"{where}: {name} is not described"
            inner.append((one, of, f"{where}.{name}"))
    return next((found for one in inner if (found := fault(*one)) is not None), None)


def check(value, name, where):
    found = fault(value, {"$ref": "#/" + name}, where)
    assert found is None, found
    return value


def answer(method, path, status, body):
    """The body of an answer, which has to be as described, where it is described."""
    parts = path.partition("?")[0].split("/")
    for (of, described), name in answers.items() if status == 200 else ():
        names = described.split("/")
        fits = of == method and len(names) == len(parts) and all(a[:1] == "{" or a == b for a, b in zip(names, parts))
        if fits and name in schemas:
            check(body, name, path)
    return body


def event(message):
    return check(message, "Event", "event")


load()
