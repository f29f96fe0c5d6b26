"""The auditable deal: how cards are drawn, bound, opened and proved (audit.md).

The rooms, in the course of a hand: ``entropy`` draws what nobody can know, ``secret_layer`` fixes the
hidden order and its root, ``opening`` is what everybody sees before a card falls, ``commitments`` and
``public_layer`` let the players cut, ``deck`` deals, ``event_bytes``, ``step_bytes`` and ``transcript``
bind what happens, ``signing`` and ``keys`` sign it, ``boxes`` carry cards to one pair of eyes only.
``draws``, ``beacon`` and ``forks`` stand beside the hand; ``selftest`` runs before any of it.
"""
