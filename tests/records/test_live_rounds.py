"""The rounds of a table out of its events: which there are, and what their records tell."""

from collections.abc import Iterator

import pytest

from bythebook import parse_record, print_record, settle
from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed, Refused, given
from bythebook.records.irregularities import read_irregularity, why_not_returned
from bythebook.records.live import LiveRound, record_of, rounds_of
from bythebook.records.record import Record
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.chapters.jackpots import find_jackpot_rules, has_jackpot_rules
from bythebook.rulebooks.tables import TableRules, find_table_rules
from bythebook.table import events as e
from tests.books.baceball import floor as baceball
from tests.books.canberra import floor as canberra
from tests.books.crown import floor as crown
from tests.books.star_challenge import floor as star
from tests.books.tasmania import floor as tasmania
from tests.clauses import clause
from tests.records.exported import check_records
from tests.table.floor import Floor, c, cents, m, o

WHY = "it is so"


def live(floor: Floor) -> list[LiveRound]:
    return list(rounds_of(floor.rules, floor.log))


def lines(floor: Floor) -> list[str]:
    """The irregularities in the record of the last round."""
    record = record_of(live(floor)[-1])
    return [str(line) for line in record.play if line.irregularity]


# Which rounds there are


def test_each_round_has_its_number_place_game_and_end() -> None:
    floor = star.ready(star.SHOE, ann=1, ben=2)
    star.plain_round(floor, "ann")
    between = len(floor.log)
    star.plain_round(floor, "ann", "ben")
    first, second = live(floor)
    assert (first.number, second.number) == (1, 2)
    assert first.began < first.ended <= between < second.began < second.ended <= len(floor.log)
    for one in (first, second):
        assert isinstance(floor.log[one.began - 1], e.RoundBegan)
        assert isinstance(floor.log[one.ended - 1], e.RoundFinished)
        assert one.game.id == "star-blackjack-challenge/blackjack-challenge"
        assert one.table.limits == star.SHOE.limits
        assert one.corrections == ()
    assert [past.round for past in floor.state.past] == [first.final_round, second.final_round]
    assert sum(second.round.net.values()) == -second.round.house


def test_a_round_in_progress_is_none_yet() -> None:
    floor = star.ready(star.SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D 8H")
    assert live(floor) == []


def test_more_rounds_than_a_table_remembers_and_a_table_that_closes() -> None:
    floor = star.ready(star.DEVICE, ann=1)
    for _ in range(12):
        star.plain_round(floor, "ann")
    assert len(floor.state.past) == 10
    assert [one.number for one in live(floor)] == list(range(1, 13))
    reader = rounds_of(floor.rules, floor.log)
    assert next(reader).number == 1


def test_a_round_that_is_put_right_keeps_what_it_was() -> None:
    """A nine that was burned was the dealer's: 26, and ann wins instead."""
    floor = star.ready(star.SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D 6H")
    floor.ok("dealer", m.FaceUp(parse_card("9C")))
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == -cents(10)
    floor.ok("supervisor", m.Rebuild(4, parse_cards("9C TD")), why=WHY)
    (one,) = live(floor)
    (correction,) = one.corrections
    event = floor.log[correction.position - 1]
    assert isinstance(event, e.LastRoundCorrected)
    assert correction.clause == event.clause
    assert one.round.net["ann"] == -cents(10)
    assert one.final_round == floor.state.last
    assert one.final_round.net["ann"] == cents(10)
    assert lines(floor) == []


@clause("canberra-blackjack 14.5")
def test_a_round_further_back_that_is_found_void() -> None:
    floor = canberra.ready()
    for _ in range(3):
        canberra.a_round(floor)
    floor.ok(canberra.MANAGER, o.VoidLastRound("14.5", back=2), why=WHY)
    first, second, third = live(floor)
    assert [len(one.corrections) for one in (first, second, third)] == [0, 1, 0]
    assert second.final_round.voided == "14.5"
    assert str(record_of(second).play[-1]) == "! void 14.5"
    check_records(floor.rules, floor.log)


# Cards that ran out


@clause("crown-blackjack 17.11")
def test_cards_ran_out_and_none_is_burned() -> None:
    floor = crown.nearly_empty("TC TD 7D 9H 8H")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 9H 8H")
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert lines(floor) == ["! ran-out 6"]


@clause("crown-blackjack 17.11", "crown-blackjack 17.12")
def test_cards_ran_out_and_no_other_came() -> None:
    floor = crown.nearly_empty("TC TD 7D 9H 8H")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 9H 8H")
    floor.ok("dealer", o.Shuffle())
    floor.ok("area-manager", o.VoidRound("17.12"), why=WHY)
    assert lines(floor) == ["! ran-out 6", "! void 17.12"]


def star_runs_out() -> Floor:
    """ann has asked for a card, and none is left."""
    floor = star.ready(ann=1)
    star.run_down(floor, 3, "5C 9D 5H")
    floor.bet("ann", 1, 10)
    floor.cards("5C 9D 5H")
    floor.hit("ann", 1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 100), by="ann")
    return floor


def star_finishes(floor: Floor) -> None:
    floor.cards("KC")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 18.9")
def test_which_card_was_burned_unseen_is_not_told() -> None:
    floor = star_runs_out()
    floor.ok("dealer", o.Burn())
    star_finishes(floor)
    assert lines(floor) == ["! ran-out 4 unseen"]
    assert len(record_of(live(floor)[-1]).cards) == 5


@clause("star-blackjack-challenge 18.9", "star-blackjack-challenge 18.12")
def test_a_burn_that_was_forgotten_is_told() -> None:
    floor = star_runs_out()
    star_finishes(floor)
    assert lines(floor) == ["! ran-out 4 no-burn"]


@clause("star-baceball 12.6", "star-baceball 12.7")
def test_without_decisions_the_cards_run_out_all_the_same() -> None:
    floor = baceball.nearly_empty()
    floor.cards("4S 9D QH 8C KD")
    floor.ok("dealer", o.Shuffle())
    floor.cards("TC 7H 6S JC 3D JS 5H")
    assert lines(floor) == ["! ran-out 6 no-burn"]


@clause("star-blackjack-challenge 18.9", "star-blackjack-challenge 9.5")
def test_a_card_of_a_collected_hand_comes_again_after_the_shuffle() -> None:
    """Six kings of hearts in six decks: ann's went to the rack when she went over."""
    floor = star.ready(ann=1, ben=2)
    star.run_down(floor, 6, "TC 2C 9D 6D 2H KH")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC 2C 9D 6D 2H")
    floor.hit("ann", 1)
    floor.cards("KH")
    floor.hit("ben", 2)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.ok("dealer", o.Burn())
    floor.cards("KH")
    floor.stand("ben", 2)
    floor.cards("TD")
    record = record_of(live(floor)[-1])
    assert [str(card) for card in record.cards].count("KH") == 2
    assert lines(floor) == ["! ran-out 7 unseen"]


@clause("canberra-blackjack 14.6", "canberra-blackjack 18.3")
def test_cards_that_run_out_once_a_shoe_has_taken_the_devices_place() -> None:
    """With the device in use 14.6 does not apply; then it fails, and the shoe runs out."""
    floor = canberra.failing(decks=4)
    for card in canberra.pack_without(4, "TD 7C 9C 2C 2D"):
        floor.ok("dealer", m.FaceUp(card))
    floor.ok("dealer", m.Malfunction())
    floor.ok("player", o.Cut("cal", 1), by="cal")
    floor.stand("ann", 1)
    floor.cards("2C 2D")
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 203 - 52), by="ann")
    floor.cards("7S")
    assert [line.split()[1] for line in lines(floor) if "face-up" not in line] == [
        "malfunction",
        "ran-out",
    ]


@clause("tasmania-blackjack 5.4")
def test_a_shuffle_that_was_ordered_in_mid_round() -> None:
    floor = tasmania.started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("8C 8D 8H")
    floor.ok("inspector", o.OrderShuffle(), why="eights in a row")
    floor.ok("player", o.Cut("ann", 50), by="ann")
    floor.ok("dealer", o.Insert((60,)))
    floor.stand("ann", 1)
    floor.cards("8S KC")
    assert lines(floor) == ["! shuffled 5.4 at 4"]


@clause("tasmania-blackjack 5.4", "tasmania-blackjack 4.1")
def test_going_back_behind_a_shuffle_leaves_it_where_it_was() -> None:
    floor = tasmania.started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("2C 8D 3H")
    floor.put_down(c.Hit(1))
    floor.cards("4C")
    floor.ok("inspector", o.OrderShuffle(), why="a run of cards")
    floor.ok("player", o.Cut("ann", 50), by="ann")
    floor.ok("dealer", o.Insert((60,)))
    floor.hit("ann", 1)
    floor.cards("9C")
    floor.ok("inspector", m.Rewind(3, box=1))
    floor.hit("ann", 1)
    floor.cards("4C")
    floor.hit("ann", 1)
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert lines(floor) == ["! shuffled 5.4 at 5"]


# What was on the layout before the first card


def test_chips_and_tokens_that_were_taken_off_are_no_wagers_of_the_round() -> None:
    floor = crown.seated("ann")
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, token=True)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 10, token=True)
    floor.cards("TC 9D 8H")
    floor.stand("ann", 1)
    floor.cards("TS")
    record = record_of(live(floor)[-1])
    assert [(line.amount, line.token) for line in record.wagers] == [(1000, False), (1000, True)]
    check_records(floor.rules, floor.log)


# Cards too many


@clause("crown-blackjack 17.3", "crown-blackjack 17.3.1")
@pytest.mark.parametrize(
    ("exposed", "how", "line"),
    [(True, "burn", "! extra-card exposed 5"), (False, "hold-over", "! extra-card unexposed 5")],
)
def test_a_card_too_many_belongs_to_the_round_before(exposed: bool, how: str, line: str) -> None:
    floor = crown.seated("ann")
    crown.quick_round(floor, "ann")
    floor.deal("3C", to=0, exposed=exposed)
    floor.ok("dealer", m.Resolve(how))
    assert lines(floor) == [line]
    assert str(record_of(live(floor)[-1]).cards[-1]) == "3C"
    held = settle(record_of(live(floor)[-1])).replay.state.held_over
    assert (str(held) == "3C") is not exposed


@clause("canberra-blackjack 14.3")
@pytest.mark.parametrize(("exposed", "seen"), [(True, "exposed"), (False, "unexposed")])
def test_a_card_too_many_is_told_as_it_lay_where_one_clause_burns_both(
    exposed: bool, seen: str
) -> None:
    floor = canberra.ready()
    canberra.a_round(floor)
    floor.deal("3C", to=0, exposed=exposed)
    floor.ok("supervisor", m.Resolve("burn"))
    assert lines(floor) == [f"! extra-card {seen} 5"]
    check_records(floor.rules, floor.log)


@clause("canberra-blackjack 14.3", "canberra-blackjack 14.5")
def test_a_card_too_many_before_the_round_was_found_void() -> None:
    floor = canberra.ready()
    canberra.a_round(floor)
    floor.deal("3C", to=0)
    floor.ok("supervisor", m.Resolve("burn"))
    canberra.a_round(floor)
    floor.ok(canberra.MANAGER, o.VoidLastRound("14.5", back=2), why=WHY)
    first, _ = live(floor)
    told = [str(line) for line in record_of(first).play if line.irregularity]
    assert told == ["! extra-card exposed 5", "! void 14.5"]


@clause("canberra-blackjack 14.3")
def test_a_card_that_came_to_the_dealer_too_early() -> None:
    floor = canberra.ready()
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D 9D")
    floor.hit("ann", 1)
    floor.deal("9C", to=0)
    floor.ok("supervisor", m.Resolve("burn"))
    floor.cards("2D")
    floor.cards("TD")
    assert lines(floor) == ["! extra-card exposed 4"]
    assert floor.net("ann") == cents(10)


# Stakes found invalid after they were settled


@clause("star-blackjack-challenge 18.22", "star-blackjack-challenge 18.22.1")
def test_a_settled_stake_beyond_a_loss_limit_is_a_line_of_the_record() -> None:
    """Limit 50; 30 doubled unnoticed; the 21 was paid before ben's turn."""
    floor = star.ready(star.SHOE, ann=1, ben=2)
    floor.ok("player", o.SetLossLimit("ann", cents(50)), by="ann")
    floor.ok("player", o.DeclareChips("ann", cents(1000)), by="ann")
    floor.bet("ann", 1, 30)
    floor.bet("ben", 2, 10)
    floor.cards("5C TS 9D 6H 8S")
    floor.ok("dealer", o.Decide(c.Double(1), late=True))
    floor.cards("TH")
    floor.ok("dealer", o.FindOverLimit("ann"))
    floor.stand("ben", 2)
    floor.cards("TD")
    assert floor.net("ann") == cents(50)
    assert lines(floor) == ["! trim 1 ann 18.22.1 main 10.00 hand 1 at 7"]


DOUBLED = """
game   = "star-blackjack-challenge/blackjack-challenge"
wagers = ["1 ann 30", "2 ben 10"]
cards  = "5C TS 9D 6H 8S TH TD"
play   = ["1 double", "! trim {}", "2 stand"]
"""


@pytest.mark.parametrize(
    ("line", "net"),
    [
        ("1 ann 18.22.1 0.01", 5999),
        ("1 ann 18.22.1 main 59.99 hand 1", 1),
        ("1 ann 18.22.1 60", None),
        ("1 ann 18.22.1 10 hand 2", None),
        ("1 ben 18.22.1 10", None),
        ("2 ben 18.22.1 5", None),  # not decided yet
        ("1 ann 18.22.1 any-pairs 10", None),
    ],
)
def test_a_part_of_what_was_settled(line: str, net: int | None) -> None:
    text = DOUBLED.format(line)
    if net is None:
        with pytest.raises(Refused, match="play line 2"):
            settle(text)
    else:
        assert settle(text).replay.state.net["ann"] == net


@pytest.mark.parametrize(
    "line",
    ["", "1 ann", "1 ann 18.22.1", "1 ann 18.22.1 main", "* ann 18.22.1 10", "1 ann 18.22.1 0",
     "1 ann 18.22.1 main other 10", "1 ann 18.22.1 10 settled", "1 ann 18.22.1 10 at x"],
)  # fmt: skip
def test_how_that_line_is_written(line: str) -> None:
    with pytest.raises(Malformed, match="this is written: ! trim BOX PLAYER CLAUSE"):
        settle(DOUBLED.format(line))


# Shuffles in a record


TENS = """
game   = "tasmania-blackjack/blackjack"
decks  = 4
wagers = ["1 ann 10", "2 bob 10"]
cards  = "TC TC TC 7D TC TC KS{}"
play   = ["! face-up 1", {}"1 stand", "2 stand"]
"""


@clause("tasmania-blackjack 4.1")
def test_only_with_a_shuffle_may_a_card_come_again_and_once_a_shuffle() -> None:
    with pytest.raises(Refused, match="TC number 5, but 4 decks hold 4") as caught:
        settle(TENS.format("", ""))
    assert caught.value.clause == "4.1"
    once = '"! shuffled 5.4 at 2", '
    assert settle(TENS.format("", once)).replay.state.net["ann"] == cents(10)
    assert settle(TENS.format(" TD TD", once)).replay.unused == parse_cards("TD TD")
    # Four lie on the layout: however often the rest was shuffled, there is no fifth.
    for line in (once, once * 2, once + '"! shuffled 5.4", '):
        with pytest.raises(Refused, match="TC number 5, but 4 decks hold 4"):
            settle(TENS.format(" TC", line))


@clause("tasmania-blackjack 4.1", "tasmania-blackjack 5.4")
def test_a_shuffle_gives_back_what_left_the_shoe_before_it() -> None:
    """The fifth ten comes as card 6: shuffled before that, the first is in the shoe again."""
    for line in ("shuffled 5.4", "shuffled 5.4 at 2", "shuffled 5.4 at 6"):
        assert settle(TENS.format("", f'"! {line}", ')).replay.unused == ()
    with pytest.raises(Refused, match="TC number 5, but 4 decks hold 4"):
        settle(TENS.format("", '"! shuffled 5.4 at 7", '))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("shuffled", "this is written: ! shuffled CLAUSE"),
        ("shuffled 5.4 at", "this is written: ! shuffled CLAUSE"),
        ("shuffled 5.4.9", "tasmania-blackjack has no clause 5.4.9"),
        ("shuffled 5.4 at 9", "no such card comes in this round"),
    ],
)
def test_how_a_shuffle_is_written(line: str, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        settle(TENS.format("", f'"! {line}", '))


def test_an_offer_may_be_taken_up_after_a_wager_went_back() -> None:
    """Ben's wager goes back while insurance is open; ann insures then."""
    text = """
    game   = "crown-blackjack/blackjack"
    wagers = ["1 ann 10", "2 ben 10"]
    cards  = "TC 9S AD 8H 8S KD"
    play   = ["! return 2 ben 7.2.2 at 6", "1 insure 5", "1 stand"]
    """
    record: Record = parse_record(text)
    assert parse_record(print_record(record)) == record
    settled = settle(record).replay
    # Ann loses 10 to the blackjack and wins 10 on the insurance.
    assert settled.state.net == {"ann": 0, "ben": 0}
    assert parse_card("KD") in settled.state.dealer


# Wagers that go back in mid-round


def returning(rules: TableRules, game: Game) -> Iterator[str]:
    """What the record says wherever a table of this game can give wagers back in mid-round."""
    conduct, errors = rules.conduct, given(game.rules.irregularities)
    for act in conduct.acts.get("void-wagers", ()):
        settled = " settled" if errors.void_wagers == "everything" else ""
        yield from (f"return * ann {by}{settled}" for by in {act.clause, *act.only})
    if (places := conduct.disputes.places) is not None:
        yield f"return 1 ann {places.clause} {places.value}"
    if conduct.protection is not None:
        by = conduct.protection.loss_limit.trimmed.clause
        yield f"return 1 ann {by} main hand 1"
        yield from (f"{what} 1 ann {by} main 5 hand 1" for what in ("return", "trim"))
    if errors.rebuild.withdraw is not None:
        yield f"return 1 ann {errors.rebuild.withdraw.clause}"
    if (failure := errors.malfunction) is not None:
        if failure.no_spare.value == "withdraw-then-shoe":
            yield f"return 1 ann {(failure.withdraw or failure.no_spare).clause}"
        for wager, side in game.rules.side_wagers.items():
            if any(need.choice == "shuffler" for need in side.requires):
                yield f"return 1 * {(failure.shoe or failure.no_spare).clause} {wager}"
    jackpots = find_jackpot_rules(rules.book.id).jackpots if has_jackpot_rules(rules.book) else {}
    for wager, jackpot in jackpots.items():
        if jackpot.incorrect is not None and jackpot.incorrect.stake_back is not None:
            for says in jackpot.incorrect.causes.values():
                yield f"return 1 ann {says.clause} {wager} settled"


@pytest.mark.parametrize(
    "book",
    ["canberra-blackjack", "crown-blackjack", "star-baceball", "star-blackjack-challenge",
     "tasmania-blackjack"],
)  # fmt: skip
def test_a_record_takes_every_clause_by_which_a_table_gives_wagers_back(book: str) -> None:
    rules = find_table_rules(book)
    found = set()
    for name in rules.book.games:
        shufflers = rules.book.options_of(name).get("shuffler")
        for shuffler in shufflers.values if shufflers is not None else ("",):
            options = {"shuffler": shuffler} if shuffler else {}
            game = rules.book.game(name, options=options)
            for line in returning(rules, game):
                found.add(line)
                refused = why_not_returned(read_irregularity(line, line), game.rules)
                assert refused is None, (game.id, line)
    assert found


@clause("tasmania-blackjack 24.5.1(e)")
def test_a_ruling_in_mid_round_is_in_its_record() -> None:
    """Whose the Supernova wager is, is decided once the cards are out: the other's goes back."""
    floor = tasmania.started(tasmania.supernova_setup(), ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.no_more_bets()
    floor.cards("TC TD 7S")
    floor.ok("player", o.RaiseDispute("ben", "ann passed"), by="ben")
    floor.ok("casino-management", o.DecideDispute(1, "ben's", 1, "ben"))
    floor.cards("TH 9D")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert lines(floor) == ["! return 1 ann 24.5.1(e) supernova at 4"]
    assert "supernova" in check_records(floor.rules, floor.log)[0]
    assert floor.net("ann") == cents(10)


@clause("crown-blackjack 20.2.1", "star-baceball 14.3.1", "star-blackjack-challenge 20.8.1")
def test_wagers_are_void_by_the_power_not_by_what_is_prohibited() -> None:
    for floor, role, prohibits in (
        (crown.seated("ann"), crown.AM, "20.1"),
        (baceball.loaded(), baceball.SUPERVISOR, "14.1"),
        (star.ready(star.SHOE, ann=1), "supervisor", "20.6"),
    ):
        if "ann" not in floor.state.players:
            floor.players(ann=1)
        floor.bet("ann", 1, 20)
        floor.malformed(role, o.VoidWagers("ann", prohibits), why=WHY)
        floor.ok(role, o.VoidWagers("ann"), why=WHY)
