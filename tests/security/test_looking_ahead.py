"""audit.md 5, 10: a host that plays side branches to learn a card, against every delivery.

The host of these tests holds every token and every answer, and every signature that a player has given on
the branch that is really played. It tries all that it can do by itself. It learns a card, or it does not;
where it does, the signed opening has said so from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from floorman import events
from floorman.api import Floor
from floorman.api.stepping import service_deck
from floorman.cards import card_name, card_names, parse_card
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.forks import ForkVerdict, SignedHead, fork_of_heads
from floorman.fairness.opening import OpenFlag
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.transcript import split_events
from floorman.guard.memory import MemoryGuard
from floorman.rules.dealing import hole_indices
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.security.house import House, open_house, read_refusal
from tests.security.players import COMMITTED, SEAT_KEY, SEAT_SECRET, SEEDED, Player, keyed, open_request
from tests.security.table import act_request, step

HOST: Final = opening_pb2.DELIVERY_HOST
_SEATS: Final = range(3)
_PREFLOP: Final = (step("call", 0), step("call", 1), step("check", 2))
_FLOP: Final = (step("bet_to", 1, 200), step("call", 2), step("fold", 0))
_BY_THE_HOST: Final = (
    *(step("timeout", seat) for seat in _SEATS),
    *(step("kill", seat) for seat in _SEATS),
    *(step("expose", seat, nth=nth) for seat in _SEATS for nth in (0, 1)),
    step("resolve"),
    step("rabbit"),
    step("misdeal", cause=steps_pb2.CAUSE_HOST),
    *(step("void_hand", cause=cause) for cause in range(1, 6)),
)
_OF_SEATS: Final = (
    *(step("all_in", seat) for seat in _SEATS),
    *(step("call", seat) for seat in _SEATS),
    *(step("check", seat) for seat in _SEATS),
    *(step("show", seat) for seat in _SEATS),
    *(step("show", seat, cards=["As", "Ah"]) for seat in _SEATS),
    *(step("show_one", seat, which=0) for seat in _SEATS),
    *(step("see", seat, target_seat=(seat + 1) % 3) for seat in _SEATS),
)


@pytest.fixture(scope="module")
def guarded() -> Iterator[House]:
    with open_house(Floor(ring=temporary_ring(), guard=MemoryGuard(600))) as opened:
        yield opened


@dataclass
class Host:
    """A host that wants to know what it must not.

    Attributes:
        house: the service that it asks.
        opened: the opening, and its token.
        trunk: every update of the hand as it is really played.
        signatures: what the players have signed there.
        answers: everything that it was ever told.
        reasons: of its refusals.
    """

    house: House
    opened: hand_service_pb2.OpenHandResponse
    trunk: list[hand_pb2.HandUpdate]
    signatures: list[bytes] = field(default_factory=list)
    answers: list[Message] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @classmethod
    def opens(cls, house: House, message: opening_pb2.HandOpening) -> Host:
        """A hand, opened and dealt."""
        opened = house.ask("OpenHand", open_request(message))
        request = hand_service_pb2.DealHandRequest(open_token=opened.open_token)
        if message.level >= SEEDED:
            request.seeds.extend(
                Player(seat.seat).reveal(opened) for seat in message.seats if seat.action_key
            )
        host = cls(house, opened, [house.ask("DealHand", request).update])
        host.answers = [opened, *host.trunk]
        return host

    def plays(self, *steps: steps_pb2.Step) -> None:
        """The hand as it is really played: seats sign their own steps."""
        for one in steps:
            update = self.trunk[-1]
            request = act_request(update, one)
            request.act_signature = Player(one.seat).sign(update, one)
            self.signatures.append(request.act_signature)
            self.trunk.append(self.house.ask("Act", request).update)
            self.answers.append(self.trunk[-1])

    def tries(self, method: str, request: Message) -> Any:
        """The answer, or None where it is refused."""
        try:
            answer = self.house.ask(method, request)
        except grpc.RpcError as error:
            self.reasons.append(read_refusal(error).reason)
            return None
        self.answers.append(answer)
        return answer

    def runs(self, update: hand_pb2.HandUpdate, *steps: steps_pb2.Step) -> hand_pb2.HandUpdate:
        """A side branch of its own steps, as far as it gets."""
        for one in steps:
            answer = self.tries("Act", act_request(update, one))
            if answer is None:
                break
            update = answer.update
        return update

    def tries_everything(self) -> None:
        """All that it can do with what it holds, from every state but the newest."""
        for update in self.trunk[:-1]:
            for one in (*_BY_THE_HOST, *_OF_SEATS):
                for signature in (b"", bytes(64), *self.signatures):
                    request = act_request(update, one)
                    request.act_signature = signature
                    self.tries("Act", request)
                self.tries("CheckAction", _dry(act_request(update, one)))
            for seat in _SEATS:
                view = hand_service_pb2.ViewHandRequest(state=update.state, seat=seat)
                self.tries("ViewHand", view)
            self.tries("ViewHand", hand_service_pb2.ViewHandRequest(state=update.state))
            self.tries("RewrapState", hand_service_pb2.RewrapStateRequest(state=update.state))
        for view_ in self.trunk[0].seat_views:
            for secret in (b"", bytes(16), self.trunk[0].head, *(Player(7).secret, Player(8).secret)):
                request_ = hand_service_pb2.ViewHandRequest(view_token=view_.view_token, secret=secret)
                self.tries("ViewHand", request_)
        self._deals_again()

    def _deals_again(self) -> None:
        token = self.opened.open_token
        seeds = [Player(seat).reveal(self.opened) for seat in _SEATS]
        for some in ([], seeds[:1], seeds[1:], seeds):
            self.tries("DealHand", hand_service_pb2.DealHandRequest(open_token=token, seeds=some))

    @property
    def line(self) -> str:
        """What the opening promises."""
        return self.opened.opening.assurance

    @property
    def flags(self) -> OpenFlag:
        return decode_opening(self.opened.opening.open_bytes).flags

    def learned(self) -> set[str]:
        """The hidden cards that any answer has told, by name, in an event's bytes, or by a salt."""
        cards = _hidden(self.house, self.trunk[-1])
        names = {name for message in self.answers for name in _strings(message) if name in cards}
        faces = {face for message in self.answers for face in _faces(message)}
        told = b"".join(message.SerializeToString() for message in self.answers)
        return names | {name for name, salt in cards.items() if parse_card(name) in faces or salt in told}


def _dry(request: hand_service_pb2.ActRequest) -> hand_service_pb2.CheckActionRequest:
    return hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())


def _hidden(house: House, update: hand_pb2.HandUpdate) -> dict[str, bytes]:
    """Every hole card that lies face down, and the salt that would prove it, from inside the service."""
    header, state = house.floor.open_state(update.state)
    deck = service_deck(state, header.hand_id)
    assert deck is not None
    up = {name for seat in update.view.seats for name in seat.cards}
    openings = [
        deck.opening(index)
        for position in range(len(state.hand.seats))
        for index in hole_indices(state.hand, position)
    ]
    return {name: one.salt for one in openings if (name := card_name(one.card)) not in up}


def _strings(message: Message) -> Iterator[str]:
    """Every text in a message, however deep."""
    for descriptor, value in message.ListFields():
        values = value if descriptor.is_repeated else [value]
        if descriptor.type == FieldDescriptor.TYPE_MESSAGE:
            for inner in values:
                yield from _strings(inner)
        elif descriptor.type == FieldDescriptor.TYPE_STRING:
            yield from values


def _faces(message: Message) -> Iterator[int]:
    """Every face in the event bytes of an answer."""
    update = getattr(message, "update", message)
    for form in split_events(update.event_bytes) if isinstance(update, hand_pb2.HandUpdate) else ():
        match decode_event(form):
            case (
                events.BoardCards(faces=faces)
                | events.RabbitCards(faces=faces)
                | events.HandUp(faces=faces)
                | events.Show(faces=faces)
                | events.Seen(faces=faces)
            ):
                yield from faces
            case events.Burn(face=face) | events.Exposed(face=face) | events.ShowOne(face=face):
                yield face
            case _:
                pass


@pytest.mark.parametrize("level", [SEEDED, COMMITTED])
@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_past_the_host_nothing_is_learned(
    guarded: House,
    delivery: opening_pb2.Delivery.ValueType,
    level: opening_pb2.AssuranceLevel.ValueType,
) -> None:
    host = Host.opens(guarded, keyed(delivery, level))
    host.plays(*_PREFLOP, *_FLOP)
    host.tries_everything()
    assert host.learned() == set()
    assert "keys=3/3 guard=yes lookahead=no" in host.line
    # whatever it tried, the hand went one way: no answer has another head than the trunk's
    heads = {update.head for update in host.trunk}
    updates = [answer.update for answer in host.answers if hasattr(answer, "update")]
    assert {update.head for update in updates} <= heads
    assert {"FORK", "SIGNATURE_MISSING", "SIGNATURE_INVALID", "CONTRADICTION"} <= set(host.reasons)
    host.plays(step("check", 1), step("check", 2), step("check", 1), step("check", 2))
    assert host.trunk[-1].decision.kind == hand_pb2.DECISION_KIND_COMPLETE
    # who folded has not been seen by anybody
    assert set(_hidden(guarded, host.trunk[-1])) >= _cards_of(guarded, host.trunk[-1], 0)
    assert host.learned() == set()


def _cards_of(house: House, update: hand_pb2.HandUpdate, seat: int) -> set[str]:
    _, state = house.floor.open_state(update.state)
    holes = state.hand.holes[state.hand.position(seat)]
    assert holes is not None
    return set(card_names(holes))


def _checked_down(host: Host) -> None:
    """From the flop everybody is timed out to the showdown; then the hand goes on as if nothing had been."""
    flop = host.trunk[3]
    host.runs(flop, *(step("timeout", seat) for _ in range(3) for seat in (1, 2, 0)))


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_without_a_guard_a_host_looks_ahead_by_its_own_steps_and_the_opening_says_so(
    house: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    message = keyed(delivery)
    message.accept_host_lookahead = True
    host = Host.opens(house, message)
    host.plays(*_PREFLOP)
    assert host.learned() == set()
    _checked_down(host)
    assert len(host.learned()) >= 2
    assert host.flags == OpenFlag.HOST_CAN_LOOK_AHEAD | OpenFlag.SIGN_EVERY
    assert "guard=no lookahead=yes" in host.line
    # and the players, who signed nothing of it, play on
    host.plays(*_FLOP)


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_without_keys_a_host_puts_everybody_all_in_and_the_opening_says_so(
    guarded: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    message = keyed(delivery, SEEDED)
    message.accept_host_lookahead = True
    for seat in message.seats:
        seat.ClearField("action_key")
    host = Host.opens(guarded, message)
    host.runs(host.trunk[0], *(step("all_in", seat) for seat in _SEATS))
    assert len(host.learned()) == 6
    assert host.flags == OpenFlag.HOST_CAN_LOOK_AHEAD | OpenFlag.FORK_GUARD
    assert "keys=0/3 guard=yes lookahead=yes" in host.line
    # the guard at least keeps it from playing another hand than the one that it looked at
    assert host.tries("Act", act_request(host.trunk[0], step("call", 0))) is None
    assert host.reasons == ["FORK"]


def test_with_delivery_host_it_knows_all_hole_cards_and_the_opening_says_so(house: House) -> None:
    host = Host.opens(house, keyed(HOST))
    assert len(host.learned()) == 6
    assert "delivery=HOST keys=3/3 guard=no lookahead=yes" in host.line
    host.plays(*_PREFLOP)
    river = host.runs(host.trunk[3], *(step("timeout", seat) for _ in range(3) for seat in (1, 2, 0)))
    assert len(river.view.boards[0].cards) == 5


def test_with_delivery_host_a_guard_still_hides_the_cards_to_come(guarded: House) -> None:
    message = keyed(HOST)
    message.fork_guard = True
    host = Host.opens(guarded, message)
    host.plays(*_PREFLOP, step("check", 1))
    _checked_down(host)
    assert host.reasons == ["FORK"]
    assert all(len(update.view.boards[0].cards) <= 3 for update in host.trunk)


def test_audit_4_1_two_branches_are_a_proof_against_the_house(house: House) -> None:
    """COMMITTED signs every head: what an unguarded host has run, it can be shown to have run."""
    message = keyed(SEAT_KEY)
    message.accept_host_lookahead = True
    host = Host.opens(house, message)
    host.plays(*_PREFLOP, step("check", 1))
    branch = host.runs(host.trunk[3], step("timeout", 1))
    one, other = (
        SignedHead(update.hand_id, update.step, update.parent_head, update.head, update.signature)
        for update in (host.trunk[4], branch)
    )
    public_key = house.floor.ring.head_keys[0].public_key
    assert fork_of_heads(one, other, public_key) is ForkVerdict.SAME_STEP
