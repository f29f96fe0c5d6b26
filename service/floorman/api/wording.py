"""Refusals in the reader's language: English as the rules say it, or Chinese (``accept-language``)."""

from __future__ import annotations

from typing import Final

from floorman.v1 import refusal_pb2

__all__ = ["prefers_chinese", "worded"]

_PREFIX: Final = len("ERROR_REASON_")


def prefers_chinese(languages: str) -> bool:
    """Whether the first language of an ``accept-language`` value (RFC 9110) that we speak is Chinese."""
    ranked = []
    for place, part in enumerate(languages.lower().split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0 and (name in {"zh", "en"} or name.startswith(("zh-", "en-"))):
            ranked.append((-quality, place, name))
    return bool(ranked) and min(ranked)[2].startswith("zh")


def worded(refusal: refusal_pb2.Refusal, languages: str) -> refusal_pb2.Refusal:
    """The refusal with its message in the language asked for."""
    if not prefers_chinese(languages):
        return refusal
    chinese = refusal_pb2.Refusal()
    chinese.CopyFrom(refusal)
    name = refusal_pb2.ErrorReason.Name(refusal.reason)[_PREFIX:]
    numbers = "，".join(f"{number.name} = {number.value}" for number in refusal.numbers)
    chinese.message = _CHINESE.get(name, "请求被拒绝") + (f"（{numbers}）" if numbers else "") + "。"
    return chinese


_CHINESE: Final = {
    "HAND_COMPLETE": "本手牌已结束",
    "UNKNOWN_SEAT": "该座位没有参与本手牌",
    "NOT_YOUR_TURN": "还没有轮到该座位行动",
    "CANNOT_CHECK": "面前有下注，不能过牌",
    "NOTHING_TO_CALL": "没有可跟的注，请过牌",
    "FOLD_NOT_ALLOWED": "没有下注时本桌不允许弃牌，请过牌",
    "INSUFFICIENT_CHIPS": "筹码不足",
    "BET_BELOW_MINIMUM": "下注低于最小下注额",
    "RAISE_BELOW_MINIMUM": "加注低于最小加注额",
    "ABOVE_MAXIMUM": "超过允许的最大额度",
    "NOT_A_MULTIPLE_OF_STEP": "金额不是最小单位的整数倍",
    "RAISE_NOT_REOPENED": "之后只有不足额的全下，加注权没有重新打开，只能跟注或弃牌",
    "RAISE_CAPPED": "本轮加注次数已达上限",
    "NO_OPPONENT_TO_RAISE": "所有对手都已全下，无人可以再加注",
    "NOT_A_BET": "已经有人下注，请用加注",
    "NOT_A_RAISE": "还没有人下注，请用下注",
    "RUN_NOT_OFFERED": "现在不能选择发多次牌",
    "HANDS_ALREADY_UP": "底牌已全部亮出",
    "STEP_NOT_ALLOWED": "现在不允许这个操作",
    "UNKNOWN_CARDS": "该座位的底牌未知，亮牌须给出两张牌",
    "WRONG_CARDS": "给出的牌与已知的底牌不符",
    "CARD_TWICE": "同一张牌出现了两次",
    "CARD_NOT_IN_DECK": "这副牌里没有这张牌",
    "CARD_COUNT": "牌的张数不对",
    "CARDS_ALREADY_KNOWN": "这些牌已经给出过",
    "FIELD_MISSING": "缺少必填字段",
    "UNKNOWN_ENUM": "未知的枚举值",
    "NUMBER_OUT_OF_RANGE": "数值超出范围",
    "WRONG_LENGTH": "长度不对",
    "NOT_A_CARD": "不是一张牌",
    "CONTRADICTION": "字段互相矛盾",
    "UNREADABLE_REQUEST": "请求无法解析",
    "CONFIG_INVALID": "牌桌设置无效",
    "UNSUPPORTED_SWITCH": "此版本不支持这些设置",
    "SEAT_COUNT": "座位数不对",
    "SEAT_OUT_OF_RANGE": "座位号超出范围",
    "DUPLICATE_SEAT": "座位重复",
    "CHIPS_OUT_OF_RANGE": "筹码数超出范围",
    "BUTTON_OUT_OF_RANGE": "庄家按钮的座位号超出范围",
    "BLIND_SEAT_INVALID": "该座位不能下这个盲注",
    "POST_INVALID": "补盲不合规则",
    "STRADDLE_INVALID": "抓盲不合规则",
    "DECK_TOO_SMALL": "一副牌不够发",
    "NOT_OFFERED": "本服务不提供该选项",
    "DELIVERY_UNPROTECTED": "缺少使该发牌方式成立的密钥或防分叉保护",
    "SEED_REFUSED": "该座位的种子不被接受",
    "SEED_MISSING": "该座位承诺了种子却没有公开，须重新开局",
    "CONSENT_INVALID": "该座位对开局的同意签名缺失或无效",
    "BEACON_INVALID": "这不是该轮公共随机信标的签名",
    "MALFORMED_STATE": "不是本服务的状态令牌",
    "UNREADABLE_STATE": "状态令牌被改动、截断，或由其他密钥封装",
    "KEY_RETIRED": "封装该状态的密钥已停用",
    "RULES_VERSION": "未知的规则版本或编码版本",
    "WRONG_HAND": "状态不属于这手牌",
    "STALE_STEP": "步骤编号与状态不符",
    "STATE_TOO_OLD": "状态已过期",
    "FORK": "同一状态上已接受过另一个步骤",
    "GUARD_LOST": "防分叉记录已丢失，只能作废本手牌",
    "GUARD_UNAVAILABLE": "防分叉服务暂不可用",
    "SIGNATURE_MISSING": "缺少该座位的签名",
    "SIGNATURE_INVALID": "签名无效",
    "TIMEOUT_TOO_EARLY": "超时判定过早",
    "SECRET_WRONG": "密语不正确",
    "NOT_PROVED": "所给材料不能证明这手牌",
    "HAND_NOT_COMPLETE": "本手牌尚未结束",
    "LIMIT": "超出服务限额",
    "NOT_AUTHENTICATED": "没有有效的身份凭证",
    "NOT_PERMITTED": "没有执行此操作的权限",
    "INTERNAL": "服务内部错误",
    "OUT_OF_TIME": "在调用方设定的期限内未能得出结果",
    "SCHEDULE_INVALID": "盲注级别表无效",
    "BELOW_MINIMUM_BUYIN": "低于最低买入额",
    "ABOVE_MAXIMUM_BUYIN": "超过最高买入额",
    "BELOW_AMOUNT_TAKEN": "离桌后短时间内返回，买入不得少于带走的筹码",
    "NOT_A_MULTIPLE_OF_UNIT": "金额不是最小筹码的整数倍",
    "TOPUP_NOT_OFFERED": "本桌买入后不再补充筹码",
    "HAND_RUNNING": "一手牌进行中不能增减筹码",
    "GOING_SOUTH": "不能只带走一部分筹码，离桌须全部带走",
    "NOT_BUST": "还有筹码的选手不能重买",
    "REBUYS_USED_UP": "重买次数已用完",
    "REBUYS_OVER": "重买与加买阶段已结束",
    "ADDON_NOT_OFFERED": "没有可用的加买",
}
"""One sentence a reason; the numbers are appended by their names."""
