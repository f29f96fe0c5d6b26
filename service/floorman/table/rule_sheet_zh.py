"""The house rules of a table in plain Chinese, for its players."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from floorman.rules.switches import TableConfig
from floorman.table.house_rules import RuleLine, in_words

__all__ = ["CHINESE", "rule_sheet_zh"]


def rule_sheet_zh(config: TableConfig) -> tuple[RuleLine, ...]:
    """The rules that a table has, in the course of a hand."""
    return in_words(config, CHINESE)


CHINESE: Final = MappingProxyType(
    {
        # the game
        "variant.HOLDEM_52": "德州扑克，使用52张牌。",
        "variant.SHORT_DECK_36": "短牌德州扑克，使用6以上的36张牌。同花大于葫芦，最小的顺子是A-6-7-8-9。",
        "short_trips_beat_straight.true": "三条大于顺子。",
        "short_trips_beat_straight.false": "顺子大于三条。",
        "max_seats": "2至{max_seats}名玩家。",
        "betting.NO_LIMIT": "无限注：一次下注可以押上全部筹码。",
        "betting.POT_LIMIT": "底池限注：加注的幅度最多为跟注后的底池。",
        "betting.FIXED_LIMIT": "固定限注：每次下注的额度是固定的。",
        # forced bets
        "bomb_pot": "炸弹底池：每人下前注{bomb_pot}，没有盲注，直接发翻牌。",
        "boards": "公共牌{boards}组，各分底池的一份。",
        "bomb_button_moves.true": "炸弹底池之后按钮照常移动。",
        "bomb_button_moves.false": "炸弹底池之后按钮不动。",
        "blind_structure.SB_BB": (
            "盲注{small_blind}/{big_blind}。按钮左边第一个座位下{small_blind}，下一个座位下{big_blind}。"
        ),
        "blind_structure.SINGLE_BLIND": "只有一个盲注{big_blind}，由按钮左边第一个座位下。",
        "blind_structure.BUTTON_BLIND": "按钮下盲注{big_blind}，翻牌前最后行动；其他人不下盲注。",
        "blind_structure.NONE": "没有盲注，由按钮左边第一个座位先行动。",
        "heads_up": "单挑时由按钮下{small_blind}，翻牌前先行动，翻牌后后行动。",
        "ante_type.EACH": "每人下前注{ante_amount}。",
        "ante_type.BIG_BLIND": "大盲注位替全桌下前注{ante_amount}。",
        "ante_type.BUTTON": "按钮替全桌下前注{ante_amount}。",
        "ante_order.BLIND_FIRST": "筹码不够时先付盲注，再付前注。",
        "ante_order.ANTE_FIRST": "筹码不够时先付前注，再付盲注。",
        # the button
        "first_button.RANDOM": "第一手的按钮抽签决定。",
        "first_button.HIGH_CARD": "第一手的按钮归抽到最大牌的玩家，A最大。",
        "first_button.GIVEN": "第一手的按钮由牌桌指定。",
        "draw_tie.REDRAW_TIED": "最大牌相同的玩家重新抽牌。",
        "draw_tie.REDRAW_ALL": "最大牌相同时所有人重新抽牌。",
        "draw_tie.SUIT_ORDER": "点数相同时依次比花色：黑桃、红桃、方块、梅花。",
        "button_rule.DEAD": (
            "大盲注移到下一位玩家，小盲注和按钮逐座跟进，空座位也不跳过。没有人会连续两手下大盲注。"
        ),
        "button_rule.MOVING": "按钮移到下一位玩家，盲注在它的左边。",
        "button_alone": "按钮移到下一位玩家。",
        # coming in
        "absent_player.SIT_OUT": "离开的玩家不发牌。",
        "absent_player.DEALT_AND_KILLED": "离开的玩家照样发牌并下盲注，第一个行动之前其牌作废。",
        "entry_post.POST_BB_LIVE": "新玩家补一个大盲注{big_blind}，计入跟注；也可以等到大盲注轮到自己。",
        "entry_post.POST_BB_DEAD": "新玩家补一个大盲注{big_blind}，不计入跟注；也可以等到大盲注轮到自己。",
        "entry_post.WAIT_FOR_BB": "新玩家等到大盲注轮到自己才入局。",
        "entry_post.FREE": "新玩家入局不用补盲。",
        "entry_gap.NOT_BETWEEN_BUTTON_AND_BB": "按钮与大盲注之间不能入局。",
        "entry_gap.NOT_BETWEEN_SB_AND_BUTTON": "按钮与小盲注之间不能入局。",
        "entry_gap.BUY_BUTTON": (
            "按钮与大盲注之间不能入局；没有人下小盲注时可以买按钮：付{big_blind}计入跟注，"
            "另付{small_blind}不计入，下一手按钮就在自己这里。"
        ),
        "missed_blinds.POST": "错过盲注的玩家可以补齐，也可以等大盲注；两个都补时只有大盲注计入跟注。",
        "missed_blinds.WAIT_ONLY": "错过盲注的玩家要等大盲注轮到自己。",
        "missed_blinds.IGNORE": "错过的盲注不用补。",
        "missed_sb_alone.DEAD": "只错过小盲注时，补的小盲注不计入跟注。",
        "missed_sb_alone.LIVE": "只错过小盲注时，补的小盲注计入跟注。",
        # straddles
        "straddle_seats.UTG": "大盲注左边的玩家可以抓盲到{straddle}。",
        "straddle_seats.BUTTON": "按钮可以抓盲到{straddle}。",
        "straddle_seats.BUTTON,UTG": ("按钮或大盲注左边的玩家可以抓盲到{straddle}；只许一个抓盲时按钮优先。"),
        "straddle_seats.ANY": "除大盲注外任何玩家都可以抓盲到{straddle}。",
        "straddle_mandatory.true": "抓盲是强制的。",
        "straddle_max": (
            "左边下一位玩家可以再抓盲，额度为前一个的{straddle_multiple}倍；最多{straddle_max}个抓盲。"
        ),
        "straddle_full_only.true": "筹码不够整个抓盲的玩家不能抓盲。",
        "straddle_min_players": "至少{straddle_min_players}名玩家时才可以抓盲。",
        "straddle_order.LEFT_OF_STRADDLE": "最后一个抓盲左边的玩家先行动。",
        "straddle_order.UTG_FIRST": "大盲注左边的玩家先行动，抓盲者最后行动。",
        "straddle_min_raise.FULL": "抓盲之上的第一次加注至少增加一个抓盲。",
        "straddle_min_raise.DIFFERENCE": "抓盲之上的第一次加注至少增加抓盲与前一注的差额。",
        # the deal
        "deal_start.LEFT_OF_BUTTON": "第一张牌发给按钮左边第一位玩家。",
        "deal_start.BIG_BLIND": "第一张牌发给大盲注。",
        "deal_pattern.ONE_AT_A_TIME": "每次发一张，发两圈。",
        "deal_pattern.TWO_AT_ONCE": "一次发两张。",
        "burn_cards.true": "翻牌、转牌、河牌之前各烧一张牌。",
        "burn_cards.false": "不烧牌。",
        "exposed_card.REPLACE_WITH_BURN": "发牌时暴露的底牌在发完后更换。",
        "exposed_card.KEEP": "发牌时暴露的底牌照常使用。",
        "exposed_card.MISDEAL": "发牌时暴露底牌则本手作废重发。",
        "exposed_first_two.MISDEAL": "暴露的若是最先发出的两张牌之一，本手作废重发。",
        # bets
        "minimum_bet": "最小下注{big_blind}，全下可以更少。",
        "min_raise_rule.LAST_FULL_INCREMENT": "加注的增量不得少于上一次足额下注或加注的增量。",
        "min_raise_rule.DOUBLE_LAST_TOTAL": "加注至少加到之前的两倍。",
        "bet_step": "下注和加注须为{bet_step}的整数倍，全下除外。",
        "pl_assume_full_blinds.true": "计算翻牌前底池时，不足的和空缺的盲注按全额计。",
        "pl_sb_counts_as_bb.true": "大盲注行动之前，小盲注按大盲注计入底池。",
        "pl_round_up": "计算底池时向上取整到{pl_round_up}的倍数。",
        "pl_ante_preflop.EACH_ONLY": "翻牌前的底池只计每人都付的前注。",
        "pl_ante_preflop.ALL": "翻牌前的底池计入所有前注。",
        "pl_ante_preflop.NONE": "翻牌前的底池不计前注。",
        "fl_small_bet": "翻牌前和翻牌圈每注{fl_small_bet}，转牌和河牌每注{fl_big_bet}。",
        "fl_max_raises": "每轮一次下注，最多{fl_max_raises}次加注。",
        "fl_cap_headsup.UNCAPPED_IF_HEADSUP_BEFORE_CAP": "达到上限之前只剩两人时不受此限。",
        "fl_cap_headsup.UNCAPPED_IF_ROUND_STARTS_HEADSUP": "由两人开始的一轮不受此限。",
        "fl_cap_headsup.ONLY_LAST_TWO_IN_EVENT": "赛事最后两人之间不受此限。",
        "fl_cap_headsup.ALWAYS_CAPPED": "只有两人时也受此限。",
        "fl_partial_base.ALLIN_AMOUNT": "全下达到半注即算一注，下一次加注在它之上；不到半注的可以补足。",
        "fl_partial_base.NEXT_LEVEL": "全下达到半注即算一注，下一次加注按整注计算；不到半注的可以补足。",
        "reopen_rule.CUMULATIVE_FULL": "已行动的玩家，只有之后的加注合计达到一个足额加注，才可以再加注。",
        "reopen_rule.SINGLE_FULL": "已行动的玩家，只有之后有人做过一次足额加注，才可以再加注。",
        "reopen_rule.HALF": "已行动的玩家，只有之后的加注合计达到足额加注的一半，才可以再加注。",
        "half_inclusive.true": "正好一半也算。",
        "half_inclusive.false": "正好一半不算。",
        "allow_open_fold.false": "可以过牌的玩家不能弃牌。",
        "allow_raise_without_live_opponent.true": "对手全部全下时仍可加注，无人能跟的部分退回。",
        # the showdown
        "allin_face_up.BEFORE_RIVER": "河牌前因全下而结束下注时，还在局中的牌全部亮出。",
        "allin_face_up.ALWAYS": "因全下而结束下注时，还在局中的牌全部亮出，不能盖牌。",
        "allin_face_up.AT_SHOWDOWN_ONLY": "即使有人全下，摊牌前也不亮牌。",
        "allin_first.FIRST_ALLIN": "所有人都全下时，先全下的先亮牌。",
        "showing_order": "摊牌时，河牌圈最后下注或加注的玩家先亮牌；没有人下注则由按钮左边第一位先亮。",
        "auto_muck.true": "输掉的牌不亮，直接盖掉。",
        "auto_muck.false": "摊牌时所有的牌都亮出。",
        "both_cards": "摊牌时亮出两张底牌才能赢得底池。",
        "show_after_uncontested.NONE": "没有人跟注而获胜的玩家不亮牌。",
        "show_after_uncontested.ONE": "没有人跟注而获胜的玩家可以亮一张牌。",
        "show_after_uncontested.BOTH": "没有人跟注而获胜的玩家可以亮一张或两张牌。",
        "show_request.RIVER_CALLERS": "在河牌圈跟过注的玩家可以要求看牌。",
        "show_request.TURN_REACHED": "转牌时还在局中的玩家可以要求看牌。",
        "show_request.ANYONE": "发到牌的玩家都可以要求看牌。",
        "river_caller_right.true": "在河牌圈跟注的玩家可以看最后下注或加注者的牌。",
        "rabbit_hunt.true": "一手结束后可以看没有发出的公共牌。",
        # pots
        "odd_chips.ONE_EACH": "平分底池的零头从按钮左边起每人一个。",
        "odd_chips.ALL_TO_FIRST": "平分底池的零头归按钮左边第一位赢家。",
        "run_it_max": "全下之后，剩余的公共牌最多可以发{run_it_max}次。",
        "run_it_consent.UNANIMOUS": "发几次须由局中所有玩家同意。",
        "run_it_consent.MANDATORY": "牌够则一律发这么多次，不另行询问。",
        "run_it_burn.PER_BOARD": "每次发牌都烧牌。",
        "run_it_burn.FIRST_BOARD_ONLY": "只有第一次发牌烧牌。",
        "run_it_burn.NONE": "这些发牌都不烧牌。",
        "run_it_players.ANY": "人数不限。",
        "run_it_players.HEADSUP_ONLY": "只有两名玩家时可以选择。",
        "rake_bps": "牌桌从底池抽水{rake_percent}%。",
        "rake_cap": "每手抽水最多{rake_cap}。",
        "rake_caps": "按人数，每手抽水最多：{rake_caps}。",
        "rake_rounding.DOWN": "抽水向下取整到{unit}的倍数。",
        "rake_rounding.HALF_EVEN": "抽水取整到最接近的{unit}的倍数。",
        "no_flop_no_drop.true": "没有发翻牌则不抽水。",
        # chips
        "unit": "最小的筹码是{unit}。",
        "buyin": "买入{least_buyin}至{most_buyin}。一手牌进行中不能增减筹码。",
        "buyin_without_limit": "买入至少{least_buyin}，没有上限。一手牌进行中不能增减筹码。",
        "topup.BETWEEN_HANDS": "两手之间可以补充筹码，最多补到最高买入；只有离桌才能带走筹码。",
        "topup.NONE": "不能补充筹码。",
        "rathole_minutes": "离桌后{rathole_minutes}分钟内返回，买入不得少于带走的筹码。",
        "rebuys_max": "出局后可以重新买入，最多{rebuys_max}次。",
        "rebuy_last_level": "重买到第{rebuy_last_level}级别为止。",
        "addon.true": "两手之间每人可以加买一次。",
    }
)
"""The words of every house rule."""
