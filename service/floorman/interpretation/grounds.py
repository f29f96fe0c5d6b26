"""Why a gesture means what it means: the rule, the rule of the TDA behind it, and words for the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Applied", "Ground"]


class Ground(Enum):
    """One reason of a ruling: rule of the rule book, source (TDA 2024), and a sentence in two languages."""

    SAID = ("R-7.2", "TDA 51-A", "Said in turn, and binding.", "轮到自己时口头声明，具有约束力。")
    NO_WAGER_OPEN = (
        "R-7.2",
        "TDA 51-A",
        "The seat may neither bet nor raise here.",
        "此时该座位不能下注或加注。",
    )
    EXACT_CALL = ("R-7.2", "TDA 41", "The chips are exactly the call.", "筹码正好等于跟注额，视为跟注。")
    FULL_RAISE = (
        "R-8.2",
        "TDA 42",
        "{total} is a full raise.",
        "总额 {total} 达到足额加注。",
    )
    MORE_THAN_THE_STACK = (
        "R-8.1",
        "",
        "The seat has {most} in all.",
        "该座位总共只有 {most}。",
    )
    NOT_A_MULTIPLE = (
        "R-8.4",
        "",
        "Wagers are multiples of {multiple_of}: what is over goes back.",
        "金额须为 {multiple_of} 的整数倍，多余部分退回。",
    )
    POT = ("R-9.1", "", "The pot makes it {most}.", "底池下注，总额为 {most}。")
    ABOVE_POT_LIMIT = (
        "R-9.5",
        "TDA 52-B",
        "{total} is more than the pot allows: reduced to {most}.",
        "{total} 超过底池限额，减为 {most}。",
    )
    ABOVE_FIXED_LIMIT = (
        "R-10.1",
        "",
        "{total} is more than the limit of this street: reduced to {most}.",
        "{total} 超过本轮限额，减为 {most}。",
    )
    UNDER_HALF = (
        "R-18.4",
        "TDA 43-A",
        "{over} over {level} is less than half of {increment}, and no raise was declared: no raise.",
        "超出 {level} 的部分为 {over}，不足 {increment} 的一半，又未声明加注，不算加注。",
    )
    HALF_REACHED = (
        "R-18.4",
        "TDA 43-A",
        "{over} over {level} is at least half of {increment}: a full raise, to {least}.",
        "超出 {level} 的部分为 {over}，达到 {increment} 的一半，须补足为最小加注 {least}。",
    )
    RAISE_DECLARED = (
        "R-18.4",
        "TDA 43-A",
        "A raise was declared: it is at least to {least}.",
        "已声明加注，至少加注到 {least}。",
    )
    OVERCHIP = (
        "R-18.5",
        "TDA 44",
        "A single chip of {chip}, and no raise declared: a call.",
        "未先声明加注而推出一枚面额 {chip} 的筹码，视为跟注。",
    )
    OVERCHIP_DECLARED = (
        "R-18.5",
        "TDA 44",
        "Declared without an amount: the most that the chip allows, {total}.",
        "声明时未说金额，以该枚筹码允许的最大额 {total} 为准。",
    )
    SILENT_BET = (
        "R-18.5",
        "TDA 44",
        "Facing no bet, chips put out in silence are a bet of their value, {total}.",
        "无人下注时默默推出筹码，按其面额下注 {total}。",
    )
    EVERY_CHIP_NEEDED = (
        "R-18.5",
        "TDA 45-A",
        "Without one of the smallest chips, a {chip}, {rest} would not reach {level}: a call.",
        "拿走一枚最小的筹码（{chip}）后剩 {rest}，不够 {level}，视为跟注。",
    )
    LAST_CHIPS = (
        "R-18.5",
        "TDA 45-B",
        "The last chips, and one of the smallest is not needed for the call: all-in.",
        "推出最后的筹码，且拿走一枚最小的仍够跟注，视为全下。",
    )
    PRIOR_CHIPS_COVER = (
        "R-18.5",
        "TDA 46-C",
        "The {prior} that lay in front cover the call already: all chips count together.",
        "面前原有的 {prior} 已够跟注，所有筹码合并计算。",
    )
    PRIOR_CHIPS_PARTLY = (
        "R-18.5",
        "TDA 46-C",
        "Some of the chips in front were pulled back: those that lie there now count together.",
        "面前原有的筹码只收回一部分，现有筹码合并计算。",
    )
    PULLED_BACK = (
        "R-18.5",
        "TDA 46-B",
        "Chips pulled back while facing a bet: the seat has to call or raise.",
        "面对下注时收回面前筹码，只能跟注或加注，不能弃牌。",
    )
    STRING_BET = (
        "R-18.6",
        "TDA 56",
        "Only the first motion counts: {later} came later and go back.",
        "只有第一次推出有效，之后的 {later} 属于分次下注，退回。",
    )
    ONE_MOTION = (
        "R-18.6",
        "TDA 42",
        "Declared without an amount: what was pushed in one motion, {total}.",
        "声明时未说金额，以一次推出的 {total} 为准。",
    )
    CHIPS_CAME_FIRST = (
        "R-18.7",
        "TDA 40-A",
        "The chips came before the words, so the chips count.",
        "筹码先于口头声明，以筹码为准。",
    )
    NUMBER_ALONE = (
        "R-18.7",
        "TDA 40-C",
        "A number alone is that many chips: {amount}.",
        "只说数字，等于推出同样多的筹码：{amount}。",
    )
    TOTAL_DECLARED = (
        "R-18.7",
        "TDA 43-B",
        "The number is the total: {amount}.",
        "所说数字为总额：{amount}。",
    )
    NO_AMOUNT = (
        "R-18.7",
        "TDA 50-B",
        "No amount yet: at least {least}.",
        "尚未说明金额，至少为 {least}。",
    )
    CALL_WITHOUT_BET = (
        "R-18.7",
        "TDA 55-A",
        "There is nothing to call: a check.",
        "无人下注时说“跟注”，视为过牌。",
    )
    RAISE_WITHOUT_BET = (
        "R-18.7",
        "TDA 55-B",
        "There is nothing to raise: at least the minimum bet, {least}.",
        "无人下注时说“加注”，须至少下最小注 {least}。",
    )
    CHECK_FACING_BET = (
        "R-18.7",
        "TDA 55",
        "A check against {owed} to call: the seat may call or fold, and not raise.",
        "面对 {owed} 的下注说“过牌”，只能跟注或弃牌，不能加注。",
    )
    POT_WITHOUT_POT_LIMIT = (
        "R-18.7",
        "TDA 54-D",
        "The pot is no amount here, but it binds: at least {least}.",
        "此处“底池”不是有效金额，但具有约束力，至少为 {least}。",
    )
    UNDERCALL_HEADS_UP = (
        "R-18.8",
        "TDA 51-B",
        "Less than the call, heads-up: a full call.",
        "单挑时跟注不足，须足额跟注。",
    )
    UNDERCALL_OF_OPENING_BET = (
        "R-18.8",
        "TDA 51-B",
        "Less than the call of the opening bet: a full call.",
        "面对本轮首个下注跟注不足，须足额跟注。",
    )
    UNDERCALL_OF_RAISE = (
        "R-18.8",
        "TDA 51-B",
        (
            "Less than the call of a raise, with several in hand: the floor rules a full call, or a fold "
            "that leaves the chips in the pot."
        ),
        "多人底池中面对加注跟注不足，由裁判决定足额跟注，或弃牌并放弃已推出的筹码。",
    )
    BELOW_MINIMUM = (
        "R-18.8",
        "TDA 52-A",
        "{total} is below the minimum: made good to {least}.",
        "{total} 低于最低额，补足到 {least}。",
    )
    MADE_GOOD_BY_ALL = (
        "R-18.8",
        "TDA 52",
        "Found on the same street: who has called since stands at {to} too.",
        "在同一轮内发现，之后跟注的玩家也一律改为 {to}。",
    )

    def __init__(self, rule: str, source: str, english: str, chinese: str) -> None:
        self.rule = rule
        self.source = source
        self.english = english
        self.chinese = chinese


@dataclass(frozen=True, slots=True)
class Applied:
    """A ground with its numbers, as it decided.

    Attributes:
        ground: which.
        numbers: chips, by the names that its sentences use.
    """

    ground: Ground
    numbers: dict[str, int]

    @property
    def words(self) -> str:
        """The English sentence."""
        return self.ground.english.format(**self.numbers)

    @property
    def words_zh(self) -> str:
        """The Chinese sentence."""
        return self.ground.chinese.format(**self.numbers)
