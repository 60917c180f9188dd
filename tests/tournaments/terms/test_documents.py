"""Documents of terms: what people write is what is read, and what is wrong is named."""

import contextlib
import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.files import document_of, kind_of, read_document, terms_of
from bythebook.tournaments.terms.text import print_terms
from tests.tournaments.example_terms import COMPLETE, FOLDER, STAR, example

HEAD = """
id = "cup"
title = "Cup"
book = "crown-blackjack"
game = "blackjack"
"""


def read(more: str) -> object:
    return read_document((HEAD + more).encode())


def test_money_shares_and_times_are_written_as_people_do() -> None:
    terms = read_document(
        (
            HEAD
            + """
            [dates]
            starts = 2027-04-10T18:00:00+10:00
            [money]
            fee = "110.50"
            buy_in = 40
            guarantee = 12.5
            commission = { percent = 7.5, approval = "A" }
            [prizes]
            places = [{ percent = "66.67" }, { amount = "5" }]
            """
        ).encode()
    )
    assert terms.dates.starts == datetime.fromisoformat("2027-04-10T18:00:00+10:00")
    assert (terms.money.fee_cents, terms.money.buy_in_cents) == (110_50, 40_00)
    assert terms.money.guarantee_cents == 12_50
    assert terms.money.commission is not None
    assert terms.money.commission.percent_hundredths == 750
    assert [place.percent_hundredths for place in terms.prizes.places] == [6667, None]
    assert [place.cents for place in terms.prizes.places] == [None, 5_00]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("fees = 3", "fees: terms have no such item; it has id, title, book, game"),
        ("[money]\nfe = 3", "money.fe: terms have no such item; did you mean 'fee'?"),
        ("[money]\nfee_cents = 3", "money.fee_cents: terms have no such item"),
        ("[money]\nfee = -3", "money.fee: -3 is not a number"),
        ("[money]\nfee = true", "money.fee: write a number"),
        ("[money]\nfee = '1.234'", "money.fee: '1.234' is not a number"),
        ("[money]\ncommission = { percent = '100.01' }", "money.commission.percent: a share is"),
        ("[money]\ncommission = {}", "money.commission: 'percent' is missing"),
        ('place = "a\\u001b[31mb"', "place: there are characters in it that cannot be printed"),
        ("[entry]\nleast = 0", "entry.least: Expected `int` >= 1"),
        ("[entry]\nleast = 'ten'", "entry.least: Expected"),
        ("[dates]\nstarts = 2027-04-10T18:00:00", "dates.starts: Expected `datetime` with a"),
        ("format = 'poker'", "format: Invalid enum value 'poker'"),
        ("statements = ['rules-prevail', 'be-kind']", "statements.2: Invalid enum value"),
        ("[[stages]]\n[[stages]]\nhands = 3", "stages.2.hands: terms have no such item"),
        ("[[stages]]\nlimits = [{ from_hand = 1, low = 2 }]", "stages.1.limits.1.low: terms have"),
        ("[[stages]]\nlength = { rounds = 2 }", "stages.1.length.rounds: terms have no such"),
        ("[[stages]]\nlimits = [{ from_hand = 1 }]", "stages.1.limits.1: 'least' is missing"),
        ("stages = 3", "stages: Expected `array`"),
        ("title = 'again'", "overwrite"),
        ("kind = 'wedding'", "kind: this is 'wedding'"),
        ("x = [", "Invalid"),
    ],
)
def test_an_error_names_its_place(more: str, said: str) -> None:
    with pytest.raises(Malformed) as error:
        read(more)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff", "UTF-8"),
        (b"{", "truncated"),
        (b"x" * (1 << 21), "shorter"),
        (b"kind = 3", "a word"),
        (b'{"a": ' * 2000, "nested too deeply"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
    ],
)
def test_what_is_no_document(data: bytes, said: str) -> None:
    with pytest.raises(Malformed, match=said):
        kind_of(data)


@pytest.mark.parametrize("id_", ["", "Cup", "a b", "-cup", "cup\\n", "x" * 65])
def test_an_id_is_plain(id_: str) -> None:
    with pytest.raises(Malformed, match="id"):
        read_document(HEAD.replace('"cup"', f'"{id_}"').encode())


def test_a_document_says_its_kind_or_is_about_a_tournament() -> None:
    assert kind_of(b"") == "tournament"
    assert kind_of(b'kind = "promotion"') == "promotion"


@pytest.mark.parametrize("name", [*COMPLETE, "with-faults"])
def test_written_and_read_again_it_is_the_same(name: str) -> None:
    terms = example(name)
    document = document_of(terms)
    assert terms_of(document) == terms
    assert read_document(json.dumps(document).encode()) == terms


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
WRITTEN = document_of(example(STAR))


@given(st.sampled_from(sorted(WRITTEN)), VALUES)
def test_nothing_in_a_document_brings_it_down(key: str, value: object) -> None:
    with contextlib.suppress(Malformed):
        terms = terms_of({**WRITTEN, key: value})
        check(terms)
        print_terms(terms)


@given(st.sampled_from(["money", "stages", "play", "prizes", "entry", "ties"]), st.data())
def test_nothing_within_a_part_brings_it_down(part: str, data: st.DataObject) -> None:
    inner = WRITTEN[part]
    table = data.draw(st.sampled_from(inner)) if isinstance(inner, list) else inner
    key = data.draw(st.sampled_from(sorted(table)))
    changed = {**table, key: data.draw(VALUES)}
    with contextlib.suppress(Malformed):
        terms = terms_of({**WRITTEN, part: [changed] if isinstance(inner, list) else changed})
        check(terms)
        print_terms(terms)


def test_the_examples_are_all_here() -> None:
    assert len(COMPLETE) == 9
    assert (FOLDER / "with-faults.toml").is_file()
