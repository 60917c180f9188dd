"""What terms can state: each item with its name, where it stands and how to tell that it does.

The books' lists (`tournament-terms.toml`) speak of these items by name.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from bythebook.tournaments.terms.document import PassCards, SecretWagers, Stage, TournamentTerms

Test = Callable[[TournamentTerms], bool]
_EMPTY: tuple[Any, ...] = (None, "", ())
STATEMENT = "statement:"


class Item(NamedTuple):
    says: str
    where: str  # in the document
    stated: Test


def value_at(terms: TournamentTerms, path: str) -> Any:
    value: Any = terms
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _is_said(value: Any) -> bool:
    return value not in _EMPTY and not (isinstance(value, str) and not value.strip())


def _at(path: str) -> Test:
    return lambda terms: _is_said(value_at(terms, path))


def _each(name: str) -> Test:
    """Every stage says it."""
    return lambda terms: (
        bool(terms.stages) and all(_is_said(getattr(stage, name)) for stage in terms.stages)
    )


def _some(test: Callable[[Stage], bool]) -> Test:
    return lambda terms: any(test(stage) for stage in terms.stages)


def _either(*tests: Test) -> Test:
    return lambda terms: any(test(terms) for test in tests)


def _every(*paths: str) -> Test:
    return lambda terms: all(_is_said(value_at(terms, path)) for path in paths)


def _allowed(offer: SecretWagers | PassCards | None) -> bool:
    return offer is not None and offer.each_session > 0


def _is_explained(offer: SecretWagers | PassCards | None) -> bool:
    return offer is None or offer.each_session == 0 or _is_said(offer.how)


def _progresses(terms: TournamentTerms) -> bool:
    """Every stage before the last says who goes on."""
    going = [s for s in terms.stages[:-1] if s.goes_on != "everybody"]
    return bool(terms.stages) and all(_is_said(stage.advancing) for stage in going)


def _plain(says: str, path: str) -> Item:
    return Item(says, path, _at(path))


def _money(says: str, path: str) -> Item:
    """The unit is in the field's name, not in the document's."""
    return Item(says, path, _at(f"{path}_cents"))


ITEMS: dict[str, Item] = {
    "place": _plain("where it takes place", "place"),
    "starts": _plain("date and time of the start", "dates.starts"),
    "withdrawal": _plain("until when an entrant may withdraw freely", "dates.withdraw_until"),
    "withdrawal-or-substitute": Item(
        "until when an entrant may withdraw freely or name a substitute",
        "dates.withdraw_until, entry.substitute_until",
        _either(_at("dates.withdraw_until"), _at("entry.substitute_until")),
    ),
    "entry-method": _plain("how to enter", "entry.method"),
    "application-form": _plain("the form of application", "entry.form"),
    "eligibility": _plain("who may enter", "entry.eligibility"),
    "criteria": _plain("criteria by which applications are selected", "entry.criteria"),
    "player-groups": _plain("restrictions on groups of players", "entry.groups"),
    "terms-available": _plain("how entrants get these terms", "entry.terms_from"),
    "minimum-entrants": _plain("the least number of entrants", "entry.least"),
    "maximum-entrants": _plain("the greatest number of entrants", "entry.most"),
    "substitutes": _plain("until when a substitute may be named", "entry.substitute_until"),
    "substitute-when": _plain(
        "in which circumstances a substitute may be named", "entry.substitute_says"
    ),
    "substitute-effect": _plain("what follows from a substitute", "entry.substitute_effect"),
    "reserves": Item("reserves", "entry.reserves", lambda terms: terms.entry.reserves > 0),
    "fee": _money("the entry fee", "money.fee"),
    "commission": _plain("the operator's commission", "money.commission"),
    "buy-in": _money("the buy-in", "money.buy_in"),
    "rebuys": _plain("re-buys", "money.rebuys"),
    "add-ons": _plain("add-ons", "money.add_ons"),
    "buy-backs": _plain("buying back in after elimination", "money.buy_backs"),
    "undertakings": _plain(
        "any undertaking, reservation or guarantee about prizes", "money.undertakings"
    ),
    "refunds": _plain("when money is refunded", "money.refunds"),
    "sessions": Item(
        "number and length of sessions", "stages.length",
        _either(_each("length"), _at("structure.sessions")),
    ),
    "session-lengths": Item("the length of every session", "stages.length", _each("length")),
    "sit-and-go": Item(
        "when a session begins and how players come to a table",
        "structure.sessions, structure.seats",
        _every("structure.sessions", "structure.seats"),
    ),
    "tables": Item(
        "how many tables are in use", "stages.tables",
        _either(_each("tables"), _at("structure.tables")),
    ),
    "progression": Item(
        "who goes on to the next session", "stages.advancing",
        _either(_progresses, _at("structure.progression")),
    ),
    "advancing": Item("how many go on from every session", "stages.advancing", _progresses),
    "session-awards": Item(
        "points or prizes for the places of a session", "stages.points",
        _either(_some(lambda stage: bool(stage.points)), _at("structure.awards")),
    ),
    "repechage": Item(
        "repechage, catch-up or secondary sessions and who qualifies", "structure.repechage",
        _either(_some(lambda stage: stage.kind == "repechage"), _at("structure.repechage")),
    ),
    "seats": _plain("how tables and boxes are given out", "structure.seats"),
    "starting-chips": Item(
        "the chips with which everybody begins a session", "stages.chips", _each("chips")
    ),
    "limits": Item("least and most of a wager", "stages.limits", _each("limits")),
    "elimination-hands": Item(
        "the designated elimination hands", "stages.elimination_hands", _each("elimination_hands")
    ),
    "chip-type": _plain("which chips are used", "play.chip_type"),
    "compulsory-wager": _plain(
        "whether every round has a compulsory wager", "play.compulsory_wager"
    ),
    "betting-order": _plain("the order in which wagers are made", "play.betting_order"),
    "secret-wagers": _plain("secret wagers: how many, and how", "play.secret_wagers"),
    "pass-cards": _plain("pass cards: how many, and how", "play.pass_cards"),
    "how-secret": Item(
        "how a secret wager is made", "play.secret_wagers.how",
        lambda terms: _is_explained(terms.play.secret_wagers),
    ),
    "how-pass": Item(
        "how a pass card is used", "play.pass_cards.how",
        lambda terms: _is_explained(terms.play.pass_cards),
    ),
    "elimination": _plain("how players are eliminated", "play.elimination"),
    "winners": _plain("how winners are determined", "play.winners"),
    "chips-at-end": _plain("what becomes of the chips at the end", "play.chips_at_end"),
    "vouchers": _plain("mystery vouchers", "play.vouchers"),
    "double-your-bet": _plain("Double Your Bet vouchers", "play.double_your_bet"),
    "session-ties": _plain("who goes on when players are level", "ties.places"),
    "points-ties": _plain("the points of players who are level", "ties.points"),
    "prize-ties": _plain("the prizes of players who are level", "ties.prizes"),
    "play-off": Item(
        "a play-off for prizes: how many hands, with which chips, and what if still level",
        "ties.play_off_hands, ties.play_off_chips, ties.still_level",
        _every("ties.play_off_hands", "ties.play_off_chips", "ties.still_level"),
    ),
    "prizes": _plain("the list of prizes", "prizes.places"),
    "prize-pool": _plain("the prize pool, or how it is worked out", "prizes.pool"),
    "prize-payment": _plain("how prizes are paid", "prizes.paid"),
    "prize-allocation": _plain("how prizes are allocated", "prizes.allocation"),
    "tied-in-kind": _plain("who gets a prize that cannot be divided", "prizes.tied_in_kind"),
    "late": _plain("what follows from arriving late or not at all", "conduct.late"),
    "absent": _plain("what follows from being absent", "conduct.absent"),
    "penalties": _plain("when somebody is penalised, and how", "conduct.penalties"),
    "disqualification": _plain("when somebody is disqualified", "conduct.disqualification"),
    "disqualified": _plain(
        "what follows from disqualification, for chips as well", "conduct.disqualified"
    ),
    "phones": _plain("what follows from using a telephone", "conduct.phones"),
    "retiring": _plain("what follows from retiring", "conduct.retiring"),
}  # fmt: skip


OFFERS = {"secret-wagers": "play.secret_wagers", "pass-cards": "play.pass_cards"}


def is_stated(terms: TournamentTerms, item: str) -> bool:
    if item.startswith(STATEMENT):
        return item.removeprefix(STATEMENT) in terms.statements
    return ITEMS[item].stated(terms)


def is_offered(terms: TournamentTerms, item: str) -> bool:
    """Stated, and not only to say that there are none."""
    if item in OFFERS:
        return _allowed(value_at(terms, OFFERS[item]))
    return is_stated(terms, item)


def said_of(item: str) -> str:
    """An item as people call it."""
    if item.startswith(STATEMENT):
        return f"the statement {item.removeprefix(STATEMENT)!r}"
    return ITEMS[item].says


def place_of(item: str) -> str:
    """Where an item stands in a document."""
    if item.startswith(STATEMENT):
        return f'"{item.removeprefix(STATEMENT)}" in statements'
    return ITEMS[item].where


# The matters that a book may leave no choice in, or less of it.
CHOICES: dict[str, Callable[[TournamentTerms], tuple[str, ...]]] = {
    "game": lambda terms: (terms.game,),
    "format": lambda terms: (terms.format,),
    "session-length": lambda terms: tuple(
        dict.fromkeys(
            unit
            for stage in terms.stages if stage.length is not None
            for unit in ("hands", "shoes", "minutes") if getattr(stage.length, unit) is not None
        )
    ),
    "session-ties": lambda terms: _chosen(terms.ties.places),
    "points-ties": lambda terms: _chosen(terms.ties.points),
    "prize-ties": lambda terms: _chosen(terms.ties.prizes),
    "betting-order": lambda terms: _chosen(terms.play.betting_order),
    "chips-at-end": lambda terms: _chosen(terms.play.chips_at_end),
    "substitutes": lambda terms: _chosen(terms.entry.substitute_until),
    "late": lambda terms: (
        (terms.conduct.late.first,) if terms.conduct.late is not None else ()
    ),
    "elimination-hands": lambda terms: (
        ("some",) if any(stage.elimination_hands for stage in terms.stages) else ()
    ),
    "compulsory-wager": lambda terms: (
        () if terms.play.compulsory_wager is None
        else ("yes",) if terms.play.compulsory_wager else ("no",)
    ),
}  # fmt: skip


def _chosen(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)
