"""A table as a bare pointer, for compiled code that looks numbers up in it all the time.

An array that is handed from function to function has its references counted at every call, and an
index that might be negative is wrapped around; both cost more than the look-up itself. A pointer is
a plain number. Whoever makes one keeps the array alive.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

_types: Any = types


def _pointer_to(typing_context: Any, array: Any) -> Any:
    """Where the numbers of an array begin."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return _types.CPointer(array.dtype)(array), generate


def _number_at(typing_context: Any, pointer: Any, index: Any) -> Any:
    """A number of the table, which never changes while compiled code runs."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = builder.load(builder.gep(arguments[0], [arguments[1]]))
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.sext(number, context.get_value_type(signature.return_type))

    return _types.int64(pointer, _types.int64), generate


pointer_to: Any = intrinsic(_pointer_to)
number_at: Any = intrinsic(_number_at)
