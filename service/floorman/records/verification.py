"""The proof of a record: everything is computed anew, from its bytes and the house's public keys alone.

Nothing here asks a service, reads a clock or trusts a host. What a record proves, and what not, is said in
docs/fairness.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from floorman.fairness.assurance import BeaconStanding, assurance_line
from floorman.fairness.card_opening import CardOpening
from floorman.records import deal_checks as deal
from floorman.records import transcript_checks as transcript
from floorman.records.hand_record import ChainLink, HandRecord
from floorman.records.reading import NotARecordError, ReadRecord, read_record
from floorman.records.report import Check, CheckName, Report, Standing, failed, ok, unasked

__all__ = ["unreadable", "verify"]


def verify(
    record: HandRecord,
    keys: Mapping[int, bytes],
    before: ChainLink | None = None,
    *,
    revealed: Sequence[CardOpening] = (),
    want_signatures: bool = True,
) -> Report:
    """Every check of a record.

    Args:
        record: what is to be proved.
        keys: the house's public head keys (32 bytes) by number, from somewhere that the reader trusts.
        before: the hand before at the same table, if the reader has it.
        revealed: openings of cards that the hand never showed: a seat's own, or an auditor's.
        want_signatures: without them the record is only consistent, whoever wrote it.
    """
    try:
        read = read_record(record)
    except NotARecordError as error:
        return unreadable("a record", str(error))
    checks = [ok(CheckName.FORMAT, "the record is whole and in its only form")]
    key = keys.get(read.opening.head_kid)
    distinct = deal.check_distinct_cards(read, revealed)
    playable = distinct.standing is Standing.OK
    again = transcript.replayed(read, revealed) if playable else None
    checks += [
        deal.check_config(read),
        _if_wanted(transcript.check_opening_signature(read, key), wanted=want_signatures),
        deal.check_seeds(read),
        deal.check_consents(read),
        deal.check_beacon(read),
        deal.check_escrow(read),
        deal.check_permutation(read),
        deal.check_root(read),
        deal.check_openings(read),
        distinct,
        deal.check_visible_cards(read),
        transcript.check_heads(read),
        _if_wanted(transcript.check_head_signatures(read, key), wanted=want_signatures),
        transcript.check_seat_signatures(read),
        transcript.check_rules(read, again),
        transcript.check_settlement(read, again),
        deal.check_revealed(read, revealed),
        transcript.check_chain(read, before),
    ]
    return Report(_title(read), tuple(checks), assurance_line(read.opening, _beacon_standing(checks, read)))


def unreadable(title: str, why: str) -> Report:
    """The report on something that is no record."""
    return Report(title, (failed(CheckName.FORMAT, why),), "")


def _if_wanted(check: Check, *, wanted: bool) -> Check:
    """A signature that cannot be checked, where the reader waived signatures."""
    if wanted or check.standing is not Standing.NOT_CHECKED:
        return check
    return unasked(check.name, "signatures were waived")


def _title(read: ReadRecord) -> str:
    opening = read.opening
    attempt = f", attempt {opening.attempt}" if opening.attempt else ""
    return f"table {opening.table_id}, hand {opening.hand_number}{attempt}"


def _beacon_standing(checks: Sequence[Check], read: ReadRecord) -> BeaconStanding:
    if read.opening.beacon is None:
        return BeaconStanding.NONE
    standing = next(check.standing for check in checks if check.name is CheckName.BEACON)
    return BeaconStanding.CHECKED if standing is Standing.OK else BeaconStanding.NOT_CHECKED
