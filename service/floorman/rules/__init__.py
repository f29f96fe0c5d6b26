"""The game, pure: a hand is a value, a step gives the next value and what happened between.

The rooms, in the course of a hand: ``switches``, ``choices`` and ``presets`` say what is played;
``opening`` and ``positions`` seat the players; ``posting``, ``straddles`` and ``dealing`` start the
hand; ``turns``, ``limits`` and ``betting`` run a round; ``runs``, ``showdown``, ``pots`` and
``settlement`` end it; ``irregularities`` and ``courtesy`` stand beside. ``floor`` rules on each step,
``course`` lets the hand run on, and ``decision`` says what may happen next. A ``refusal`` is an answer.
"""
