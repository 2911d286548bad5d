"""The objects in the database of a store (tables, indexes, triggers, functions), compared with those of Partie."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, TypeAlias

import psycopg

from eventstore.store.schema_difference import SchemaDifference

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"

_TABLES: Final = {
    "partie": "id uuid NOT NULL DEFAULT gen_random_uuid(), schema integer NOT NULL",
    "shards": "shard integer NOT NULL, position bigint NOT NULL",
    "events": "shard integer NOT NULL, position bigint NOT NULL, stream text NOT NULL, version integer NOT NULL,"
    " type text NOT NULL, shape integer NOT NULL, data text NOT NULL, source text, command text,"
    " recorded_by text NOT NULL, recorded_at text NOT NULL, happened_at text, witness text, chain bytea NOT NULL",
    "blobs": "shard integer NOT NULL, stream text NOT NULL, digest text NOT NULL, content bytea NOT NULL",
}
"""The columns of each table, as `postgres_objects.sql` prints them; indexes and triggers as PostgreSQL does."""

_ON_TABLES: Final = (
    "CREATE UNIQUE INDEX shards_pkey ON shards USING btree (shard)",
    "CREATE UNIQUE INDEX events_pkey ON events USING btree (shard, stream, version)",
    "CREATE UNIQUE INDEX one_event_a_source ON events USING btree (shard, stream, source) WHERE (source IS NOT NULL)",
    "CREATE INDEX events_by_command ON events USING btree (shard, stream, command) WHERE (command IS NOT NULL)",
    'CREATE INDEX events_by_position ON events USING btree (shard, "position")',
    "CREATE INDEX events_by_source ON events USING btree (source) WHERE (source IS NOT NULL)",
    "CREATE INDEX streams_by_name ON events USING btree (stream text_pattern_ops) WHERE (version = 1)",
    "CREATE UNIQUE INDEX blobs_pkey ON blobs USING btree (shard, stream, digest)",
    "CREATE TRIGGER events_refuse_change BEFORE DELETE OR UPDATE ON events FOR EACH ROW"
    " EXECUTE FUNCTION partie_refuse()",
    "CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT"
    " EXECUTE FUNCTION partie_refuse()",
    "CREATE TRIGGER blobs_refuse_change BEFORE UPDATE ON blobs FOR EACH ROW EXECUTE FUNCTION partie_refuse_blob()",
    "CREATE TRIGGER blobs_refuse_truncate BEFORE TRUNCATE ON blobs FOR EACH STATEMENT"
    " EXECUTE FUNCTION partie_refuse_blob()",
)

TABLES: Final = tuple(_TABLES)

_Key: TypeAlias = tuple[str, str, str]
"""Type, name and table of an object."""


def differences(connection: Connection) -> tuple[SchemaDifference, ...]:
    """Differences between the objects of the tables of a store of the newest schema and those of Partie."""
    rows = connection.execute(statements("postgres_objects.sql")).fetchall()
    expected, present = _expected(), {row[:3] for row in rows}
    differing = [_difference(key, definition, expected) for *key, definition in rows]
    missing = [SchemaDifference("missing", *key) for key in expected if key not in present]
    return tuple(sorted([*filter(None, differing), *missing], key=lambda each: (each.name, each.type)))


def _difference(key: Iterable[str], definition: str, expected: Mapping[_Key, str]) -> SchemaDifference | None:
    type, name, table = key
    own = expected.get((type, name, table))
    if own == definition:
        return None
    if own is None:
        return SchemaDifference("foreign", type, name, table, type not in ("index", "constraint", "view"))
    # A trigger that is only switched off changes nothing that is written.
    is_harmless = type == "index" or (type == "trigger" and definition.startswith(own))
    return SchemaDifference("changed", type, name, table, not is_harmless)


@cache
def _expected() -> Mapping[_Key, str]:
    """The definition of each object that Partie creates."""
    expected = {("table", name, name): columns for name, columns in _TABLES.items()}
    for statement in _ON_TABLES:
        type, name, table = re.findall(r"(INDEX|TRIGGER) (\w+) .*?ON (\w+)", statement)[0]
        expected[type.lower(), name, table] = statement
    for name, (parameters, body) in _functions().items():
        expected["function", name, ""] = f"({parameters}){body}"
    return expected


@cache
def _functions() -> Mapping[str, tuple[str, str]]:
    """The parameters and the body of each function."""
    function = re.compile(r"CREATE FUNCTION (\w+)\((.*?)\) RETURNS.*?\$\$(.*?)\$\$", re.DOTALL)
    found = function.findall(statements("postgres.sql"))
    return {name: (" ".join(parameters.split()), body) for name, parameters, body in found}


def statements(file: str) -> str:
    """The statements in a file beside this module."""
    return (files("eventstore.store") / file).read_text()


_OWN: Final = "('partie'::regclass, 'events'::regclass, 'shards'::regclass, to_regclass('blobs'))"
_OF_APPENDS: Final = ("partie_append", "partie_field", "partie_now")
_BODIES: Final = ", ".join(rf"'\x{sha256(_functions()[name][1].encode()).hexdigest()}'" for name in _OF_APPENDS)

NOTHING_ENDANGERS_WRITES: Final = (
    f"NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid IN {_OWN} AND NOT tgisinternal AND (tgtype & 4 > 0 OR tgname"
    " NOT IN ('events_refuse_change', 'events_refuse_truncate', 'blobs_refuse_change', 'blobs_refuse_truncate')))"
    f" AND NOT EXISTS (SELECT FROM pg_rewrite WHERE ev_class IN {_OWN})"
    f" AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent IN {_OWN})"
    f" AND NOT EXISTS (SELECT FROM pg_class WHERE oid IN {_OWN} AND (relrowsecurity OR relkind <> 'r'))"
    f" AND NOT EXISTS (SELECT FROM pg_proc WHERE proname IN {_OF_APPENDS}"
    f" AND sha256(convert_to(prosrc, 'UTF8')) NOT IN ({_BODIES})"
    " AND pronamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'events'::regclass))"
)
"""SQL condition: no object of the tables may change or drop what is written. Bit 4 of a trigger's type: on insert."""
