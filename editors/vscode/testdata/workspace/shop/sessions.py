"""Who is in the web shop at the moment."""

HALF_AN_HOUR = 30 * 60


def purge_stale(visitors, now):
    """Forget everybody who was not seen for half an hour."""
    for name, seen in list(visitors.items()):
        if now - seen > HALF_AN_HOUR:
            del visitors[name]


def welcome(visitors, name, now):
    """Remember that somebody is here."""
    visitors[name] = now
