"""The command `odds`: what a game is worth at a table's own settings, exactly."""

from bythebook.commands import choices as c
from bythebook.commands.options import OddsAsked


class Asked(OddsAsked, frozen=True, kw_only=True):
    as_json: c.AsJson = False


@c.taking(Asked)
def odds_command(asked: Asked) -> None:
    """Work out a game exactly: edge, spread, where they come from, side wagers line by line.

    --side all prices every side wager that can be priced.
    """
    game, book = asked.named()
    question = asked.question(game)

    from bythebook.odds.sheet.figures import figures_of

    with c.patience("working out the game"):
        figures = figures_of(question, book)
    if asked.as_json:
        from bythebook.odds.sheet.as_json import figures_to_json

        c.print_json(figures_to_json(figures))
    else:
        from bythebook.odds.sheet.as_text import tell_figures

        print(tell_figures(figures, book.about.place))
