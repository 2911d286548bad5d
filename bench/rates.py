"""Printed benchmark results: items per second."""

from collections.abc import Callable

from pytest_benchmark.fixture import BenchmarkFixture


def rate(benchmark: BenchmarkFixture, what: str, number: int, run: Callable[[], object]) -> None:
    """Run many times and report how many `what` per second the fastest and the median run achieved."""
    benchmark.pedantic(run, rounds=20, warmup_rounds=2)
    stats = benchmark.stats.stats
    benchmark.extra_info |= {f"{what}/s": round(number / stats.median), f"best {what}/s": round(number / stats.min)}
    print(f"\n{benchmark.name}: {number / stats.median:,.0f} {what}/s median, {number / stats.min:,.0f} at best")
