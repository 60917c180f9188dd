"""Who may do what, and what must come first: the one place where power is asked about."""

from bythebook.deciders import MINUTE, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.conduct import Act, Conduct, Need, Notice, rank_of
from bythebook.rulebooks.tables import ANYBODY, PLAYER, TableRules
from bythebook.table.cards.face_down import holder
from bythebook.table.orders import (
    ChangeGame,
    ChangeLimits,
    Order,
    Perform,
    Person,
    Place,
    ReviewDispute,
    Setup,
)
from bythebook.table.people.duties import owed_to
from bythebook.table.people.signs import after, shows
from bythebook.table.state import Dispute, Sign, State

_BY_CUTTING_CARD = ("box", "dealer", "first-card")
_WHEN = {
    "before-cut": "only just before the cut or the loading",
    "after-cutting-card": "only after the round in which the cutting card came",
    "between-rounds": "only between rounds",
    "outside-rounds": "the round must be finished first",
    "in-round": "only while a round is being dealt",
    "before-shuffle": "only before the cards are shuffled",
    "closed": "only while the table is closed",
}
_ALSO_CLOSED = ("any", "outside-rounds", "closed")  # asked of a table that is not open as well


def act_name(order: Order) -> str:
    command = order.command
    return command.act if isinstance(command, Perform) else tag_of(command)


def power(rules: TableRules, state: State, order: Order) -> Act:
    """The power by which this order may be given now; otherwise it is refused by its clause."""
    conduct = rules.conduct
    name = act_name(order)
    act = entry_of(rules, state, order)
    _check_rank(conduct, act, name, order.by)
    _check_own(conduct, act, order)
    if order.by.role == PLAYER and getattr(order.command, "late", False):
        raise Refused(act.clause, "nobody says of themselves that a fault went unnoticed")
    _check_when(state, act)
    player = str(getattr(order.command, "player", ""))
    _check_told(state, act, order, player)
    _check_after(state, act, order, player)
    asked = order.asked or owed_to(state, name, player)
    _check_people(conduct, act, order, asked)
    _check_concerned(state, act, order, asked)
    _check_reviewer(conduct, state, act, order)
    if act.asked is not None and act.asked_by and not _acts_as(state, order.asked, act.asked_by):
        raise Refused(act.asked.clause, f"the {title(conduct, act.asked_by)} asks for it")
    if act.limited is not None and state.standing_of(player).limit is None:
        raise Refused(act.limited.clause, f"{player or 'nobody'} has set no loss limit")
    if act.own_cards is not None and not _holds(state, player, act.own_cards.value):
        few = f"only the first {act.own_cards.value} cards of one's own hand"
        raise Refused(act.own_cards.clause, few)
    if act.reason and not order.why.strip():
        raise Refused(act.clause, "it must say why")
    if act.sign is not None and state.sign(act.sign.value) is None:
        raise Refused(act.sign.clause, f"a sign ({act.sign.value}) must be up first")
    if act.notice is not None:
        check_notice(rules, state, order, act.notice, name)
    return act


def _holds(state: State, player: str, cards: int) -> bool:
    """Whether a hand was dealt to somebody that has no more cards, and is not split or doubled."""
    boxes = state.round.boxes if state.round is not None else ()
    hands = [hand for box in boxes if holder(box) == player for hand in box.hands]
    as_dealt = [hand for hand in hands if not (hand.split or hand.doubled)]
    return any(0 < len(hand.cards) <= cards for hand in as_dealt)


def entry_of(rules: TableRules, state: State, order: Order) -> Act:
    """The entry that fits the way of dealing, the game and the wager."""
    name = act_name(order)
    entries = rules.conduct.acts.get(name, ())
    if not entries:
        raise Malformed(f"{rules.book.id} knows no act {name!r}")
    if isinstance(order.command, Perform) != entries[0].record:
        raise Malformed(f"{name!r} is not given like that")
    dealing = state.setup.dealing if state.setup is not None else None
    game = state.setup.game if state.setup is not None else ""
    for act in entries:
        fits_dealing = act.dealing is None or dealing is None or act.dealing == dealing
        fits_game = not act.games or not game or game in act.games
        if fits_dealing and fits_game and (not act.only or _named(order) & set(act.only)):
            return act
    first = entries[0]
    if first.dealing is not None:
        clause = first.elsewhere.clause if first.elsewhere is not None else first.clause
        raise Refused(clause, f"{first.says}: only where cards come from a {first.dealing}")
    raise Refused(first.clause, f"{first.says}: not here, or not for that")


def _named(order: Order) -> set[str]:
    """The wager, the way or the clause that an order is about."""
    command = order.command
    named = {str(getattr(command, word, "")) for word in ("wager", "how", "clause", "kind")}
    if getattr(command, "inexact", False):
        named.add("inexact")
    return named


def title(conduct: Conduct, role: str) -> str:
    for known in (*conduct.ladder, *conduct.beside):
        if known.role == role:
            return known.title
    return {PLAYER: "player", ANYBODY: "anybody"}.get(role, role)


def outranks(conduct: Conduct, person: Person, least: str) -> bool:
    """Whether somebody has at least this rank; roles beside the ladder are only themselves."""
    if person.role == least:
        return True
    own, needed = rank_of(conduct, person.role), rank_of(conduct, least)
    return own is not None and needed is not None and own >= needed


def ranks_below(conduct: Conduct, person: Person, other: Person) -> bool:
    """Whether somebody stands lower on the ladder than another."""
    own, others = rank_of(conduct, person.role), rank_of(conduct, other.role)
    return own is not None and others is not None and own < others


def _is_role(conduct: Conduct, role: str) -> bool:
    """Whether the book has a title for it."""
    for roles in (conduct.ladder, conduct.beside):
        for known in roles:
            if known.role == role:
                return True
    return False


def _acts_as(state: State, name: str, role: str) -> bool:
    """Whether somebody is on duty here in this capacity, or was the last who acted in it."""
    return Person(name, role) in state.staff or state.acted.get(role) == name


def _check_rank(conduct: Conduct, act: Act, name: str, person: Person) -> None:
    if person.role != PLAYER and not _is_role(conduct, person.role):
        known = {role.role for role in (*conduct.ladder, *conduct.beside)} | {PLAYER}
        raise Malformed(f"{person.role!r} is no role here; there are {', '.join(sorted(known))}")
    if act.by == ANYBODY or person.role in act.also_by:
        return
    if act.by == PLAYER:
        # A dealer may put down what a player asks for; whoever is above may too.
        if person.role == PLAYER or rank_of(conduct, person.role) is not None:
            return
    elif outranks(conduct, person, act.by):
        return
    needed = title(conduct, act.by)
    above = " or above" if rank_of(conduct, act.by) is not None else ""
    raise Refused(
        act.clause,
        f"{name} takes a {needed}{above}; {person.name} is a {title(conduct, person.role)}",
    )


def _check_own(conduct: Conduct, act: Act, order: Order) -> None:
    """A player speaks for nobody else; only physical help for somebody present is no proxy."""
    named = str(getattr(order.command, "player", ""))
    if order.by.role != PLAYER or named in ("", order.by.name):
        return
    if isinstance(order.command, Place):
        if order.asked == named:
            return
        raise Refused(proxy_clause(conduct, act), f"{order.by.name} does not wager for {named}")
    raise Refused(act.clause, f"{order.by.name} does not speak for {named}")


def proxy_clause(conduct: Conduct, act: Act) -> str:
    if conduct.protection is not None:
        return conduct.protection.proxy.clause
    return conduct.seats.proxy.clause if conduct.seats.proxy is not None else act.clause


def _check_after(state: State, act: Act, order: Order, player: str) -> None:
    """Something must have been done first, and since the last of what undid it."""
    if act.after is None:
        return
    if act.again is not None and getattr(order.command, "again", False):
        return
    for entry in state.register[::-1]:
        about = not player or not entry.player or entry.player == player
        if entry.act == act.after.value and about:
            return
        if entry.act in act.since:
            break
    raise Refused(act.after.clause, f"{act.after.value} must be recorded first")


def _check_when(state: State, act: Act) -> None:
    if act.when not in _ALSO_CLOSED and state.phase != "open":
        raise Refused(act.clause, "the table is not open")
    match act.when:
        case "between-rounds" | "outside-rounds":
            holds = not state.in_round
        case "in-round":
            holds = state.in_round
        case "before-shuffle":
            holds = not state.in_round and state.shoe.status == "unshuffled"
        case "before-cut":
            holds = not state.in_round and state.shoe.status in ("unshuffled", "to-cut")
        case "after-cutting-card":
            unshuffled = not state.in_round and state.shoe.status == "unshuffled"
            holds = unshuffled and state.shoe.because in _BY_CUTTING_CARD
        case "closed":
            holds = state.phase == "closed"
        case _:
            holds = True
    if not holds:
        raise Refused(act.clause, _WHEN[act.when])


def _check_told(state: State, act: Act, order: Order, player: str) -> None:
    """Each notice is about this act, this player, this wager."""
    wager = str(getattr(order.command, "wager", ""))
    for told in act.told:
        if (told.to, act_name(order), player, wager) not in state.told:
            raise Refused(told.clause, f"the {told.to} must be told first")


def _check_people(conduct: Conduct, act: Act, order: Order, asked: str) -> None:
    if act.asked is not None and not asked:
        raise Refused(act.asked.clause, "only when somebody asks for it")
    if act.asked is not None and asked == order.by.name:
        raise Malformed("the one who asks is not the one who does it")
    for wanted, given, verb in (
        (act.approved, order.approved, "approve"),
        (act.second, order.second, "sign as well"),
    ):
        if wanted is None:
            continue
        if verb == "approve" and outranks(conduct, order.by, wanted.value):
            continue  # whoever could approve it need not ask
        fits = given is not None and outranks(conduct, given, wanted.value)
        if not fits or given is None or given.name == order.by.name:
            raise Refused(
                wanted.clause, f"another person, a {title(conduct, wanted.value)}, must {verb}"
            )


def _check_concerned(state: State, act: Act, order: Order, asked: str) -> None:
    """Where it must be asked for, whoever it is about asks for it."""
    dispute = _dispute(state, order)
    whose = dispute.player if dispute is not None else getattr(order.command, "player", "")
    if act.asked is not None and not act.asked_by and whose not in ("", asked):
        raise Refused(act.asked.clause, f"{whose} must ask for it, or agree")


def _dispute(state: State, order: Order) -> Dispute | None:
    """The dispute that is to be reviewed."""
    number = order.command.dispute if isinstance(order.command, ReviewDispute) else 0
    return state.disputes[number - 1] if 1 <= number <= len(state.disputes) else None


def _check_reviewer(conduct: Conduct, state: State, act: Act, order: Order) -> None:
    """Another person than the one who decided, and nobody below them."""
    dispute, reviewed = _dispute(state, order), conduct.disputes.reviewed
    if dispute is None or dispute.decided_by is None or reviewed is None:
        return
    if dispute.decided_by.name == order.by.name:
        raise Refused(act.clause, "another person reviews it")
    if not outranks(conduct, order.by, reviewed.value):
        raise Refused(reviewed.clause, f"a {title(conduct, reviewed.value)} reviews it")
    if ranks_below(conduct, order.by, dispute.decided_by):
        above = title(conduct, dispute.decided_by.role)
        raise Refused(act.clause, f"nobody below a {above} reviews what a {above} decided")


# Notices


def check_notice(rules: TableRules, state: State, order: Order, notice: Notice, kind: str) -> None:
    """A sign of this kind has been up long enough, or one of the ways round it is open."""
    if _needs_no_notice(state, order, notice, kind):
        return
    if notice.rounds and kind == "change-limits":
        _check_rounds_shown(rules, state, order, notice)
    elif notice.rounds or (kind == "close" and state.closing_in):
        _check_rounds(state, notice)
    elif notice.minutes:
        _check_minutes(rules, state, order, notice, _SIGNS.get(kind, kind))
    elif state.closing is None and kind == "close":
        raise Refused(notice.clause, "players must be told first")


def _needs_no_notice(state: State, order: Order, notice: Notice, kind: str) -> bool:
    """Nobody is there, everybody agrees, or the round that it would hold for was cancelled."""
    if not state.players and (notice.nobody_there is not None or kind == "close"):
        return True
    agreed = set(getattr(order.command, "agreed", ()))
    if notice.all_agree is not None and agreed and agreed >= taking_part(state):
        return True
    last = state.last
    cancelled = last is not None and last.voided and state.rounds == state.begun
    just_now = any(entry.act == "invalidate" for entry in state.register[-1:])
    return bool(notice.invalidated is not None and cancelled and just_now)


def taking_part(state: State) -> set[str]:
    """Who has a seat or a wager at the table: those whose consent counts."""
    wagers = state.round.wagers if state.round is not None else ()
    bettors = {wager.player for wager in wagers if wager.live}
    bettors |= {p.name for p in state.players.values() if p.seat or p.boxes}
    return bettors & set(state.players)


_SIGNS = {"close": "closing", "change-limits": "new-limits", "change-game": "next-game"}


def _check_rounds(state: State, notice: Notice) -> None:
    wanted = max(notice.rounds, state.closing_in)
    if state.closing is None:
        raise Refused(notice.clause, f"{wanted} rounds' notice must be given first")
    played = state.rounds - state.closing
    if played < wanted:
        left = wanted - played
        raise Refused(notice.clause, f"{left} more rounds must be played after the notice")


def _check_rounds_shown(rules: TableRules, state: State, order: Order, notice: Notice) -> None:
    """The sign with the new limits was up while so many rounds were played from the start."""
    sign = state.sign(_SIGNS["change-limits"])
    if sign is None or not _announces(rules, state, order, sign):
        raise Refused(notice.clause, "a sign with the new limits must be up first")
    if state.rounds - sign.round < notice.rounds:
        raise Refused(notice.clause, f"{notice.rounds} rounds are played under that sign first")


def _announces(rules: TableRules, state: State, order: Order, sign: Sign) -> bool:
    """Whether a sign announces exactly what an order would bring about."""
    command = order.command
    if sign.says is not None:
        return shows(rules, sign, after(rules, state, command))
    if isinstance(command, ChangeLimits):
        return sign.limits == command.limits
    return not isinstance(command, ChangeGame) or sign.text == command.game


def _check_minutes(
    rules: TableRules, state: State, order: Order, notice: Notice, kind: str
) -> None:
    sign = state.sign(kind)
    if sign is None or sign.time is None:
        raise Refused(
            notice.clause,
            f"a sign with the new figure and time must be up for {notice.minutes} minutes",
        )
    if not _announces(rules, state, order, sign):
        raise Refused(notice.clause, "the sign announces something else")
    if sign.time - sign.since < notice.minutes * MINUTE:
        raise Refused(
            notice.clause,
            f"the sign went up less than {notice.minutes} minutes before the time it names",
        )
    if order.at < sign.time:
        raise Refused(notice.clause, "the time on the sign has not come")


def unmet(rules: TableRules, state: State, needs: tuple[Need, ...], setup: Setup) -> list[Need]:
    """What must still be done, shown or present before the table may open or go on."""
    return [need for need in needs if _applies(need, setup) and not _met(rules, state, need, setup)]


def _applies(need: Need, setup: Setup) -> bool:
    return (
        (not need.wager or need.wager in setup.side_wagers)
        and need.dealing in (None, setup.dealing)
        and (not need.games or setup.game in need.games)
        and (need.option is None or setup.options.get(need.option[0]) == need.option[1])
    )


def _met(rules: TableRules, state: State, need: Need, setup: Setup) -> bool:
    if need.since:
        acts = [entry.act for entry in state.register if entry.act in (need.act, need.since)]
        return not acts or acts[-1] == need.act
    done = not need.act or not {need.act, need.or_act}.isdisjoint(state.done)
    sign = state.sign(need.sign) if need.sign else None
    shown = not need.sign or (sign is not None and shows(rules, sign, setup))
    present = not need.present or any(p.role == need.present for p in state.staff)
    return done and shown and present
