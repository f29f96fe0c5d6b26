"""Draws for seats and button: opened, completed, or both at once (audit.md 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from floorman.api.floor import Floor
from floorman.fairness.draws import (
    Draw,
    DrawKind,
    DrawTie,
    Entrant,
    HighCard,
    draw_outcome,
    draw_secret_hash,
    drawn_order,
    high_card,
)
from floorman.fairness.signing import draw_message, drawn_message
from floorman.sealing.draw_codec import SealedDraw, encode_draw
from floorman.sealing.state import CODEC
from floorman.sealing.token import TokenHeader, TokenType, nonce_of

__all__ = ["CompletedDraw", "DrawRequest", "OpenedDraw", "complete_draw", "draw_at_once", "open_draw"]


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A checked request for a draw; the fields are those of :class:`floorman.fairness.draws.Draw`."""

    table_id: str
    kind: DrawKind
    tie: DrawTie
    items: tuple[int, ...]
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class OpenedDraw:
    """A draw as it was opened.

    Attributes:
        draw: all its fields.
        head_kid: number of the key that signed.
        signature: over its head, 64 bytes.
        token: for its end.
    """

    draw: Draw
    head_kid: int
    signature: bytes
    token: bytes


@dataclass(frozen=True, slots=True)
class CompletedDraw:
    """A draw and what came out of it.

    Attributes:
        draw: as it was opened.
        head_kid: number of the key that signed both.
        opening_signature: over its head, 64 bytes.
        secret: s, 32 bytes.
        seeds: by entrant.
        outcome: D, 32 bytes.
        signature: over head and outcome, 64 bytes.
        order: the items as drawn.
        high: the cards, where they were drawn for the highest.
    """

    draw: Draw
    head_kid: int
    opening_signature: bytes
    secret: bytes
    seeds: Mapping[int, bytes]
    outcome: bytes
    signature: bytes
    order: tuple[int, ...]
    high: HighCard | None


def open_draw(floor: Floor, request: DrawRequest) -> OpenedDraw:
    """Draws the secret of the house, signs the draw and seals both."""
    now_ms = floor.now_ms()
    sealed = _sealed(floor, request, now_ms)
    draw = sealed.draw
    kid, _ = floor.opening_kids(now_ms)
    header = TokenHeader(TokenType.DRAW, CODEC, kid, draw.draw_id, 0, now_ms, nonce_of(draw.head()))
    token = floor.sealer.seal(header, encode_draw(sealed))
    signature = floor.signer(sealed.head_kid).sign(draw_message(draw.head()))
    return OpenedDraw(draw, sealed.head_kid, signature, token)


def complete_draw(floor: Floor, sealed: SealedDraw, seeds: Mapping[int, bytes]) -> CompletedDraw:
    """The one result of a draw and its seeds.

    Args:
        floor: the house.
        sealed: what the draw's token held.
        seeds: by entrant, accepted by :func:`floorman.fairness.draws.draw_seed_refusal`.
    """
    draw = sealed.draw
    signer = floor.signer(sealed.head_kid)
    outcome = draw_outcome(draw, sealed.secret, seeds)
    return CompletedDraw(
        draw=draw,
        head_kid=sealed.head_kid,
        opening_signature=signer.sign(draw_message(draw.head())),
        secret=sealed.secret,
        seeds=seeds,
        outcome=outcome,
        signature=signer.sign(drawn_message(draw.head(), outcome)),
        order=tuple(drawn_order(draw, outcome)),
        high=high_card(draw, outcome) if draw.kind is DrawKind.HIGH_CARD else None,
    )


def draw_at_once(floor: Floor, request: DrawRequest) -> CompletedDraw:
    """A draw without seeds, level COMMIT: the house could choose."""
    return complete_draw(floor, _sealed(floor, request, floor.now_ms()), {})


def _sealed(floor: Floor, request: DrawRequest, now_ms: int) -> SealedDraw:
    fresh = floor.entropy.draw()
    draw = Draw(
        draw_id=fresh.hand_id,
        table_id=request.table_id,
        kind=request.kind,
        tie=request.tie,
        secret_hash=draw_secret_hash(fresh.hand_id, fresh.entropy),
        items=request.items,
        entrants=request.entrants,
    )
    _, head_kid = floor.opening_kids(now_ms)
    return SealedDraw(draw, fresh.entropy, head_kid)
