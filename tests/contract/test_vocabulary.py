"""The contract says what the core says: the same switches, steps, events and reasons by the same names."""

from __future__ import annotations

from enum import Enum, IntEnum

import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from floorman import events, steps
from floorman.fairness.draws import DrawKind, DrawTie
from floorman.fairness.event_bytes import Kind
from floorman.fairness.opening import Dealing, Delivery, Level
from floorman.records import report
from floorman.rules.refusal import Reason
from floorman.rules.switches import SWITCHES, Scope, Switch
from floorman.table.explain import Source
from floorman.table.levels import Warned
from floorman.table.prepare import Outcome, Standing
from floorman.table.seats import Wish
from floorman.v1 import (
    audit_service_pb2,
    config_pb2,
    draw_pb2,
    evaluation_service_pb2,
    events_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    steps_pb2,
    table_service_pb2,
)

CONFIG = config_pb2.TableConfig.DESCRIPTOR
STEP = steps_pb2.Step.DESCRIPTOR
EVENT = events_pb2.HandEvent.DESCRIPTOR
REASONS = refusal_pb2.ErrorReason.DESCRIPTOR

# Kinds of the transcript (audit.md 4.2) whose field has a longer or another name.
EVENT_FIELDS = {
    Kind.BOARD: "board_cards",
    Kind.STREET: "street_begins",
    Kind.RAISE: "raised",
    Kind.TIMEOUT: "timed_out",
    Kind.RESOLVE: "resolved",
    Kind.KILL: "killed",
    Kind.RABBIT: "rabbit_cards",
    Kind.VOID: "voided",
    Kind.RETURN: "returned",
}
STEP_FIELDS = {steps.Verb.BET: "bet_to", steps.Verb.RAISE: "raise_to", steps.Verb.VOID: "void_hand"}


def names_and_numbers(enum: EnumDescriptor, prefix: str) -> dict[str, int]:
    """The values of an enum but UNSPECIFIED, without their prefix."""
    assert all(name.startswith(prefix) for name in enum.values_by_name)
    return {value.name.removeprefix(prefix): value.number for value in enum.values if value.number}


def of_core(enum: type[IntEnum]) -> dict[str, int]:
    return {member.name: member.value for member in enum if member.value}


def test_every_switch_stands_in_the_config_under_its_own_name_and_in_the_rule_books_order() -> None:
    assert [field.name for field in CONFIG.fields] == ["preset", *SWITCHES]


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_a_switch_can_say_every_value_and_also_nothing(switch: Switch) -> None:
    field = CONFIG.fields_by_name[switch.name]
    match switch.kind:
        case "enum":
            assert choices_of(field.enum_type, switch.name) == members(switch.choices)
        case "set":
            assert field.has_presence
            seats = config_pb2.StraddleSeats.DESCRIPTOR.fields_by_name["seats"]
            assert choices_of(seats.enum_type, "straddle_seat") == members(switch.choices)
        case "flag":
            assert field.has_presence
            assert field.type == FieldDescriptor.TYPE_BOOL
        case "number":
            assert field.has_presence
            chips = switch.unit == "chips"
            assert field.type == (FieldDescriptor.TYPE_INT64 if chips else FieldDescriptor.TYPE_UINT32)
        case _:
            assert field.message_type is config_pb2.RakeCaps.DESCRIPTOR


def choices_of(enum: EnumDescriptor | None, name: str) -> list[str]:
    assert enum is not None
    return list(names_and_numbers(enum, f"{name.upper()}_"))


def members(choices: type[Enum] | None) -> list[str]:
    assert choices is not None
    return [member.name for member in choices]


@pytest.mark.parametrize("verb", steps.Verb)
def test_a_step_has_the_number_of_its_verb(verb: steps.Verb) -> None:
    assert STEP.fields_by_number[verb].name == STEP_FIELDS.get(verb, verb.name.lower())
    assert steps_pb2.StepKind.Value(f"STEP_KIND_{verb.name}") == verb.value


def test_there_are_no_other_steps() -> None:
    kinds = {field.number for field in STEP.oneofs_by_name["kind"].fields}
    assert kinds == set(steps.Verb)
    assert set(steps_pb2.StepKind.values()) == {0, *steps.Verb}


@pytest.mark.parametrize("kind", Kind)
def test_an_event_has_the_number_of_its_kind_in_the_transcript(kind: Kind) -> None:
    assert EVENT.fields_by_number[kind].name == EVENT_FIELDS.get(kind, kind.name.lower())


def test_there_are_no_other_events() -> None:
    assert {field.number for field in EVENT.fields} == set(Kind)


@pytest.mark.parametrize(
    ("wire", "prefix", "core"),
    [
        (steps_pb2.Cause.DESCRIPTOR, "CAUSE_", steps.Cause),
        (events_pb2.Outcome.DESCRIPTOR, "OUTCOME_", events.Outcome),
        (events_pb2.ExposedOutcome.DESCRIPTOR, "EXPOSED_OUTCOME_", events.ExposedOutcome),
        (opening_pb2.Dealing.DESCRIPTOR, "DEALING_", Dealing),
        (opening_pb2.Delivery.DESCRIPTOR, "DELIVERY_", Delivery),
        (opening_pb2.AssuranceLevel.DESCRIPTOR, "ASSURANCE_LEVEL_", Level),
        (audit_service_pb2.CheckName.DESCRIPTOR, "CHECK_NAME_", report.CheckName),
        (draw_pb2.DrawKind.DESCRIPTOR, "DRAW_KIND_", DrawKind),
        (config_pb2.DrawTie.DESCRIPTOR, "DRAW_TIE_", DrawTie),
    ],
)
def test_an_enum_numbers_its_values_as_the_core_does(
    wire: EnumDescriptor, prefix: str, core: type[IntEnum]
) -> None:
    assert names_and_numbers(wire, prefix) == of_core(core)


@pytest.mark.parametrize(
    ("wire", "prefix", "core"),
    [
        (table_service_pb2.EntryWish.DESCRIPTOR, "ENTRY_WISH_", {one.name for one in Wish} - {"NONE"}),
        (table_service_pb2.SeatStanding.DESCRIPTOR, "SEAT_STANDING_", {one.name for one in Standing}),
        (table_service_pb2.PrepareOutcome.DESCRIPTOR, "PREPARE_OUTCOME_", {one.name for one in Outcome}),
        (table_service_pb2.SwitchSource.DESCRIPTOR, "SWITCH_SOURCE_", {one.name for one in Source}),
        (table_service_pb2.SwitchScope.DESCRIPTOR, "SWITCH_SCOPE_", {one.name for one in Scope}),
        (
            table_service_pb2.ScheduleWarningKind.DESCRIPTOR,
            "SCHEDULE_WARNING_KIND_",
            {one.name for one in Warned},
        ),
    ],
)
def test_an_enum_of_the_table_names_its_values_as_the_core_does(
    wire: EnumDescriptor, prefix: str, core: set[str]
) -> None:
    assert set(names_and_numbers(wire, prefix)) == core


def test_a_check_stands_in_the_contract_as_the_core_says_it() -> None:
    wire = names_and_numbers(audit_service_pb2.CheckStanding.DESCRIPTOR, "CHECK_STANDING_")
    assert list(wire) == [standing.name for standing in report.Standing]


@pytest.mark.parametrize("label", [label for label in events.CallLabel if label])
def test_r7_9_a_label_has_the_number_that_the_core_gives_it(label: events.CallLabel) -> None:
    assert events_pb2.CallLabel.Value(f"CALL_LABEL_{label.name}") == label.value


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_rules_has_its_name_in_the_contract(reason: Reason) -> None:
    assert f"ERROR_REASON_{reason.value}" in REASONS.values_by_name


SERVICES = [
    hand_service_pb2.DESCRIPTOR.services_by_name["HandService"],
    table_service_pb2.DESCRIPTOR.services_by_name["TableService"],
    evaluation_service_pb2.DESCRIPTOR.services_by_name["EvaluationService"],
    audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"],
]


@pytest.mark.parametrize("answer", [call.output_type for service in SERVICES for call in service.methods])
def test_an_answer_holds_no_map_no_float_and_nothing_from_outside_the_contract(answer: Descriptor) -> None:
    floats = {FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT}
    for message in reachable(answer):
        assert message.file.package == "floorman.v1"
        assert not message.GetOptions().map_entry
        assert not floats & {field.type for field in message.fields}


def reachable(message: Descriptor, seen: set[str] | None = None) -> list[Descriptor]:
    """The message and every message that its fields can hold."""
    seen = set() if seen is None else seen
    if message.full_name in seen:
        return []
    seen.add(message.full_name)
    inner = [field.message_type for field in message.fields if field.message_type]
    return [message, *(deeper for kind in inner for deeper in reachable(kind, seen))]
