"""The game, pure: a hand is a value, a step gives the next value and what happened between."""
