"""What the books' data say of irregularities, and that any of them at any time is safe."""

import random
from collections.abc import Iterator
from typing import get_args

import pytest

from bythebook import Malformed, Refused, print_record, settle
from bythebook.cards import parse_card, parse_cards
from bythebook.game import State, decide, evolve, legal, play, refusal, start
from bythebook.game import commands as c
from bythebook.game.state import Table, chips_on_layout
from bythebook.records.export import export_record
from bythebook.records.irregularities import FORMS, read_irregularity
from bythebook.records.story import explain, tell_settlement
from bythebook.rulebooks import Game, find_book, load_game
from bythebook.rulebooks.plain import plain_clauses
from bythebook.table.decision import step
from tests.clauses import clause
from tests.game.any_games import EVERY_GAME, PLAYERS, any_game, any_table, place_wagers
from tests.game.candidates import candidates
from tests.records.cases import load_cases

ROUNDS = 25


@EVERY_GAME
def test_whatever_voids_a_round_by_its_irregularities_is_a_clause_that_voids(
    book_id: str, name: str
) -> None:
    book = find_book(book_id)
    shufflers = book.options_of(name).get("shuffler")
    for shuffler in shufflers.values if shufflers is not None else [None]:
        rules = book.game(name, options={"shuffler": shuffler} if shuffler else None).rules
        errors = rules.irregularities
        assert errors is not None, "what a game does not say, the plain conduct does"
        failure, wrong = errors.malfunction, errors.wrong_cards
        named = [errors.rebuild.impossible, wrong.void if wrong is not None else None]
        if failure is not None:
            named += [failure.disadvantage, failure.cannot_finish]
            if failure.no_spare.value == "void":
                assert failure.no_spare.clause in rules.void
            if failure.no_spare.value == "withdraw-then-shoe":
                assert failure.withdraw is not None
        assert all(cited is None or cited.value in rules.void for cited in named)


def anything(game: Game, state: State, chance: random.Random) -> Iterator[c.Command]:
    """Every irregularity that one could report, fitting or not."""
    box, player = chance.randint(0, 6), chance.choice((*PLAYERS, "", "nobody"))
    clause = chance.choice(sorted(find_book(game.book).clauses))
    kinds = ("main", "insurance", "nonsense", *sorted(game.rules.side_wagers))
    wagers = tuple(chance.sample(kinds, chance.randint(0, 2)))
    card = chance.choice(game.rules.pack.cards(1))
    amount = chance.choice((-1, 0, 1, 250, 500, 1000, 10**9))
    yield c.ReturnWagers(clause, player, box, wagers, chance.random() < 0.5)
    yield c.ReturnWagers("", player, box)
    yield c.ReduceWager(box, player, amount, clause, chance.choice(kinds), chance.randint(0, 3))
    yield c.MissCard()
    yield c.TakeBack(box, player)
    yield c.CallDealerCard(box)
    yield c.RefuseCard(box, player)
    yield c.BurnFaceUp(card)
    yield c.RunOut(chance.choice((card, None)), chance.random() < 0.5)
    yield c.LayExtraCard(card, chance.random() < 0.5)
    yield c.FailJackpot()
    yield from (c.ReportMalfunction(what) for what in get_args(c.Failure))
    yield c.FindWrongCard(chance.random() < 0.5)
    yield c.VoidRound(clause, (player,))


@EVERY_GAME
def test_any_irregularity_at_any_time_is_refused_or_conserves_money(
    book_id: str, name: str
) -> None:
    for seed in range(ROUNDS):
        chance = random.Random(f"irregular/{book_id}/{name}/{seed}")
        game = any_game(find_book(book_id), name, chance)
        play_with_anything(game, chance)


def play_with_anything(game: Game, chance: random.Random) -> None:
    clauses = find_book(game.book).clauses | plain_clauses()
    shoe = list(game.rules.pack.cards(game.decks))
    chance.shuffle(shoe)
    table = any_table(game, chance)
    state = start(game, table)
    wagers = place_wagers(game, table, state, chance)
    while state.phase != "over":
        for irregularity in anything(game, state, chance):
            refused = refusal(game, state, irregularity)
            if refused is not None:
                assert refused.clause in clauses, irregularity
            elif chance.random() < 0.05 and not isinstance(irregularity, c.VoidRound):
                state = carried_out(game, state, irregularity)
        if state.phase == "over":
            break
        if state.phase == "betting":
            while wagers and refusal(game, state, wagers[0]) is not None:
                wagers.pop(0)
            if not wagers and refusal(game, state, c.CloseBetting()) is not None:
                return  # everything went back before the round began
            state = carried_out(game, state, wagers.pop(0) if wagers else c.CloseBetting())
        elif state.due is not None:
            state = carried_out(game, state, c.Deal(shoe.pop()))
        else:
            choices = legal(game, state)
            assert choices, (state.phase, state.at)
            assert set(map(str, choices)) <= set(map(str, candidates(game, state)))
            state = carried_out(game, state, chance.choice(choices))
    assert chips_on_layout(state) == 0


def carried_out(game: Game, state: State, command: c.Command) -> State:
    after, events = play(game, state, command)
    assert events == decide(game, state, command)
    for event in events:
        state = evolve(state, event)
        assert sum(state.net.values()) + state.house + chips_on_layout(state) == 0
    assert state == after
    return after


MALFORMED = """
void, void 1.1 2.2, void 14.5 forfeit, invalid 3, invalid three zoe, face-up first,
face-up 0, face-up 1 2, ran-out no-burn 3, ran-out 3 burn, no-card, no-card bob,
no-card 1 x, extra-card, extra-card seen, extra-card exposed 1 2, foreign-card 2,
missing-card at 2, malfunction, malfunction spare at, malfunction spare at x, withdraw 1,
withdraw x ann, dealer-card, dealer-card dealer, refuse, refuse 1 ann, jackpot-failure 3,
return, return 1 ann, return x ann 1.1, return 1 ann 1.1 Main, return 1 ann 1.1 main 1.2.3,
return * ann 1.1 main 5, return 1 * 1.1 main 5, return 1 ann 1.1 main insurance 5,
return 1 ann 1.1 main 5 settled, return 1 ann 1.1 5 hand x, forfeit 1 ann 1.1 main 5
"""


@pytest.mark.parametrize("text", [text.strip() for text in MALFORMED.split(",")])
def test_a_malformed_irregularity_says_how_it_is_written(text: str) -> None:
    with pytest.raises(Malformed) as malformed:
        read_irregularity(text, "play line 1")
    form = FORMS[text.split()[0]]
    assert str(malformed.value) == f"play line 1: this is written: ! {form}"


def test_an_unknown_irregularity_says_which_there_are() -> None:
    with pytest.raises(Malformed) as malformed:
        read_irregularity("rain", "play line 1")
    assert all(f"! {form}" in str(malformed.value) for form in FORMS.values())


def test_every_kind_of_irregularity_is_told_in_words() -> None:
    told = set()
    for _, stem, case in load_cases():
        if not stem.startswith("irregularities-") or case.net is None:
            continue
        settled = settle(case.record)
        for line in settled.replay.record.play:
            if line.irregularity:
                told.add(line.irregularity.split()[0])
        assert tell_settlement(settled)
        assert explain(settled)
    assert told == set(FORMS) - {"invalid"}


def test_settling_tells_what_went_wrong_beside_what_was_paid() -> None:
    settled = settle("""
        game   = "star-blackjack-challenge/blackjack-challenge"
        wagers = ["1 ann 10", "2 bob 20"]
        cards  = "2H TC 9C 7D TD 9H KS 4H"
        play   = ["! face-up", "! return 2 bob 20.8.1", "1 stand", "! extra-card unexposed"]
    """)
    story = tell_settlement(settled)
    assert "2H was lying face up: it is out of play" in story
    assert "By order, bob's wagers on box 2: it goes back" in story
    assert "4H, a card too many, is kept for the next round" in story
    assert settled.to_json()["held_over"] == "4H"


def test_a_book_without_rules_for_irregularities_refuses_them() -> None:
    with pytest.raises(Refused) as refused:
        settle("""
            game   = "canberra-blackjack/blackjack"
            wagers = ["1 ann 10"]
            cards  = "TC 7D TD KS"
            play   = ["! jackpot-failure", "1 stand"]
        """)
    assert refused.value.clause == "2.1"


# Wagers given back while others are being asked


def round_of(game_id: str, wagers: list[c.Command], cards: str) -> tuple[Game, State]:
    """A round with these wagers, dealt so far."""
    game = load_game(game_id)
    state = start(game)
    for command in (*wagers, c.CloseBetting(), *map(c.Deal, parse_cards(cards))):
        state, _ = play(game, state, command)
    return game, state


def after(game: Game, state: State, *commands: c.Command) -> State:
    for command in commands:
        state, _ = play(game, state, command)
    return state


def test_who_doubled_leaves_and_the_others_still_get_the_one_card() -> None:
    wagers: list[c.Command] = [c.PlaceWager(1, "ann", 2000), c.PlaceWager(1, "bob", 1000)]
    game, state = round_of("crown-blackjack/blackjack", wagers, "6C 7D 5H")
    state = after(game, state, c.Double(1, "ann"), c.ReturnWagers("20.2.1", "ann"))
    assert state.phase == "following"
    assert state.box(1).originals == {"bob": 1000}
    state = after(game, state, c.Proceed(), *map(c.Deal, parse_cards("9S TC")))
    assert state.phase == "over"
    assert state.net == {"ann": 0, "bob": 1000}


def test_who_split_leaves_and_the_second_hand_with_them() -> None:
    wagers: list[c.Command] = [c.PlaceWager(1, "ann", 2000), c.PlaceWager(1, "bob", 1000)]
    game, state = round_of("crown-blackjack/blackjack", wagers, "8C 7D 8H")
    state = after(game, state, c.Split(1, "ann"), c.ReturnWagers("20.2.1", "ann"))
    assert state.due is not None
    assert (state.due.box, state.due.hand) == (1, 1)
    assert state.hand(1, 2).done
    state = after(game, state, c.Deal(parse_card("TC")), c.Stand(1, "bob"))
    state = after(game, state, c.Deal(parse_card("TD")))
    assert state.net == {"ann": 0, "bob": 1000}


def test_a_joker_is_not_named_for_a_box_that_nobody_has_a_wager_on() -> None:
    wagers: list[c.Command] = [c.PlaceWager(1, "ann", 2000), c.PlaceWager(2, "bob", 1000)]
    game, state = round_of("tasmania-blackjack/jokers-wild", wagers, "JK TC 7D 5H TD")
    assert state.phase == "naming"
    state = after(game, state, c.ReturnWagers("22.3", "ann"), c.Stand(2), c.Deal(parse_card("TS")))
    assert state.net == {"ann": 0, "bob": 1000}


def test_a_wager_that_shrank_is_doubled_by_what_is_left() -> None:
    game, state = round_of("crown-blackjack/blackjack", [c.PlaceWager(1, "ann", 2000)], "6C 7D 5H")
    state = after(game, state, c.ReduceWager(1, "ann", 500, "20.2.1"), c.Double(1))
    assert state.hand(1, 1).stakes[0].real == 3000
    state = after(game, state, *map(c.Deal, parse_cards("9S TC")))
    assert state.net == {"ann": 3000}


def test_a_part_that_goes_back_is_chips_before_tokens() -> None:
    wagers: list[c.Command] = [
        c.PlaceWager(1, "ann", 1000),
        c.PlaceWager(1, "ann", 500, token=True),
    ]
    game, state = round_of("crown-blackjack/blackjack", wagers, "TC")
    state = after(game, state, c.ReduceWager(1, "ann", 1200, "20.2.1"))
    assert state.rows[-1].in_tokens == 200
    assert state.net == {"ann": 0}
    assert state.hand(1, 1).stakes[0].in_tokens == 300


def test_forfeited_insurance_is_lost() -> None:
    wagers: list[c.Command] = [c.PlaceWager(1, "ann", 2000)]
    game, state = round_of("canberra-blackjack/blackjack", wagers, "TC AD 6H")
    insured = after(game, state, c.Insure(1, 1000, "ann"))
    state = after(game.for_tournament(), insured, c.ReturnWagers("16.2(a)", "ann", forfeited=True))
    assert [(row.wager, row.result) for row in state.rows] == [
        ("main", "loses"),
        ("insurance", "loses"),
    ]
    assert after(game, state, c.Proceed()).net == {"ann": -3000}


def test_a_record_leaves_out_what_went_back_before_the_round() -> None:
    game = load_game("crown-blackjack/blackjack")
    table = Table(side_wagers=frozenset({"any-pairs"}))
    state, told = start(game, table), []
    for command in (
        c.PlaceWager(1, "ann", 2000),
        c.PlaceWager(1, "ann", 500, "any-pairs"),
        c.PlaceWager(3, "cal", 3000),
        c.ReturnWagers("20.2.1", "ann"),
        c.ReduceWager(3, "cal", 1000, "7.2.5"),
        c.CloseBetting(),
        *map(c.Deal, parse_cards("TC 7D TH")),
        c.Stand(3),
        c.Deal(parse_card("KS")),
    ):
        state, events = play(game, state, command)
        told.append(step(command, events))
    record = export_record(game, table, told)
    assert [str(line) for line in record.wagers] == ["3 cal 20"]
    assert [str(line) for line in record.play] == ["3 stand"]
    assert state.net == {"ann": 0, "cal": 2000}
    assert settle(print_record(record)).replay.state.net["cal"] == 2000


@clause("crown-blackjack 20.2.1", "star-blackjack-challenge 20.10")
def test_nobody_forfeits_by_a_clause_that_makes_a_wager_void() -> None:
    """In a round and in its record alike; a void that takes somebody's wagers has its own."""
    wagers: list[c.Command] = [c.PlaceWager(1, "ann", 2000)]
    for name, clause_id, allowed in (
        ("crown-blackjack/blackjack", "20.2.1", False),
        ("star-blackjack-challenge/blackjack-challenge", "20.8.1", False),
        ("star-blackjack-challenge/blackjack-challenge", "20.10", True),
    ):
        game, state = round_of(name, wagers, "TC 7D TH")
        refused = refusal(game, state, c.ReturnWagers(clause_id, "ann", forfeited=True))
        assert (refused is None) is allowed, clause_id
        # A tournament's table has clauses of its own.
        own = game.for_tournament()
        assert refusal(own, state, c.ReturnWagers(clause_id, "ann", forfeited=True)) is None
