"""Append-only streams of events in SQLite or PostgreSQL, their backups, copies and integrity checks."""
