"""Terms for players: every item in plain words, with the clauses that want it said.

`terms_sections` is for pages, `print_terms` for paper; what is not stated is not printed.
"""

import datetime
import textwrap
from collections.abc import Iterable

import msgspec

from bythebook.errors import Refused
from bythebook.money import dollars
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

    def words(self, *items: str) -> None:
        """What stands there in the operator's own words."""
        for item in items:
            self.labelled(ITEMS[item].label, ITEMS[item].words(self.terms), item)

    def labelled(self, label: str, text: str, *items: str) -> None:
        if text.strip():
            self.say(f"{label}: {_sentence(text)}", *items)

    def choices(self, *items: str) -> None:
        """What was chosen of what can be."""
        for item in items:
            said = ITEMS[item].chosen(self.terms)
            if said:
                self.say(said, item)

    def unless_said(self, items: Iterable[str]) -> None:
        """What was answered "not applicable"."""
        for item in items:
            if untold(self.terms, item):
                known = ITEMS[item]
                said = f"{_capital(known.says)}: not applicable."
                self.say(f"{known.none}: none." if known.none else said, item)

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
    page.words("place")
    if terms.dates.starts is not None:
        page.say(f"Start: {moment_text(terms.dates.starts)}.", "starts")
    page.unless_said(["place", "starts"])
    page.statements(("rules-prevail", "director-runs"))


def _entry(page: _Page, terms: TournamentTerms) -> None:
    entry, dates = terms.entry, terms.dates
    page.words(
        "entry-method", "application-form", "eligibility", "criteria", "player-groups",
        "terms-available",
    )  # fmt: skip
    if entry.least is not None and entry.most is not None:
        must = entry.cancelled_below_least
        if must is None:
            must = page.required.few_cancel
        low = f" With fewer it {'is' if must else 'may be'} cancelled and every fee returned."
        page.say(
            f"Entrants: at least {entry.least}, at most {entry.most}.{low}",
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
        until = ITEMS["substitutes"].chosen(terms)
        asked = ", with the director's approval" if entry.substitute_approved else ""
        page.say(f"A substitute {until}{asked}.", "substitutes", "withdrawal-or-substitute")
    page.words("substitute-when", "substitute-effect")


def _money(page: _Page, terms: TournamentTerms) -> None:
    money = terms.money
    if money.fee_cents is not None:
        fee = dollars(money.fee_cents) if money.fee_cents else "none"
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
    page.words("undertakings", "refunds")
    page.unless_said(
        ("fee", "commission", "buy-in", "rebuys", "add-ons", "buy-backs", "undertakings")
    )


def _purchase(terms: TournamentTerms, purchase: Purchase) -> str:
    times = "once" if purchase.most == 1 else f"up to {purchase.most} times"
    until = f"stage {purchase.until_stage}"
    until += f", hand {purchase.until_hand}" if purchase.until_hand else ""
    how = f" {_sentence(_capital(purchase.how))}" if purchase.how else ""
    few = purchase.fewer_than
    who = f", for players with fewer than {chips_text(terms, few)}" if few else ""
    return (
        f"{chips_text(terms, purchase.chips)} for {dollars(purchase.amount_cents)}, {times},"
        f" until {until}{who}.{how}"
    )


def chips_text(terms: TournamentTerms, points: int) -> str:
    """So many chips; where they are worth money, what they are worth."""
    return dollars(points) if terms.format == "live" else f"{points:,} chips"


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
    page.words("sessions", "tables", "seats", "progression", "repechage", "session-awards")
    page.unless_said(("progression", "session-awards", "repechage"))
    page.statements(_ABOUT_PLAY)


def _stage(terms: TournamentTerms, stage: Stage) -> str:
    parts = []
    if stage.starts is not None:
        parts.append(moment_text(stage.starts))
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
    page.choices("chip-kind")
    page.words("chip-type")
    if play.unit is not None:
        page.say(f"Wagers are made in units of {chips_text(terms, play.unit)}.")
    page.choices("compulsory-wager", "betting-order")
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
    page.labelled("Double Your Bet", play.double_your_bet)
    page.words("elimination", "winners")
    page.choices("session-ties", "points-ties")
    page.unless_said(("secret-wagers", "pass-cards", "elimination", "chips-at-end"))
    page.choices("chips-at-end")
    page.labelled("Chips at the end", play.chips_at_end_says)


def _prizes(page: _Page, terms: TournamentTerms) -> None:
    prizes, ties = terms.prizes, terms.ties
    page.words("prize-pool")
    for place, prize in enumerate(prizes.places, start=1):
        parts = []
        if prize.percent_hundredths is not None:
            parts.append(f"{percent(prize.percent_hundredths)} of the pool")
        if prize.cents is not None:
            parts.append(dollars(prize.cents))
        parts += [prize.in_kind] if prize.in_kind else []
        page.say(f"Place {place}: {' and '.join(parts) or 'not said'}.", "prizes")
    page.words("prize-payment", "prize-allocation")
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
    page.words("tied-in-kind")
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
    page.words("absent", "penalties", "disqualification", "disqualified", "phones", "retiring")
    if conduct.disqualified_refund:
        page.say("The entry fee of somebody disqualified may be returned.", "disqualified")
    if conduct.disqualified_keeps:
        page.say("Whoever is disqualified keeps the chips they hold.", "disqualified")
    said = {*_ABOUT_ENTRY, *_ABOUT_PLAY, "rules-prevail", "director-runs"}
    page.statements(name for name in page.required.statements if name not in said)
    for condition in terms.conditions:
        page.say(_sentence(condition))


def _by_the_rules(page: _Page, terms: TournamentTerms) -> None:
    """What players should know and no terms can change."""
    for said in page.required.by_the_rules:
        if applies(said.when, terms):
            page.lines.append(Line(said.says, (said.clause, *said.also)))
