"""The players' part of the cut: seeds and consents off the wire, and a beacon's value (audit.md 3.4, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman.api import checks
from floorman.api.rejection import Rejected, rejected
from floorman.fairness.beacon import BeaconCheck, chain_of, check_round, randomness_of
from floorman.fairness.commitments import (
    MAX_SEED_BYTES,
    MIN_SEED_BYTES,
    RevealedSeed,
    SeedFault,
    SeedRefusal,
    seed_refusal,
)
from floorman.fairness.opening import Opening
from floorman.v1 import record_pb2, refusal_pb2

__all__ = ["accepted_seeds", "beacon_value"]

_ERRORS: Final = refusal_pb2.ErrorReason


def accepted_seeds(
    opening: Opening, open_head: bytes, messages: Sequence[record_pb2.SeatSeed]
) -> dict[int, bytes]:
    """The seeds that cut the deck, by seat.

    Args:
        opening: what was signed before any seed was known.
        open_head: its hash, 32 bytes.
        messages: the revealed seeds as they came.

    Raises:
        Rejected: the opening does not accept them all, or one is missing. None is ever left out: whoever
            could choose which, could choose the deck.
    """
    places: dict[int, int] = {}
    for place, message in enumerate(messages):
        places[checks.new_seat(message.seat, places, f"seeds[{place}].seat")] = place
    revealed = {message.seat: RevealedSeed(message.seed, message.consent) for message in messages}
    refusal = seed_refusal(opening, open_head, revealed)
    if refusal is not None:
        raise _refused(refusal, places, revealed)
    return {seat: seed.seed for seat, seed in revealed.items()}


def _refused(refusal: SeedRefusal, places: dict[int, int], revealed: dict[int, RevealedSeed]) -> Rejected:
    seat = refusal.seat
    where = f"seeds[{places[seat]}]" if seat in places else "seeds"
    match refusal.fault:
        case SeedFault.LENGTH:
            size = len(revealed[seat].seed)
            text = f"A seed has {MIN_SEED_BYTES} to {MAX_SEED_BYTES} bytes, not {size}."
            numbers = {"length": size, "least": MIN_SEED_BYTES, "most": MAX_SEED_BYTES}
            reason = _ERRORS.ERROR_REASON_WRONG_LENGTH
            return rejected(reason, text, field=f"{where}.seed", numbers=numbers)
        case SeedFault.MISSING:
            text = f"Seat {seat} committed to a seed and reveals none: open the hand again."
            reason, field = _ERRORS.ERROR_REASON_SEED_MISSING, where
        case SeedFault.WITHOUT_CONSENT:
            text = f"The consent of seat {seat} is not its action key's signature over this opening and seed."
            reason, field = _ERRORS.ERROR_REASON_CONSENT_INVALID, f"{where}.consent"
        case _:
            text = f"The seed of seat {seat} is not accepted: {refusal.fault.value}."
            reason, field = _ERRORS.ERROR_REASON_SEED_REFUSED, f"{where}.seed"
    return rejected(reason, text, field=field, numbers={"seat": seat})


def beacon_value(opening: Opening, signature: bytes) -> bytes | None:
    """The value of the opening's beacon round, 32 bytes; None at every other level.

    Raises:
        Rejected: a signature where none belongs, none where one does, or one that is not the round's.
    """
    field = "beacon_signature"
    if opening.beacon is None:
        if signature:
            raise checks.contradiction(field, "The opening names no round of a beacon.")
        return None
    if not signature:
        raise checks.missing(field, f"The opening waits for the signature of round {opening.beacon.round}.")
    chain = chain_of(opening.beacon.chain_hash)
    verdict = BeaconCheck.NOT_AVAILABLE
    if chain is not None:
        verdict = check_round(chain, opening.beacon.round, signature)
    match verdict:
        case BeaconCheck.GOOD:
            return randomness_of(signature)
        case BeaconCheck.BAD:
            text = f"This is not the signature of round {opening.beacon.round}."
            raise rejected(_ERRORS.ERROR_REASON_BEACON_INVALID, text, field=field)
        case BeaconCheck.NOT_AVAILABLE:
            text = "This replica cannot check the signatures of this beacon."
            raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field=field)
