"""Side wagers of the shelf at other games' tables: engine and compiled rounds agree there too.

Without a hole card, where 21 is paid at once, where doubles are taken back or ties lose, what a
side wager looks at after the deal comes about in other ways.
"""

import random
from pathlib import Path

import pytest

from bythebook.rulebooks.loader import load_book
from tests.odds.kernel.replay import both, compare, play_desks, scripted_desks

ROUNDS = 250
TAKEN = ("lucky-ladies", "royal-match-twice", "buster-with-blackjack", "bad-beat", "in-between")
GAMES = [
    ("crown-blackjack@4.2", "blackjack"),
    ("crown-blackjack@4.2", "free-bet-blackjack"),
    ("crown-blackjack@4.2", "blackjack-plus"),
    ("star-blackjack-challenge@2024-08-19", "blackjack-challenge"),
    ("tasmania-blackjack@02-15", "federal-pontoon"),
    ("european-blackjack@1", "blackjack"),
]


@pytest.mark.parametrize(("base", "name"), GAMES)
def test_rounds_agree_with_wagers_that_look_past_the_deal(
    base: str, name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    says = "\n".join(f'{wager} = {{ like = "{wager}", clause = "X" }}' for wager in TAKEN)
    (folder / "clauses.csv").write_text(
        'id,area,kind,role,summary,note\n"X","side-wager","rule","","Ours.",""\n'
    )
    (folder / "rules.toml").write_text(
        f'[book]\nbased_on = "{base}"\nversion = "1"\neffective = 2030-01-01\n'
        f'effective_clause = "X"\n\n[games.{name}.side_wagers]\n{says}\n'
    )
    game = load_book(folder).game(name)
    pair = both(game, dict.fromkeys(TAKEN, 500))
    chance = random.Random(f"{base} {name}")
    for _ in range(2):
        desks = scripted_desks(pair, chance, ROUNDS)
        play_desks(pair, desks)
        compare(pair, desks, every=25)
