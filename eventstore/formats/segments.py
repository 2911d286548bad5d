"""The log as segments: Parquet files partitioned by a hash of the stream, for programs that read Parquet.

`part=7/rows.parquet` holds all rows of its streams with the fields of `StoredEvent`, `chain` as bytes. DuckDB, Polars
and Spark read the folder as one table. Segments are a copy of the log at the time of writing: they keep the names of
people who are erased later.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Final
from zlib import crc32

import pyarrow as pa
import pyarrow.parquet as pq

from eventstore.store.store import StoredEvent, StoreReader

SCHEMA: Final = pa.schema(
    [
        pa.field("position", pa.int64(), nullable=False),
        pa.field("stream", pa.string(), nullable=False),
        pa.field("version", pa.int64(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("shape", pa.int64(), nullable=False),
        pa.field("data", pa.string(), nullable=False),
        pa.field("source", pa.string()),
        pa.field("command", pa.string()),
        pa.field("recorded_by", pa.string(), nullable=False),
        pa.field("recorded_at", pa.string(), nullable=False),
        pa.field("happened_at", pa.string()),
        pa.field("witness", pa.string()),
        pa.field("chain", pa.binary(), nullable=False),
    ]
)
"""The columns, in the order of `StoredEvent`."""

STREAMS_A_PART: Final = 2_000
PARTS: Final = range(16, 513)
"""Allowed number of parts: enough for several per reader, few enough to be written at the same time."""

BATCH_SIZE: Final = 100_000
"""Rows in memory before they are written."""

_COUNT_FILE: Final = "log.json"


def write(store: StoreReader, folder: Path, progress: Callable[[int], None] = lambda rows: None) -> str:
    """Write all rows of the store into the folder, which is created if missing; returns the checkpoint reached.

    `progress` is called with the number of rows done. Raises ValueError for a folder that is not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty; segments want a folder of their own.")
    parts = min(max(sum(1 for _ in store.streams()) // STREAMS_A_PART, PARTS[0]), PARTS[-1])
    files = []
    for part in range(parts):
        path = _path(folder, part)
        path.parent.mkdir(parents=True)
        files.append(pq.ParquetWriter(path, SCHEMA, compression="zstd"))
    checkpoint, done = "", 0
    writers = defaultdict[int, list[StoredEvent]](list)
    while rows := store.read_all(checkpoint, limit=BATCH_SIZE):
        for row in rows:
            writers[_part(row.stream, parts)].append(row)
        for part, own in writers.items():
            columns = zip(SCHEMA, zip(*own, strict=True), strict=True)
            cells = [pa.array(column, type=field.type) for field, column in columns]
            files[part].write_batch(pa.record_batch(cells, schema=SCHEMA))
        writers.clear()
        checkpoint = rows.checkpoint
        progress(done := done + len(rows))
    for file in files:
        file.close()
    (folder / _COUNT_FILE).write_text(
        json.dumps({"parts": parts, "checkpoint": checkpoint})
    )  # Last: marks completeness.
    return checkpoint


def _path(folder: Path, part: int) -> Path:
    return folder / f"part={part}" / "rows.parquet"


def _part(stream: str, parts: int) -> int:
    return crc32(stream.encode()) % parts
