"""Coverage-guided fuzzers (atheris) of everything that strangers send: tokens, requests, records, steps.

``make fuzz`` runs them at length, ``make fuzz-brief`` for a minute. Each ``fuzz_….py`` has one function
``one_input(form)`` that must return for any bytes; ``corpus/`` holds the seeds of each, which ``seeds.py``
writes and ``test_seeds.py`` replays in every run of the tests, without atheris. What a fuzzer finds becomes a
named test in ``tests/security/test_found_by_fuzzing.py``.
"""
