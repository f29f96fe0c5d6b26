"""The pool in which this package's stubs are registered: its own.

protobuf refuses two definitions of a name in one pool. The service, or a game's own stubs of the contract,
register ``floorman.v1`` in the process-wide default pool, perhaps in another version; here the client's
never meet them. ``generate.sh`` points every stub at this module.
"""

from __future__ import annotations

from google.protobuf import any_pb2, descriptor_pool, message_factory

__all__ = ["Default"]

_POOL = descriptor_pool.DescriptorPool()
# The one well-known type among what the stubs import (rpc/status.proto). Its class is asked for because
# protobuf without its C part makes none by itself.
_POOL.AddSerializedFile(any_pb2.DESCRIPTOR.serialized_pb)
message_factory.GetMessageClassesForFiles([any_pb2.DESCRIPTOR.name], _POOL)


def Default() -> descriptor_pool.DescriptorPool:  # noqa: N802 (the name that generated code calls)
    """The client's pool, where generated code asks for the process-wide one."""
    return _POOL
