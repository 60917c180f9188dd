"""The people of the house: accounts, passwords, links, sessions. Limits at, below and above."""

import asyncio
from base64 import b32encode, b64encode
from collections.abc import Coroutine, Iterator
from hashlib import sha1
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed, Refused
from bythebook.errors import given as there
from bythebook.house.log.choosing import open_store
from bythebook.house.log.committer import Committer
from bythebook.house.log.store import Store, Unavailable
from bythebook.house.people import people as p
from bythebook.house.people.accounts import Accounts, HalfWay, Seen, nobody
from bythebook.house.people.credentials import (
    Breached,
    Failures,
    Link,
    Right,
    Wait,
    Wrong,
    after_failure,
    check_password,
    digest,
    wait_seconds,
)
from bythebook.house.people.factors import CODE, STEP_SECONDS, Factors, Key, code_at
from bythebook.house.people.sessions import Begun, Session, lives

T = TypeVar("T")
NOW = 1_800_000_000
MINUTE, HOUR = 60, 3600
PASSWORD = "a long enough password"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def after(*commands: p.AnyCommand, by: str = p.HOUSE) -> p.People:
    """The people after these commands."""
    people = p.People()
    for command in commands:
        for event in p.decide(people, p.Order(by, NOW, command)):
            people = p.evolve(people, event)
    return people


def refusal(people: p.People, command: p.AnyCommand, by: str = p.HOUSE) -> str:
    with pytest.raises(Refused) as refused:
        p.decide(people, p.Order(by, NOW, command))
    return refused.value.clause


def viewer(people: p.People, name: str) -> p.Viewer:
    account = people.find(name)
    assert account is not None
    return p.viewer_of(account)


# Names


@pytest.mark.parametrize("name", ["al", "a" * 24, "Ann", "ann.lee", "b-2_c", "x1"])
def test_names_that_an_account_can_have(name: str) -> None:
    assert after(p.OpenAccount(name)).find(name) is not None


@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 25, "1ann", ".ann", "ann.", "-ann", "ann lee", "änn", "a/b", "..", "a\n",
     "guest-7f3a", "GUEST-x", "hit", "Split", "token", "the house"],
)  # fmt: skip
def test_names_that_it_cannot_have(name: str) -> None:
    with pytest.raises(Malformed):
        after(p.OpenAccount(name))


def test_names_are_compared_without_case_and_kept_as_written() -> None:
    people = after(p.OpenAccount("Ann"))
    assert refusal(people, p.OpenAccount("aNN")) == p.ACCOUNTS
    account = people.find("ANN")
    assert account is not None
    assert account.name == "Ann"


def test_a_title_is_one_line() -> None:
    account = after(p.OpenAccount("ann", " Pit boss ")).find("ann")
    assert account is not None
    assert account.title == "Pit boss"
    assert after(p.OpenAccount("ann", "x" * 60)).find("ann") is not None
    for title in ("x" * 61, "two\nlines", "\x00"):
        with pytest.raises(Malformed):
            after(p.OpenAccount("ann", title))


# Roles


def test_a_new_account_is_a_player_everywhere() -> None:
    ann = viewer(after(p.OpenAccount("ann")), "ann")
    assert ann == p.Viewer("ann", False, frozenset({"player"}), {})
    assert ann.role_at("crown-blackjack") == "player"
    assert p.may_play(ann, "crown-blackjack")
    assert not ann.staff


def test_staff_of_a_book_do_not_play_there_but_elsewhere() -> None:
    people = after(p.OpenAccount("dan"), p.GrantRole("dan", "crown-blackjack", "dealer"))
    dan = viewer(people, "dan")
    assert dan.role_at("crown-blackjack") == "dealer"
    assert dan.role_at("canberra-blackjack") == "player"
    assert not p.may_play(dan, "crown-blackjack")
    assert p.may_play(dan, "canberra-blackjack")
    assert dan.staff


def test_an_inspector_plays_nowhere_and_neither_does_somebody_who_is_no_player() -> None:
    people = after(
        p.OpenAccount("ida"),
        p.GrantHouseRole("ida", "inspector"),
        p.OpenAccount("cai"),
        p.RevokeHouseRole("cai", "player"),
    )
    assert not p.may_play(viewer(people, "ida"), "crown-blackjack")
    assert not p.may_play(viewer(people, "cai"), "crown-blackjack")
    assert p.may_play(p.VISITOR, "crown-blackjack")


def test_the_roles_at_a_book_are_those_of_its_table_rules() -> None:
    # Crown's ladder and those beside it, as 1.1, 8.1.2(b), 18.2.3 and 19.2 name them.
    assert list(p.roles_of("crown-blackjack")) == [
        "dealer", "higher-duties-dealer", "area-manager", "casino-manager", "inspector",
        "surveillance", "tournament-director", "scrutineer",
    ]  # fmt: skip
    people = after(p.OpenAccount("dan"))
    assert refusal(people, p.GrantRole("dan", "crown-blackjack", "gaming-manager")) == p.ROLES
    assert refusal(people, p.GrantRole("dan", "crown-blackjack", "player")) == p.ROLES
    with pytest.raises(Malformed):
        p.decide(people, p.Order(p.HOUSE, NOW, p.GrantRole("dan", "no-such-book", "dealer")))


def test_one_role_at_a_book_replaces_another() -> None:
    people = after(p.OpenAccount("dan"), p.GrantRole("dan", "crown-blackjack", "dealer"))
    order = p.Order("the house", NOW, p.GrantRole("dan", "crown-blackjack", "area-manager"))
    assert p.decide(people, order) == [
        p.RoleRevoked("dan", "the house", NOW, "crown-blackjack", "dealer"),
        p.RoleGranted("dan", "the house", NOW, "crown-blackjack", "area-manager"),
    ]


def test_what_is_so_already_is_refused() -> None:
    people = after(p.OpenAccount("dan"), p.GrantRole("dan", "crown-blackjack", "dealer"))
    for command in (
        p.GrantRole("dan", "crown-blackjack", "dealer"),
        p.RevokeRole("dan", "canberra-blackjack"),
        p.GrantHouseRole("dan", "player"),
        p.RevokeHouseRole("dan", "pit"),
        p.GrantHouseRole("dan", "emperor"),
    ):
        assert refusal(people, command) == p.ROLES
    assert refusal(people, p.UnlockAccount("dan")) == p.ACCOUNTS
    locked = after(p.OpenAccount("dan"), p.LockAccount("dan"))
    assert refusal(locked, p.LockAccount("dan")) == p.ACCOUNTS


# Power, and the last administrator


def test_only_an_administrator_in_good_standing_sees_to_accounts() -> None:
    people = after(
        p.OpenAccount("ann"),
        p.OpenAccount("root"),
        p.GrantHouseRole("root", "administrator"),
        p.OpenAccount("old"),
        p.GrantHouseRole("old", "administrator"),
        p.LockAccount("old"),
    )
    for by in ("ann", "nobody", "old", ""):
        assert refusal(people, p.OpenAccount("new"), by) == p.ACCOUNTS
    assert p.decide(people, p.Order("ROOT", NOW, p.OpenAccount("new")))


def test_the_last_administrator_stays() -> None:
    one = after(p.OpenAccount("root"), p.GrantHouseRole("root", "administrator"))
    commands: list[p.AnyCommand] = [
        p.CloseAccount("root"),
        p.LockAccount("root"),
        p.RevokeHouseRole("root", "administrator"),
    ]
    for command in commands:
        assert refusal(one, command) == p.LAST_ADMINISTRATOR
    second = (p.OpenAccount("eva"), p.GrantHouseRole("eva", "administrator"))
    start = (p.OpenAccount("root"), p.GrantHouseRole("root", "administrator"), *second)
    for command in commands:
        after(*start, command)
        # A second one who is locked or closed is no help.
        for gone in (p.LockAccount("eva"), p.CloseAccount("eva")):
            assert refusal(after(*start, gone), command) == p.LAST_ADMINISTRATOR


def test_a_closed_account_stays_closed_and_its_name_taken() -> None:
    people = after(p.OpenAccount("ann"), p.CloseAccount("ann"))
    for command in (p.UnlockAccount("ann"), p.LockAccount("ann"), p.CloseAccount("ann"),
                    p.GrantHouseRole("ann", "pit"), p.OpenAccount("ann")):  # fmt: skip
        assert refusal(people, command) == p.ACCOUNTS


def test_a_command_about_nobody_cannot_be_understood() -> None:
    with pytest.raises(Malformed):
        p.decide(p.People(), p.Order(p.HOUSE, NOW, p.LockAccount("nobody")))


def test_events_say_who_and_when_and_survive_being_written() -> None:
    (event,) = p.decide(p.People(), p.Order(p.HOUSE, NOW, p.OpenAccount("ann", "Guest of honour")))
    assert event == p.AccountOpened("ann", p.HOUSE, NOW, "Guest of honour")
    assert msgspec.json.decode(msgspec.json.encode(event), type=p.AnyEvent) == event


# Failures: five in a quarter of an hour, then one minute, two, four …


def failing(times: list[int]) -> Failures:
    failures = Failures()
    for at in times:
        failures = after_failure(failures, at)
    return failures


def test_the_fifth_failure_in_the_window_brings_a_wait_of_a_minute() -> None:
    assert wait_seconds(failing([0, 1, 2, 3]), 3) == 0
    assert wait_seconds(failing([0, 1, 2, 3, 4]), 4) == 60
    assert wait_seconds(failing([0, 1, 2, 3, 4]), 63) == 1
    assert wait_seconds(failing([0, 1, 2, 3, 4]), 64) == 0


def test_a_failure_counts_for_a_quarter_of_an_hour() -> None:
    assert failing([0, 1, 2, 3, 15 * MINUTE - 1]).waits == 1
    assert failing([0, 1, 2, 3, 15 * MINUTE]).waits == 0
    assert failing([0, 1, 2, 3, 15 * MINUTE + 1]).waits == 0


def test_each_failure_soon_after_a_wait_doubles_it() -> None:
    failures, at = failing([0, 0, 0, 0, 0]), 0
    for minutes in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 720, 720):  # never over twelve hours
        assert wait_seconds(failures, at) == minutes * MINUTE
        at = failures.until
        failures = after_failure(failures, at)


def test_a_quiet_quarter_of_an_hour_after_a_wait_begins_anew() -> None:
    first = failing([0] * 5)  # waits until 60
    assert after_failure(first, 60 + 15 * MINUTE - 1).waits == 2
    assert after_failure(first, 60 + 15 * MINUTE) == Failures((60 + 15 * MINUTE,))
    assert after_failure(first, 60 + 15 * MINUTE + 1).waits == 0


@given(st.lists(st.integers(0, 4000), max_size=30))
def test_nobody_gets_more_than_five_tries_in_a_quarter_of_an_hour_without_waiting(
    times: list[int],
) -> None:
    failures, tried = Failures(), []
    for at in sorted(times):
        if wait_seconds(failures, at) == 0:
            tried.append(at)
            failures = after_failure(failures, at)
    for first, sixth in zip(tried, tried[5:], strict=False):
        assert sixth - first >= MINUTE


# Passwords


@pytest.mark.parametrize(
    ("password", "name"),
    [
        ("x1y2z3w4v", ""),  # nine characters
        ("aaaaaaaaaaaa", ""),
        ("Ann.Lee-1234", "ann.lee-1234"),
        ("x1y2" * 64 + "z", ""),  # one above the most
    ],
)
def test_passwords_that_are_not_taken(password: str, name: str) -> None:
    with pytest.raises(Malformed):
        check_password(password, name)


def test_passwords_have_ten_characters_or_more() -> None:
    for password in (
        "x1y2z3w4v5",
        "x1y2z3w4v5u",
        "пароль-пароль",
        ("x1y2z3w4v5u6t7s8r9q0" * 13)[:256],
    ):
        assert check_password(password) == password


# Sessions


@pytest.mark.parametrize(("staff", "idle"), [(True, 30 * MINUTE), (False, 12 * HOUR)])
def test_a_session_ends_when_idle_too_long(staff: bool, idle: int) -> None:
    session = Session("ann", False, NOW, NOW)
    assert lives(session, staff, NOW + idle - 1)
    assert not lives(session, staff, NOW + idle)
    assert not lives(session, staff, NOW + idle + 1)


@pytest.mark.parametrize("staff", [True, False])
def test_a_session_ends_when_it_is_half_a_day_old_though_in_use(staff: bool) -> None:
    end = NOW + 12 * HOUR
    for now, alive in ((end - 1, True), (end, False), (end + 1, False)):
        assert lives(Session("ann", False, NOW, end - 2), staff, now) is alive


# At work


class Counting(PasswordHasher):
    """A quick hasher that counts what it verifies."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.verified = 0

    def verify(self, *given: Any) -> Any:
        self.verified += 1
        return super().verify(*given)


class Desk:
    """Accounts on a store of their own, and a way to wait for them."""

    def __init__(self, folder: Path, key: bytes | None = None) -> None:
        self.store: Store = open_store(folder, None)
        self.committer = Committer(self.store)
        self.hasher = Counting()
        self.accounts = Accounts(self.committer, self.store, nobody, self.hasher, key=key)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run(work)

    def open(self, name: str, *roles: str) -> None:
        self.order(p.OpenAccount(name), *(p.GrantHouseRole(name, role) for role in roles))
        self.do(self.accounts.credentials.set_password(name, PASSWORD))

    def order(self, *commands: p.AnyCommand) -> None:
        for command in commands:
            self.do(self.accounts.order(p.HOUSE, command, NOW))

    def log_in(self, name: str, now: int = NOW) -> str:
        came = self.do(self.accounts.log_in(name, PASSWORD, Begun("1.2.3.4"), now))
        assert isinstance(came, Seen)
        return came.token

    def attempt(self, name: str, password: str, address: str, now: int) -> Right | Wrong | Wait:
        return self.do(self.accounts.credentials.attempt(name, password, address, now))

    def sees(self, token: str, now: int) -> bool:
        return isinstance(self.do(self.accounts.look(token, now)), Seen)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.do(made.committer.close())


def test_people_are_folded_from_the_log_and_shared(desk: Desk) -> None:
    desk.open("ann", "pit")
    other = Accounts(desk.committer, desk.store, nobody, QUICK)
    assert desk.do(other.people()) == desk.do(desk.accounts.people())
    assert desk.do(other.viewer("ANN")) == p.Viewer("ann", False, frozenset({"player", "pit"}), {})
    desk.order(p.LockAccount("ann"))
    assert desk.do(other.viewer("ann")) is None


def test_an_order_sent_twice_acts_once(desk: Desk) -> None:
    for _ in range(2):
        desk.do(desk.accounts.order(p.HOUSE, p.OpenAccount("ann"), NOW, id="once"))
    assert desk.do(desk.accounts.people()).version == 1


def test_whoever_logs_in_leaves_everybody_as_they_were(desk: Desk) -> None:
    """Also in memory: of a thousand accounts and a million log-ins nothing is made anew."""
    desk.open("ann")
    before = desk.do(desk.accounts.people())
    desk.log_in("ann")
    after = desk.do(desk.accounts.people())
    assert after.version > before.version
    assert after.accounts is before.accounts


def test_orders_at_the_same_time_all_find_their_place(desk: Desk) -> None:
    async def many() -> None:
        orders = (p.OpenAccount(f"ann{number}") for number in range(8))
        await asyncio.gather(*(desk.accounts.order(p.HOUSE, o, NOW) for o in orders))

    desk.do(many())
    assert len(desk.do(desk.accounts.people()).accounts) == 8


def test_passwords_and_tokens_are_nowhere_in_the_log_nor_plain_in_the_cabinet(desk: Desk) -> None:
    desk.open("ann")
    secrets = [PASSWORD, desk.log_in("ann"), desk.do(desk.accounts.credentials.make_link("ann", 0))]
    log = b"".join(row.cause + row.data for row in desk.store.read_log())
    kinds = ("password", "link", "session", "session-seen", "failures")
    kept = [desk.store.all_kept(kind) for kind in kinds]
    everything = log + b"".join(k.encode() + v for one in kept for k, v in one.items())
    assert b"$argon2id$" in everything
    assert b"$argon2id$" not in log
    for secret in secrets:
        assert secret.encode() not in everything


def test_right_and_wrong_passwords(desk: Desk) -> None:
    desk.open("Ann")
    assert desk.attempt("aNN", PASSWORD, "a", NOW) == Right()
    assert desk.attempt("ann", PASSWORD + " ", "a", NOW) == Wrong()
    assert desk.attempt("bob", PASSWORD, "a", NOW) == Wrong()


def test_an_unknown_name_costs_as_much_as_a_known_one(desk: Desk) -> None:
    desk.open("ann")
    for name in ("ann", "bob"):
        before = desk.hasher.verified
        assert desk.attempt(name, "not the password", "a", NOW) == Wrong()
        assert desk.hasher.verified == before + 1


def test_letters_composed_in_two_ways_are_the_same_password(desk: Desk) -> None:
    desk.order(p.OpenAccount("ann"))
    desk.do(desk.accounts.credentials.set_password("ann", "caf\u00e9 caf\u00e9 caf\u00e9"))
    assert desk.attempt("ann", "cafe\u0301 cafe\u0301 cafe\u0301", "a", NOW) == Right()


def test_a_hash_made_with_other_costs_is_made_anew_on_the_next_log_in(desk: Desk) -> None:
    desk.open("ann")
    before = desk.store.kept("password", "ann")
    accounts = Accounts(desk.committer, desk.store, nobody, Counting(time_cost=2))
    assert desk.do(accounts.credentials.attempt("ann", PASSWORD, "a", NOW)) == Right(weak=True)
    assert isinstance(desk.do(accounts.log_in("ann", PASSWORD, Begun("a"), NOW)), Seen)
    afterwards = desk.store.kept("password", "ann")
    assert afterwards is not None
    assert afterwards != before
    assert b"t=2" in afterwards
    assert desk.attempt("ann", PASSWORD, "a", NOW) == Right(weak=True)


def test_wrong_tries_from_one_address_keep_the_owner_out_nowhere_else(desk: Desk) -> None:
    desk.open("ann")
    tries = [desk.attempt("ann", "wrong", "bad", NOW + 60 * n) for n in range(15)]
    assert tries.count(Wrong()) < 10
    assert desk.attempt("ann", PASSWORD, "never seen before", NOW + 901) == Right()


def test_a_name_that_many_addresses_try_waits_but_not_where_its_owner_comes_from(
    desk: Desk,
) -> None:
    desk.open("ann")
    assert desk.attempt("ann", PASSWORD, "at home", NOW) == Right()
    for number in range(20):
        assert desk.attempt("ann", "wrong", f"address {number}", NOW) == Wrong()
    before = desk.hasher.verified
    assert desk.attempt("ann", PASSWORD, "elsewhere", NOW + 59) == Wait(1)
    assert desk.hasher.verified == before
    assert desk.attempt("ann", PASSWORD, "at home", NOW + 59) == Right()
    assert desk.attempt("ann", PASSWORD, "elsewhere", NOW + 60) == Right()
    for _ in range(5):  # whoever is at the owner's own address is slowed by that
        assert desk.attempt("ann", "wrong", "at home", NOW + 60) == Wrong()
    assert desk.attempt("ann", PASSWORD, "at home", NOW + 60) == Wait(60)


EASY = """password12 1234567890 qwertyuiop aaaaaaaaaaaa annannann1 blackjack21 abcdefghijk
bythebook1 P@ssw0rd12 hunter2hunter2 annabellann"""


@pytest.mark.parametrize("easy", EASY.split())
def test_what_everybody_would_try_is_no_password(desk: Desk, easy: str) -> None:
    desk.order(p.OpenAccount("annabell"))
    with pytest.raises(Malformed, match="too easy"):
        desk.do(desk.accounts.credentials.set_password("annabell", easy))


@pytest.mark.parametrize("others", [0, 1, 2, 500])
def test_what_is_known_from_a_breach_is_no_password(
    desk: Desk, tmp_path: Path, others: int
) -> None:
    known = ["found in a breach", *(f"and {number}" for number in range(others))]
    digests = sorted(sha1(one.encode()).hexdigest().upper() for one in known)
    file = tmp_path / "breached"
    file.write_text("".join(f"{one}:{len(one)}\r\n" for one in digests))
    breached = Breached(file)
    assert all(one in breached for one in known)
    assert not any(f"{one} x" in breached for one in known)
    desk.accounts.credentials.breached = breached
    desk.order(p.OpenAccount("ann"))
    with pytest.raises(Malformed, match="known from a breach"):
        desk.do(desk.accounts.change_password("ann", "", "found in a breach", NOW))
    token = desk.do(desk.accounts.make_link(p.HOUSE, "ann", NOW))
    with pytest.raises(Malformed, match="known from a breach"):
        desk.do(desk.accounts.come_by_link(token, NOW, "found in a breach"))
    desk.do(desk.accounts.change_password("ann", "", PASSWORD, NOW))


def test_a_file_of_breached_passwords_has_their_digests(tmp_path: Path) -> None:
    file = tmp_path / "words"
    with pytest.raises(Malformed, match="cannot be read"):
        Breached(file)
    file.write_text("password\n")
    with pytest.raises(Malformed, match="40 figures"):
        Breached(file)


def test_a_very_long_password_is_judged_at_once(desk: Desk) -> None:
    desk.open("ann")
    desk.do(desk.accounts.credentials.set_password("ann", "aB3$xy" * 42))


def test_an_address_waits_after_five_failures_with_any_names(desk: Desk) -> None:
    desk.open("ann")
    for number in range(5):
        assert desk.attempt(f"name{number}", "wrong", "bad", NOW) == Wrong()
    assert desk.attempt("ann", PASSWORD, "bad", NOW) == Wait(60)
    assert desk.attempt("ann", PASSWORD, "good", NOW) == Right()


def test_ones_own_account_does_not_clear_an_address(desk: Desk) -> None:
    desk.open("mallory")
    for number in range(4):
        desk.attempt(f"name{number}", "wrong", "bad", NOW)
    assert desk.attempt("mallory", PASSWORD, "bad", NOW) == Right()
    assert desk.attempt("name9", "wrong", "bad", NOW) == Wrong()
    assert desk.attempt("mallory", PASSWORD, "bad", NOW) == Wait(60)


def test_many_attempts_at_once_gain_nothing(desk: Desk) -> None:
    desk.open("ann")

    async def flood() -> list[Right | Wrong | Wait]:
        tries = (desk.accounts.credentials.attempt("ann", "no", "a", NOW) for _ in range(40))
        return list(await asyncio.gather(*tries))

    answers = desk.do(flood())
    assert answers.count(Wrong()) == 5
    assert answers.count(Wait(60)) == 35


def test_a_locked_account_says_so_only_to_whoever_knows_the_password(desk: Desk) -> None:
    desk.open("ann")
    desk.order(p.LockAccount("ann"))
    wrong = desk.do(desk.accounts.log_in("ann", "not this one", Begun("a"), NOW))
    assert wrong == Wrong()
    with pytest.raises(Refused):
        desk.do(desk.accounts.log_in("ann", PASSWORD, Begun("a"), NOW))


def people_events(desk: Desk) -> list[str]:
    return [row.kind for row in desk.store.read(p.STREAM)]


def test_whoever_comes_in_and_how_is_in_the_log(desk: Desk) -> None:
    desk.open("root", p.ADMINISTRATOR)
    desk.open("ann")
    before = len(people_events(desk))
    accounts = desk.accounts
    assert desk.do(accounts.log_in("ann", "not this one", Begun("a"), NOW)) == Wrong()
    assert isinstance(desk.do(accounts.log_in("ANN", PASSWORD, Begun("a"), NOW)), Seen)
    link = desk.do(accounts.make_link("root", "ANN", NOW))
    desk.do(accounts.come_by_link(link, NOW, "another long one"))
    desk.do(accounts.change_password("ann", "", "and a third one", NOW))
    assert people_events(desk)[before:] == [
        "LoggedIn",
        "LinkMade",
        "PasswordSet",
        "LoggedIn",
        "PasswordSet",
    ]
    made = [p_event for p_event in desk.store.read(p.STREAM) if p_event.kind == "LinkMade"]
    assert b'"by":"root"' in made[0].data


@pytest.mark.parametrize(
    ("by", "command"),
    [
        ("ann", p.MakeLink("ann")),
        ("root", p.SetPassword("ann")),
        ("root", p.LogIn("ann")),
        (p.HOUSE, p.LogIn("ann")),
    ],
)
def test_nobody_makes_a_link_but_an_administrator_and_nobody_comes_in_as_another(
    desk: Desk, by: str, command: p.AnyCommand
) -> None:
    desk.open("root", p.ADMINISTRATOR)
    desk.open("ann")
    with pytest.raises(Refused):
        desk.do(desk.accounts.order(by, command, NOW))


def test_a_locked_account_gets_no_link(desk: Desk) -> None:
    desk.open("ann")
    desk.order(p.LockAccount("ann"))
    with pytest.raises(Refused, match="cannot be used now"):
        desk.do(desk.accounts.make_link(p.HOUSE, "ann", NOW))


# Links


def test_a_link_works_once_and_within_a_day(desk: Desk) -> None:
    desk.order(p.OpenAccount("ann"))
    credentials = desk.accounts.credentials
    for now, name in ((NOW + 24 * HOUR - 1, "ann"), (NOW + 24 * HOUR, None)):
        token = desk.do(credentials.make_link("ann", NOW))
        assert desk.do(credentials.look_at_link(token, now)) == name
        assert desk.do(credentials.use_link(token, now)) == name
        assert desk.do(credentials.use_link(token, now)) is None


def test_of_many_who_use_a_link_at_once_one_comes_in(desk: Desk) -> None:
    desk.order(p.OpenAccount("ann"))
    token = desk.do(desk.accounts.credentials.make_link("ann", NOW))

    async def rush() -> list[Seen | HalfWay | None]:
        tries = (desk.accounts.come_by_link(token, NOW, PASSWORD) for _ in range(10))
        return list(await asyncio.gather(*tries))

    assert sum(seen is not None for seen in desk.do(rush())) == 1


def test_a_new_link_a_new_password_and_a_lock_void_older_links(desk: Desk) -> None:
    desk.order(p.OpenAccount("ann"))
    credentials = desk.accounts.credentials

    def link() -> str:
        return desk.do(credentials.make_link("ann", NOW))

    first, second = link(), link()
    assert desk.do(credentials.look_at_link(first, NOW)) is None
    desk.do(credentials.set_password("ann", PASSWORD))
    assert desk.do(credentials.look_at_link(second, NOW)) is None
    third = link()
    desk.order(p.LockAccount("ann"))
    assert desk.do(desk.accounts.come_by_link(third, NOW)) is None


def test_a_poor_password_does_not_use_the_link_up(desk: Desk) -> None:
    desk.order(p.OpenAccount("ann"))
    token = desk.do(desk.accounts.credentials.make_link("ann", NOW))
    with pytest.raises(Malformed):
        desk.do(desk.accounts.come_by_link(token, NOW, "short"))
    seen = desk.do(desk.accounts.come_by_link(token, NOW, PASSWORD))
    assert not isinstance(seen, HalfWay)
    assert seen is not None
    assert seen.viewer.name == "ann"


# Sessions at work


def test_a_session_lives_while_it_is_used(desk: Desk) -> None:
    desk.open("ivy", "pit")
    token = desk.log_in("ivy")
    step = 30 * MINUTE - 1
    for times in range(1, 24):
        assert desk.sees(token, NOW + times * step)
    assert not desk.sees(token, NOW + 12 * HOUR)
    assert not desk.sees(token, NOW + 12 * HOUR - 1), "it was thrown away"


def test_being_seen_is_written_at_most_once_a_minute(desk: Desk) -> None:
    desk.open("ann")
    token = desk.log_in("ann")

    def seen() -> list[bytes]:
        return list(desk.store.all_kept("session-seen").values())

    assert desk.sees(token, NOW + 59)
    assert seen() == []
    assert desk.sees(token, NOW + 60)
    assert seen() == [str(NOW + 60).encode()]
    assert desk.sees(token, NOW + 119)
    assert seen() == [str(NOW + 60).encode()]
    assert desk.sees(token, NOW + 120)
    assert seen() == [str(NOW + 120).encode()]


def test_seeing_a_session_that_was_just_ended_does_not_bring_it_back(desk: Desk) -> None:
    desk.open("ann")
    token = desk.log_in("ann")
    session = desk.do(desk.accounts.sessions.find(token))
    assert session is not None
    desk.do(desk.accounts.sessions.end(token))
    desk.do(desk.accounts.sessions.see(token, session, NOW + 100))
    assert not desk.sees(token, NOW + 100)


@pytest.mark.parametrize("command", [p.LockAccount("ann"), p.CloseAccount("ann")])
def test_sessions_end_at_once_when_the_account_does(desk: Desk, command: p.AnyCommand) -> None:
    desk.open("ann")
    token = desk.log_in("ann")
    elsewhere = Accounts(desk.committer, desk.store, nobody, QUICK)
    assert isinstance(desk.do(elsewhere.look(token, NOW)), Seen)
    desk.order(command)
    assert desk.do(elsewhere.look(token, NOW)) is None
    assert desk.store.all_kept("session") == {}


def test_a_role_given_or_taken_holds_at_once_for_running_sessions(desk: Desk) -> None:
    desk.open("ann")
    token = desk.log_in("ann")
    desk.order(p.GrantHouseRole("ann", "pit"))
    seen = desk.do(desk.accounts.look(token, NOW))
    assert isinstance(seen, Seen)
    assert "pit" in seen.viewer.house_roles


def test_ending_other_sessions_spares_this_one_and_other_people(desk: Desk) -> None:
    desk.open("ann")
    desk.open("bob")
    here, there, other = desk.log_in("ann"), desk.log_in("ann"), desk.log_in("bob")
    assert desk.do(desk.accounts.sessions.end_all("ann", but=here)) == 1
    assert [desk.sees(token, NOW) for token in (here, there, other)] == [True, False, True]


def test_a_new_password_ends_sessions_elsewhere(desk: Desk) -> None:
    desk.open("ann")
    here, there = desk.log_in("ann"), desk.log_in("ann")
    desk.do(desk.accounts.change_password("ann", here, "another long password", NOW))
    assert [desk.sees(token, NOW) for token in (here, there)] == [True, False]


def test_guests_have_names_of_their_own_and_no_roles(desk: Desk) -> None:
    first = desk.do(desk.accounts.come_as_guest(NOW))
    second = desk.do(desk.accounts.come_as_guest(NOW))
    assert first.viewer.name.startswith("guest-")
    assert first.viewer.name != second.viewer.name
    seen = desk.do(desk.accounts.look(first.token, NOW + 12 * HOUR - 1))
    assert isinstance(seen, Seen)
    assert seen.viewer == p.Viewer(first.viewer.name, guest=True)
    assert not desk.sees(first.token, NOW + 12 * HOUR)


# What somebody writes into the database


KEY = b"the key of this house, in a file"


@pytest.fixture
def sealed(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, KEY)
    yield made
    made.do(made.committer.close())


def put(desk: Desk, kind: str, token: str, value: object) -> None:
    """As whoever operates the database can."""
    kept = value if isinstance(value, bytes) else msgspec.json.encode(value)
    desk.store.keep(kind, digest(token), kept, 0)


def test_a_session_that_was_written_into_the_database_is_nobodys(sealed: Desk) -> None:
    sealed.open("root", "administrator")
    put(sealed, "session", "mine", Session("root", False, NOW, NOW))
    assert not sealed.sees("mine", NOW)
    token = sealed.log_in("root")
    assert sealed.sees(token, NOW)
    put(sealed, "session", "mine", there(sealed.store.kept("session", digest(token))))
    assert not sealed.sees("mine", NOW)  # nor another's, put where one's own would be
    assert list(sealed.do(sealed.accounts.sessions.of("root"))) == [digest(token)]


def test_other_processes_believe_it_by_the_same_key_alone(sealed: Desk) -> None:
    sealed.open("ann")
    token = sealed.log_in("ann")

    def seen_by(key: bytes | None) -> bool:
        other = Accounts(sealed.committer, sealed.store, nobody, QUICK, key=key)
        return isinstance(sealed.do(other.look(token, NOW)), Seen)

    assert seen_by(KEY)
    assert not seen_by(b"another key, of whoever made one")


def test_nobody_writes_that_they_have_proved_more_or_were_here_lately(sealed: Desk) -> None:
    sealed.open("ann")
    token = sealed.log_in("ann")
    put(sealed, "session-proved", token, (NOW, NOW))
    put(sealed, "session-seen", token, str(NOW + 10**6).encode())
    session = there(sealed.do(sealed.accounts.sessions.find(token)))
    assert (session.second, session.seen) == (0, NOW)


def test_a_link_or_half_of_a_log_in_that_was_written_there_leads_nowhere(sealed: Desk) -> None:
    sealed.open("root", "administrator")
    put(sealed, "link", "mine", Link("root", NOW + 1000))
    assert sealed.do(sealed.accounts.come_by_link("mine", NOW)) is None
    put(sealed, "half-way", "mine", (HalfWay("root"), NOW + 1000))
    assert sealed.do(sealed.accounts.half_way("mine", NOW)) is None
    real = sealed.do(sealed.accounts.make_link(p.HOUSE, "root", NOW))
    assert isinstance(sealed.do(sealed.accounts.come_by_link(real, NOW)), Seen)


def test_a_password_that_the_log_does_not_know_lets_nobody_in(sealed: Desk) -> None:
    sealed.open("root", "administrator")
    sealed.do(sealed.accounts.change_password("root", "", PASSWORD, NOW))
    assert sealed.log_in("root")
    made = sealed.do(sealed.accounts.credentials.hashed("chosen by somebody else"))
    sealed.store.keep("password", "root", made.encode(), 0)
    came = sealed.accounts.log_in("root", "chosen by somebody else", Begun("1.2.3.4"), NOW)
    assert sealed.do(came) == Wrong()


STEP = NOW // STEP_SECONDS
THEIRS, MINE = b"the secret of 20 bytes", b"of my own, 20 bytes .."


def with_codes(desk: Desk, name: str, secret: bytes = THEIRS) -> list[str]:
    """Somebody sets codes up, as their page does; says those to fall back on."""
    desk.do(desk.accounts.add_factor(name, CODE, "", NOW))
    return desk.do(desk.accounts.factors.add_secret(name, secret, NOW - STEP_SECONDS))


def comes_by(accounts: Accounts, name: str, code: str, now: int = NOW) -> bool:
    came = accounts.log_in(name, PASSWORD, Begun("1.2.3.4"), now, code)
    return isinstance(asyncio.run(came), Seen)


def of_mine(secret: bytes = MINE, dropped: int = 0) -> bytes:
    return msgspec.json.encode(Factors(secret, fallbacks=(digest("MINE"),), dropped=dropped))


@pytest.mark.parametrize("whose", ["root", "bob"])
def test_a_second_factor_that_was_written_into_the_database_lets_nobody_in(
    sealed: Desk, whose: str
) -> None:
    sealed.open("root", "administrator")
    with_codes(sealed, "root")
    sealed.open("bob")  # who has none
    for forged in (of_mine(), KEY + of_mine(), b"", b"\0" * 64):
        sealed.store.keep("factors", whose, forged, 0)
        for code in (code_at(MINE, STEP), "MINE"):
            assert sealed.do(sealed.accounts.factors.try_code(whose, code, NOW)) == ""
    assert not comes_by(sealed.accounts, "root", code_at(MINE, STEP)), "and not by the password"


def test_a_second_factor_of_ones_own_is_nobody_elses(sealed: Desk) -> None:
    for name, secret in (("ann", MINE), ("root", THEIRS)):
        sealed.open(name)
        with_codes(sealed, name, secret)
    sealed.store.keep("factors", "root", there(sealed.store.kept("factors", "ann")), 0)
    assert not comes_by(sealed.accounts, "root", code_at(MINE, STEP))
    assert comes_by(sealed.accounts, "ann", code_at(MINE, STEP))


def test_what_was_taken_off_does_not_come_back(sealed: Desk) -> None:
    sealed.open("root", "administrator")
    with_codes(sealed, "root")
    before = there(sealed.store.kept("factors", "root"))
    sealed.order(p.DropFactors("root"))
    sealed.store.keep("factors", "root", before, 0)
    assert sealed.do(sealed.accounts.factors.try_code("root", code_at(THEIRS, STEP), NOW)) == ""
    with_codes(sealed, "root", MINE)
    sealed.store.keep("factors", "root", before, 0)
    assert not comes_by(sealed.accounts, "root", code_at(THEIRS, STEP))


def of_root(desk: Desk) -> bytes:
    return there(desk.store.kept("factors", "root"))


def put_back(desk: Desk, row: bytes) -> None:
    """What whoever writes to the database does, who also sees to it that nobody remembers."""
    desk.store.keep("factors", "root", row, 0)
    for used in desk.store.all_kept("used-code"):
        desk.store.discard("used-code", used)


def test_what_was_used_does_not_count_once_more_when_an_older_row_is_put_back(
    sealed: Desk,
) -> None:
    """By whoever writes to the database, and has somebody's password and an old code of theirs."""
    sealed.open("root", "administrator")
    fallbacks = with_codes(sealed, "root")

    unused = of_root(sealed)
    assert comes_by(sealed.accounts, "root", fallbacks[0])
    used = of_root(sealed)
    put_back(sealed, unused)
    for code in (fallbacks[0], fallbacks[1], code_at(THEIRS, STEP)):
        assert not comes_by(sealed.accounts, "root", code), "nobody comes in by what lay there"
    put_back(sealed, used)
    assert not comes_by(sealed.accounts, "root", fallbacks[0])
    assert comes_by(sealed.accounts, "root", fallbacks[1]), "as the house itself left them"

    before = of_root(sealed)
    sealed.do(sealed.accounts.factors.new_fallbacks("root", NOW))
    put_back(sealed, before)
    assert not comes_by(sealed.accounts, "root", fallbacks[2]), "nor by codes that were made anew"


def test_second_factors_that_were_put_away_and_not_counted_yet_are_still_there(
    sealed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that is killed between the two locks nobody out."""
    sealed.open("root", "administrator")
    fallbacks = with_codes(sealed, "root")

    async def killed(name: str, number: int, now: int) -> None:
        raise Unavailable("killed")

    with monkeypatch.context() as patch:
        patch.setattr(sealed.accounts.factors, "_count", killed)
        with pytest.raises(Unavailable):
            comes_by(sealed.accounts, "root", fallbacks[0])
    not_counted = of_root(sealed)
    assert comes_by(sealed.accounts, "root", fallbacks[1])
    put_back(sealed, not_counted)
    assert not comes_by(sealed.accounts, "root", fallbacks[1]), "and is not either"


def test_second_factors_are_counted_upwards_and_by_the_house_alone(sealed: Desk) -> None:
    sealed.open("root", "administrator")
    with pytest.raises(Refused):
        sealed.order(p.KeepFactors("root", 1))  # there are none
    with_codes(sealed, "root")
    kept = sealed.do(sealed.accounts.people()).accounts["root"].kept
    for by, number in ((p.HOUSE, kept), ("root", kept + 1)):
        with pytest.raises(Refused):
            sealed.do(sealed.accounts.order(by, p.KeepFactors("root", number), NOW))
    sealed.order(p.KeepFactors("root", kept + 1))


def test_nobody_reads_the_secret_of_codes_in_the_database(sealed: Desk) -> None:
    sealed.open("ann")
    trial = sealed.do(sealed.accounts.factors.new_secret("ann", NOW))
    with_codes(sealed, "ann")
    for kept in sealed.store.cabinet():
        for secret in (trial, THEIRS):
            for form in (secret, b32encode(secret), b64encode(secret), secret.hex().encode()):
                assert form not in kept.value, kept.kind
    assert comes_by(sealed.accounts, "ann", code_at(THEIRS, STEP))


def test_second_factors_of_before_there_was_a_key_are_taken_over_once(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("ann", "bob"):
        desk.open(name)
    fallbacks = with_codes(desk, "ann")
    plain = there(desk.store.kept("factors", "ann"))
    assert b64encode(THEIRS) in plain, "as it was"
    desk.order(p.LockAccount("ann"))  # whose second factor must not be lost either
    house = Accounts(desk.committer, desk.store, nobody, QUICK, key=KEY)
    for _ in range(2):
        desk.do(house.take_factors_over(NOW))
    rows = [p.event_from_json(row.data) for row in desk.store.read(p.STREAM)]
    assert [event.name for event in rows if isinstance(event, p.FactorsSealed)] == ["ann"]
    assert b64encode(THEIRS) not in there(desk.store.kept("factors", "ann"))
    desk.order(p.UnlockAccount("ann"))
    assert comes_by(house, "ann", code_at(THEIRS, STEP))
    assert comes_by(house, "ann", fallbacks[0])
    assert not caplog.records
    desk.store.keep("factors", "ann", plain, 0)
    later = NOW + STEP_SECONDS
    assert not comes_by(house, "ann", code_at(THEIRS, STEP + 1), later), "of before, by now"
    desk.do(house.take_factors_over(NOW))
    assert "the second factor of 'ann' is not under this house's key" in caplog.text


def test_one_more_factor_takes_the_first_along(desk: Desk) -> None:
    desk.open("ann")
    with_codes(desk, "ann")
    house = Accounts(desk.committer, desk.store, nobody, QUICK, key=KEY)
    desk.do(house.add_factor("ann", "key", "blue", NOW))
    desk.do(house.factors.add_key("ann", Key(b"id", b"public", 0, "blue", NOW)))
    assert comes_by(house, "ann", code_at(THEIRS, STEP))


def test_another_key_takes_second_factors_along_when_it_is_told_of_the_first(sealed: Desk) -> None:
    sealed.open("ann")
    with_codes(sealed, "ann")
    other = Accounts(sealed.committer, sealed.store, nobody, QUICK, key=KEY[::-1])
    assert not comes_by(other, "ann", code_at(THEIRS, STEP))
    assert sealed.do(other.take_factors_from(sealed.accounts, NOW)) == ["ann"]
    assert comes_by(other, "ann", code_at(THEIRS, STEP))
    assert not comes_by(sealed.accounts, "ann", code_at(THEIRS, STEP + 1), NOW + STEP_SECONDS)
