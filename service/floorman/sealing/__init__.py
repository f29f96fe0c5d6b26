"""The sealed state: what a host carries from step to step and can neither read nor change (audit.md 5, 6).

``ring`` holds the house's keys, ``token`` is the envelope; ``opened``, ``state`` and ``seat_cards`` are what
lies in it before the deal, between two steps, and for one seat's eyes.
"""
