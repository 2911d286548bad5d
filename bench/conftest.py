"""Benchmarks run with the process settings of the command line."""

from eventstore.process_settings import apply_process_settings


def pytest_configure() -> None:
    apply_process_settings()
