"""The Gymnasium environments: every game passes Gymnasium's own checker, masks are the engine's
legality, money is the engine's money, and the shoe is a fair one."""

import math
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces.utils import flatdim
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation

from bythebook import Malformed, Refused, print_record, settle
from bythebook.cards import JOKER, Card, parse_cards
from bythebook.environments import KINDS, PHASES, RoundEnv, env_id, make, register
from bythebook.environments.shoe import Shoe, count
from bythebook.game import commands as c
from bythebook.game import legal
from bythebook.rulebooks import Game, built_in_books, find_book, load_game
from bythebook.rulebooks.chapters.game import BlackjackGame
from tests.clauses import clause

GAMES = [f"{book}/{game}" for book in built_in_books() for game in find_book(book).games]
BLACKJACKS = [game for game in GAMES if isinstance(load_game(game).rules, BlackjackGame)]
CROWN = "crown-blackjack/blackjack"
FREE_BET = "crown-blackjack/free-bet-blackjack"
CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
PONTOON = "tasmania-blackjack/federal-pontoon"
JOKERS = "tasmania-blackjack/jokers-wild"
BACEBALL = "star-baceball/baceball"
PEEKING = "reference-blackjack/blackjack"

EVERY_GAME = pytest.mark.parametrize("game_id", GAMES)

Policy = Callable[[RoundEnv, dict[str, Any], list[str]], str]


def may(env: RoundEnv) -> list[str]:
    """The names of the actions that the mask allows."""
    return [name for name, legal in zip(env.actions, env.action_masks(), strict=True) if legal]


def do(env: RoundEnv, name: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
    return env.step(env.actions.index(name))


def begin(game_id: str, cards: str, **settings: Any) -> tuple[RoundEnv, dict[str, Any]]:
    """A round in which these cards come first."""
    env = make(game_id, **settings)
    observation, _ = env.reset(seed=1, options={"cards": cards})
    return env, observation


def at_random(seed: int) -> Policy:
    chance = random.Random(seed)
    return lambda env, observation, names: chance.choice(names)


class Played(NamedTuple):
    """A round: what its rewards add up to, and what was seen at its end."""

    reward: float
    seen: dict[str, Any]


def rounds(env: RoundEnv, policy: Policy, number: int, seed: int = 1) -> Iterator[Played]:
    """Play so many rounds from this seed on."""
    for each in range(number):
        observation, _ = env.reset(seed=seed if each == 0 else None)
        rewards, over = 0.0, False
        while not over:
            name = policy(env, observation, may(env))
            observation, reward, over, truncated, _ = do(env, name)
            rewards += reward
            assert not truncated
        yield Played(rewards, observation)


# Gymnasium's own checker, for which every warning is an error here


@EVERY_GAME
def test_the_checker_passes_every_game(game_id: str) -> None:
    check_env(gymnasium.make(env_id(game_id)).unwrapped)


@pytest.mark.parametrize(
    ("game_id", "settings"),
    [
        (CROWN, {"decks": 8, "penetration": 0.75, "spread": (1, 2, 8), "stake_cents": 1500}),
        (CROWN, {"options": {"forced-draw": "on"}, "side_wagers": {"perfect-pairs": 500}}),
        (FREE_BET, {"side_wagers": {"pot-of-gold": 500, "any-pairs": 500}, "penalty": 0}),
        (
            CHALLENGE,
            {
                "readings": {"dealer-blackjack-after-bust": "busted-plus-one"},
                "side_wagers": {"blazing-7s": 250},
                "meters": {"blazing-7s": 1_200_000},
            },
        ),
        (
            BACEBALL,
            {
                "side_wagers": {"jackpot": 100},
                "meters": {"baceball-major": 10_000_000, "baceball-minor": 1_000_000},
            },
        ),
        (JOKERS, {"options": {"jokers": "1"}, "decks": 4}),
        (PEEKING, {"penetration": 0.5}),
    ],
)
def test_the_checker_passes_other_settings(game_id: str, settings: dict[str, Any]) -> None:
    check_env(make(game_id, **settings))
    check_env(gymnasium.make(env_id(game_id), **settings).unwrapped)


def test_the_ids_come_from_the_books() -> None:
    ids = {name for name in gymnasium.registry if name.startswith("bythebook/")}
    assert len(ids) == len(GAMES)
    assert ids == {env_id(game) for game in GAMES} == set(register())
    assert "bythebook/crown-blackjack-free-bet-blackjack-v0" in ids
    assert "bythebook/star-baceball-baceball-v0" in ids


def test_it_works_with_wrappers_and_many_at_once() -> None:
    flat = FlattenObservation(gymnasium.make(env_id(PONTOON)))
    observation, _ = flat.reset(seed=1)
    assert observation.shape == (flatdim(flat.unwrapped.observation_space),)
    many = gymnasium.make_vec(env_id(PONTOON), num_envs=3, vectorization_mode="sync")
    seen, info = many.reset(seed=1)
    assert seen["unseen"].shape == (3, len(KINDS))
    assert info["action_mask"].shape == (3, len(make(PONTOON).actions))
    many.close()


# The same seed gives the same rounds


def transcript(env: RoundEnv, number: int = 20) -> list[tuple[str, float]]:
    played = rounds(env, at_random(1), number, seed=7)
    return [(print_record(env.record()), each.reward) for each in played]


@EVERY_GAME
def test_a_seed_makes_rounds_reproducible(game_id: str) -> None:
    first = transcript(make(game_id, penetration=0.5))
    again = make(game_id, penetration=0.5)
    again.reset(seed=99)
    assert transcript(again) == first  # a seed begins a new shoe as well
    assert len({text for text, _ in first}) == len(first)


def test_the_factory_takes_a_seed() -> None:
    shown = [str(make(CROWN, seed=seed).reset()[0]["unseen"]) for seed in (1, 1, 2)]
    assert shown[0] == shown[1] != shown[2]


# The mask is the engine's own legality

WORDS: dict[type[c.Command], str] = {
    c.Hit: "hit", c.Stand: "stand", c.Double: "double", c.Split: "split", c.Proceed: "proceed",
    c.Insure: "insure", c.TakeEvenMoney: "even-money", c.Surrender: "surrender",
    c.Withdraw: "withdraw",
}  # fmt: skip


def listed(env: RoundEnv) -> set[str]:
    """What the engine lists for the player; a dealer's call of absence is none of it."""
    names = set()
    for command in legal(env.game, env.state):
        if isinstance(command, c.NameJoker):
            names.add(f"joker-{command.rank}")
        elif not isinstance(command, c.DeclareAbsent):
            names.add(WORDS[type(command)])
    return names


@EVERY_GAME
def test_the_mask_is_what_the_engine_allows(game_id: str) -> None:
    env = make(game_id)
    clauses = find_book(env.game.book).clauses
    chance = random.Random(game_id)
    unused, observation, over, steps = set(env.actions), env.reset(seed=3)[0], False, 0
    while unused or steps < 400:
        allowed = may(env)
        if observation["phase"] not in (PHASES.index("betting"), PHASES.index("over")):
            assert set(allowed) == listed(env)
        for name in chance.sample(env.actions, 2):
            if name not in allowed:
                before = env.state
                observation, reward, over, _, info = do(env, name)
                assert (env.state, reward, over) == (before, -1.0, False)
                assert info["refused"]["clause"] in clauses
                assert info["refused"]["reason"]
        name = chance.choice([name for name in allowed if name in unused] or allowed)
        unused.discard(name)
        observation, reward, over, _, info = do(env, name)
        assert "refused" not in info
        assert env.observation_space.contains(observation)
        steps += 1
        if over:
            assert may(env) == []
            observation, _ = env.reset()
        assert steps < 8_000, f"never legal: {unused}"


def test_a_game_has_the_actions_of_its_book() -> None:
    plain = ("stand", "hit", "double", "split", "proceed")
    assert make(CHALLENGE).actions == plain
    assert make(CROWN).actions == (*plain, "insure", "even-money")
    assert make(PONTOON).actions == (*plain, "insure", "surrender", "withdraw")
    assert make(JOKERS).actions[7:] == tuple(f"joker-{rank}" for rank in "A23456789T")
    strikes = make(BACEBALL).actions
    assert len(strikes) == 16
    assert strikes[:4] == (
        "wager 1", "wager 1 strike-1", "wager 1 strike-2", "wager 1 strike-1 strike-2",
    )  # fmt: skip
    spread = make(CROWN, spread=[1, 5], side_wagers={"any-pairs": 500}).actions
    assert spread[7:] == ("wager 1", "wager 1 any-pairs", "wager 5", "wager 5 any-pairs")


# What is refused, and by which clause


@clause(
    "crown-blackjack 8.5.5(a)",
    "star-blackjack-challenge 9.2",
    "canberra-blackjack 9.2(b)",
    "tasmania-blackjack 21.8.1",
)
@pytest.mark.parametrize(
    ("game_id", "cards", "name", "by"),
    [
        (CROWN, "8C 6D 8H", "double", "8.5.5(a)"),
        (CHALLENGE, "5C 6D 6H", "stand", "9.2"),
        ("canberra-blackjack/blackjack", "5C 6D 6H", "stand", "9.2(b)"),
        (PONTOON, "9C 6D 7H", "surrender", "21.8.1"),
    ],
)
def test_an_illegal_action_names_the_clause(game_id: str, cards: str, name: str, by: str) -> None:
    env, before = begin(game_id, cards, penalty=0.25)
    observation, reward, over, truncated, info = do(env, name)
    assert info["refused"]["clause"] == by
    assert (reward, over, truncated) == (-0.25, False, False)
    np.testing.assert_equal(observation, before)
    strict, _ = begin(game_id, cards, illegal="raise")
    with pytest.raises(Refused) as refused:
        do(strict, name)
    assert refused.value.clause == by


def test_bets_and_decisions_have_their_time() -> None:
    env, _ = begin(CROWN, "8C 6D 8H", spread=(1, 2))
    assert may(env) == ["wager 1", "wager 2"]
    assert do(env, "hit")[4]["refused"]["clause"] == "8.5.1"
    assert do(env, "wager 2")[0]["wager"] == 1
    assert do(env, "wager 1")[4]["refused"]["reason"] == "betting is closed"


def test_a_step_needs_a_round_and_an_action() -> None:
    env = make(BACEBALL)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(InvalidAction):
        env.step(len(env.actions))
    env.step(0)
    with pytest.raises(ResetNeeded):
        env.step(0)


# What is seen


def seen(cards: str) -> list[int]:
    """How often each kind of card is among these, counted without the package's help."""
    kinds = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] + ["JK"]
    return [cards.split().count(kind) for kind in kinds]


def test_the_observation_says_what_lies_on_the_table() -> None:
    env, first = begin(CROWN, "8C 6D 8H 3S TD TH", decks=4)
    assert PHASES[first["phase"]] == "turns"
    assert (first["total"], first["soft"], first["pair"], first["size"]) == (16, 0, 8, 2)
    assert (first["shown"], first["hand"], first["hands"], first["insured"]) == (6, 1, 1, 0)
    assert first["cards"].tolist() == [seen("8C 8H"), seen(""), seen("")]
    assert first["dealer"].tolist() == seen("6D")
    left = np.array([4] * 52 + [0])
    assert first["unseen"].tolist() == (left - seen("8C 6D 8H")).tolist()
    split = do(env, "split")[0]
    assert (split["total"], split["hand"], split["hands"], split["pair"]) == (11, 1, 2, 0)
    assert split["stakes"].tolist() == [[1, 0], [1, 0], [0, 0]]
    doubled = do(env, "double")[0]
    assert (doubled["total"], doubled["hand"]) == (18, 2)
    assert doubled["stakes"].tolist() == [[2, 0], [1, 0], [0, 0]]
    assert doubled["cards"].tolist() == [seen("8C 3S TD"), seen("8H TH"), seen("")]
    assert doubled["unseen"].sum() == 4 * 52 - 6


def test_tokens_insurance_and_surrender_are_seen() -> None:
    env, _ = begin(FREE_BET, "8C 6D 8H 3S TD TH")
    assert do(env, "split")[0]["stakes"].tolist() == [[1, 0], [0, 1], [0, 0]]
    assert do(env, "double")[0]["stakes"].tolist() == [[1, 1], [0, 1], [0, 0]]
    env, first = begin(PONTOON, "9C AD 7H")
    assert (PHASES[first["phase"]], first["shown"]) == ("offers", 11)
    assert do(env, "insure")[0]["insured"] == 1
    assert do(env, "surrender")[0]["surrendered"] == 1


def test_a_joker_is_seen_as_one_until_it_is_named() -> None:
    env, first = begin(JOKERS, "9C 6D JK")
    assert PHASES[first["phase"]] == "naming"
    named = do(env, "joker-9")[0]
    assert (named["total"], named["pair"]) == (18, 9)
    assert named["cards"][0].tolist() == seen("9C JK")
    assert named["unseen"][-1] == 7


def test_a_card_face_down_is_not_seen() -> None:
    env, first = begin(PEEKING, "9C 6D 7H TS")
    assert first["dealer"].tolist() == seen("6D")
    assert first["unseen"].sum() == 6 * 52 - 3
    assert "6D ??" in env.render()
    assert "TS" not in env.render()
    ended = do(env, "stand")[0]
    assert ended["dealer"][KINDS.index(parse_cards("TS")[0])] == 1
    assert ended["unseen"].sum() == 6 * 52 - 2 - ended["dealer"].sum()


def test_a_round_decided_at_once_is_delivered_by_proceeding() -> None:
    env, first = begin(CHALLENGE, "AC 6D KH")
    assert (PHASES[first["phase"]], may(env)) == ("over", ["proceed"])
    _, reward, over, _, info = do(env, "stand")
    assert (reward, over) == (-1.0, False)
    assert info["refused"]["reason"] == "the round is over"
    _, reward, over, truncated, info = do(env, "proceed")
    assert (reward, over, truncated, info["net"]) == (2.0, True, False, 2.0)  # 2 to 1, 8.1.1


def test_the_picture_tells_the_round() -> None:
    env, _ = begin(CROWN, "8C 6D 8H 3S TD TH 7C TC", render_mode="ansi")
    assert env.render().splitlines() == [
        "Blackjack (crown-blackjack/blackjack, 6 decks)",
        "",
        "  Dealer    6D     6",
        "  Hand 1 <  8C 8H  16  100.00",
        "",
        "  You may: stand, hit, split",
    ]
    for name in ("split", "double", "stand"):
        do(env, name)
    assert env.render().splitlines()[2:] == [
        "  Dealer  6D 7C TC  bust, 23",
        "  Hand 1  8C 3S TD  21",
        "  Hand 2  8H TH     18",
        "",
        "  Box 1, hand 1, player: main 200.00 wins 1 to 1: 200.00  6.2.1(b)",
        "  Box 1, hand 2, player: main 100.00 wins 1 to 1: 100.00  6.2.1(b)",
        "",
        "  In all: +300.00",
    ]


# Money


@EVERY_GAME
def test_rewards_are_what_the_record_of_the_round_settles_to(game_id: str) -> None:
    env = make(game_id, stake_cents=2_000, penetration=0.8)
    for played in rounds(env, at_random(5), 25):
        net = settle(print_record(env.record())).net
        assert played.reward == pytest.approx(float(net["player"]) / 20)


def test_wagers_of_many_units_and_side_wagers_count_in_units() -> None:
    cards = "8C 6D 8D 3S TD TH 7C TC"
    env, _ = begin(CROWN, cards, spread=(1, 3), side_wagers={"any-pairs": 2_500})
    do(env, "wager 3 any-pairs")
    rewards = [do(env, name)[1] for name in ("split", "double", "stand")]
    # Three units on each of two hands, one of them doubled; and 25.00 at 11 to 1 (16.5.2).
    assert rewards == [0.0, 0.0, pytest.approx(9 + 2.75)]


def total_of(cards: list[Card]) -> tuple[int, bool]:
    """A count of our own: aces as one, and ten more where that does not go over."""
    points = sum(1 if card.rank == "A" else card.value for card in cards)
    aces = any(card.rank == "A" for card in cards)
    return (points + 10, True) if aces and points <= 11 else (points, False)


def settled_by_hand(game: Game, cards: tuple[Card, ...], draw_below: int) -> float:
    """The round told to `settle` line by line, from its cards alone, for a wager of 100."""
    rules = game.rules
    assert isinstance(rules, BlackjackGame)
    five = rules.at_once.five_cards or rules.decisions.most_cards
    hand, rest = [cards[0], cards[2]], list(cards[4:] if rules.dealer.hole_card else cards[3:])
    lines: list[str] = []
    dealer_has_it = rules.dealer.hole_card and total_of([cards[1], cards[3]])[0] == 21
    while total_of(hand)[0] < 21 and not (five and len(hand) == 5) and not dealer_has_it:
        if total_of(hand)[0] >= draw_below:
            lines.append("1 stand")
            break
        lines.append("1 hit")
        hand.append(rest.pop(0))
    text = f"""
        game = "{game.id}"
        decks = {game.decks}
        wagers = ["1 ann 100"]
        cards = "{" ".join(map(str, cards))}"
        play = {lines}
    """
    settled = settle(text)
    assert settled.to_json()["unused_cards"] == []
    return float(settled.net["ann"]) / 100


@pytest.mark.parametrize("game_id", [game for game in BLACKJACKS if game != JOKERS])
@pytest.mark.parametrize("draw_below", [12, 17])
def test_simple_play_comes_to_the_same_as_its_records(game_id: str, draw_below: int) -> None:
    def policy(env: RoundEnv, observation: dict[str, Any], names: list[str]) -> str:
        if "proceed" in names:
            return "proceed"
        return "hit" if observation["total"] < draw_below else "stand"

    env = make(game_id)
    rewards, by_hand = [], []
    for played in rounds(env, policy, 40, seed=draw_below):
        rewards.append(played.reward)
        by_hand.append(settled_by_hand(env.game, env.record().cards, draw_below))
    assert rewards == pytest.approx(by_hand)
    assert len(set(rewards)) >= 3  # won, lost and more


# The shoe


def test_no_round_is_left_out_and_the_shuffle_is_fair() -> None:
    """In Blackjack Challenge every blackjack ends the round at once: 2 × 24 × 96 in 312 × 311."""
    env = make(CHALLENGE)
    number = 4_000
    at_once = aces = 0
    for each in range(number):
        observation, _ = env.reset(seed=1 if each == 0 else None)
        at_once += PHASES[observation["phase"]] == "over"
        aces += observation["shown"] == 11
    for times, chance in ((at_once, 2 * 24 * 96 / (312 * 311)), (aces, 1 / 13)):
        error = math.sqrt(chance * (1 - chance) * number)
        assert abs(times - number * chance) < 4 * error


def test_a_strike_is_worth_what_the_odds_say() -> None:
    """Strike 1 pays 2 to 1 on a ten-value card, four ranks of thirteen: it loses 1/13 a unit."""
    env = make(BACEBALL)
    strike, number = env.actions.index("wager 1 strike-1"), 3_000
    net = []
    for each in range(number):
        env.reset(seed=1 if each == 0 else None)
        env.step(strike)
        net += [row.returned - row.stake for row in env.state.rows if row.wager == "strike-1"]
    assert len(net) == number
    assert set(net) == {20_000, -10_000}
    error = 3 * math.sqrt(4 / 13 * 9 / 13 / number)
    assert abs(sum(net) / number / 10_000 + 1 / 13) < 4 * error


def test_a_kept_shoe_is_dealt_to_the_cut_card_and_shuffled() -> None:
    env = make(CROWN, decks=4, penetration=0.5)
    pack = Counter(env.game.rules.pack.cards(4))
    left, shuffles, used = Counter(pack), 0, 0
    for played in rounds(env, at_random(2), 120):
        cards = Counter(env.record().cards)
        if used >= 104:  # the cut card lies in the middle of 208
            left, used, shuffles = Counter(pack), 0, shuffles + 1
        left -= cards
        used += cards.total()
        assert played.seen["unseen"].tolist() == [left[kind] for kind in KINDS]
    assert shuffles > 3


@pytest.mark.parametrize("game_id", [CROWN, JOKERS, PEEKING, "canberra-blackjack/blackjack"])
def test_a_shoe_that_runs_out_goes_on_with_the_discards(game_id: str) -> None:
    env = make(game_id, decks=4, penetration=0.999)
    whole = count(env.game.rules.pack.cards(4))
    ran_out = 0
    for played in rounds(env, at_random(3), 150):
        record = env.record()
        lines = [line for line in record.play if "ran-out" in line.irregularity]
        ran_out += len(lines)
        if lines:
            # The round's own cards are not shuffled in, and one card may have been burned unseen.
            shown = whole - played.seen["unseen"]
            burned = count(record.cards) - shown
            assert burned.min() >= 0
            assert burned.sum() <= 1
            assert float(settle(record).net["player"]) / 100 == pytest.approx(played.reward)
    assert (ran_out > 0) == (env.game.rules.irregularities is not None)


def test_a_shoe_without_a_cut_is_whole_for_every_round() -> None:
    env = make(JOKERS, decks=5, options={"jokers": "3"})
    for _ in rounds(env, at_random(4), 10):
        observation, _ = env.reset()
        hand, dealer = observation["cards"].sum(axis=0), observation["dealer"]
        whole = observation["unseen"] + hand + dealer
        assert whole.tolist() == [5] * 52 + [3]


def test_cards_can_be_put_on_top_as_often_as_the_shoe_has_them() -> None:
    shoe = Shoe((JOKER, *parse_cards("AC 2C")), None)
    shoe.shuffle(np.random.default_rng(1))
    shoe.stack(parse_cards("2C JK"))
    assert [str(shoe.draw()) for _ in range(3)] == ["2C", "JK", "AC"]
    env = make(CROWN, decks=4)
    env.reset(options={"cards": "AC AC AC AC"})
    with pytest.raises(Malformed, match="AC is not in the shoe so often"):
        env.reset(options={"cards": "AC AC AC AC AC"})
    with pytest.raises(Malformed, match="no option of a reset"):
        env.reset(options={"card": "AC"})


# A rulebook of the user's own


def test_a_rulebook_of_the_users_own(tmp_path: Path) -> None:
    folder = tmp_path / "house-rules"
    shutil.copytree(find_book("crown-blackjack").folder, folder)
    rules = folder / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('odds = "3 to 2"', 'odds = "6 to 5"'), encoding="utf-8")
    env, _ = begin("house-rules/blackjack", "AC 6D KH", rulebook=folder)
    assert do(env, "proceed")[1] == pytest.approx(1.2)
    check_env(env)
    ids = register(folder)
    try:
        assert ids == register(folder)  # once more is no harm
        assert "bythebook/house-rules-blackjack-v0" in ids
        check_env(gymnasium.make(ids[0]).unwrapped)
    finally:
        for name in ids:
            gymnasium.registry.pop(name)


# What cannot be


@pytest.mark.parametrize(
    ("game_id", "settings", "why"),
    [
        ("crown-blackjack/whist", {}, "no game 'whist'"),
        (CROWN, {"decks": 5}, r"\(clause "),
        (CROWN, {"side_wagers": {"lucky-ladies": 500}}, "lucky-ladies is no wager"),
        (CROWN, {"stake_cents": 0}, "a wager is more than nothing"),
        (CROWN, {"spread": ()}, "spread"),
        (CROWN, {"spread": (2, 1)}, "spread"),
        (CROWN, {"spread": (0, 1)}, "spread"),
        (CROWN, {"penetration": 1.5}, "penetration"),
        (CROWN, {"illegal": "ignore"}, "illegal"),
        (CROWN, {"penalty": -1}, "penalty"),
        (CROWN, {"meters": {"blazing-7s": 1}}, "meters"),
        (CHALLENGE, {"side_wagers": {"blazing-7s": 250}}, "meter blazing-7s"),
        (CHALLENGE, {"side_wagers": {"blazing-7s": 300}, "meters": {"blazing-7s": 1}}, "2.50"),
        ("tasmania-blackjack/blackjack", {"side_wagers": {"supernova": 100}}, "drawn by a server"),
    ],
)
def test_impossible_settings_say_why(game_id: str, settings: dict[str, Any], why: str) -> None:
    with pytest.raises((Malformed, Refused), match=why):
        make(game_id, **settings)


def test_without_gymnasium_the_import_says_what_to_install() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import bythebook.environments"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install bythebook[gym]" in done.stderr.splitlines()[-1]
