"""The staff's scripts in a real browser: what is typed, what is paid, every form of every book."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Page, Route

from bythebook.house.demo.demo import books_with_tables, demo_tables
from bythebook.house.people.people import Viewer
from bythebook.house.staff.staff_desk import staff_desk
from bythebook.house.tables.requests import command_of
from bythebook.house.tables.running_table import RunningTable, TableTransaction
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table.messages import COMMANDS
from bythebook.table.orders import Arrive, Order, Person, Sit
from bythebook.table.preparing import opening_orders
from bythebook.web.show.assets import static_file
from tests.browser.browsers import KeptBrowser

SITE = "http://staff.test"
NOW = 1_800_000_000
BLANK = "<!doctype html><html lang=en><head><title>staff</title></head><body></body></html>"


@pytest.fixture(scope="module")
def page(kept_browser: KeptBrowser) -> Iterator[Page]:
    """An empty page of a site that has our static files, and judges every order kindly."""
    app = Litestar([static_file], openapi_config=None, logging_config=None)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if path.startswith("/static/"):
            got = client.get(path)
            kind = {"content-type": got.headers["content-type"]}
            route.fulfill(status=got.status_code, headers=kind, body=got.content)
        elif path.startswith("/api/"):
            route.fulfill(status=200, content_type="application/json", body='{"would": "done"}')
        else:
            route.fulfill(status=200, content_type="text/html", body=BLANK)

    with TestClient(app) as client, kept_browser.running() as browser:
        page = browser.new_page()
        page.route("**/*", answer)
        page.goto(SITE)
        yield page


# What a dealer types

VIEW: dict[str, Any] = {
    "due": {"what": "decision", "box": 1, "hand": 1, "player": "ann"},
    "signs": {"spots": [{"wager": "main"}, {"wager": "any-pairs"}]},
    "choices": [
        {"action": "hit", "box": 1, "player": "ann", "legal": True},
        {"action": "double", "box": 1, "player": "ann", "legal": True, "usual": 2500},
        {"action": "double", "box": 1, "player": "ben", "legal": True, "usual": 1000},
        {"action": "insure", "box": 2, "player": "cal", "legal": True, "usual": 500},
        {"action": "split", "box": 1, "player": "ann", "legal": False, "why": "no pair",
         "clause": "8.5"},
        {"action": "joker", "box": 1, "player": "ann", "legal": True, "values": ["9", "T"]},
    ],
}  # fmt: skip


def decision(**command: Any) -> dict[str, Any]:
    return {"type": "decide", "command": command}


TYPED: list[tuple[str, dict[str, Any]]] = [
    ("8c", {"type": "deal", "card": "8C"}),
    ("10d", {"type": "deal", "card": "TD"}),
    (" TD ", {"type": "deal", "card": "TD"}),
    ("jk", {"type": "deal", "card": "JK"}),
    ("8c 3", {"type": "deal", "card": "8C", "to": 3}),
    ("8c d", {"type": "deal", "card": "8C", "to": 0}),
    ("8c 3 down", {"type": "deal", "card": "8C", "to": 3, "exposed": False}),
    ("up 8c", {"type": "face-up", "card": "8C"}),
    ("n", {"type": "no-more-bets"}),
    ("cc", {"type": "cutting-card"}),
    ("h", decision(type="Hit", box=1, player="ann")),
    ("1 hit", decision(type="Hit", box=1, player="ann")),
    ("d", decision(type="Double", box=1, player="ann")),
    ("d 12.50", decision(type="Double", box=1, player="ann", amount=1250)),
    ("1 ben d 10", decision(type="Double", box=1, player="ben", amount=1000)),
    ("2 i", decision(type="Insure", box=2, player="cal", amount=500)),
    ("2 i 2.50", decision(type="Insure", box=2, player="cal", amount=250)),
    ("j 9", decision(type="NameJoker", box=1, player="ann", rank="9")),
    ("j 10", decision(type="NameJoker", box=1, player="ann", rank="T")),
    ("1 ann 25", {"type": "place", "box": 1, "player": "ann", "amount": 2500, "wager": "main",
                  "late": False, "token": False}),
    ("3 Zoe 7.50 any-pairs late", {"type": "place", "box": 3, "player": "Zoe", "amount": 750,
                                   "wager": "any-pairs", "late": True, "token": False}),
]  # fmt: skip


def parsed(page: Page, text: str) -> dict[str, Any]:
    script = """async ([text, view]) =>
      (await import("/static/dealer/line.js")).parseLine(text, view)"""
    found: dict[str, Any] = page.evaluate(script, [text, VIEW])
    return found


@pytest.mark.parametrize(("text", "command"), TYPED)
def test_a_line_becomes_a_command_that_the_house_understands(
    page: Page, text: str, command: dict[str, Any]
) -> None:
    assert parsed(page, text) == {"command": command}
    command_of(command, "dee")


@pytest.mark.parametrize(
    "text", ["", "1c", "8x", "p", "s", "2 h", "1 ann", "1 ann x", "1 ann 5 strike", "j 3", "8c x"]
)
def test_a_line_that_means_nothing_is_said_to(page: Page, text: str) -> None:
    assert list(parsed(page, text)) == ["error"]


def test_the_main_button_is_pressed_by_ok(page: Page) -> None:
    assert parsed(page, "ok") == {"main": True}


@pytest.mark.parametrize("may", [True, False])
def test_before_the_first_card_the_main_button_is_what_comes_next(page: Page, may: bool) -> None:
    """For whoever may do it; no other button takes its place."""
    script = """async ([view, may]) => {
      const { dueControls } = await import("/static/dealer/due.js");
      const given = [];
      const mine = (name) => may || name === "no-more-bets";
      const act = { orders: { may: mine, gate: (name, made) => (mine(name) ? made : null) },
                    give: (command) => given.push(command) };
      const shown = document.createElement("div");
      shown.append(...dueControls(view, {}, act));
      for (const main of shown.querySelectorAll(".primary")) main.click();
      return given;
    }"""
    check = {"type": "perform", "act": "check-wagers"}
    order = {"says": "check", "command": check, "clause": "24.4.1"}
    box = {"number": 1, "sits": "ann", "wagers": []}
    view = {**VIEW, "boxes": [box], "due": {"what": "wagers", "order": order}}
    assert page.evaluate(script, [view, may]) == ([check] if may else [])


@pytest.mark.parametrize("may", [True, False])
@pytest.mark.parametrize(
    ("what", "shut", "words", "others"),
    [
        ("wagers", True, "A jackpot was won", []),
        ("decision", True, "ann decides: box 1", ["HitH"]),
        ("offer", False, "Offer insurance and the like", ["Hit ann", "Nobody takes more: go on"]),
    ],
)
def test_after_a_jackpot_the_main_button_is_what_is_due_about_it(
    page: Page, what: str, shut: bool, words: str, others: list[str], may: bool
) -> None:
    """Whoever may not do it reads it; no wagers are taken before, but a hand is played on."""
    script = """async ([view, may]) => {
      const { dueControls, dueWords } = await import("/static/dealer/due.js");
      const given = [];
      const mine = (name) => may && name !== "direct-hand";
      const act = { orders: { may: mine, gate: (name, made) => (mine(name) ? made : null) },
                    give: (command) => given.push(command) };
      const shown = document.createElement("div");
      shown.append(...dueControls(view, {}, act));
      for (const main of shown.querySelectorAll(".primary")) main.click();
      const texts = [...shown.children].map((one) => one.textContent.trim());
      return { words: dueWords(view), given, texts };
    }"""
    call = {"type": "perform", "act": "call-inspector"}
    won = [{"says": "call the inspector", "command": call, "clause": "24.4.5"}]
    due = {"what": what, "shut": shut, "won": won, "player": "ann", "box": 1, "phase": "offers"}
    hit = {"action": "hit", "player": "ann", "box": 1, "hand": 1, "legal": True}
    view = {**VIEW, "boxes": [], "choices": [hit], "due": due}
    said = page.evaluate(script, [view, may])
    assert (call in said["given"]) is may
    first, *rest = said["texts"]
    assert first.startswith("Call the inspector")
    assert (said["words"], rest) == (words, others)


def test_a_dealer_who_cannot_put_a_card_right_is_told_to_call_somebody(page: Page) -> None:
    """A foreign card, say: every way out of it needs a higher rank."""
    script = """async (view) => {
      const { dueControls } = await import("/static/dealer/due.js");
      const act = { orders: { may: () => false } };
      return dueControls(view, {}, act).map((one) => one.textContent);
    }"""
    view = {"due": {"what": "put-right", "ways": {}, "phase": "players"}}
    assert page.evaluate(script, view) == ["Call somebody of a higher rank to put it right."]


# What is paid


@pytest.mark.parametrize(
    ("cents", "chips", "left"),
    [
        (3000, {2500: 1, 500: 1}, 0),
        (3750, {2500: 1, 500: 2, 250: 1}, 0),
        (3850, {2500: 1, 500: 2, 250: 1}, 100),
        (0, {}, 0),
    ],
)
def test_chips_are_counted_out(page: Page, cents: int, chips: dict[int, int], left: int) -> None:
    script = """async (cents) => {
      const { chipsFor } = await import("/static/dealer/pay.js");
      const { chips, left } = chipsFor(cents, [250, 500, 2500, 10000]);
      return { chips: [...chips], left };
    }"""
    found = page.evaluate(script, cents)
    assert dict(found["chips"]) == chips
    assert found["left"] == left


# Forms

FILL_AND_SEND = """async (desk) => {
  const { Orders } = await import("/static/common/orders.js");
  const sent = [];
  const orders = new Orders("t", async (command, extra) => {
    sent.push({ command, extra });
    return { ack: {} };
  });
  orders.load = async () => {};
  orders.judge = async () => ({ would: "done" }); // grave orders are asked about
  orders.desk = desk;
  const answers = [];
  for (const act of desk.acts) {
    const form = orders.form(act);
    document.body.append(form);
    for (const control of form.querySelectorAll("input, textarea, select")) {
      if (control.value || control.type === "checkbox" || control.closest(".words")) continue;
      if (control.tagName === "SELECT") control.selectedIndex = control.options.length - 1;
      else if (control.type === "month") control.value = "2026-10";
      else if (control.type === "number") control.value = "1";
      else if (control.className.includes("cards-typed")) control.value = "8c";
      else if (control.inputMode === "decimal") control.value = "25";
      else if (control.inputMode === "numeric") control.value = "60";
      else control.value = "zoe";
    }
    const before = sent.length;
    form.requestSubmit();
    for (let turn = 0; turn < 20 && sent.length === before; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      document.querySelector("dialog.question button[value=yes]")?.click();
    }
    const verdict = form.querySelector(".verdict").textContent;
    answers.push({ id: act.id, type: act.type, sent: sent[before] ?? null, verdict });
    form.remove();
  }
  return answers;
}"""


def open_table(book: str) -> RunningTable:
    """A table of the book, open, with a player at its first box."""
    rules = find_table_rules(book)
    terms = next(terms for terms in demo_tables() if terms.book == book)
    move = TableTransaction(rules, RunningTable(terms=terms), NOW)
    orders = opening_orders(
        rules, move.run.table, terms.setup, lambda role: Person(f"a {role}", role), NOW
    )
    for order in orders:
        move.order(order)
    for command in (Arrive("zoe", "zoe"), Sit("zoe", 1)):
        move.order(Order(by=Person("zoe", "player"), at=NOW, command=command))
    return move.run


@pytest.mark.parametrize("book", books_with_tables())
def test_every_form_of_a_book_makes_a_command_that_the_house_understands(
    page: Page, book: str
) -> None:
    rules = find_table_rules(book)
    viewer = Viewer("mia", False, frozenset(), {book: rules.conduct.ladder[-1].role})
    desk = msgspec.to_builtins(staff_desk(rules, open_table(book), viewer, NOW))
    answers = page.evaluate(FILL_AND_SEND, desk)
    assert len(answers) == len(desk["acts"]) > 40
    for answer in answers:
        assert answer["sent"] is not None, (answer["id"], answer["verdict"])
        command = command_of(answer["sent"]["command"], "mia")
        assert isinstance(command, COMMANDS[answer["type"]]), answer["id"]
