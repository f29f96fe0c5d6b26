"""The fork guard of all replicas: one key a hand in a Redis that they share (optional extra ``[redis]``).

One script a step, so that comparing and setting cannot come apart. A Redis that is away, full or read-only
stops guarded hands: nothing passes unseen. It should keep what it holds (``maxmemory-policy noeviction``) and
be one primary: a replica that takes over with older places would let a hand go on from them.
"""

from __future__ import annotations

from typing import Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from floorman.guard.place import GuardUnavailableError, Passage, Place

__all__ = ["RedisGuard"]

_PREFIX: Final = "floorman/1/fork/"
_PATIENCE_SECONDS: Final = 1.0
_MOVE: Final = """
local stands = redis.call('GET', KEYS[1])
if not stands then
    if ARGV[3] == '0' then return 'LOST' end
elseif stands ~= ARGV[2] and stands ~= ARGV[1] then
    return 'FORK'
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[4])
return 'FREE'
"""


class RedisGuard:
    """Keeps where each hand stands in a Redis.

    Args (of the constructor):
        url: ``redis://``, ``rediss://`` (TLS) or ``unix://``, as the ``redis`` package reads it.
        keep_seconds: how long a hand is remembered after its last step; at least as long as a hand may live.

    Raises:
        ValueError: a URL that the package cannot read.
    """

    def __init__(self, url: str, keep_seconds: float) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=_PATIENCE_SECONDS,
            socket_connect_timeout=_PATIENCE_SECONDS,
            # once more, on a new connection: a Redis that was restarted leaves dead ones behind, and a step
            # that it had noted already is an exact repeat
            retry=Retry(NoBackoff(), 1),
        )
        self._move = self._redis.register_script(_MOVE)
        self._keep_ms = str(round(keep_seconds * 1_000))

    def move(self, hand_id: bytes, before: Place | None, after: Place, *, unknown: bool) -> Passage:
        """See :class:`~floorman.guard.place.ForkGuard`."""
        origin = b"" if before is None else before.encode()
        allowed = "1" if unknown else "0"
        try:
            answer = self._move([_PREFIX + hand_id.hex()], [origin, after.encode(), allowed, self._keep_ms])
        except (RedisError, OSError) as error:
            raise GuardUnavailableError from error
        return Passage[answer.decode()]

    def close(self) -> None:
        """See :class:`~floorman.guard.place.ForkGuard`."""
        self._redis.close()
