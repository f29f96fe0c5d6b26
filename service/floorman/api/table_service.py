"""``TableService``: everything between two hands, as pure questions."""

from __future__ import annotations

import grpc

from floorman.api import checks
from floorman.api.answering import answering, languages_of
from floorman.api.chips_wire import buy_in_verdict, cash_out_verdict, top_up_verdict
from floorman.api.draw_wire import (
    accepted_draw_seeds,
    draw_from_wire,
    drawn_button_from_wire,
    drawn_seats_from_wire,
    drawn_to_wire,
    opened_draw_to_wire,
)
from floorman.api.drawing import complete_draw, draw_at_once, open_draw
from floorman.api.explained_wire import effective_config, presets_to_wire
from floorman.api.floor import Floor
from floorman.api.prepare_wire import prepare
from floorman.api.tournament_wire import colored_up, level_at, ranked
from floorman.api.wording import worded
from floorman.v1 import refusal_pb2, table_service_pb2, table_service_pb2_grpc

__all__ = ["TableServicer"]


class TableServicer(table_service_pb2_grpc.TableServiceServicer):
    """Answers for one floor, whose keys sign its draws; safe to share between threads."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    # ---- the rules of a table ----

    @answering
    def ResolveConfig(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.ResolveConfigRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.ResolveConfigResponse:
        """Says what a config comes to."""
        if not request.HasField("config"):
            raise checks.missing("config", "There is no config to look at.")
        found = effective_config(request.config)
        if isinstance(found, refusal_pb2.Refusal):
            return table_service_pb2.ResolveConfigResponse(refused=worded(found, languages_of(context)))
        return table_service_pb2.ResolveConfigResponse(effective=found)

    @answering
    def ListPresets(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.ListPresetsRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.ListPresetsResponse:
        """Lists the presets."""
        del request, context
        return table_service_pb2.ListPresetsResponse(presets=presets_to_wire())

    # ---- the next hand ----

    @answering
    def PrepareHand(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.PrepareHandRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.PrepareHandResponse:
        """Prepares the next hand."""
        del context
        return prepare(request)

    # ---- draws ----

    @answering
    def OpenDraw(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.OpenDrawRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.OpenDrawResponse:
        """Opens a draw to which entrants add seeds."""
        del context
        opened = open_draw(self._floor, draw_from_wire(request))
        return table_service_pb2.OpenDrawResponse(draw_token=opened.token, draw=opened_draw_to_wire(opened))

    @answering
    def CompleteDraw(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.CompleteDrawRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.CompleteDrawResponse:
        """Completes a draw."""
        del context
        sealed = self._floor.open_draw(request.draw_token)
        seeds = accepted_draw_seeds(sealed.draw, request.seeds)
        draw, result = drawn_to_wire(complete_draw(self._floor, sealed, seeds))
        return table_service_pb2.CompleteDrawResponse(draw=draw, result=result)

    @answering
    def DrawSeats(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.DrawSeatsRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.DrawSeatsResponse:
        """Draws seats in one call."""
        del context
        draw, result = drawn_to_wire(draw_at_once(self._floor, drawn_seats_from_wire(request)))
        return table_service_pb2.DrawSeatsResponse(draw=draw, result=result)

    @answering
    def DrawButton(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.DrawButtonRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.DrawButtonResponse:
        """Draws the first button in one call."""
        del context
        draw, result = drawn_to_wire(draw_at_once(self._floor, drawn_button_from_wire(request)))
        return table_service_pb2.DrawButtonResponse(draw=draw, result=result)

    # ---- chips on and off the table ----

    @answering
    def CheckBuyIn(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.CheckBuyInRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.CheckBuyInResponse:
        """Says whether a player may buy in."""
        return buy_in_verdict(request, languages_of(context))

    @answering
    def CheckTopUp(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.CheckTopUpRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.CheckTopUpResponse:
        """Says whether chips may be added to a stack."""
        return top_up_verdict(request, languages_of(context))

    @answering
    def CheckCashOut(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.CheckCashOutRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.CheckCashOutResponse:
        """Says whether chips may leave the table."""
        return cash_out_verdict(request, languages_of(context))

    # ---- tournaments ----

    @answering
    def LevelAt(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.LevelAtRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.LevelAtResponse:
        """Says where a blind schedule stands."""
        del context
        return level_at(request)

    @answering
    def ColorUp(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.ColorUpRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.ColorUpResponse:
        """Takes the smallest chips off a table."""
        del context
        return colored_up(request)

    @answering
    def RankFinishers(  # noqa: N802 (the contract's name)
        self, request: table_service_pb2.RankFinishersRequest, context: grpc.ServicerContext
    ) -> table_service_pb2.RankFinishersResponse:
        """Ranks the players who went out in one hand."""
        del context
        return ranked(request)
