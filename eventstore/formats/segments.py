"""The log as segments: Parquet files partitioned by a hash of the stream, for parallel readers.

`part=7/rows.parquet` holds all rows of its streams with the fields of `StoredEvent`, `chain` as bytes. DuckDB, Polars
and Spark read the folder as one table. Segments are a copy of the log at the time of writing: they keep the names of
people who are erased later.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Final
from zlib import crc32

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from eventstore.store.store import Page, StoredEvent, StoreReader, StreamChange, UnusableStore

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
"""Allowed number of parts: enough for several per worker, few enough to be written at the same time."""

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


def parts(folder: Path) -> int:
    """The number of parts of a log. Raises UnusableStore if there are no complete segments."""
    try:
        count: int = json.loads((folder / _COUNT_FILE).read_text())["parts"]
    except FileNotFoundError:
        raise UnusableStore(f"{folder} holds no segments of a log, or this machine does not see them.") from None
    return count


class Segment:
    """One part of a log as a read-only store. `read` also finds streams of other parts."""

    def __init__(self, folder: Path, part: int) -> None:
        self._folder, self._part, self._parts = folder, part, parts(folder)
        self._elsewhere = dict[str, tuple[StoredEvent, ...]]()

    @cached_property
    def _table(self) -> pa.Table:
        rows = pq.read_table(_path(self._folder, self._part), partitioning=None)
        return rows.sort_by([("stream", "ascending"), ("version", "ascending")]).combine_chunks()

    @cached_property
    def _places(self) -> Mapping[str, tuple[int, int]]:
        """First row and number of rows in the table, by stream."""
        counted = pc.value_counts(self._table["stream"])  # In the order of the table.
        lengths = counted.field("counts").to_pylist()
        starts = accumulate(lengths, initial=0)
        return dict(zip(counted.field("values").to_pylist(), zip(starts, lengths, strict=False), strict=True))

    def read(self, stream: str, *, after: int = 0) -> tuple[StoredEvent, ...]:
        if _part(stream, self._parts) == self._part:
            rows = _rows(self._table.slice(*self._places.get(stream, (0, 0))))
        else:
            if stream not in self._elsewhere:
                path = _path(self._folder, _part(stream, self._parts))
                place = pq.read_table(path, partitioning=None, filters=[("stream", "=", stream)])
                self._elsewhere[stream] = _rows(place.sort_by("version"))
            rows = self._elsewhere[stream]
        return tuple(row for row in rows if row.version > after)

    def read_all(self, after: str = "", *, limit: int = 1000) -> Page[StoredEvent]:
        mask = self._table.filter(pc.field("position") > int(after or 0)).sort_by("position").slice(0, limit)
        rows = _rows(mask)
        return Page(rows, str(rows[-1].position) if rows else after)

    def changed_streams(self, after: str = "", *, limit: int = 1000) -> Page[StreamChange]:
        rows = self.read_all(after, limit=limit)
        ends = dict[str, tuple[int, int]]()
        for row in rows:
            ends[row.stream] = (ends.get(row.stream, (row.position, 0))[0], row.position)
        return Page([StreamChange(name, *each) for name, each in ends.items()], rows.checkpoint)

    def holds(self, checkpoint: str) -> bool:
        return not checkpoint or bool(self._table.filter(pc.field("position") == int(checkpoint)))

    def streams(self, prefix: str = "") -> Iterator[str]:
        firsts = self._table.group_by("stream").aggregate([("position", "min")]).sort_by("position_min")
        return (name for name in firsts["stream"].to_pylist() if name.startswith(prefix))

    def streams_from(self, source: str) -> tuple[str, ...]:
        streams = self._table.filter(pc.field("source") == source).sort_by("position")
        return tuple(streams["stream"].to_pylist())


def _path(folder: Path, part: int) -> Path:
    return folder / f"part={part}" / "rows.parquet"


def _part(stream: str, parts: int) -> int:
    return crc32(stream.encode()) % parts


def _rows(table: pa.Table) -> tuple[StoredEvent, ...]:
    return tuple(map(StoredEvent._make, zip(*(column.to_pylist() for column in table.columns), strict=True)))
