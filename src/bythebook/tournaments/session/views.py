"""What each person may see of a tournament table. What is not put here is not seen.

No amount of a secret wager before it is announced, no value of a voucher before it is opened, no
form of the hand in play but one's own, no order of the container, no seed. Cards and stakes are
seen as at any table, in the round that `seen_round` leaves of the one in play.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from bythebook.game.events import Settled
from bythebook.game.state import Box, Stake, Wager
from bythebook.game.state import State as Round
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.tournaments.course.ranking import Places
from bythebook.tournaments.session.decision import is_staff, roles_of
from bythebook.tournaments.session.state import (
    Form,
    Phase,
    Session,
    Stage,
    limits_now,
    owner_of,
    shown_stack,
    unit_now,
)
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import SessionResult

MAIN = "main"


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    box: int
    player: str
    chips: int
    seated: bool
    gone: str
    out_at: int
    marker: bool
    turn: bool
    wager: int
    sides: dict[str, int]
    passed: bool
    secret: bool  # an indicator lies there
    secret_amount: int  # 0 until it is announced
    voucher: bool  # a folded voucher lies there, or is to be played
    secrets_left: int
    passes_left: int


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    book: str
    game: str
    format: str
    phase: Phase
    stage: Stage
    hand: int
    of_hands: int
    shoe: int
    of_shoes: int
    elimination_hands: tuple[int, ...]
    counts: bool
    last: bool
    least: int
    most: int
    marker: int
    places: tuple[PlaceView, ...]
    unit: int  # wagers go in multiples of it
    turn: str  # whose wager or decision is waited for
    playing_off: tuple[str, ...]
    ballot: tuple[str, ...]
    digests: tuple[str, ...]
    forms: dict[str, Form]  # of the hand before, and one's own; supervisors see those to examine
    dispute: str
    on_break: bool
    ranking: Places
    result: SessionResult | None


def session_view(rules: PlayRules, session: Session, viewer: str, role: str) -> SessionView:
    least, most = limits_now(session)
    turn = whose_turn(session)
    digests = session.digests
    if session.container_digest:
        digests = (*digests, session.container_digest)
    return SessionView(
        id=session.terms.id,
        book=session.terms.book,
        game=session.terms.game,
        format=session.terms.format,
        phase=session.phase,
        stage=session.stage,
        hand=session.hand,
        of_hands=session.made_up + hands if (hands := session.terms.length.hands) else 0,
        shoe=session.shoe,
        of_shoes=session.terms.length.shoes or 0,
        elimination_hands=session.terms.elimination_hands,
        counts=session.counts,
        last=session.last,
        least=least,
        most=most,
        marker=session.marker,
        places=tuple(_place(rules, session, name, turn) for name in session.players),
        unit=unit_now(session),
        turn=turn,
        playing_off=session.play_off.players if session.play_off is not None else (),
        ballot=session.ballot,
        digests=digests,
        forms=_forms(rules, session, viewer, role),
        dispute=session.open_dispute.about if session.open_dispute is not None else "",
        on_break=session.on_break,
        ranking=session.places,
        result=session.result,
    )


def whose_turn(session: Session) -> str:
    """Whom the table waits for: the next to wager, or whose hand is in turn."""
    waiting = to_act(session)
    if waiting:
        return waiting[0]
    round_ = session.round
    if round_ is None or round_.due is not None or round_.phase not in ("turns", "naming"):
        return ""
    owners = {each.box: each.player for each in session.players.values()}
    return owners.get(round_.at[0], "")


def _forms(rules: PlayRules, session: Session, viewer: str, role: str) -> dict[str, Form]:
    """Everybody's forms of the hand before; one's own; to a supervisor, those to be examined."""
    forms = dict(session.shown_forms) if is_staff(rules, role) or viewer in session.players else {}
    if session.announced:
        forms |= {name: secret.form for name, secret in session.secrets.items()}
    examines = role in roles_of(rules, "supervisor")
    for name, handed in session.handed.items():
        if (name == viewer and role == "player") or examines:
            forms[name] = handed.form
    return forms


def _place(rules: PlayRules, session: Session, name: str, turn: str) -> PlaceView:
    each = session.players[name]
    bet = session.bets.get(name)
    told = session.secrets.get(name) if session.announced else None
    return PlaceView(
        box=each.box,
        player=name,
        chips=shown_stack(session, name),
        seated=each.seated,
        gone=each.gone,
        out_at=each.out_at,
        marker=each.box == session.marker,
        turn=name == turn,
        wager=bet.amount if bet is not None else 0,
        sides=bet.sides if bet is not None else {},
        passed=name in session.passed,
        secret=_indicator(rules, session, name),
        secret_amount=told.amount if told is not None else 0,
        voucher=name in session.drawn or bool(each.voucher),
        secrets_left=each.secrets,
        passes_left=each.passes,
    )


def _indicator(rules: PlayRules, session: Session, name: str) -> bool:
    """Whether something in front of the player says that there is a secret wager."""
    handed, secrets = session.handed.get(name), rules.play.secrets
    if handed is None or secrets is None or session.phase not in ("betting", "playing", "settling"):
        return False
    return bool(handed.checked) or secrets.indicator.value == "handed"


# The round in the open


def seen_round(session: Session) -> Round | None:
    """The round of this hand without what nobody has seen: stakes of forms, values of vouchers."""
    round_ = session.round
    if round_ is None:
        return None
    seated = {box: owner_of(session, name) for box, name in round_.table.seated.items()}
    return replace(
        round_,
        table=replace(round_.table, seated=seated),
        wagers=tuple(_seen_wager(w) for w in round_.wagers if w.player in session.players),
        boxes=tuple(_seen_box(session, box) for box in round_.boxes),
        insurances=tuple(one for one in round_.insurances if one.player in session.players),
        rows=tuple(_seen_rows(session, round_)),
        net={name: won for name, won in round_.net.items() if name in session.players},
    )


def _seen_wager(wager: Wager) -> Wager:
    """Chips lie open; how much a folded voucher is worth is not to be seen."""
    return replace(wager, amount=wager.chips, in_tokens=0, live=wager.live and wager.chips > 0)


def _seen_box(session: Session, box: Box) -> Box:
    owners = tuple(dict.fromkeys(owner_of(session, name) for name in box.order))
    hands = tuple(
        replace(hand, stakes=tuple(_seen_stakes(session, hand.stakes))) for hand in box.hands
    )
    originals = {name: sum_ for name, sum_ in box.originals.items() if name in session.players}
    return replace(box, order=owners, deciders=owners, originals=originals, hands=hands)


def _seen_stakes(session: Session, stakes: tuple[Stake, ...]) -> Iterator[Stake]:
    for stake in stakes:
        if stake.player in session.players:
            free = 0 if stake.in_tokens else stake.free
            open_part = stake.original - stake.in_tokens
            yield replace(stake, original=open_part, in_tokens=0, free=free)


def _seen_rows(session: Session, round_: Round) -> Iterator[Settled]:
    """How the wagers ended that lay open; of the others only whether they won."""
    shown = {(row.box, row.hand) for row in round_.rows if _is_open(session, round_, row)}
    for row in round_.rows:
        if _is_open(session, round_, row):
            yield row
        elif row.wager == MAIN and (row.box, row.hand) not in shown:
            shown.add((row.box, row.hand))
            owner = owner_of(session, row.player)
            yield replace(row, player=owner, stake=0, paid=0, returned=0, in_tokens=0, free=0)


def _is_open(session: Session, round_: Round, row: Settled) -> bool:
    folded = any(w.in_tokens and (w.box, w.player) == (row.box, row.player) for w in round_.wagers)
    return row.player in session.players and not folded
