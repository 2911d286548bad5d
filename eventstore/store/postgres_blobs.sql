-- The contents that events of a stream refer to, by digest; schema 3 added them.

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
