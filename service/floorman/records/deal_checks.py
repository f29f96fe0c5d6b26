"""The checks of a deal: what was committed to, who cut, and that every shown card lay where it should."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from floorman import events
from floorman.cards import card_name
from floorman.fairness.beacon import BeaconCheck, chain_of, check_round, randomness_of
from floorman.fairness.boxes import escrow_of
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.commitments import RevealedSeed, SeedFault, consents, seed_fault
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import cfg_hash_of
from floorman.fairness.secret_layer import hole_commitment_of
from floorman.records.reading import ReadRecord, ReadStep
from floorman.records.report import Check, CheckName, failed, ok, unasked, unchecked

__all__ = [
    "check_beacon",
    "check_config",
    "check_consents",
    "check_distinct_cards",
    "check_escrow",
    "check_openings",
    "check_permutation",
    "check_revealed",
    "check_root",
    "check_seeds",
    "check_visible_cards",
]


def check_config(read: ReadRecord) -> Check:
    """The switches are those whose hash was signed, and make a table."""
    name = CheckName.CONFIG
    if cfg_hash_of(read.record.cfg_text) != read.opening.cfg_hash:
        return failed(name, "the switches are not those that were signed")
    if read.config is None:
        return failed(name, read.config_fault)
    return ok(name, "the switches are those that were signed")


# ---- who cut ----


def check_seeds(read: ReadRecord) -> Check:
    """Every revealed seed opens its commit, and nobody's commit stayed shut (audit.md 3.4)."""
    name = CheckName.SEEDS
    if not read.steps:
        return ok(name, "the hand was never dealt, and no seed revealed")
    seeds = {revealed.seat: revealed.seed for revealed in read.record.seeds}
    strangers = seeds.keys() - {seat.seat for seat in read.opening.seats}
    if strangers:
        return failed(name, f"seat {min(strangers)}: {SeedFault.UNKNOWN_SEAT.value}")
    for seat in read.opening.seats:
        fault = seed_fault(read.opening, seat, seeds.get(seat.seat))
        if fault is not None:
            return failed(name, f"seat {seat.seat}: {fault.value}")
    committed = sum(bool(seat.commit) for seat in read.opening.seats)
    if not seeds:
        return ok(name, f"level {read.opening.level.name}: no seed, and none was promised")
    return ok(name, f"{len(seeds)} seeds, {committed} of them committed to before the deck was fixed")


def check_consents(read: ReadRecord) -> Check:
    """Every seat with an action key signed the opening that it gave its seed for."""
    name = CheckName.CONSENTS
    seats = {seat.seat: seat for seat in read.opening.seats}
    given = 0
    for revealed in read.record.seeds:
        seat = seats.get(revealed.seat)
        reveal = RevealedSeed(revealed.seed, revealed.consent)
        if seat is None or not consents(read.open_head, seat, reveal):
            return failed(name, f"seat {revealed.seat}: {SeedFault.WITHOUT_CONSENT.value}")
        given += bool(revealed.consent)
    return ok(name, f"{given} seats signed this opening" if given else "no seat had to consent")


def check_beacon(read: ReadRecord) -> Check:
    """The beacon's value is that of the round that was named before it was known (audit.md 3.5)."""
    name = CheckName.BEACON
    promised, value = read.opening.beacon, read.record.beacon
    if promised is None:
        return ok(name, f"level {read.opening.level.name} has none")
    if not read.steps:
        return ok(name, f"round {promised.round} was never waited for")
    if value is None:
        return failed(name, f"the value of round {promised.round} is missing")
    if randomness_of(value.signature) != value.randomness:
        return failed(name, "the randomness is not the hash of the signature")
    chain = chain_of(promised.chain_hash)
    if chain is None:
        return unchecked(name, f"chain {promised.chain_hash.hex()} is not known here")
    if promised.round < chain.first_after(read.opening.opened_ms):
        return failed(name, f"round {promised.round} was out when the hand was opened")
    match check_round(chain, promised.round, value.signature):
        case BeaconCheck.GOOD:
            return ok(name, f"the chain signed round {promised.round}")
        case BeaconCheck.BAD:
            return failed(name, f"that is not the chain's signature of round {promised.round}")
        case BeaconCheck.NOT_AVAILABLE:
            return unchecked(name, "beacon not checked: install floorman[beacon]")


def check_escrow(read: ReadRecord) -> Check:
    """The box for an auditor is the one that was signed (audit.md 7, A3)."""
    name = CheckName.ESCROW
    escrow, box = read.opening.escrow, read.record.escrow_box
    if escrow is None:
        return failed(name, "a box that nobody signed") if box else ok(name, "there is none")
    if escrow_of(escrow.auditor_key, box) != escrow:
        return failed(name, "the box is not the one that was signed")
    return ok(name, "the box is the one that was signed")


# ---- the cards ----


def _opened(read: ReadRecord) -> Iterator[CardOpening]:
    for step in read.steps:
        yield from step.openings


def check_root(read: ReadRecord) -> Check:
    """The leaves make the root that was signed."""
    name = CheckName.ROOT
    if read.hosted:
        return ok(name, "the host deals: there is no committed deck")
    if len(read.record.leaves) != len(read.pack):
        return failed(name, f"{len(read.record.leaves)} leaves for a pack of {len(read.pack)}")
    if root_of(read.record.leaves) != read.opening.root:
        return failed(name, "the leaves do not make the root that was signed")
    return ok(name, f"{len(read.record.leaves)} leaves make the root that was signed")


def check_permutation(read: ReadRecord) -> Check:
    """Every opened card lies in the slot that opening, seeds and beacon give its place in the deck."""
    name = CheckName.PERMUTATION
    if read.hosted:
        return ok(name, "the host deals: there is no permutation")
    for opening in _opened(read):
        if not _in_place(read, opening):
            return failed(name, f"card {opening.deck_index} of the deck does not lie in slot {opening.slot}")
    names = ["the opening"]
    names += [f"{len(read.record.seeds)} seeds"] if read.record.seeds else []
    names += ["the beacon"] if read.record.beacon is not None else []
    return ok(name, f"each opened card lies where {' and '.join(names)} put it")


def _in_place(read: ReadRecord, opening: CardOpening) -> bool:
    return opening.deck_index < len(read.slots) and read.slots[opening.deck_index] == opening.slot


def _in_tree(read: ReadRecord, opening: CardOpening) -> bool:
    leaves = read.record.leaves
    return opening.slot < len(leaves) and leaves[opening.slot] == opening.leaf(read.opening.hand_id)


def check_openings(read: ReadRecord) -> Check:
    """Every opened card has its leaf under the root; host dealing: every shown hand opens its commitment."""
    name = CheckName.OPENINGS
    if read.hosted:
        return _check_hole_openings(read)
    opened = list(_opened(read))
    for opening in opened:
        if not _in_tree(read, opening):
            words = f"{card_name(opening.card)} at {opening.deck_index} was not committed to"
            return failed(name, words)
    return ok(name, f"{len(opened)} opened cards were committed to before a seed was known")


def _check_hole_openings(read: ReadRecord) -> Check:
    name = CheckName.OPENINGS
    commitments = {
        event.seat: event.commitment
        for step in read.steps
        for event in step.events
        if isinstance(event, events.HoleKnown)
    }
    count = 0
    for step in read.steps:
        for opening in step.hole_openings:
            hand_id = read.opening.hand_id
            bound = hole_commitment_of(hand_id, opening.seat, opening.cards, opening.salt)
            if commitments.get(opening.seat) != bound:
                return failed(name, f"the cards of seat {opening.seat} are not those that were committed to")
            count += 1
    return ok(name, f"{count} hands are those that were committed to")


def check_distinct_cards(read: ReadRecord, revealed: Sequence[CardOpening]) -> Check:
    """No place of the deck has two cards, no card two places, and all are of the pack (R-1.2)."""
    if read.hosted:
        return _check_hosted_cards(read)
    cards = {(opening.deck_index, opening.card) for opening in (*_opened(read), *revealed)}
    return _distinct(read, [card for _, card in sorted(cards)], len({index for index, _ in cards}))


def _check_hosted_cards(read: ReadRecord) -> Check:
    lying: list[int] = []
    held: dict[int, set[int]] = {}  # a hand may be shown more than once
    for step in read.steps:
        for event in step.events:
            match event:
                case events.BoardCards(faces=faces):
                    lying += faces
                case events.ShowOne(seat=seat, face=face) | events.Exposed(seat=seat, face=face):
                    held.setdefault(seat, set()).add(face)
                case _:
                    for seat, hand in _tabled(event):
                        held.setdefault(seat, set()).update(hand)
    cards = [*lying, *(card for hand in held.values() for card in sorted(hand))]
    return _distinct(read, cards, len(cards))


def _tabled(event: events.Event) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The hand that an event shows whole: its seat and both cards."""
    match event:
        case events.HandUp(seat=seat, faces=faces) | events.Show(seat=seat, faces=faces):
            yield seat, faces
        case events.Seen(target=seat, faces=faces):
            yield seat, faces
        case _:
            pass


def _distinct(read: ReadRecord, cards: Sequence[int], places: int) -> Check:
    name = CheckName.DISTINCT_CARDS
    strangers = set(cards) - set(read.pack)
    if strangers:
        return failed(name, f"{min(strangers)} is no card of this pack")
    if places != len(cards):
        return failed(name, "a place of the deck was opened as two cards")
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        return failed(name, f"{card_name(twice)} lies in the deck twice")
    return ok(name, f"{len(cards)} cards, all different")


def check_visible_cards(read: ReadRecord) -> Check:
    """Each step opens exactly the cards that its events show, no more and no fewer."""
    name = CheckName.VISIBLE_CARDS
    committed: set[int] = set()
    count = 0
    for number, step in enumerate(read.steps):
        committed |= {event.seat for event in step.events if isinstance(event, events.HoleKnown)}
        fault = _hands_shown(step, committed) if read.hosted else _cards_shown(step)
        if fault:
            return failed(name, f"step {number}: {fault}")
        count += len(step.openings) + len(step.hole_openings)
    what = "hands" if read.hosted else "openings"
    return ok(name, f"{count} {what}, exactly for what the hand showed")


def _cards_shown(step: ReadStep) -> str:
    if step.hole_openings:
        return "the service deals: there is no hand of the host's to open"
    shown = sorted({card for event in step.events for card in events.shown_cards(event)})
    opened = [(opening.deck_index, opening.card) for opening in step.openings]
    if opened == shown:
        return ""
    return f"shown are {_listed(shown)}, opened {_listed(opened)}"


def _listed(cards: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{card_name(card)} at {index}" for index, card in cards) or "none"


def _hands_shown(step: ReadStep, committed: set[int]) -> str:
    if step.openings:
        return "the host deals: there is no card of a committed deck to open"
    due = [hand for event in step.events for hand in _tabled(event) if hand[0] in committed]
    opened = [(opening.seat, opening.cards) for opening in step.hole_openings]
    return "" if opened == due else "the hands that are opened are not those that are shown"


def check_revealed(read: ReadRecord, revealed: Sequence[CardOpening]) -> Check:
    """Cards that were never shown, opened by their seat or to an auditor (audit.md 7, A1 to A3)."""
    name = CheckName.REVEALED
    if not revealed:
        return unasked(name, "nobody brought the opening of a hidden card")
    for opening in revealed:
        if not (_in_place(read, opening) and _in_tree(read, opening)):
            words = f"{card_name(opening.card)} at {opening.deck_index} does not lie in the committed deck"
            return failed(name, words)
    indices = {opening.deck_index for opening in revealed}
    if len(indices) == len(read.pack):
        return ok(name, f"all {len(indices)} cards of the deck are opened, and lie in the committed deck")
    return ok(name, f"{len(indices)} more cards lie in the committed deck")
