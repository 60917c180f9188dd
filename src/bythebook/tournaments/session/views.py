"""What each person may see of a tournament table. What is not put here is not seen.

No amount of a secret wager before it is announced, no value of a voucher before it is opened, no
form of the hand in play but one's own, no order of the container, no seed.
"""

import msgspec

from bythebook.game.state import Hand
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
)
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import SessionResult


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    cards: tuple[str, ...]
    total: int
    soft: bool
    doubled: bool
    done: bool  # no further card comes to it
    stake: int  # in chips that everybody sees
    result: str = ""


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
    hands: tuple[HandView, ...]


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
    turn: str  # whose wager or decision is waited for
    dealer: tuple[str, ...]
    dealer_total: int
    playing_off: tuple[str, ...]
    ballot: tuple[str, ...]
    digests: tuple[str, ...]
    forms: dict[str, Form]  # of the hand before, and one's own; supervisors see those to examine
    dispute: str
    on_break: bool
    ranking: Places
    result: SessionResult | None
    chart: tuple[tuple[int, dict[str, int]], ...]


def session_view(rules: PlayRules, session: Session, viewer: str, role: str) -> SessionView:
    least, most = limits_now(session)
    round_ = session.round
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
        of_hands=session.terms.length.hands or 0,
        shoe=session.shoe,
        of_shoes=session.terms.length.shoes or 0,
        elimination_hands=session.terms.elimination_hands,
        counts=session.counts,
        last=session.last,
        least=least,
        most=most,
        marker=session.marker,
        places=tuple(_place(rules, session, name, turn) for name in session.players),
        turn=turn,
        dealer=tuple(str(card) for card in round_.dealer) if round_ is not None else (),
        dealer_total=round_.dealer_total if round_ is not None else 0,
        playing_off=session.play_off.players if session.play_off is not None else (),
        ballot=session.ballot,
        digests=digests,
        forms=_forms(rules, session, viewer, role),
        dispute=session.open_dispute.about if session.open_dispute is not None else "",
        on_break=session.on_break,
        ranking=session.places,
        result=session.result,
        chart=session.chart,
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
        hands=_hands(session, session.round, each.box, name) if session.round is not None else (),
    )


def _indicator(rules: PlayRules, session: Session, name: str) -> bool:
    """Whether something in front of the player says that there is a secret wager."""
    handed, secrets = session.handed.get(name), rules.play.secrets
    if handed is None or secrets is None or session.phase not in ("betting", "playing", "settling"):
        return False
    return bool(handed.checked) or secrets.indicator.value == "handed"


def _hands(session: Session, round_: Round, box: int, name: str) -> tuple[HandView, ...]:
    if not round_.has_box(box):
        return ()
    return tuple(
        _hand(session, round_, box, number, hand, name)
        for number, hand in enumerate(round_.box(box).hands, start=1)
    )


def _hand(
    session: Session, round_: Round, box: int, number: int, hand: Hand, name: str
) -> HandView:
    """Cards for all to see; of the stakes only the chips that lie open."""
    own = hand.stake_of(name)
    results = [
        row.result
        for row in round_.rows
        if (row.box, row.hand, row.wager) == (box, number, "main")
        and owner_of(session, row.player) == name
    ]
    return HandView(
        cards=tuple(str(card) for card in hand.cards),
        total=hand.total,
        soft=hand.soft,
        doubled=hand.doubled,
        done=hand.done,
        stake=own.chips if own is not None else 0,
        result=results[0] if results else "",
    )
