"""Results that are kept in the process."""

from viewer.surface.kept import forget_all, kept


def test_the_last_results_are_kept_by_the_arguments_that_name_them() -> None:
    made = list[str]()

    @kept(2)
    def figures(_source: object, key: str) -> list[str]:
        made.append(key)
        return [key]

    first = figures({"not": "hashable"}, "a")
    assert figures({}, "a") is first
    assert figures({}, "b") == ["b"]
    figures({}, "a")
    figures({}, "c")
    figures({}, "a")
    figures({}, "b")
    assert made == ["a", "b", "c", "b"]
    forget_all()
    figures({}, "b")
    assert made == ["a", "b", "c", "b", "b"]
