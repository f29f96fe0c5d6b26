"""R-19.6: who finished where, and the bounties."""

from __future__ import annotations

from floorman.table.finishers import Bounty, Bust, Place, bounties, rank_finishers
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub


def test_r19_6_one_bust_takes_the_last_place() -> None:
    assert rank_finishers([Bust(4, 900)], 9) == [Place(4, 9, 9)]


def test_r19_6_the_larger_stack_at_the_start_of_the_hand_ranks_higher() -> None:
    assert rank_finishers([Bust(1, 300), Bust(2, 1200)], 5) == [Place(2, 4, 4), Place(1, 5, 5)]


def test_r19_6_equal_stacks_share() -> None:
    busts = [Bust(1, 500), Bust(2, 800), Bust(3, 500), Bust(4, 100)]
    assert rank_finishers(busts, 10) == [Place(2, 7, 7), Place(1, 8, 9), Place(3, 8, 9), Place(4, 10, 10)]


def test_r19_6_heads_up_the_loser_is_second() -> None:
    assert rank_finishers([Bust(1, 500)], 2) == [Place(1, 2, 2)]


def test_r19_6_a_bounty_goes_to_whoever_won_the_last_pot() -> None:
    assert bounties([Bust(4, 900, (7,), 50)], 1) == [Bounty(7, 4, 50)]


def test_r19_6_winners_who_split_the_pot_split_the_bounty() -> None:
    assert bounties([Bust(4, 900, (7, 2), 50)], 1) == [Bounty(7, 4, 25), Bounty(2, 4, 25)]
    # odd units one each, in the winners' order
    assert bounties([Bust(4, 900, (7, 2, 9), 50)], 1) == [
        Bounty(7, 4, 17),
        Bounty(2, 4, 17),
        Bounty(9, 4, 16),
    ]
    assert bounties([Bust(4, 900, (7, 2), 50)], 20) == [Bounty(7, 4, 30), Bounty(2, 4, 20)]


def test_r19_6_no_bounty_no_share() -> None:
    assert bounties([Bust(4, 900, (7,))], 1) == []


def test_r19_6_through_the_service(table: TableServiceStub) -> None:
    answer = table.RankFinishers(
        wire.RankFinishersRequest(
            players=5,
            busted=[
                wire.BustedPlayer(player=1, starting_stack=300, busted_by=[2, 3], bounty=51),
                wire.BustedPlayer(player=4, starting_stack=1200, busted_by=[2], bounty=10),
            ],
        )
    )
    assert [(one.player, one.best_place, one.worst_place) for one in answer.places] == [(4, 4, 4), (1, 5, 5)]
    assert [(one.player, one.busted_player, one.amount) for one in answer.bounties] == [
        (2, 1, 26),
        (3, 1, 25),
        (2, 4, 10),
    ]
    assert answer.players_left == 3
