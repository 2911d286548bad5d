"""Options that several commands share, given to a command as one mapping."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

Command = TypeVar("Command", bound=Callable[..., Any])


def option_group(name: str, options: Mapping[str, tuple[Any, Any]]) -> Callable[[Command], Command]:
    """Decorates a command that takes the values of these options as its argument `name`, a dict by option.

    `options` are annotated types and default values. They come before the last argument, `--json` of most commands.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def grouped(**given: Any) -> Any:
            shared = {option: given.pop(option) for option in options}
            return command(**given, **{name: shared})

        own = inspect.signature(command, eval_str=True)
        *first, last = (each for each in own.parameters.values() if each.name != name)
        shared = [
            inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for option, (annotation, default) in options.items()
        ]
        parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*first, *shared, last)]
        grouped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        grouped.__annotations__ = {each.name: each.annotation for each in parameters} | {
            "return": own.return_annotation
        }
        return grouped  # type: ignore[return-value]

    return decorate
