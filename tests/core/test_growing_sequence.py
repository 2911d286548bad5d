"""What is folded over a growing sequence is computed once an item, whatever length is asked for first."""

from core.growing_sequence import Growing


def test_each_item_is_added_once_for_all_lengths() -> None:
    added: list[int] = []

    def add(total: int, item: int) -> int:
        added.append(item)
        return total + item

    lengths = [Growing[int]()]
    for item in range(1, 6):
        lengths.append(lengths[-1].plus(item))
    assert [lengths[length].folded(0, add) for length in (3, 5, 4, 0, 5, 1)] == [6, 15, 10, 0, 15, 1]
    assert added == [1, 2, 3, 4, 5]


def test_a_second_extension_has_results_of_its_own() -> None:
    first = Growing((1, 2))
    one, other = first.plus(3), first.plus(30)
    assert [each.folded(0, int.__add__) for each in (one, other, first)] == [6, 33, 3]
