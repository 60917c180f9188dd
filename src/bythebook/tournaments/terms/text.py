"""Terms for players: every item in plain words, with the clauses that want it said.

`terms_sections` is for pages, `print_terms` for paper; what is not stated is not printed.
"""

import datetime
import textwrap
from collections.abc import Iterable

import msgspec

from bythebook.errors import Refused
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.tournament_terms import TermsRequired
from bythebook.tournaments.terms.bounds import percent
from bythebook.tournaments.terms.checks import applies, clauses_of, load, untold
from bythebook.tournaments.terms.document import Purchase, Stage, TournamentTerms
from bythebook.tournaments.terms.items import ITEMS
from bythebook.tournaments.values import Length, Limits

COLUMNS = 88
_FORMATS = {
    "chips": "It is played with chips of no value.",
    "live": "It is played live: chips are bought for money, and players keep what they hold.",
    "elimination": "It is played by elimination, with chips of no value: after each designated hand"
    " the lowest count is out.",
}
_ABOUT_ENTRY = (
    "entitled-only", "may-refuse", "taking-part-accepts", "must-obey", "conditions-on-form",
    "jokers-wild",
)  # fmt: skip
_ABOUT_PLAY = ("equal-banks", "start-may-move")
# Where "not applicable" means that there is none of it.
_NONE_OF = {
    "fee": "Entry fee",
    "commission": "Commission",
    "buy-in": "Buy-in",
    "rebuys": "Re-buys",
    "add-ons": "Add-ons",
    "buy-backs": "Buying back in after elimination",
    "criteria": "Selection criteria",
    "repechage": "Repechage, catch-up or secondary sessions",
    "session-awards": "Points or prizes for a session",
    "secret-wagers": "Secret wagers",
    "pass-cards": "Pass cards",
    "undertakings": "Undertakings",
}


class Line(msgspec.Struct, frozen=True):
    text: str
    clauses: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    title: str
    lines: tuple[Line, ...]


class _Page:
    """Lines under one title, each with the clauses of the items it states."""

    def __init__(self, required: TermsRequired, terms: TournamentTerms) -> None:
        self.required, self.terms = required, terms
        self.lines: list[Line] = []

    def say(self, text: str, *items: str) -> None:
        clauses = (c for item in items for c in clauses_of(self.required, self.terms, item))
        self.lines.append(Line(text, tuple(dict.fromkeys(clauses))))

    def words(self, label: str, text: str, item: str = "") -> None:
        if text.strip():
            self.say(f"{label}: {_sentence(text)}", *([item] if item else []))

    def unless_said(self, items: Iterable[str]) -> None:
        """What was answered "not applicable"."""
        for item in items:
            if untold(self.terms, item):
                said = f"{_capital(ITEMS[item].says)}: not applicable."
                self.say(f"{_NONE_OF[item]}: none." if item in _NONE_OF else said, item)

    def statements(self, names: Iterable[str]) -> None:
        for name in names:
            said = self.required.statements.get(name)
            if said is not None and name in self.terms.statements:
                self.say(said.says, f"statement:{name}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def terms_sections(terms: TournamentTerms) -> tuple[Section, ...]:
    """Everything the terms say, in the order in which people ask."""
    required = load(terms).required
    written = []
    for title, write in (
        (f"The {required.called}", _about), ("Entry", _entry), ("Money", _money),
        ("Sessions", _sessions), ("Play", _play), ("Prizes", _prizes), ("Conduct", _conduct),
        ("By the rules, whatever the terms say", _by_the_rules),
    ):  # fmt: skip
        page = _Page(required, terms)
        write(page, terms)
        if page.lines:
            written.append(Section(title, tuple(page.lines)))
    return tuple(written)


def print_terms(terms: TournamentTerms) -> str:
    """The terms as plain text."""
    lines = [terms.title, "=" * len(terms.title)]
    for section in terms_sections(terms):
        lines += ["", section.title, "-" * len(section.title)]
        for line in section.lines:
            cited = f" [{', '.join(line.clauses)}]" if line.clauses else ""
            lines += textwrap.wrap(
                line.text + cited, COLUMNS, subsequent_indent="  ", break_on_hyphens=False,
                break_long_words=False,
            )  # fmt: skip
    return "\n".join(lines)


# Section by section


def moment_text(moment: datetime.datetime) -> str:
    """A moment as people say it, with its offset.

    >>> moment_text(datetime.datetime.fromisoformat("2027-04-10T18:00:00+10:00"))
    'Saturday 10 April 2027, 18:00 (UTC+10:00)'
    """
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} ({moment:%Z})"


def _game(terms: TournamentTerms) -> str:
    book = load(terms).book
    try:
        game = book.game(terms.game, terms.decks, terms.options, terms.readings)
    except Refused:  # a draft may choose what the book does not have
        return f"Game: {terms.game}."
    jokers = f" and {game.rules.pack.jokers} jokers" if game.rules.pack.jokers else ""
    return f"{game.rules.title}, played with {game.decks} decks of cards{jokers}."


def _about(page: _Page, terms: TournamentTerms) -> None:
    page.say(_game(terms))
    page.say(_FORMATS[terms.format])
    page.words("Place", terms.place, "place")
    if terms.dates.starts is not None:
        page.say(f"Start: {moment_text(terms.dates.starts)}.", "starts")
    page.unless_said(["place", "starts"])
    page.statements(("rules-prevail", "director-runs"))


def _entry(page: _Page, terms: TournamentTerms) -> None:
    entry, dates = terms.entry, terms.dates
    page.words("How to enter", entry.method, "entry-method")
    page.words("Application", entry.form, "application-form")
    page.words("Who may enter", entry.eligibility, "eligibility")
    page.words("Selection", entry.criteria, "criteria")
    page.words("Groups of players", entry.groups, "player-groups")
    page.words("These terms are to be had", entry.terms_from, "terms-available")
    if entry.least is not None and entry.most is not None:
        low = " With fewer it is cancelled and every fee returned."
        page.say(
            f"Entrants: at least {entry.least}, at most {entry.most}."
            f"{low if entry.cancelled_below_least else ''}",
            "minimum-entrants", "maximum-entrants",
        )  # fmt: skip
    if dates.entries_close is not None:
        page.say(f"Entries close: {moment_text(dates.entries_close)}.")
    if dates.withdraw_until is not None:
        page.say(
            f"Withdrawal without penalty: until {moment_text(dates.withdraw_until)}.",
            "withdrawal", "withdrawal-or-substitute",
        )  # fmt: skip
    _substitutes(page, terms)
    if entry.reserves:
        page.say(f"Up to {entry.reserves} reserves may take seats left empty at the first session.")
    if entry.written_agreement:
        page.say("Entrants agree to the rules and these terms in writing.")
    page.unless_said(
        ("entry-method", "application-form", "eligibility", "criteria", "player-groups",
         "withdrawal", "substitutes")
    )  # fmt: skip
    page.statements(_ABOUT_ENTRY)


def _substitutes(page: _Page, terms: TournamentTerms) -> None:
    entry = terms.entry
    if entry.substitute_until is not None:
        until = {
            "ballot": "may be named until the ballot for seats",
            "start": "may be named until the first session starts",
            "never": "cannot be named",
        }[entry.substitute_until]
        asked = ", with the director's approval" if entry.substitute_approved else ""
        page.say(f"A substitute {until}{asked}.", "substitutes", "withdrawal-or-substitute")
    page.words("When a substitute may be named", entry.substitute_says, "substitute-when")
    page.words("What follows from it", entry.substitute_effect, "substitute-effect")


def _money(page: _Page, terms: TournamentTerms) -> None:
    money = terms.money
    if money.fee_cents is not None:
        fee = f"{dollars(money.fee_cents)}" if money.fee_cents else "none"
        page.say(f"Entry fee: {fee}.", "fee")
    if money.commission is not None:
        about = f" ({money.commission.about})" if money.commission.about else ""
        approved = money.commission.approval
        page.say(
            f"The operator keeps {percent(money.commission.percent_hundredths)} of the fees{about}"
            f"{f'; approval {approved}' if approved else ''}.",
            "commission",
        )
    if money.buy_in_cents is not None:
        page.say(f"Buy-in for each session: {dollars(money.buy_in_cents)}.", "buy-in")
    for label, purchase, item in (
        ("Re-buy", money.rebuys, "rebuys"),
        ("Add-on", money.add_ons, "add-ons"),
        ("Buying back in after elimination", money.buy_backs, "buy-backs"),
    ):
        if purchase is not None:
            page.say(f"{label}: {_purchase(terms, purchase)}", item)
    for added in money.added:
        about = f" ({added.about})" if added.about else ""
        page.say(f"Added to the prizes: {added.kind} worth {dollars(added.value_cents)}{about}.")
    if money.guarantee_cents:
        entries = f" from {money.guarantee_entries} entries on" if money.guarantee_entries else ""
        page.say(f"The prize pool is at least {dollars(money.guarantee_cents)}{entries}.")
    page.words("Undertakings", money.undertakings, "undertakings")
    page.words("Refunds", money.refunds, "refunds")
    page.unless_said(
        ("fee", "commission", "buy-in", "rebuys", "add-ons", "buy-backs", "undertakings")
    )


def _purchase(terms: TournamentTerms, purchase: Purchase) -> str:
    times = "once" if purchase.most == 1 else f"up to {purchase.most} times"
    until = f"stage {purchase.until_stage}"
    until += f", hand {purchase.until_hand}" if purchase.until_hand else ""
    how = f" {_sentence(_capital(purchase.how))}" if purchase.how else ""
    return (
        f"{chips_text(terms, purchase.chips)} for {dollars(purchase.amount_cents)}, {times},"
        f" until {until}.{how}"
    )


def dollars(cents: int) -> str:
    """Money with its sign and its thousands.

    >>> dollars(200050)
    '$2,000.50'
    """
    whole, _, rest = format_amount(cents).partition(".")
    return f"${int(whole):,}.{rest}"


def chips_text(terms: TournamentTerms, points: int) -> str:
    """So many chips; where they are worth money, what they are worth."""
    return f"{dollars(points)}" if terms.format == "live" else f"{points:,} chips"


def length_text(length: Length) -> str:
    if length.hands is not None:
        return f"{length.hands} hands"
    if length.shoes is not None:
        return "1 shoe" if length.shoes == 1 else f"{length.shoes} shoes"
    return f"{length.minutes} minutes"


def limits_text(terms: TournamentTerms, limits: Limits) -> str:
    if terms.format == "live":
        span = f"{dollars(limits.least)} to {dollars(limits.most)}"
    else:
        span = f"{limits.least:,} to {limits.most:,}"
    return span if limits.from_hand == 1 else f"{span} from hand {limits.from_hand} on"


def _sessions(page: _Page, terms: TournamentTerms) -> None:
    structure = terms.structure
    cited: tuple[str, ...] = (
        "sessions", "session-lengths", "starting-chips", "limits", "elimination-hands",
        "advancing", "progression",
    )  # fmt: skip
    for number, stage in enumerate(terms.stages, start=1):
        name = stage.name or stage.kind
        page.say(f"{number}. {_capital(name)}: {_stage(terms, stage)}", *cited)
        cited = ()  # once is enough
    if structure.begins == "table-full":
        page.say("A first session begins as soon as its table is full.", "sit-and-go")
    if structure.decided_by == "points":
        page.say("Points from all sessions are added up; the most points win.", "session-awards")
    page.words("How sessions are held", structure.sessions, "sessions")
    page.words("Tables", structure.tables, "tables")
    page.words("Seats", structure.seats, "seats")
    page.words("Who goes on", structure.progression, "progression")
    page.words("Repechage", structure.repechage, "repechage")
    page.words("Points and prizes of a session", structure.awards, "session-awards")
    page.unless_said(("progression", "session-awards", "repechage"))
    page.statements(_ABOUT_PLAY)


def _stage(terms: TournamentTerms, stage: Stage) -> str:
    parts = []
    if stage.starts is not None:
        parts.append(f"{moment_text(stage.starts)}")
    if stage.length is not None:
        parts.append(length_text(stage.length))
    tables = f"{stage.tables} tables" if stage.tables not in (None, 1) else "tables"
    where = "one table" if stage.kind == "final" or stage.tables == 1 else tables
    parts.append(f"{where} of up to {stage.players} players")
    if stage.chips is not None:
        parts.append(f"{chips_text(terms, stage.chips)} each")
    if stage.limits:
        wagers = ", ".join(limits_text(terms, limits) for limits in stage.limits)
        parts.append(f"wagers of {wagers}")
    if stage.elimination_hands:
        out = (
            "the lowest is"
            if stage.eliminated_each == 1
            else f"the lowest {stage.eliminated_each} are"
        )
        hands = ", ".join(map(str, stage.elimination_hands))
        parts.append(f"after hands {hands} {out} out")
    if stage.points:
        parts.append(f"points {', '.join(map(str, stage.points))} by place")
    return "; ".join([*parts, _going_on(stage)]) + "."


def _going_on(stage: Stage) -> str:
    if stage.kind == "final":
        return "its places win the prizes"
    if stage.goes_on == "everybody":
        return "everybody goes on"
    wanted = "?" if stage.advancing is None else str(stage.advancing)
    if stage.goes_on == "most-points":
        return f"the {wanted} with the most points go on"
    best = "the best" if wanted == "1" else f"the best {wanted}"
    back = " with them" if stage.kind == "repechage" else ""
    return f"{best} of each table {'goes' if wanted == '1' else 'go'} on{back}"


def _play(page: _Page, terms: TournamentTerms) -> None:
    play = terms.play
    page.words("Chips", play.chip_type, "chip-type")
    if play.unit is not None:
        page.say(f"Wagers are made in units of {chips_text(terms, play.unit)}.")
    if play.compulsory_wager is not None:
        said = "Everybody wagers" if play.compulsory_wager else "Nobody has to wager"
        page.say(f"{said} in every round, from the least to the most.", "compulsory-wager")
    if play.betting_order is not None:
        order = {
            "marker": "A marker shows who wagers first; the others follow clockwise.",
            "free": "Wagers are made in any order.",
        }[play.betting_order]
        page.say(order, "betting-order")
    if play.betting_seconds:
        page.say(f"A wager is made within {play.betting_seconds} seconds.")
    if play.turn_seconds:
        page.say(f"A decision about a hand is made within {play.turn_seconds} seconds.")
    for label, offer, item in (
        ("Secret wagers", play.secret_wagers, "secret-wagers"),
        ("Pass cards", play.pass_cards, "pass-cards"),
    ):
        if offer is not None and offer.each_session:
            how = f" {_sentence(_capital(offer.how))}" if offer.how else ""
            page.say(
                f"{label}: {offer.each_session} for each player in a session, at most"
                f" {offer.each_hand} in a round.{how}",
                item,
            )
        elif offer is not None:
            page.say(f"{label}: none.", item)
    if play.side_wagers:
        page.say(f"Side wagers on offer, in chips: {', '.join(play.side_wagers)}.")
    if play.vouchers is not None and play.vouchers.values:
        values = f"{min(play.vouchers.values)} to {max(play.vouchers.values)}"
        page.say(f"{len(play.vouchers.values)} Bonus Mystery Wagers, worth {values} chips.")
    page.words("Double Your Bet", play.double_your_bet)
    page.words("Elimination", play.elimination, "elimination")
    page.words("Winners", play.winners, "winners")
    _level(page, terms)
    page.unless_said(("secret-wagers", "pass-cards", "elimination", "chips-at-end"))
    if play.chips_at_end is not None:
        fate = {
            "operator": "belong to the casino and have no value",
            "player": "belong to the player",
            "cashed": "are turned into money",
        }[play.chips_at_end]
        page.say(f"At the end the chips {fate}.", "chips-at-end")
    page.words("Chips at the end", play.chips_at_end_says)


def _level(page: _Page, terms: TournamentTerms) -> None:
    ties = terms.ties
    if ties.places is not None:
        how = {"play-off": "play on for the place", "ballot": "draw lots for it"}[ties.places]
        page.say(f"Players level for a place {how}.", "session-ties")
    if ties.points is not None:
        how = {
            "pooled": "share the points of the places they hold equally",
            "play-off": "play on for the points",
        }[ties.points]
        page.say(f"Players level in a session {how}.", "points-ties")


def _prizes(page: _Page, terms: TournamentTerms) -> None:
    prizes, ties = terms.prizes, terms.ties
    page.words("Prize pool", prizes.pool, "prize-pool")
    for place, prize in enumerate(prizes.places, start=1):
        parts = []
        if prize.percent_hundredths is not None:
            parts.append(f"{percent(prize.percent_hundredths)} of the pool")
        if prize.cents is not None:
            parts.append(f"{dollars(prize.cents)}")
        parts += [prize.in_kind] if prize.in_kind else []
        page.say(f"Place {place}: {' and '.join(parts) or 'not said'}.", "prizes")
    page.words("How prizes are paid", prizes.paid, "prize-payment")
    page.words("How prizes are allocated", prizes.allocation, "prize-allocation")
    if ties.prizes == "share":
        page.say("Players who are level add their prizes together and share equally.", "prize-ties")
    elif ties.prizes == "play-off":
        more = ties.play_off_hands
        hands = f"{more} {'hand' if more == 1 else 'hands'} more" if more else "on"
        chips = {
            "kept": " with the chips they hold",
            "new": " with new chips",
            None: "",
        }
        still = {"share": "; if still level, they share", "again": " until they are not", None: ""}
        page.say(
            f"Players who are level play {hands}{chips[ties.play_off_chips]}"
            f"{still[ties.still_level]}.",
            "prize-ties", "play-off",
        )  # fmt: skip
    page.words("A prize that cannot be divided", prizes.tied_in_kind, "tied-in-kind")
    page.unless_said(("prizes", "prize-pool", "tied-in-kind"))


def _conduct(page: _Page, terms: TournamentTerms) -> None:
    conduct = terms.conduct
    if conduct.late is not None:
        if conduct.late.first == "place-lost":
            text = "the place is lost at once"
        elif conduct.late.rounds:
            text = f"a minimum wager is deducted for each of up to {conduct.late.rounds} rounds"
        else:
            text = "a minimum wager is deducted for each round"
        more = f" {_sentence(_capital(conduct.late.says))}" if conduct.late.says else ""
        page.say(f"Arriving late or not at all: {text}.{more}", "late")
    page.words("Absence", conduct.absent, "absent")
    page.words("Penalties", conduct.penalties, "penalties")
    page.words("Disqualification", conduct.disqualification, "disqualification")
    page.words("Whoever is disqualified", conduct.disqualified, "disqualified")
    page.words("Telephones and the like", conduct.phones, "phones")
    page.words("Retiring", conduct.retiring, "retiring")
    said = {*_ABOUT_ENTRY, *_ABOUT_PLAY, "rules-prevail", "director-runs"}
    page.statements(name for name in page.required.statements if name not in said)
    for condition in terms.conditions:
        page.say(_sentence(condition))


def _by_the_rules(page: _Page, terms: TournamentTerms) -> None:
    """What players should know and no terms can change."""
    for said in page.required.by_the_rules:
        if applies(said.when, terms):
            page.lines.append(Line(said.says, (said.clause, *said.also)))
