"""Writes what protoc does not, from the compiled contract: ``v1/__init__.py`` and ``reasons.py``.

Run by ``generate.sh`` with the path of the descriptor set.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

PACKAGE = Path(__file__).parent / "src" / "floorman_client"
WIDTH = 110
ENUM_TYPE = 5
"""The number of ``enum_type`` in FileDescriptorProto, and of ``value`` below it: a source location's path."""
ENUM_VALUE = 2

ROOM = '''\
"""The messages, enums and services of ``floorman.v1``, generated from the contract by ``generate.sh``."""

from __future__ import annotations

{imports}

__all__ = [
{names}
]
'''

REASONS = '''\
"""Why something was refused, generated from ``ErrorReason`` of the contract by ``generate.sh``."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

__all__ = ["Reason"]


class Reason(IntEnum):
    """Why something was refused; each reason says which numbers go with it.

    A reason that this version of the client does not know, from a newer service, is a member all the same:
    its name is ``REASON_`` and its number.
    """

{members}
    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        reason = int.__new__(cls, value)
        reason._name_ = f"REASON_{{value}}"
        reason._value_ = value
        return reason
'''


def room(files: list[FileDescriptorProto]) -> str:
    """The source of ``v1/__init__.py``: every top-level name of the contract in one place."""
    imports, names = [], []
    for file in files:
        stem = file.name.removesuffix(".proto").replace("/", ".")
        here = [message.name for message in file.message_type] + [enum.name for enum in file.enum_type]
        here.sort(key=str.lower)
        imports.append(import_of(f"{stem}_pb2", here))
        names += here
        for service in file.service:
            here = [f"{service.name}Servicer", f"{service.name}Stub", f"add_{service.name}Servicer_to_server"]
            imports.append(import_of(f"{stem}_pb2_grpc", here))
            names += here
    listed = "\n".join(f'    "{name}",' for name in sorted(names))
    return ROOM.format(imports="\n".join(sorted(imports)), names=listed)


def import_of(module: str, names: list[str]) -> str:
    """One import, in a line if it fits."""
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


def reasons(files: list[FileDescriptorProto]) -> str:
    """The source of ``reasons.py``: ErrorReason as a Python enum, with the contract's comments."""
    file, index = next(
        (file, index)
        for file in files
        for index, enum in enumerate(file.enum_type)
        if enum.name == "ErrorReason"
    )
    comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
    members = []
    for number, value in enumerate(file.enum_type[index].value):
        name = value.name.removeprefix("ERROR_REASON_")
        meaning = docstring(comments[ENUM_TYPE, index, ENUM_VALUE, number])
        members.append(f"    {name} = {value.number}\n{meaning}")
    return REASONS.format(members="\n".join(members))


def docstring(comment: str) -> str:
    """A comment of the contract as a docstring in a class; paragraphs stay."""
    indent, quotes = " " * 4, '"""'
    text = "\n\n".join(
        textwrap.fill(" ".join(paragraph.split()), WIDTH, initial_indent=indent, subsequent_indent=indent)
        for paragraph in f"{quotes}{comment.strip()}".split("\n\n")
    )
    closing = quotes if "\n" not in text and len(text) + len(quotes) <= WIDTH else f"\n{indent}{quotes}"
    return f"{text}{closing}\n"


def main() -> None:
    """Writes both modules."""
    contract = FileDescriptorSet.FromString(Path(sys.argv[1]).read_bytes())
    files = [file for file in contract.file if file.package == "floorman.v1"]
    (PACKAGE / "v1" / "__init__.py").write_text(room(files), encoding="utf-8")
    (PACKAGE / "reasons.py").write_text(reasons(files), encoding="utf-8")


if __name__ == "__main__":
    main()
