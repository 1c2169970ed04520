"""Values that are expensive to compute, for a while."""

import time

ENTRIES = {}
CAPACITY = 1000


def get_cached_value(key):
    """Look a key up; what is older than its time to live counts as missing."""
    value, expires = ENTRIES.get(key, (None, 0))
    return value if expires > time.time() else None


def set_cached_value(key, value, ttl=60):
    """Remember a value for ttl seconds."""
    if len(ENTRIES) >= CAPACITY:
        evict_oldest()
    ENTRIES[key] = (value, time.time() + ttl)


def evict_oldest():
    """Drop the entry that expires first to make room."""
    del ENTRIES[min(ENTRIES, key=lambda key: ENTRIES[key][1])]


def invalidate_prefix(prefix):
    """Forget every entry whose key starts with a prefix."""
    for key in [key for key in ENTRIES if key.startswith(prefix)]:
        del ENTRIES[key]
