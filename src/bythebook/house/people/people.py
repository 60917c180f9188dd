"""The people of the house: accounts, and what each of them may do.

A decider like a table: `decide(people, order)` gives events or refuses, `evolve(people, event)`
applies one. All of it lies on one stream of the log, for good: an account is never deleted, only
closed. Passwords and sessions are no history and live elsewhere (`credentials`, `sessions`).

There are two kinds of roles. A house role holds everywhere; a role at a book is one of the titles
of that book's `table.toml`, and a person has at most one at each book.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256

import msgspec

from bythebook.deciders import Command, Event
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.records.record import ACTIONS, TOKEN
from bythebook.rulebooks.tables import find_table_rules

STREAM = "people"
HOUSE = "the house"  # who opens the first accounts: no account can have this name

PLAYER = "player"
CASHIER = "cashier"
INSPECTOR = "inspector"  # sees everything, changes nothing
PIT = "pit"
ADMINISTRATOR = "administrator"
HOUSE_ROLES = (PLAYER, CASHIER, INSPECTOR, PIT, ADMINISTRATOR)

# The house's own rules, cited like clauses.
ACCOUNTS = "house:accounts"
ROLES = "house:roles"
LAST_ADMINISTRATOR = "house:last-administrator"

GUEST_PREFIX = "guest-"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,22}[A-Za-z0-9]")
_TITLE_LENGTH_MAX = 60


class Viewer(msgspec.Struct, frozen=True):
    """Whoever looks at the house: somebody with an account, a guest, a visitor without a name."""

    name: str = ""
    guest: bool = True
    house_roles: frozenset[str] = frozenset()
    book_roles: dict[str, str] = {}
    fresh: bool = False  # proved lately who they are
    second: bool = False  # and by a second factor
    withheld: bool = False  # has roles, which count once a second factor is given

    def role_at(self, book: str) -> str:
        """As what this person stands at the tables of a book."""
        return self.book_roles.get(book, PLAYER)

    @property
    def staff(self) -> bool:
        return bool(self.book_roles or self.house_roles - {PLAYER})


VISITOR = Viewer()


def on_staff(viewer: Viewer) -> bool:
    """Whether somebody runs tables, or watches over those who do."""
    return bool(viewer.book_roles) or not {INSPECTOR, PIT}.isdisjoint(viewer.house_roles)


def may_play(viewer: Viewer, book: str) -> bool:
    """Nobody plays at the tables of a book on whose staff they are; an inspector nowhere."""
    plays = viewer.guest or PLAYER in viewer.house_roles
    return plays and book not in viewer.book_roles and INSPECTOR not in viewer.house_roles


# State


class Account(msgspec.Struct, frozen=True):
    name: str
    title: str
    opened_at: int
    house_roles: frozenset[str] = frozenset({PLAYER})
    book_roles: dict[str, str] = {}
    locked: bool = False
    closed: bool = False
    # Digests of the password's hash, and of the one before it: while one takes the place of the
    # other, either may be kept. None: the log does not say.
    passwords: tuple[str, ...] = ()
    factors: tuple[str, ...] = ()  # second ones
    sealed: bool = False  # those are believed only as the house itself has kept them
    dropped: int = 0  # how often second factors were taken off: none of before comes back
    kept: int = 0  # how often they were put away since the log counts: none of before counts

    @property
    def active(self) -> bool:
        return not self.locked and not self.closed


def knows_password(account: Account, made: bytes) -> bool:
    """Whether a password, as it is kept, is one that the log knows of."""
    return not account.passwords or sha256(made).hexdigest() in account.passwords


class People(msgspec.Struct, frozen=True):
    """Every account by its name without case."""

    accounts: dict[str, Account] = {}
    version: int = 0  # how many events this is the sum of

    def find(self, name: str) -> Account | None:
        return self.accounts.get(name.casefold())


def viewer_of(account: Account) -> Viewer:
    return Viewer(account.name, False, account.house_roles, account.book_roles)


def names_of(people: Iterable[Account]) -> list[str]:
    return sorted((account.name for account in people), key=str.casefold)


# Commands and events


class AccountCommand(Command, frozen=True):
    """Base of all that can be asked about an account."""

    name: str


class OpenAccount(AccountCommand, frozen=True):
    title: str = ""


class GrantRole(AccountCommand, frozen=True):
    book: str
    role: str


class RevokeRole(AccountCommand, frozen=True):
    book: str


class GrantHouseRole(AccountCommand, frozen=True):
    role: str


class RevokeHouseRole(AccountCommand, frozen=True):
    role: str


class LockAccount(AccountCommand, frozen=True):
    """No log-in until it is unlocked; running sessions end."""


class UnlockAccount(AccountCommand, frozen=True):
    pass


class CloseAccount(AccountCommand, frozen=True):
    """For good: a closed account stays in the books and cannot be used again."""


class MakeLink(AccountCommand, frozen=True):
    """Whoever has the link comes in once, and may choose a new password."""


class SetPassword(AccountCommand, frozen=True):
    """One's own. Of what is kept beside the log only a digest is written down."""

    digest: str = ""


class LogIn(AccountCommand, frozen=True):
    by_link: bool = False
    second: str = ""  # the second factor, if there was one
    odd: tuple[str, ...] = ()  # what is unusual about it


class AddFactor(AccountCommand, frozen=True):
    """A second factor, to be given at every log-in from now on."""

    factor: str
    label: str = ""
    sealed: bool = False  # kept under the house's key


class SealFactors(AccountCommand, frozen=True):
    """Second factors of before the house kept them under its key: from now on they are."""


class KeepFactors(AccountCommand, frozen=True):
    """Second factors were put away once more, one of them used, added or made anew: what lay there
    before does not count any more."""

    number: int


class DropFactors(AccountCommand, frozen=True):
    """All second factors: one's own; or, by an administrator, those of somebody who lost them."""


class Prove(AccountCommand, frozen=True):
    """Once more who one is, before money moves."""

    by_what: str


Given = (
    OpenAccount
    | GrantRole
    | RevokeRole
    | GrantHouseRole
    | RevokeHouseRole
    | LockAccount
    | UnlockAccount
    | CloseAccount
    | DropFactors
)
Own = SetPassword | LogIn | AddFactor | SealFactors | KeepFactors | Prove
AnyCommand = Given | MakeLink | Own


class Order(msgspec.Struct, frozen=True):
    """A command, who gives it and when: by name alone, because who may is asked of the accounts."""

    by: str
    at: int
    command: AnyCommand


class AccountEvent(Event, frozen=True):
    """Base of all that has happened to an account: who did it, and when."""

    name: str
    by: str
    at: int


class AccountOpened(AccountEvent, frozen=True):
    title: str = ""


class RoleGranted(AccountEvent, frozen=True):
    book: str
    role: str


class RoleRevoked(AccountEvent, frozen=True):
    book: str
    role: str


class HouseRoleGranted(AccountEvent, frozen=True):
    role: str


class HouseRoleRevoked(AccountEvent, frozen=True):
    role: str


class AccountLocked(AccountEvent, frozen=True):
    pass


class AccountUnlocked(AccountEvent, frozen=True):
    pass


class AccountClosed(AccountEvent, frozen=True):
    pass


class LinkMade(AccountEvent, frozen=True):
    pass


class PasswordSet(AccountEvent, frozen=True):
    digest: str = ""  # of the hash that is kept; none: written before digests were


class LoggedIn(AccountEvent, frozen=True):
    by_link: bool = False
    second: str = ""
    odd: tuple[str, ...] = ()


class FactorAdded(AccountEvent, frozen=True):
    factor: str
    label: str = ""
    sealed: bool = False


class FactorsSealed(AccountEvent, frozen=True):
    pass


class FactorsKept(AccountEvent, frozen=True):
    number: int


class FactorsDropped(AccountEvent, frozen=True):
    pass


class Proved(AccountEvent, frozen=True):
    by_what: str


AnyEvent = (
    AccountOpened
    | RoleGranted
    | RoleRevoked
    | HouseRoleGranted
    | HouseRoleRevoked
    | AccountLocked
    | AccountUnlocked
    | AccountClosed
    | LinkMade
    | PasswordSet
    | LoggedIn
    | FactorAdded
    | FactorsSealed
    | FactorsKept
    | FactorsDropped
    | Proved
)
event_from_json: Callable[[bytes], AnyEvent] = msgspec.json.Decoder(AnyEvent).decode


# Names


def is_name(text: str) -> bool:
    """Whether this has the form of a name."""
    return _NAME.fullmatch(text) is not None


def check_name(name: str) -> str:
    """A name that an account can have, also in a record of a round."""
    if not is_name(name):
        raise Malformed(
            "a name has 2 to 24 letters, digits, dots, dashes or underscores; it begins with a "
            "letter and ends with a letter or digit",
            "name",
        )
    if name.casefold().startswith(GUEST_PREFIX):
        raise Malformed(f"names that begin with {GUEST_PREFIX!r} are for guests", "name")
    if name.casefold() in (*ACTIONS, TOKEN, "on"):
        raise Malformed(f"{name!r} is a word of the records and cannot be a name", "name")
    return name


def check_known(people: People, name: str, here: bool = False) -> None:
    """Somebody is called as their account is spelled; without one, by a name, where they are."""
    account = people.find(name)
    same = account.name == name if account is not None else here
    if not is_name(name) or not same:
        raise Malformed(f"there is no account {name[:60]!r}", "name")


def _check_title(title: str) -> str:
    title = title.strip()
    if len(title) > _TITLE_LENGTH_MAX or not title.isprintable():
        raise Malformed(f"a title is a line of at most {_TITLE_LENGTH_MAX} characters", "title")
    return title


@lru_cache(maxsize=64)
def roles_of(book: str) -> dict[str, str]:
    """The roles at a book, lowest rank first, and the title that the book gives to each."""
    conduct = find_table_rules(book).conduct
    return {role.role: role.title for role in (*conduct.ladder, *conduct.beside)}


# Deciding


def decide(people: People, order: Order) -> list[AnyEvent]:
    """What an order brings about, or why it is refused."""
    command, by, at = order.command, order.by, order.at
    if isinstance(command, Own):
        return [_own(_find(people, command.name), command, by, at)]
    if not (isinstance(command, DropFactors) and by == command.name):
        _check_power(people, by)
    if isinstance(command, OpenAccount):
        return [_open(people, command, by, at)]
    account = _find(people, command.name)
    name = account.name
    match command:
        case GrantRole():
            return _grant(account, command, by, at)
        case RevokeRole(book=book):
            if book not in account.book_roles:
                raise Refused(ROLES, f"{name} has no role at {book}")
            return [RoleRevoked(name, by, at, book, account.book_roles[book])]
        case GrantHouseRole(role=role):
            _check_house_role(role)
            if role in account.house_roles:
                raise Refused(ROLES, f"{name} has the role {role} already")
            return [HouseRoleGranted(name, by, at, role)]
        case RevokeHouseRole(role=role):
            _check_house_role(role)
            if role not in account.house_roles:
                raise Refused(ROLES, f"{name} does not have the role {role}")
            if role == ADMINISTRATOR:
                _check_not_last(people, account)
            return [HouseRoleRevoked(name, by, at, role)]
        case LockAccount():
            if account.locked:
                raise Refused(ACCOUNTS, f"the account of {name} is locked already")
            _check_not_last(people, account)
            return [AccountLocked(name, by, at)]
        case UnlockAccount():
            if not account.locked:
                raise Refused(ACCOUNTS, f"the account of {name} is not locked")
            return [AccountUnlocked(name, by, at)]
        case CloseAccount():
            _check_not_last(people, account)
            return [AccountClosed(name, by, at)]
        case MakeLink():
            _check_active(account)
            return [LinkMade(name, by, at)]
        case DropFactors():
            if not account.factors:
                raise Refused(ACCOUNTS, f"{name} has no second factor")
            return [FactorsDropped(name, by, at)]


def _own(account: Account, command: Own, by: str, at: int) -> AnyEvent:
    """What only the holder of an account does; the house itself gives first passwords, and it alone
    keeps second factors, also of whoever is locked."""
    if isinstance(command, SealFactors | KeepFactors):
        if by != HOUSE or not account.factors:
            raise Refused(ACCOUNTS, "only the house keeps second factors, where there are some")
        if isinstance(command, SealFactors):
            return FactorsSealed(account.name, by, at)
        if command.number <= account.kept:
            raise Refused(ACCOUNTS, "a second factor was used elsewhere just now: please try again")
        return FactorsKept(account.name, by, at, command.number)
    if by != account.name and not (by == HOUSE and isinstance(command, SetPassword)):
        raise Refused(ACCOUNTS, f"only {account.name} does that")
    _check_active(account)
    match command:
        case SetPassword(digest=digest):
            return PasswordSet(account.name, by, at, digest)
        case LogIn(by_link=by_link, second=second, odd=odd):
            return LoggedIn(account.name, by, at, by_link, second, odd)
        case AddFactor(factor=factor, label=label, sealed=sealed):
            return FactorAdded(account.name, by, at, factor, label, sealed)
        case Prove(by_what=by_what):
            return Proved(account.name, by, at, by_what)


def _check_active(account: Account) -> None:
    if not account.active:
        raise Refused(ACCOUNTS, f"the account of {account.name} cannot be used now")


def _open(people: People, command: OpenAccount, by: str, at: int) -> AccountOpened:
    name, title = check_name(command.name), _check_title(command.title)
    known = people.find(name)
    if known is not None:
        ended = " (closed; accounts are not used again)" if known.closed else ""
        raise Refused(ACCOUNTS, f"there is an account {known.name} already{ended}")
    return AccountOpened(name, by, at, title)


def _grant(account: Account, command: GrantRole, by: str, at: int) -> list[AnyEvent]:
    roles = roles_of(command.book)
    if command.role not in roles:
        known = ", ".join(roles)
        raise Refused(ROLES, f"{command.book} has no role {command.role!r}: it has {known}")
    before = account.book_roles.get(command.book)
    if before == command.role:
        raise Refused(ROLES, f"{account.name} is {command.role} at {command.book} already")
    events: list[AnyEvent] = []
    if before is not None:
        events.append(RoleRevoked(account.name, by, at, command.book, before))
    events.append(RoleGranted(account.name, by, at, command.book, command.role))
    return events


def _find(people: People, name: str) -> Account:
    """The account that an order is about; one that is closed stays as it is."""
    account = people.find(name)
    if account is None:
        raise Malformed(f"there is no account {name!r}", "name")
    if account.closed:
        raise Refused(ACCOUNTS, f"the account of {account.name} is closed for good")
    return account


def _check_power(people: People, by: str) -> None:
    if by == HOUSE:
        return
    account = people.find(by)
    if account is None or not account.active or ADMINISTRATOR not in account.house_roles:
        raise Refused(ACCOUNTS, "only an administrator sees to accounts")


def _check_house_role(role: str) -> None:
    if role not in HOUSE_ROLES:
        raise Refused(ROLES, f"there is no house role {role!r}: there are {', '.join(HOUSE_ROLES)}")


def _check_not_last(people: People, account: Account) -> None:
    """Somebody must be left who can see to the accounts."""
    if account.locked or ADMINISTRATOR not in account.house_roles:
        return
    others = (other for other in people.accounts.values() if other.name != account.name)
    if not any(other.active and ADMINISTRATOR in other.house_roles for other in others):
        raise Refused(LAST_ADMINISTRATOR, f"{account.name} is the only administrator")


# Evolving


def evolve(people: People, event: AnyEvent) -> People:
    """The people after an event."""
    key = event.name.casefold()
    before = people.accounts.get(key)
    after = _evolved(before, event)
    # Most events are log-ins, which leave everybody as they are: nobody is copied for them.
    accounts = people.accounts if after is before else {**people.accounts, key: after}
    return People(accounts, people.version + 1)


def _evolved(account: Account | None, event: AnyEvent) -> Account:
    if isinstance(event, AccountOpened):
        return Account(event.name, event.title, event.at)
    if account is None:
        raise BrokenInvariant(f"an event about {event.name}, whose account was never opened")
    match event:
        case RoleGranted(book=book, role=role):
            roles = {**account.book_roles, book: role}
            return msgspec.structs.replace(account, book_roles=roles)
        case RoleRevoked(book=book):
            left = {other: role for other, role in account.book_roles.items() if other != book}
            return msgspec.structs.replace(account, book_roles=left)
        case HouseRoleGranted(role=role):
            return msgspec.structs.replace(account, house_roles=account.house_roles | {role})
        case HouseRoleRevoked(role=role):
            return msgspec.structs.replace(account, house_roles=account.house_roles - {role})
        case AccountLocked():
            return msgspec.structs.replace(account, locked=True)
        case AccountUnlocked():
            return msgspec.structs.replace(account, locked=False)
        case AccountClosed():
            return msgspec.structs.replace(account, closed=True)
        case PasswordSet(digest=digest):
            passwords = (digest, *account.passwords[:1]) if digest else ()
            return msgspec.structs.replace(account, passwords=passwords)
        case FactorAdded(factor=factor, sealed=sealed):
            factors = (*account.factors, factor)
            return msgspec.structs.replace(account, factors=factors, sealed=sealed)
        case FactorsSealed():
            return msgspec.structs.replace(account, sealed=True)
        case FactorsKept(number=number):
            return msgspec.structs.replace(account, kept=number)
        case FactorsDropped():
            dropped = account.dropped + 1
            return msgspec.structs.replace(account, factors=(), sealed=False, dropped=dropped)
        case LinkMade() | LoggedIn() | Proved():
            return account
