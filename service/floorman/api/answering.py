"""How every method of a servicer answers: its response, or the refusal that it raised."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import grpc

from floorman.api.rejection import Rejected, abort

__all__ = ["answering", "languages_of", "takes_long"]

_Servicer = TypeVar("_Servicer")
_Request = TypeVar("_Request")
_Response = TypeVar("_Response")
_Method = Callable[[_Servicer, _Request, grpc.ServicerContext], _Response]


def answering(method: _Method[_Servicer, _Request, _Response]) -> _Method[_Servicer, _Request, _Response]:
    """A servicer method that ends with a rich status where it raises :class:`Rejected`."""

    @wraps(method)
    def answer(servicer: _Servicer, request: _Request, context: grpc.ServicerContext) -> _Response:
        try:
            return method(servicer, request, context)
        except Rejected as rejection:
            abort(context, rejection, languages_of(context))

    return answer


def takes_long(method: _Method[_Servicer, _Request, _Response]) -> _Method[_Servicer, _Request, _Response]:
    """A servicer method that others must not wait behind: the server gives it a thread apart."""
    method.takes_long = True  # type: ignore[attr-defined]  # read where the method is registered
    return method


def languages_of(context: grpc.ServicerContext) -> str:
    """The caller's ``accept-language``, or nothing."""
    for name, value in context.invocation_metadata() or ():
        if name == "accept-language" and isinstance(value, str):
            return value
    return ""
