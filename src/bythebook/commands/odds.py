"""The command `odds`: what a game is worth at a table's own settings, exactly."""

from bythebook.commands import choices as c
from bythebook.commands import options as o


def odds_command(
    game: c.GameName,
    decks: c.Decks = None,
    option: c.Options = None,
    reading: c.Readings = None,
    side: c.Sides = None,
    strategy: c.Strategy = "best",
    without: c.Without = None,
    stake: c.Stake = "100",
    meter: o.Meters = None,
    drawn: o.Drawn = None,
    rate: o.Rates = None,
    per_hour: o.PerHour = None,
    rulebook: c.Rulebook = None,
    edition: c.EditionName = "",
    as_json: c.AsJson = False,
) -> None:
    """Work out a game exactly: edge, spread, where they come from, side wagers line by line.

    --side all prices every side wager that can be priced.
    """
    played = c.read_game(game, decks, option, reading, rulebook, edition)
    question = o.read_question(
        played, strategy=strategy, without=without, stake=stake, side=side, meter=meter,
        drawn=drawn, rate=rate, per_hour=per_hour,
    )  # fmt: skip
    book = o.book_of(played, rulebook)

    from bythebook.odds.sheet.figures import figures_of

    with c.patience("working out the game"):
        figures = figures_of(question, book)
    if as_json:
        from bythebook.odds.sheet.as_json import figures_to_json

        c.print_json(figures_to_json(figures))
    else:
        from bythebook.odds.sheet.as_text import tell_figures

        print(tell_figures(figures, book.about.place))
