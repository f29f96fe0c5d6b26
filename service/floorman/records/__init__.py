"""Hands for keeps: Floorman's own records with their proof, and the formats that people already use.

``hand_record`` is what a hand leaves behind and ``record_file`` its bytes; ``verification`` proves it, by
way of ``reading``, ``deal_checks``, ``transcript_checks`` and ``replay``, into a ``report``.
``card_proof``, ``fork_proof``, ``escrow`` and ``house_keys`` stand beside. Reading a record never trusts
it: the floor rules on it.
"""
