"""What a page puts back into a view is what the house left out of it: the defaults are the same."""

import json
import re
from typing import Any

import msgspec
import pytest

from bythebook.house.tables import views as v
from bythebook.web.show.assets import FOLDER

SCRIPT = (FOLDER / "common/live-defaults.js").read_text("utf-8")
VIEWS: dict[str, Any] = {
    "WAGER": v.WagerView,
    "STAKE": v.StakeView,
    "HAND": v.HandView,
    "BOX": v.BoxView,
    "DEALER": v.DealerView,
    "DUE": v.DueView,
    "CHOICE": v.ChoiceView,
    "ROW": v.RowView,
    "LINE": v.LineView,
    "SIGN": v.SignView,
    "SPOT": v.SpotView,
    "SHOE": v.ShoeView,
}


def written() -> dict[str, Any]:
    """The constants of the script: object literals whose keys need quotes to be JSON."""
    found = re.findall(r"^const ([A-Z]+) = (\{.*?\});$", SCRIPT, re.MULTILINE | re.DOTALL)
    return {name: json.loads(_as_json(text)) for name, text in found if name != "PARTS"}


def _as_json(text: str) -> str:
    quoted = re.sub(r"(\w+):", r'"\1":', text)
    return re.sub(r",\s*\}$", "}", quoted.strip())


def left_out(view: Any) -> dict[str, Any]:
    """The fields that a view does not send where they are as usual."""
    fields = msgspec.structs.fields(view)
    usual = {field.name: field.default for field in fields if not field.required}
    for field in fields:
        if field.default is msgspec.NODEFAULT and not field.required:
            usual[field.name] = field.default_factory()
    return dict(msgspec.json.decode(msgspec.json.encode(usual)))


@pytest.mark.parametrize("name", VIEWS)
def test_the_page_puts_back_what_the_house_leaves_out(name: str) -> None:
    assert written()[name] == left_out(VIEWS[name])


def test_no_constant_is_without_its_view() -> None:
    assert written().keys() == VIEWS.keys()


def test_no_view_with_something_left_out_is_forgotten() -> None:
    """A view inside a table's view that omits defaults is one of those above."""
    leaving_out = {
        item
        for item in vars(v).values()
        if isinstance(item, type)
        and issubclass(item, msgspec.Struct)
        and item.__struct_config__.omit_defaults
        and left_out(item)
    }
    assert leaving_out == set(VIEWS.values())
