"""The fork guard: a hand is played along one branch and no other (audit.md 5).

A service that keeps nothing can be asked to go on from an old state, and would: a host could play a side
branch, look at its cards and return. Where that must not be, one small memory outside the service knows where
each hand stands, and every step has to pass it before its answer leaves.

``place`` says what is asked and answered, ``memory`` keeps it in one process, ``redis_guard`` in a Redis that
all replicas share.
"""
