"""``AuditService``: the proof of hands that were played."""

from __future__ import annotations

from typing import Final

import grpc

from floorman.api import checks
from floorman.api.answering import answering, takes_long
from floorman.api.audit_wire import (
    card_opening_from_wire,
    checks_to_wire,
    leaves_from_wire,
    link_from_wire,
    path_from_wire,
    record_within_limits,
    report_to_wire,
)
from floorman.api.auditor import Auditor
from floorman.api.floor import Floor
from floorman.api.rejection import rejected
from floorman.api.stepping import service_deck
from floorman.cards import card_names
from floorman.fairness.keys import fingerprint
from floorman.fairness.secret_layer import hole_commitment
from floorman.records import card_proof
from floorman.records.reading import NotARecordError
from floorman.records.record_file import card_opening_to_message, record_from_message
from floorman.records.report import Standing
from floorman.records.verification import unreadable, verify
from floorman.rules.hand import Phase
from floorman.sealing.state import HandState
from floorman.v1 import audit_service_pb2, audit_service_pb2_grpc, cards_pb2, refusal_pb2

__all__ = ["AuditServicer"]

_ERRORS: Final = refusal_pb2.ErrorReason
_HASH: Final = 32
_HAND_ID: Final = 16
_MOST_CARDS: Final = 52


class AuditServicer(audit_service_pb2_grpc.AuditServiceServicer):
    """Answers for one house; safe to share between threads."""

    def __init__(self, floor: Floor, auditor: Auditor) -> None:
        self._floor = floor
        self._auditor = auditor

    @takes_long
    @answering
    def VerifyHand(  # noqa: N802 (the contract's name)
        self, request: audit_service_pb2.VerifyHandRequest, context: grpc.ServicerContext
    ) -> audit_service_pb2.VerifyHandResponse:
        """Proves a record with the keys of this house."""
        del context
        if not request.HasField("record"):
            raise checks.missing("record", "Bring the record that is to be proved.")
        message = record_within_limits(request.record)
        before = link_from_wire(request.before) if request.HasField("before") else None
        checks.count(len(request.revealed), 0, _MOST_CARDS, "revealed", "cards")
        revealed = [
            card_opening_from_wire(opening, f"revealed[{place}]")
            for place, opening in enumerate(request.revealed)
        ]
        try:
            record = record_from_message(message)
        except NotARecordError as error:
            return report_to_wire(unreadable("a record", str(error)))
        keys = {entry.kid: entry.public_key for entry in self._floor.ring.head_keys}
        return report_to_wire(verify(record, keys, before, revealed=revealed))

    @answering
    def VerifyOpening(  # noqa: N802 (the contract's name)
        self, request: audit_service_pb2.VerifyOpeningRequest, context: grpc.ServicerContext
    ) -> audit_service_pb2.VerifyOpeningResponse:
        """Proves one card."""
        del context
        checks.length(len(request.hand_id), _HAND_ID, _HAND_ID, "hand_id")
        checks.length(len(request.root), _HASH, _HASH, "root")
        opening = card_opening_from_wire(request.opening, "opening")
        match request.WhichOneof("proof"):
            case "leaves":
                leaves = leaves_from_wire(request.leaves)
                size = len(leaves)
                found = card_proof.prove_by_leaves(request.hand_id, opening, request.root, leaves)
            case "path":
                path, size = path_from_wire(request.path)
                found = card_proof.prove_by_path(request.hand_id, opening, request.root, path, size)
            case _:
                raise checks.missing("proof", "Bring all leaves, or the path of this one.")
        if request.permutation_seed:
            checks.length(len(request.permutation_seed), _HASH, _HASH, "permutation_seed")
            found.append(card_proof.prove_place(request.hand_id, opening, request.permutation_seed, size))
        holds = all(check.standing is Standing.OK for check in found)
        return audit_service_pb2.VerifyOpeningResponse(holds=holds, checks=checks_to_wire(found))

    @answering
    def GetPublicKeys(  # noqa: N802 (the contract's name)
        self, request: audit_service_pb2.GetPublicKeysRequest, context: grpc.ServicerContext
    ) -> audit_service_pb2.GetPublicKeysResponse:
        """The public head keys, those that sign no longer too."""
        del request, context
        return audit_service_pb2.GetPublicKeysResponse(
            keys=[
                audit_service_pb2.HeadPublicKey(
                    head_key_id=entry.kid,
                    public_key=entry.public_key,
                    fingerprint=fingerprint(entry.public_key),
                )
                for entry in sorted(self._floor.ring.head_keys, key=lambda entry: entry.kid)
            ]
        )

    @answering
    def RevealHand(  # noqa: N802 (the contract's name)
        self, request: audit_service_pb2.RevealHandRequest, context: grpc.ServicerContext
    ) -> audit_service_pb2.RevealHandResponse:
        """Opens every card of a hand that is over, for the auditor."""
        self._auditor.check(context)
        header, state = self._floor.open_state(request.state)
        if state.hand.phase is not Phase.COMPLETE:
            text = "A hand is revealed when it is over, and not before."
            numbers = {"step": header.step}
            raise rejected(_ERRORS.ERROR_REASON_HAND_NOT_COMPLETE, text, numbers=numbers)
        self._auditor.revealed(header.hand_id)
        deck = service_deck(state, header.hand_id)
        return audit_service_pb2.RevealHandResponse(
            hand_id=header.hand_id,
            openings=[card_opening_to_message(opening) for opening in deck.openings()] if deck else [],
            hole_openings=_hole_openings(state, header.hand_id),
        )


def _hole_openings(state: HandState, hand_id: bytes) -> list[cards_pb2.HoleOpening]:
    """Host dealing: the hands that the floor knows."""
    if not state.hand.host_deals:
        return []
    openings = []
    for seat, holes in sorted(
        (seat.number, holes)
        for seat, holes in zip(state.hand.seats, state.hand.holes, strict=True)
        if holes is not None
    ):
        bound = hole_commitment(state.entropy, hand_id, seat, holes)
        openings.append(cards_pb2.HoleOpening(seat=seat, cards=card_names(holes), salt=bound.salt))
    return openings
