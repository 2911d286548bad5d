"""A check that the schema of a store is the one that Partie creates; each difference with a remedy."""

from typing import Final

from eventstore.maintenance.findings import Finding
from eventstore.readmodels.database import PROJECTION_VERSION, read_model_db, review_db
from eventstore.readmodels.review_tables import EXERCISES, REVIEWS
from eventstore.readmodels.tables import SCHEMA, TABLES, ReadTables
from eventstore.store.schema_difference import HasSchema, SchemaDifference
from eventstore.store.sqlite_file import SqliteFile
from eventstore.store.store import CorruptStore, Store

_READ_TABLES: Final = ("projections", *TABLES)
_REVIEW_TABLES: Final = ("reviews", "exercises")

_MAX_LENGTH: Final = 60
"""Maximum characters of a name in a sentence: a name may be long and hold any text."""


def schema_findings(store: Store) -> list[Finding]:
    """A finding for each foreign, missing or changed object; none for a store without a schema of its own."""
    if not isinstance(store, HasSchema):
        return []
    is_file = isinstance(store, SqliteFile)
    try:
        tables = read_model_db(store)
        version = ReadTables(tables).version()
        log, derived = tuple[SchemaDifference, ...](), tuple[SchemaDifference, ...]()
        if is_file:
            derived = tables.schema_differences((*SCHEMA, REVIEWS, EXERCISES))
        else:
            log, of_reviews = store.schema_differences(), review_db(store).schema_differences((REVIEWS, EXERCISES))
            derived = (*tables.schema_differences(SCHEMA), *of_reviews)
    except CorruptStore:
        return [Finding("", 0, "The schema is damaged: not all of it can be read any more.")]
    sentences = [_sentence(each, is_file=is_file) for each in log]
    sentences += [_sentence(each, is_file=is_file) for each in derived if _is_defect(each, version)]
    return [Finding("", 0, sentence) for sentence in sentences]


def _is_defect(difference: SchemaDifference, version: int | None) -> bool:
    """True if it is a defect. `version` is that of the read tables: older ones, and tables of reviews that are missing
    or of an older release, are replaced when they are next used.
    """
    table = difference.table.lower()
    is_added = difference.kind == "foreign" and difference.type not in ("table", "index")
    if table in _READ_TABLES:
        return is_added or version == PROJECTION_VERSION
    return is_added or table not in _REVIEW_TABLES or difference.type not in ("table", "index")


def _sentence(difference: SchemaDifference, *, is_file: bool) -> str:
    kind, type, name, table, endangers_writes = difference
    on = f" on {_shown(table)}" if table not in ("", name) else ""
    subject = f"The {type} {_shown(name)}{on}"
    said = {
        "foreign": f"{subject} is not Partie's.",
        "missing": f"{subject} is missing.",
        "changed": f"{subject} is not as Partie created it.",
    }[kind]
    if endangers_writes:
        said += " It may change or drop what is recorded, so nothing is written to this store."
    if table.lower() in _READ_TABLES:
        return f"{said} `partie rebuild` makes the read tables anew."
    if kind == "foreign":
        return f"{said} Compare the store with a backup; then remove it with `{_drop(difference, is_file=is_file)}`."
    return f"{said} Compare the store with a backup; `partie copy` makes a store with the right schema of its rows."


def _drop(difference: SchemaDifference, *, is_file: bool) -> str:
    _, type, name, table, _ = difference
    quoted, its_table = _quoted(name), _quoted(table)
    if type == "constraint":
        return f"ALTER TABLE {its_table} DROP CONSTRAINT {quoted}"
    on = f" ON {its_table}" if not is_file and type in ("trigger", "rule", "policy") else ""
    return f"DROP {type.upper()} {quoted}{on}"


def _quoted(name: str) -> str:
    shown = _shown(name)
    return shown if shown.replace("_", "a").isalnum() else '"' + shown.replace('"', '""') + '"'


def _shown(name: str) -> str:
    """The name without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:_MAX_LENGTH])
