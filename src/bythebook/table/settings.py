"""What the table brings to a round: limits, seats and meters when its first card is due."""

from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.game.state import Table as RoundTable
from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.tables import TableRules
from bythebook.table.orders import Limits, Setup
from bythebook.table.state import Player, State

SHUFFLER = "shuffler"  # the option that says how cards are dealt, where a book leaves it open


def with_dealing(rules: TableRules, setup: Setup) -> Setup:
    """How cards are dealt is also an option of the game, where the book leaves it open."""
    if SHUFFLER not in rules.book.options:
        return setup
    return replace(setup, options={**setup.options, SHUFFLER: setup.dealing})


def box_maximum(conduct: Conduct, limits: Limits, wanted: int | None) -> int | None:
    """Where the sign's maximum is the box's, no other figure is."""
    rule = conduct.limits.per_box
    if rule is None or "main" not in limits:
        return wanted
    if wanted not in (None, limits["main"][1]):
        raise Refused(rule.clause, "the maximum on the sign is that of the box")
    return limits["main"][1]


def round_table(setup: Setup) -> RoundTable:
    """The table of a round as the setup alone would have it."""
    return RoundTable(
        side_wagers=frozenset(setup.side_wagers),
        chips=setup.chips,
        limits=setup.limits,
        box_maximum=setup.box_maximum,
        meters=setup.meters,
    )


def table_of(state: State) -> RoundTable:
    """The table of a round that begins now."""
    setup = state.set_up
    players = state.players.values()
    return RoundTable(
        side_wagers=frozenset(setup.side_wagers) - set(state.suspended),
        chips=setup.chips,
        limits=state.limits,
        box_maximum=state.box_maximum,
        meters=state.meters,
        seated=dict.fromkeys(range(1, setup.boxes + 1), "")
        | {p.seat: p.name for p in players if p.seat},
        personal={
            p.name: {"main": personal_limits(state, p, 0, "main")} for p in players if own(p)
        },
        personal_boxes={p.name: boxes_of_own(p) for p in players if own(p)},
        warned=frozenset(p.name for p in players if "under-minimum" in p.warned),
    )


def own(player: Player) -> bool:
    """Whether anything but the sign limits what this player wagers."""
    return player.personal is not None or player.kept is not None


def boxes_of_own(player: Player) -> tuple[int, ...]:
    """Where a player's own limits hold; none named: everywhere."""
    if player.personal is not None:
        return player.personal.boxes
    return player.kept.boxes if player.kept is not None else ()


def personal_limits(state: State, player: Player, box: int, wager: str) -> tuple[int, int]:
    """The least and the most this player may wager on this box (box 0: on any of their own)."""
    least, most = state.limits.get(wager, (1, 0))
    most = most or 10**12
    kept = player.kept
    if kept is not None and wager in kept.least and (not box or box in kept.boxes):
        least = min(least, kept.least[wager])
    personal = player.personal
    here = personal is not None and (not box or not personal.boxes or box in personal.boxes)
    if personal is not None and here and wager == "main":
        own_least = personal.least if personal.least is not None else least
        best = personal.in_excess
        least = max(least, own_least) if best else own_least
        most = max(most, personal.most) if best else personal.most
    return least, most


def held_to_minimum(state: State, player: Player, box: int) -> bool:
    """By restriction; what rests on shoes means nothing where a device deals."""
    shoe = state.setup is not None and state.setup.dealing == "shoe"
    held = player.held_always or 0 in player.held or box in player.held
    return player.confined or (shoe and held)


def minimums(limits: Limits) -> dict[str, int]:
    return {wager: least for wager, (least, _) in limits.items()}
