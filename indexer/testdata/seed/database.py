"""Connections to the database, and what runs over them."""

from contextlib import contextmanager

import psycopg

POOL = []
MAX_CONNECTIONS = 10


def open_connection(dsn):
    """Take an idle connection from the pool, or connect anew."""
    if POOL:
        return POOL.pop()
    return psycopg.connect(dsn)


def release_connection(connection):
    """Put a connection back into the pool, or close it when there are too many."""
    if len(POOL) < MAX_CONNECTIONS:
        POOL.append(connection)
    else:
        connection.close()


def execute_query(sql, parameters=()):
    """Run a SQL statement with bound parameters and return all rows."""
    with cursor() as c:
        c.execute(sql, parameters)
        return c.fetchall()


def run_in_transaction(work):
    """Commit what work did, or roll all of it back when it raises."""
    connection = open_connection("")
    try:
        result = work()
        connection.commit()
        return result
    except Exception:
        connection.rollback()
        raise
    finally:
        release_connection(connection)


@contextmanager
def cursor():
    """Lend a cursor for the length of a block."""
    connection = open_connection("")
    try:
        yield connection.cursor()
    finally:
        release_connection(connection)


def apply_migrations(folder):
    """Bring the tables to the newest version of the schema."""
    for script in sorted(folder.glob("*.sql")):
        execute_query(script.read_text())
