-- The tables and functions of a store in PostgreSQL, schema 3.
--
-- A stream stays in one shard for ever, and each shard is a log of its own: every key begins with the shard and every
-- append touches one shard only, so a distributed engine may use `shard` as its distribution column. There is no
-- sequence and no foreign key.

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

-- Store.append in one round trip; `chain` is the row hash of the Store protocol. `texts` is the data of the
-- events, `rests` the data without the texts that may name people (null: all of it); `digests` and `salts` belong to
-- those texts. PT409: the stream is at another version than `after`; the message is that version.
CREATE FUNCTION partie_append(
    its_shard integer, its_stream text, after integer, its_command text, written_by text, written_at text,
    types text[], shapes integer[], texts text[], sources text[], times text[], witnesses text[],
    rests text[], digests text[], salts bytea[]
) RETURNS SETOF events LANGUAGE plpgsql AS $$
DECLARE
    added integer := cardinality(types);
    place bigint;
    head integer;
    link bytea;
    links bytea[] := '{}';
BEGIN
    UPDATE shards SET position = greatest(position + added, partie_now()) WHERE shard = its_shard
        RETURNING position - added INTO place;
    IF its_command IS NOT NULL THEN
        RETURN QUERY SELECT * FROM events WHERE shard = its_shard AND stream = its_stream AND command = its_command;
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;
    SELECT version, chain INTO head, link FROM events WHERE shard = its_shard AND stream = its_stream
        ORDER BY version DESC LIMIT 1;
    head := coalesce(head, 0);
    link := coalesce(link, decode(repeat('00', 32), 'hex'));
    IF head <> after THEN
        RAISE EXCEPTION USING ERRCODE = 'PT409', MESSAGE = head::text;
    END IF;
    FOR i IN 1..added LOOP
        link := sha256(
            '\x02'::bytea || substring(link FROM 1 FOR 33) || convert_to(its_stream, 'UTF8')
            || partie_field((head + i)::text) || partie_field(types[i]) || partie_field(shapes[i]::text)
            || partie_field(coalesce(rests[i], texts[i])) || partie_field(written_by) || partie_field(written_at)
            || partie_field(sources[i]) || partie_field(its_command) || partie_field(times[i])
            || partie_field(witnesses[i]) || partie_field(digests[i])
        ) || '\x02'::bytea || salts[i];
        links := links || link;
    END LOOP;
    RETURN QUERY INSERT INTO events
        SELECT its_shard, place + i, its_stream, head + i, types[i], shapes[i], texts[i], sources[i], its_command,
            written_by, written_at, times[i], witnesses[i], links[i]
        FROM generate_series(1, added) AS i
        RETURNING *;
END $$;

-- Only a redaction may change a row: it replaces the data and deletes the salt at the end of the row hash.
CREATE FUNCTION partie_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('partie.redacting', true) = 'yes' THEN
        IF to_jsonb(NEW) - '{data,chain}'::text[] = to_jsonb(OLD) - '{data,chain}'::text[]
            AND NEW.chain = substring(OLD.chain FROM 1 FOR 33)
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'events are never changed or deleted';
END $$;
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION partie_refuse();
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION partie_refuse();

-- The contents that events of a stream refer to, by digest.

CREATE TABLE blobs (
    shard integer NOT NULL,
    stream text NOT NULL,
    digest text NOT NULL,
    content bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (shard, stream, digest)
);

CREATE FUNCTION partie_refuse_blob() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'blobs are never changed';
END $$;
CREATE TRIGGER blobs_refuse_change BEFORE UPDATE ON blobs FOR EACH ROW EXECUTE FUNCTION partie_refuse_blob();
CREATE TRIGGER blobs_refuse_truncate BEFORE TRUNCATE ON blobs FOR EACH STATEMENT EXECUTE FUNCTION partie_refuse_blob();
