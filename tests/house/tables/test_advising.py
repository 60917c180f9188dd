"""What each choice is worth at a practice table: as anywhere, with the cards seen since."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

from bythebook.cards import Card, parse_cards
from bythebook.house.demo import demo
from bythebook.house.people.people import Viewer
from bythebook.house.tables.advising import Adviser, HandAdvice, answer, question_of, warm_up
from bythebook.house.tables.live_table import LiveTable, Watcher
from bythebook.house.tables.running_table import RunningTable, TableTransaction
from bythebook.odds.strategy.advice import advise
from bythebook.records import parse_record
from bythebook.records.stopped import stopped_at
from tests.clauses import clause
from tests.house.tables.felt import Felt, begin, terms_of

WITH_TURNS = ["challenge", "canberra", "crown", "crown-house", "free-bet", "plus", "hobart",
              "pontoon", "jokers"]  # fmt: skip


def live_of(felt: Felt) -> LiveTable:
    live = LiveTable(felt.rules, RunningTable(terms=felt.run.terms), 1)
    move = TableTransaction(felt.rules, live.run, 0)
    for happening in felt.log:
        move.happen(happening)
    live.moved(move, felt.held_by)
    return live


def practising(table: str, *names: str) -> Felt:
    felt = Felt(terms_of(f"practice-{table}"))
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    return felt


def worth(felt: Felt) -> dict[str, dict[str, float]]:
    """By player, what each choice is worth now."""
    return {one.player: values(one) for one in answer(question_of(live_of(felt)))}


def values(advice: HandAdvice) -> dict[str, float]:
    """Each choice by its name, a joker's with the rank."""
    return {f"{one.action} {one.rank}".strip(): one.value for one in advice.choices}


def by_record(felt: Felt, cards: str, wagers: str = '"1 ann 10"') -> dict[str, dict[str, float]]:
    """What `bythebook advise` says of a record that stops there."""
    setup = felt.run.terms.setup
    text = f'game = "{felt.run.terms.book}/{setup.game}"\nwagers = [{wagers}]\ncards = "{cards}"\n'
    if setup.decks is not None:
        text += f"decks = {setup.decks}\n"
    found = advise(*stopped_at(parse_record(text)))
    return {one.player: {c.action: c.value for c in one.choices} for one in found}


# Without cards seen before


@pytest.mark.parametrize("table", WITH_TURNS)
def test_a_new_shoe_is_worth_what_the_record_says(table: str) -> None:
    for cards in ("9C 6D 7H", "8C 9D 8H"):
        felt = practising(table, "ann")
        begin(felt, cards, "ann")
        assert felt.due.what == "decision"
        mine = worth(felt)
        assert mine == by_record(felt, cards)
        choices = {c.action for c in felt.fresh_parts()["choices"] if c.legal}
        assert set(mine["ann"]) == choices, "a page finds every value under its choice"


def test_an_offer_is_valued_for_everybody_who_may_take_it() -> None:
    felt = practising("crown", "ann", "ben")
    begin(felt, "8C TC AD 8H KH", "ann", "ben")
    found = worth(felt)
    expected = by_record(felt, "8C TC AD 8H KH", '"1 ann 10", "2 ben 10"')
    assert found == expected
    assert set(found) == {"ann", "ben"}
    assert "insure" in found["ann"]


def test_anothers_wager_is_worth_insuring_or_not_by_itself() -> None:
    """Canberra lets anybody insure a wager that its owner leaves: half of it at 2 to 1, which comes
    with one of the tens that are not seen."""
    felt = practising("canberra", "ann", "ben")
    begin(felt, "8C TC AD 8H KH", "ann", "ben")
    hands = {(one.player, one.box): one for one in answer(question_of(live_of(felt)))}
    (on_ben,), (on_ann,) = hands["ann", 2].beside, hands["ben", 1].beside
    assert [(one.action, one.on) for one in (on_ben, on_ann)] == [
        ("insure", "ben"), ("insure", "ann"),
    ]  # fmt: skip
    decks = 8
    ten = Fraction(decks * 16 - 2, decks * 52 - 5)
    for worth_ in (on_ben, on_ann):
        assert worth_.value == pytest.approx(float((3 * ten - 1) / 2), abs=1e-9)
        assert not worth_.best, "less than nothing: better left alone"
    choices = [c for c in felt.fresh_parts()["choices"] if c.on]
    assert {(c.player, c.box, c.on) for c in choices} == {("ann", 2, "ben"), ("ben", 1, "ann")}


def test_even_money_is_named_as_the_choice_is() -> None:
    """One to one at once; declined, three to two unless one of 95 tens among 309 cards comes."""
    felt = practising("crown", "ann")
    begin(felt, "AC AD KH", "ann")
    assert {c.action for c in felt.fresh_parts()["choices"]} == {"even-money", "insure"}
    found = worth(felt)["ann"]
    assert set(found) == {"even-money", "insure", "decline"}
    assert found["even-money"] == 1
    assert found["insure"] == pytest.approx(1, abs=1e-12), "even money by another name"
    assert found["decline"] == pytest.approx(1.5 * (1 - 95 / 309), abs=1e-6)


def test_a_joker_is_valued_name_by_name() -> None:
    felt = practising("jokers", "ann")
    begin(felt, "JK 7D 9H", "ann")
    found = worth(felt)["ann"]
    assert set(found) == {f"joker {rank}" for rank in "A23456789T"}
    assert max(found, key=lambda name: found[name]) in ("joker A", "joker T"), "nine: 20 or 19"


def test_where_others_are_asked_whether_they_follow_nothing_has_a_value() -> None:
    felt = practising("crown", "ann", "ben")
    felt.rig("8C 7D 8H TC 9C")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    felt.decide("ann", "Split", 1)
    assert felt.due.phase == "following"
    assert answer(question_of(live_of(felt))) == ()


# With cards seen before: worked out once more, by going through every card that may come


Stock = Mapping[int, int]  # how many of each value; an ace is 1


def stock_of(cards: Counter[Card]) -> Counter[int]:
    stock: Counter[int] = Counter()
    for card, count in cards.items():
        stock[card.value if card.rank != "A" else 1] += count
    return stock


def ends(stock: Counter[int], total: int, aces: int) -> dict[int, float]:
    """How a dealer who stands on every seventeen ends: the totals, 22 for over."""
    best = total + 10 if aces and total + 10 <= 21 else total
    if best >= 17:
        return {min(best, 22): 1.0}
    found: dict[int, float] = {}
    left = stock.total()
    for value in list(stock):
        count = stock[value]
        if not count:
            continue
        stock[value] -= 1
        for end, chance in ends(stock, total + value, aces + (value == 1)).items():
            found[end] = found.get(end, 0.0) + chance * count / left
        stock[value] += 1
    return found


def stands(stock: Counter[int], mine: int, up: int) -> float:
    """A hard total, not a blackjack, against a first card that cannot make one."""
    value = 0.0
    for end, chance in ends(stock, up, 0).items():
        won = end > 21 or mine > end
        value += chance * (won - (not won and mine < end))
    return value


def hits(stock: Counter[int], mine: int, up: int) -> float:
    """One card to seventeen or more; nobody draws another to eighteen or more."""
    value, left = 0.0, stock.total()
    for card in list(stock):
        count = stock[card]
        if not count:
            continue
        stock[card] -= 1
        value += count / left * (stands(stock, mine + card, up) if mine + card <= 21 else -1.0)
        stock[card] += 1
    return value


def after_rounds(table: str, cards: str, rounds: int) -> tuple[Felt, Counter[Card]]:
    """A few rounds later: these come next, and what lies in the rack has been seen."""
    felt = practising(table, "ann")
    for _ in range(rounds):
        felt.bet("ann", 1)
        felt.ready("ann")
        for _ in range(600):
            if not felt.run.table.in_round:
                break
            felt.passes(1)
    seen = Counter(felt.dealt())
    assert seen.total() >= 3 * rounds
    begin(felt, cards, "ann")
    assert felt.due.what == "decision"
    return felt, felt.pack() - seen - Counter(parse_cards(cards))


@pytest.mark.parametrize("table", ["crown", "canberra", "hobart"])
def test_with_discards_it_is_worth_what_every_card_that_may_come_makes_of_it(table: str) -> None:
    """Seventeen against a seven from what is left of the shoe; the dealer stands on seventeen."""
    felt, left = after_rounds(table, "TC 7D 7H", rounds=4)
    found = worth(felt)["ann"]
    stock = stock_of(left)
    assert found["stand"] == pytest.approx(stands(stock, 17, 7), abs=2e-6)
    assert found["hit"] == pytest.approx(hits(stock, 17, 7), abs=2e-6)
    fresh = by_record(felt, "TC 7D 7H")["ann"]
    assert found["stand"] != fresh["stand"], "the discards make a difference"


def test_insurance_is_worth_what_the_tens_left_make_of_it() -> None:
    """Two to one on half the wager: (2 * tens - others) / (2 * all), with the cards seen gone."""
    felt, _ = after_rounds("crown", "8C 7D 8H", rounds=4)
    felt.decide("ann", "Stand", 1)
    seen = Counter(felt.dealt())
    begin(felt, "9C AD 8H", "ann")
    assert felt.due.what == "offer"
    left = felt.pack() - seen - Counter(parse_cards("9C AD 8H"))
    tens = sum(n for card, n in left.items() if card.rank in "TJQK")
    found = worth(felt)["ann"]
    gain = (3 * tens / left.total() - 1) / 2
    assert found["insure"] - found["decline"] == pytest.approx(gain, abs=3e-6)


def test_a_joker_that_has_gone_does_not_come_again() -> None:
    """Whatever it was named, it is one joker fewer: told by the question itself."""
    felt = practising("jokers", "ann")
    begin(felt, "JK 7D 9H TS", "ann")
    felt.decide("ann", "NameJoker", 1, rank="T")
    question = question_of(live_of(felt))
    assert question.discards == (), "it lies on the layout, under its name"
    felt.decide("ann", "Stand", 1)
    while felt.run.table.in_round:
        felt.passes(1)
    begin(felt, "9C 6D 7H", "ann")
    discards = Counter(question_of(live_of(felt)).discards)
    assert discards == Counter(parse_cards("JK 7D 9H")) + Counter(felt.dealt()[3:-3])


# Cards that lie face down


def face_down(cards: str, *names: str) -> Felt:
    """The first two of each are seen by whoever they were dealt to."""
    felt = practising("crown", *names)
    felt.staff("casino-manager", type="perform", act="allow-face-down")
    begin(felt, cards, *names)
    return felt


@clause("crown-blackjack 8.1.2")
@pytest.mark.parametrize("hidden", [("TC", "8H"), ("2C", "3H"), ("AS", "5D")])
def test_what_others_hold_face_down_is_not_counted(hidden: tuple[str, str]) -> None:
    """Ann has 16 against a six, whatever ben holds: she sees three cards, and so does a record of
    her alone. Of 309 others the chances are the same."""
    felt = face_down(f"9C {hidden[0]} 6D 7H {hidden[1]}", "ann", "ben")
    assert worth(felt) == by_record(felt, "9C 6D 7H")


@clause("crown-blackjack 8.1.2")
def test_a_card_drawn_to_them_is_seen_by_all() -> None:
    """Ann draws a four to her 10, which lies there for ben; her first two are gone for herself."""
    played = []
    for first, second in (("6C", "4S"), ("8C", "2S")):
        felt = face_down(f"{first} TC 6D {second} 6H 4D", "ann", "ben")
        felt.decide("ann", "Hit", 1)
        felt.decide("ann", "Stand", 1)
        played.append(worth(felt)["ben"])
        question = question_of(live_of(felt))
        assert list(question.down) == [1, 2]
    assert played[0] == played[1] != by_record(felt, "TC 6D 6H", '"1 ben 10"')["ben"]


@clause("crown-blackjack 8.1.2", "crown-blackjack 8.3.2")
def test_insurance_is_valued_by_what_each_sees() -> None:
    """Of 309 cards that ann does not see 96 are tens; ben holds two of them, so of his 309 it is
    94. Two to one on half the wager: (3 * tens / cards - 1) / 2."""
    felt = face_down("8C TC AD 8H KH", "ann", "ben")
    for name, tens in (("ann", 96), ("ben", 94)):
        found = worth(felt)[name]
        gain = (3 * tens / 309 - 1) / 2
        assert found["insure"] - found["decline"] == pytest.approx(gain, abs=3e-6)


@clause("crown-blackjack 8.1.2")
def test_whoever_wagers_behind_cards_face_down_is_told_nothing_of_them() -> None:
    felt = practising("crown", "ann", "ben")
    felt.staff("casino-manager", type="perform", act="allow-face-down")
    felt.rig("8C AD 8H")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    assert felt.due.what == "offer"
    assert set(worth(felt)) == {"ann"}


# Who is told


def watched(felt: Felt, *names: str) -> tuple[LiveTable, dict[str, Watcher]]:
    live = live_of(felt)
    watchers = {name: Watcher(Viewer(name)) for name in names}
    live.watchers |= dict.fromkeys(watchers.values())
    return live, watchers


def told(watcher: Watcher) -> list[dict[str, Any]]:
    """What somebody was told of values, in order."""
    return [json.loads(text)["advice"] for text in watcher._pending if "advice" in text]


def advised(live: LiveTable, watchers: dict[str, Watcher], moves: int = 0) -> dict[str, Any]:
    """What each was told; the other process is a thread here."""

    async def ask(adviser: Adviser) -> None:
        adviser.consider(live)
        tasks = list(adviser._under_way.values())
        await asyncio.sleep(0)
        live.version += moves
        await asyncio.gather(*tasks)

    with_adviser(ask)
    return {name: told(watcher) for name, watcher in watchers.items()}


def with_adviser(ask: Callable[[Adviser], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        adviser = Adviser()
        with ThreadPoolExecutor(1) as pool:
            adviser._pool = pool
            await ask(adviser)
        await adviser.close()

    asyncio.run(run())


def test_only_whoever_decides_is_told_and_only_in_time() -> None:
    felt = practising("crown", "ann", "ben")
    begin(felt, "9C TC 6D 7H 8H", "ann", "ben")
    live, watchers = watched(felt, "ann", "ben", "")
    said = advised(live, watchers)
    assert (said["ben"], said[""]) == ([], [])
    [advice] = said["ann"]
    [hand] = advice["hands"]
    assert (hand["box"], hand["hand"], advice["version"]) == (1, 1, live.version)
    assert (hand["player"], hand["stake"]) == ("ann", 1000)
    best, *others = hand["choices"]
    assert best["best"]
    assert all(best["value"] >= one["value"] and "best" not in one for one in others)
    live, watchers = watched(felt, "ann")
    assert advised(live, watchers, moves=1) == {"ann": []}, "played on meanwhile"


def test_where_nothing_has_a_value_nobody_waits_for_one() -> None:
    """Whoever is asked whether they follow is told that there is nothing to tell."""
    felt = practising("crown", "ann", "ben")
    felt.rig("8C 7D 8H TC 9C")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    felt.decide("ann", "Split", 1)
    live, watchers = watched(felt, "ann", "ben")
    assert advised(live, watchers)["ben"] == [{"version": live.version, "hands": []}]


def test_whoever_comes_back_is_told_again_without_working_it_out_again() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C 6D 7H", "ann")
    live, watchers = watched(felt, "ann")

    async def reload(adviser: Adviser) -> None:
        again, stranger = Watcher(Viewer("ann")), Watcher(Viewer("ben"))
        adviser.tell_again(live, again)  # nothing is known yet: it is worked out
        live.come(again)
        await asyncio.gather(*adviser._under_way.values())
        assert told(again) == told(watchers["ann"])
        assert len(told(again)) == 1
        later = Watcher(Viewer("ann"))
        adviser.tell_again(live, later)
        adviser.tell_again(live, stranger)
        assert not adviser._under_way
        assert told(later) == told(again)
        assert told(stranger) == []
        live.version += 1
        assert adviser.said(live) is None, "of another moment"

    with_adviser(reload)


def test_the_last_question_of_a_table_is_the_only_one_that_is_answered() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C 6D 7H", "ann")
    live, watchers = watched(felt, "ann")

    async def ask(adviser: Adviser) -> None:
        adviser.consider(live)
        first = adviser._under_way[live.id]
        adviser.consider(live)
        await asyncio.gather(first, *adviser._under_way.values(), return_exceptions=True)
        assert first.cancelled()
        assert not adviser._under_way

    with_adviser(ask)
    assert len(told(watchers["ann"])) == 1


def test_warmed_up_for_every_game_that_is_practised_and_for_no_other() -> None:
    asked: list[Any] = []

    async def run() -> None:
        adviser = Adviser()

        async def beside(work: Any, about: Any) -> None:
            asked.append((work, about))

        adviser._beside = beside  # type: ignore[method-assign, assignment]
        await adviser.warm_up(demo.demo_tables())
        await adviser.warm_up(terms for terms in demo.demo_tables() if not terms.practice)

    asyncio.run(run())
    [(work, games)] = asked
    assert work is warm_up
    practised = {(t.book, t.setup.game) for t in demo.demo_tables() if t.practice}
    assert {(game.book, game.game) for game in games} == practised
    warm_up(games)  # one of them, bACEball, has nothing to decide


def test_for_money_or_without_anybody_to_tell_nothing_is_worked_out() -> None:
    money = Felt(terms_of("crown"))
    money.sit("ann", 1)
    begin(money, "9C 6D 7H", "ann")
    live, watchers = watched(money, "ann")
    assert advised(live, watchers) == {"ann": []}
    practice = practising("crown", "ann")
    begin(practice, "9C 6D 7H", "ann")
    assert advised(live_of(practice), {}) == {}
    between = practising("crown", "ann")
    live, watchers = watched(between, "ann")
    assert advised(live, watchers) == {"ann": []}


def test_what_is_asked_says_nothing_of_cards_to_come() -> None:
    felt = practising("crown", "ann")
    begin(felt, "9C 6D 7H", "ann")
    question = question_of(live_of(felt))
    assert question.discards == ()
    assert question.game.decks == 6
    seed = felt.vault.secret_of(1).seed
    assert seed.encode() not in question.round
