"""Calls a client library for another process: each line in is a call as JSON, each line out its answer.

A call names a function, "module:name" or an object of an earlier answer with the name of its method. Objects are answered
with what they hold and with a number, by which later calls name them.
"""

import asyncio
import dataclasses
import datetime
import decimal
import enum
import importlib
import inspect
import itertools
import json
import math
import os
import sys
import typing

OBJECTS: list[object] = []
LOOP = asyncio.new_event_loop()
EXACT = 2**53
"""Whole numbers up to here are exact in every reader of JSON."""


def public_methods(path: str) -> list[str]:
    """Lists the names of the methods that the objects of a class have for their users, sorted."""
    kind = find(path)
    methods = inspect.getmembers(kind, lambda member: inspect.isfunction(member) or inspect.ismethoddescriptor(member))
    return sorted(name for name, _ in methods if not name.startswith("_"))


def attribute(owner: object, name: str) -> object:
    return getattr(owner, name)


def instant(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


class Heard:
    """Keeps what a client calls back with."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def tell(self, *given: object) -> None:
        self.told.extend(given)

    async def wait(self) -> object:
        """Waits for the first, and takes it."""
        while not self.told:
            await asyncio.sleep(0.01)
        return self.told.pop(0)


def listen(client: object, callback: str) -> Heard:
    """Hears what a client calls back with by an attribute of it."""
    heard = Heard()
    setattr(client, callback, heard.tell)
    return heard


def find(path: str) -> object:
    """Finds "module:name", or "module:Class.name"."""
    module, names = path.split(":")
    found = importlib.import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found


def decode(value: object) -> object:
    if isinstance(value, list):
        return [decode(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return OBJECTS[value["$ref"]]
    if "$value" in value:
        return find(value["$value"])
    if "$new" in value:
        return find(value["$new"])(**decode(value["named"]))
    return {name: decode(each) for name, each in value.items()}


def encode(value: object) -> object:
    if isinstance(value, enum.Enum):
        return encode(value.value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < EXACT else str(value)
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(name): encode(each) for name, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [encode(each) for each in value]
    if hasattr(value, "to_json"):  # A table of pandas.
        return json.loads(value.to_json(orient="records", date_format="iso"))
    return encode_object(value)


def encode_object(value: object) -> dict[str, object]:
    number = len(OBJECTS)
    OBJECTS.append(value)
    return {**encode(fields_of(value)), "$ref": number}


def fields_of(value: object) -> dict[str, object]:
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if hasattr(type(value), "model_fields"):
        return {name: getattr(value, name) for name in type(value).model_fields}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return {"data": value.data} if hasattr(value, "data") else {}


async def take(items: typing.AsyncIterable[object], most: int) -> list[object]:
    taken: list[object] = []
    async for item in items:
        taken.append(item)
        if len(taken) == most:
            break
    return taken


def settle(result: object, most: int | None) -> object:
    """Waits for what is awaited, and lists so many items where a number is given."""
    if inspect.isawaitable(result):
        result = LOOP.run_until_complete(result)
    if most is None:
        return result
    if hasattr(result, "iter_items"):
        result = result.iter_items()
    if hasattr(result, "__aiter__"):
        return LOOP.run_until_complete(take(result, most))
    return list(itertools.islice(result, most))


def carry_out(call: dict[str, typing.Any]) -> object:
    owner, name = call["call"]
    function = getattr(OBJECTS[owner], name) if isinstance(owner, int) else find(f"{owner}:{name}")
    return settle(function(*decode(call["args"]), **decode(call["named"])), call.get("most"))


def main() -> None:
    # Libraries print: their words go to standard error, and answers to a copy of standard output.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        call = json.loads(line)
        try:
            told = {"answer": encode(carry_out(call))}
        except Exception as error:  # Every failure of a client is an answer to its caller.
            told = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": call["id"], **told}), file=answers, flush=True)


if __name__ == "__main__":
    main()
