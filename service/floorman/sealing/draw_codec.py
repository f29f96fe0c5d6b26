"""What a draw token holds, and its bytes: the draw and the secret of the house (audit.md 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.fairness.draws import Draw, DrawKind, DrawTie, Entrant, draw_secret_hash
from floorman.fairness.labels import prefixed
from floorman.fairness.reading import MalformedError, Reader

__all__ = ["SealedDraw", "UnreadableDrawError", "decode_draw", "encode_draw"]

_SECRET_BYTES: Final = 32


class UnreadableDrawError(ValueError):
    """Bytes that authenticate and are yet no draw of this codec: a fault of the service."""


@dataclass(frozen=True, slots=True)
class SealedDraw:
    """A draw between its opening and its end.

    Attributes:
        draw: as it was signed.
        secret: s, 32 bytes.
        head_kid: number of the key that signed it and signs its result.
    """

    draw: Draw
    secret: bytes
    head_kid: int

    def __repr__(self) -> str:
        return "SealedDraw(…)"  # whoever knows the secret knows the result before the others


def encode_draw(sealed: SealedDraw) -> bytes:
    """The plaintext of a draw token, codec 1."""
    draw = sealed.draw
    entrants = b"".join(bytes((entrant.number,)) + prefixed(entrant.commit) for entrant in draw.entrants)
    return (
        sealed.secret
        + bytes((sealed.head_kid, draw.kind, draw.tie))
        + prefixed(draw.table_id.encode())
        + bytes((len(draw.items), *draw.items, len(draw.entrants)))
        + entrants
    )


def decode_draw(draw_id: bytes, form: bytes) -> SealedDraw:
    """The draw behind its bytes.

    Args:
        draw_id: 16 bytes, of the token's header.
        form: the plaintext.

    Raises:
        UnreadableDrawError: they are no draw of codec 1.
    """
    reader = Reader(form)
    try:
        secret = reader.take("secret", _SECRET_BYTES)
        head_kid = reader.number("head_kid", 1)
        draw = Draw(
            draw_id=draw_id,
            kind=reader.one_of("kind", DrawKind),
            tie=reader.one_of("tie", DrawTie),
            table_id=reader.prefixed("table_id").decode(),
            secret_hash=draw_secret_hash(draw_id, secret),
            items=tuple(reader.take("items", reader.number("items", 1))),
            entrants=tuple(
                Entrant(reader.number("entrant", 1), reader.prefixed("commit"))
                for _ in range(reader.number("entrants", 1))
            ),
        )
        reader.finish()
    except (MalformedError, UnicodeDecodeError) as fault:
        raise UnreadableDrawError("the draw does not decode") from fault
    return SealedDraw(draw, secret, head_kid)
