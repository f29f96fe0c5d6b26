"""The table between hands, pure: questions that a game server asks while no card is out.

The server keeps the ledger, the seats and the clock; here is what they mean. ``seats`` and ``clockwise`` are
the words. ``prepare`` walks through ``button`` (who is where), ``entries`` (who owes what to come in) and
``straddling`` and ``ledger`` (who has missed what) to the next hand. ``buyins`` guards the chips; ``levels``,
``color_up`` and ``finishers`` serve tournaments. ``explain`` says where each switch comes from, and
``house_rules`` which rules a table has, in the words of ``rule_sheet`` and ``rule_sheet_zh``.
"""
