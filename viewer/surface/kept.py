"""Results of functions, kept in this process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from threading import Lock
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

_all: list[OrderedDict[Hashable, Any]] = []


def kept(most: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Keep the last results of a function by its arguments, but for those whose name begins with an underscore."""

    def keeping(function: Callable[_P, _R]) -> Callable[_P, _R]:
        names = [*signature(function).parameters]
        places = [place for place, name in enumerate(names) if not name.startswith("_")]
        results, lock = OrderedDict[Hashable, _R](), Lock()
        _all.append(results)

        @wraps(function)
        def keeper(*values: _P.args, **named: _P.kwargs) -> _R:
            if named:
                raise TypeError(f"{function.__name__}: its arguments have no names.")
            key = tuple(values[place] for place in places)
            with lock:
                if key in results:
                    results.move_to_end(key)
                    return results[key]
            result = function(*values, **named)
            with lock:
                results[key] = result
                while len(results) > most:
                    results.popitem(last=False)
            return result

        return keeper

    return keeping


def forget_all() -> None:
    """Forget all results, as names of people may be in them."""
    for results in _all:
        results.clear()
