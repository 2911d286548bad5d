-- The functions and triggers of a store in PostgreSQL; in a store of schema 1 they replace the former ones.

-- Store.append in one round trip; `chain` is the row hash of the Store protocol, revision 2. `texts` is the data of the
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
CREATE OR REPLACE FUNCTION partie_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP TRIGGER IF EXISTS events_refuse_change ON events;
DROP TRIGGER IF EXISTS events_refuse_truncate ON events;
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION partie_refuse();
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION partie_refuse();
