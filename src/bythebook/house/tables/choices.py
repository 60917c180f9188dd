"""What players could ask for now, open or closed by a clause: asked of the round itself."""

from collections.abc import Callable, Collection, Iterable, Iterator

from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game.decisions import decider, split_free_by
from bythebook.game.round import plausible, refusal
from bythebook.game.state import Box
from bythebook.game.state import State as Round
from bythebook.house.tables.views import ChoiceView
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame

ACTIONS: dict[type[c.Command], str] = {
    c.Hit: "hit",
    c.Stand: "stand",
    c.Double: "double",
    c.Split: "split",
    c.Ride: "ride",
    c.Withdraw: "withdraw",
    c.NameJoker: "joker",
    c.Insure: "insure",
    c.TakeEvenMoney: "even-money",
    c.Surrender: "surrender",
    c.TakeBack: "take-back",
    c.CallDealerCard: "dealer-card",
}
# Greyed with the clause that closes them while a hand is in turn; the rest is shown when open.
_ALWAYS = (c.Hit, c.Stand, c.Double, c.Split)


Ask = Callable[[c.Command], Refused | Malformed | None]  # why not, if not


def choices(game: Game, round_: Round, ask: Ask | None = None) -> tuple[ChoiceView, ...]:
    """Everything anybody at the table can do now; in a turn, also what is closed and why.

    `ask`: where more than the round has a say in it.
    """
    if round_.phase in ("betting", "dealing", "dealt", "over"):
        return ()
    asked = ask or (lambda command: refusal(game, round_, command))
    return tuple(_merged(_choices(game, round_, asked)))


def for_whom_it_lies_face_down(
    found: Iterable[ChoiceView], round_: Round, down: Collection[int]
) -> Iterator[ChoiceView]:
    """The same as somebody knows it who does not see the first cards of these boxes.

    What such a hand may do hangs on its cards: to them nothing is closed by those.
    """
    for choice in found:
        if round_.phase != "turns" or choice.box not in down:
            yield choice
        elif choice.action in ("hit", "stand") or len(round_.hand(choice.box, 1).cards) == 2:
            yield replace(choice, legal=True, clause="", why="", tokens=0, free=False)
        elif choice.legal:
            yield replace(choice, tokens=0, free=False)


def closed(found: Iterable[ChoiceView], clause: str, why: str) -> Iterator[ChoiceView]:
    """The same while nobody decides anything, by this clause."""
    for choice in found:
        yield replace(choice, legal=False, clause=clause, why=why) if choice.legal else choice


def _choices(game: Game, round_: Round, ask: Ask) -> Iterator[ChoiceView]:
    if round_.phase == "turns" and round_.due is None:
        box = round_.box(round_.at[0])
        for kind in _ALWAYS:
            wanted = kind(box.number, _decides(box, round_.at[1]))
            no = ask(wanted)
            clause = no.clause if isinstance(no, Refused) else ""
            why = no.says if no is not None else ""
            view = _view(round_, wanted, no is None, clause, why)
            yield _free(game, round_, _in_tokens(game, round_, view, wanted, ask))
    for command in plausible(game, round_):
        if type(command) not in ACTIONS or _shown(round_, command):
            continue
        if ask(command) is None:
            view = _in_tokens(game, round_, _view(round_, command), command, ask)
            yield _free(game, round_, view)


def _free(game: Game, round_: Round, view: ChoiceView) -> ChoiceView:
    """Whether the house lays a token for it instead of the player chips."""
    rules = game.rules
    if not view.legal or not isinstance(rules, BlackjackGame):
        return view
    double = view.action == "double" and rules.doubling.amount.value == "token"
    hand = round_.hand(view.box, view.hand)
    split = view.action == "split" and bool(split_free_by(rules, hand))
    return replace(view, free=True) if double or split else view


def _in_tokens(
    game: Game, round_: Round, view: ChoiceView, command: c.Command, ask: Ask
) -> ChoiceView:
    """How much of what is added by it may be promotional tokens."""
    tokens = game.rules.wagering.tokens
    if tokens is None or tokens.further is None or not view.legal:
        return view
    if not isinstance(command, c.Double | c.Split | c.Insure):
        return view
    most = view.most or round_.box(view.box).originals[view.player]
    refused = ask(replace(command, in_tokens=most))
    return view if refused is not None else replace(view, tokens=most)


def _shown(round_: Round, command: c.Command) -> bool:
    """Whether the turn's own four have shown it already."""
    if round_.phase != "turns" or not isinstance(command, _ALWAYS):
        return False
    return command.box == round_.at[0] and command.player == _decides(
        round_.box(command.box), round_.at[1]
    )


def _view(
    round_: Round, command: c.Command, legal: bool = True, clause: str = "", why: str = ""
) -> ChoiceView:
    box = round_.box(command.box)  # type: ignore[attr-defined]
    in_turn = round_.at if round_.at[0] == box.number else (box.number, 1)
    player = getattr(command, "player", "") or _decides(box, in_turn[1])
    most = usual = 0
    if isinstance(command, c.Insure):
        most = usual = command.amount
    elif isinstance(command, c.Double):
        stake = box.hands[in_turn[1] - 1].stake_of(player)
        most = usual = stake.original if stake is not None else 0
    return ChoiceView(
        action=ACTIONS[type(command)],
        box=box.number,
        hand=in_turn[1],
        player=player,
        legal=legal,
        clause=clause,
        why=why,
        least=1 if most else 0,
        most=most,
        usual=usual,
        values=(command.rank,) if isinstance(command, c.NameJoker) else (),
        on=command.on if isinstance(command, c.Insure) and command.on != player else "",
    )


def _merged(found: Iterator[ChoiceView]) -> Iterator[ChoiceView]:
    """A joker's ten names are one choice with ten values."""
    jokers: dict[int, ChoiceView] = {}
    for choice in found:
        if choice.action != "joker":
            yield choice
            continue
        named = jokers[choice.box].values if choice.box in jokers else ()
        jokers[choice.box] = replace(choice, values=(*named, *choice.values))
    yield from jokers.values()


def waited_for(game: Game, round_: Round) -> frozenset[str]:
    """Whose answer the table waits for while something is being offered."""
    return frozenset(
        _asks(round_, command)
        for command in plausible(game, round_)
        if type(command) in ACTIONS and refusal(game, round_, command) is None
    )


def _asks(round_: Round, command: c.Command) -> str:
    """Whose command it would be: of the box's decider, where it names nobody."""
    box: int = command.box  # type: ignore[attr-defined]
    return getattr(command, "player", "") or _decides(round_.box(box))


def _decides(box: Box, hand: int = 1) -> str:
    """Who decides for this hand now; whoever came first if nobody is left to."""
    return decider(box, box.hands[hand - 1]) or box.order[0]
