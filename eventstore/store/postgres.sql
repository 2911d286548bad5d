-- The tables of a store in PostgreSQL, schema 3; that of the blobs is in `postgres_blobs.sql`.
--
-- A stream stays in one shard for ever, and each shard is a log of its own: every key begins with the shard and every
-- append touches one shard only, so a distributed engine may use `shard` as its distribution column. There is no
-- sequence and no foreign key. The functions are in `postgres_functions.sql`, as a migration needs them too.

CREATE TABLE partie (id uuid NOT NULL DEFAULT gen_random_uuid(), schema integer NOT NULL);
INSERT INTO partie (schema) VALUES (3);

-- The newest position of each shard. An append locks the row of its shard until the commit, so within a shard positions
-- become visible in their order. They are microseconds since 1970 where the clock allows, so the shards can be merged
-- in the order of time.
CREATE TABLE shards (shard integer PRIMARY KEY, position bigint NOT NULL) WITH (fillfactor = 10);
INSERT INTO shards SELECT shard, 0 FROM generate_series(0, 15) AS shard;

CREATE TABLE events (
    shard integer NOT NULL,
    position bigint NOT NULL,
    stream text NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    shape integer NOT NULL,
    data text NOT NULL,
    source text,
    command text,
    recorded_by text NOT NULL,
    recorded_at text NOT NULL,
    happened_at text,
    witness text,
    chain bytea NOT NULL,
    PRIMARY KEY (shard, stream, version)
);
CREATE UNIQUE INDEX one_event_a_source ON events (shard, stream, source) WHERE source IS NOT NULL;
CREATE INDEX events_by_command ON events (shard, stream, command) WHERE command IS NOT NULL;
CREATE INDEX events_by_position ON events (shard, position);
CREATE INDEX events_by_source ON events (source) WHERE source IS NOT NULL;
CREATE INDEX streams_by_name ON events (stream text_pattern_ops) WHERE version = 1;

CREATE FUNCTION partie_now() RETURNS bigint LANGUAGE sql AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE FUNCTION partie_field(field text) RETURNS bytea LANGUAGE sql AS
    $$ SELECT '\x1f'::bytea || coalesce(convert_to(field, 'UTF8'), '\x00'::bytea) $$;
