"""What compiled code needs and numba does not offer: bare pointers, and hints to the compiler.

An array that is handed from function to function has its references counted at every call, and an
index that might be negative is wrapped around; both cost more than the look-up itself. A pointer is
a plain number. Whoever makes one keeps the array alive.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_types: Any = types
_cgutils: Any = cgutils


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


def _short_at(typing_context: Any, pointer: Any, index: Any) -> Any:
    """One of the numbers of 16 bits, none below nothing, that the table holds two to a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        shorts = builder.bitcast(arguments[0], _cgutils.ir.IntType(16).as_pointer())
        number = builder.load(builder.gep(shorts, [arguments[1]]))
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.zext(number, context.get_value_type(signature.return_type))

    return _types.int64(pointer, _types.int64), generate


def _rarely(typing_context: Any, condition: Any) -> Any:
    """The condition itself; what hangs on it is kept out of the way of everything else."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        met = context.cast(builder, arguments[0], signature.args[0], _types.boolean)
        kind = _cgutils.ir.FunctionType(met.type, [met.type, met.type])
        expect = builder.module.declare_intrinsic("llvm.expect", [met.type], kind)
        return builder.call(expect, [met, met.type(0)])

    return _types.boolean(condition), generate


pointer_to: Any = intrinsic(_pointer_to)
number_at: Any = intrinsic(_number_at)
short_at: Any = intrinsic(_short_at)
rarely: Any = intrinsic(_rarely)
