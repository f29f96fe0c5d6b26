"""The process around the floor: settings, the gRPC server, health, limits, logs, and a decent way to leave.

``settings`` says what can be set, ``service`` is the server, ``interceptors`` stand at its door, ``process``
is ``floorman serve`` from the first signal handler to the exit code, and ``local`` runs the same service
inside a program that wants one for itself.
"""
