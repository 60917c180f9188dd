"""A tournament in front of browsers: a director, players at a desk and with a phone, onlookers."""

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from bythebook.house.activities.tournaments.conducting import dated
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.files import read_document
from tests.browser.conftest import PHONE, Door
from tests.browser.floors import Floor
from tests.browser.people import Dealer, Person, Player

EXAMPLES = Path(__file__).parents[2] / "examples" / "tournaments"
CUP = "/tournaments/harbour-masters"
TABLE = f"{CUP}/tables/1.1"
# With this seed ben sits at box 1 and ann at box 2; if ben cuts there and both stand on everything,
# both win hand 1 with 20, both lose hand 2, and in the play-off 19 stands off and 18 loses.
SEED = hashlib.sha256(b"final 25204").digest()
FROM_FRONT = 203
DIGEST = re.compile(r"[0-9a-f]{16,}")  # of files and shoes: any figure may be in one
STAGES = """[[stages]]
name = "final"
kind = "final"
length = { hands = 2 }
tables = 1
chips = 1000
limits = [{ from_hand = 1, least = 50, most = 500 }]

"""
CHOICES_MAX = 10
PLAY_OFF = """prizes = "play-off"
play_off_hands = 1
play_off_chips = "kept"
still_level = "again"
"""


class Director(Person):
    """At the desk of a tournament."""

    @property
    def steps(self) -> Locator:
        return self.page.get_by_role("region", name="To be done now")

    def does(self, step: str, sure: str = "", moves: str = "") -> None:
        """A step that can be done with one click, or that is asked about; returns when it is done.

        `sure` is the question, `moves` what would be moved by it.
        """
        button = self.steps.get_by_role("button", name=step)
        button.click()
        if sure:
            expect(self.page.get_by_role("dialog", name=sure)).to_contain_text(moves)
            self.is_sure(sure)
        expect(button).to_have_count(0)

    def fills_in(self, step: str, field: str, text: str) -> None:
        self.steps.get_by_role("button", name=f"Fill in {step}").click()
        form = self.page.get_by_role("dialog", name=step)
        form.get_by_label(field).fill(text)
        form.get_by_role("button", name=step).click()
        expect(form).to_be_hidden()


class Contestant(Player):
    """A player of a tournament."""

    def enters(self, cup: str = CUP) -> None:
        self.logs_in(cup)
        self.presses(self.page.get_by_label("I have read the terms"))
        self.clicks(re.compile("^Enter for"))
        self.sees("You are number")

    def sits_down(self) -> None:
        self.presses(self.page.get_by_role("link", name="To your seat"))
        self.page.wait_for_url("**/tables/*")
        self.clicks("Take my seat")

    def may_wager(self) -> None:
        expect(self.status).to_have_text("Your wager, please.")

    def may_decide(self) -> None:
        expect(self.status).to_contain_text("Your turn")

    def wagers(self, chips: int, limits: str = "Chips, 50 to 500") -> None:
        self.may_wager()
        self.page.get_by_label(limits).fill(str(chips))
        self.clicks(re.compile("^Wager"))

    def cuts(self, from_front: int) -> None:
        expect(self.status).to_have_text("You cut the cards.")
        self.page.get_by_label("Cut the cards").fill(str(from_front))
        self.clicks("Cut here")

    def stands(self) -> None:
        self.may_decide()
        self.chooses("Stand")

    def stands_to_the_end(self) -> None:
        """Whatever the cards are: until the hand is settled."""
        for _ in range(CHOICES_MAX):
            expect(self.status).to_have_text(re.compile("Your turn|dealer offers|your "))
            said = self.status.inner_text()
            if "your " in said:
                return
            self.chooses("No, thank you" if "offers" in said else "Stand")
            expect(self.status).not_to_have_text(said)
        raise AssertionError("the hand has no end")


def rows(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Leaderboard").last.get_by_role("row")


def shortened(text: str, now: float) -> str:
    """An example's document: only its final, at once, with time enough for anybody."""

    def in_minutes(minutes: int) -> str:
        return datetime.fromtimestamp(int(now) + 60 * minutes, UTC).isoformat()

    for name, moment in (
        ("starts", in_minutes(5)), ("entries_close", in_minutes(4)),
        ("withdraw_until", in_minutes(4)),
    ):  # fmt: skip
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {moment}", text, count=1)
    text = re.sub(r"(?s)\[\[stages\]\].*(?=\[play\])", STAGES, text)
    text = re.sub(r"(?m)^rebuys = .*\n", "", text).replace('"buy-in",', '"buy-in", "rebuys",')
    text = re.sub(r"(?m)^least = 14\nmost = 210$", "least = 2\nmost = 7", text)
    return re.sub(r"(betting|turn)_seconds = \d+", r"\1_seconds = 600", text)


def is_announced(floor: Floor, door: Door) -> Director:
    """Terms from an example, checked as they are written; the manager names who runs it."""
    director, manager = door.come(Director, "director"), door.come(Director, "manager")
    director.logs_in("/tournaments")
    director.page.get_by_role("link", name="New tournament").click()
    director.page.get_by_label("Example").select_option("crown")
    director.clicks("Take this example")
    director.page.wait_for_url("**example=crown")
    director.page.get_by_text("As text").click()
    document = director.page.get_by_label("The document")
    text = shortened(document.input_value(), floor.clock())
    document.fill(text.replace('prizes = "share"', 'prizes = "play-off"'))
    verdict = director.page.get_by_role("region", name="What the book says to it")
    expect(verdict).to_contain_text("a play-off for prizes: how many hands")
    expect(verdict.get_by_role("link", name="18.4.7(b)")).to_be_visible()
    document.fill(text.replace('prizes = "share"\n', PLAY_OFF))
    expect(verdict).to_contain_text("Complete")
    director.clicks("Write it down")
    director.page.wait_for_url(f"**{CUP}/direct")
    expect(director.steps).to_contain_text("an affair of: Casino Manager 18.2.3")
    manager.logs_in(f"{CUP}/direct")
    manager.fills_in("Name who runs it", "Account", "director")
    director.does("Be present")
    director.does("Confirm that no rule is changed by")
    director.does("Publish the terms")
    return director


def to_the_table(director: Director, table: str) -> None:
    director.does("Close entries")
    expect(director.steps).to_contain_text("the tables are named first 18.2.4")
    director.fills_in("Name the tables", "Tables, by their names", table)
    director.does("Tell players how it is played")
    director.does("Hold the ballot for final")
    director.does("Start table 1.1")


def wagers_by_the_key(player: Contestant, *, refused: int, taken: int) -> None:
    """The key looks at the amount as the button does: one outside the limits is not sent."""
    chips = player.page.get_by_label("Chips, 50 to 500")
    for amount in (refused, taken):
        chips.fill(str(amount))
        chips.press("Tab")
        player.page.keyboard.press("w")
        if amount == refused:
            expect(chips).to_be_focused()
            player.may_wager()


def test_a_final_with_a_secret_wager_and_a_play_off(floor: Floor, door: Door) -> None:
    with floor.chance.seeded(SEED):
        director = is_announced(floor, door)
        public = door.come(Player)
        public.goes_to(CUP)
        ann, ben = door.come(Contestant, "ann"), door.come(Contestant, "ben", **PHONE)
        purses = [floor.run(floor.house.wallet(one.name)).cents for one in (ann, ben)]
        ann.enters()
        ben.enters()
        expect(rows(public).nth(2)).to_contain_text("ben")
        floor.time_passes(5)
        to_the_table(director, "F1")
        watching = door.come(Player)
        watching.goes_to(TABLE)
        ben.sits_down()
        ann.sits_down()
        ben.cuts(FROM_FRONT)
        # The marker is at box 1: nobody wagers before ben. Ann has only the keyboard.
        expect(ann.status).to_have_text("Ben wagers.")
        expect(ann.box(1)).to_contain_text("has the marker")
        expect(ann.choice("Wager")).to_have_attribute("aria-disabled", "true")
        ben.wagers(100)
        ann.may_wager()
        ann.tabs_to("Chips, 50 to 500", "spinbutton")
        ann.page.keyboard.type("100")
        ann.page.keyboard.press("Enter")
        ben.stands()
        ann.may_decide()
        ann.page.keyboard.press("s")
        for player in (ann, ben):
            expect(player.status).to_contain_text("your 20 wins")
        expect(rows(public).nth(1)).to_contain_text("1,100")

        # The marker has moved. Ann hands in a form: the others see that she did, not what it says.
        ann.may_wager()
        ann.page.keyboard.press("f")
        ann.page.keyboard.type("225")
        ann.tabs_to("I sign this form", "checkbox")
        ann.page.keyboard.press("Space")
        ann.tabs_to("Hand it in")
        ann.page.keyboard.press("Enter")
        for other in (ben, watching):
            expect(other.box(2)).to_contain_text("has a secret wager")
            assert "225" not in DIGEST.sub("", other.page.content())
        ben.wagers(225)
        ben.stands()
        expect(watching.box(2)).to_contain_text("Secret")
        expect(watching.box(2)).not_to_contain_text("225")
        ann.may_decide()
        ann.page.keyboard.press("s")
        expect(watching.box(2)).to_contain_text("secret wager 225")
        expect(watching.book).to_contain_text("Secret wagers: ann 225")

        # 875 each: those who are level play on.
        for row in (1, 2):
            expect(rows(public).nth(row)).to_contain_text("875")
        expect(watching.book).to_contain_text("ben, ann are level and play on")
        ben.sees("Play-off: ben and ann")
        assert ben.page.evaluate("document.documentElement.scrollWidth") == 390
        ben.wagers(100)
        ann.may_wager()
        wagers_by_the_key(ann, refused=33, taken=100)
        ben.stands()
        ann.may_decide()
        ann.page.keyboard.press("s")
        expect(ann.status).to_have_text("Your table is over; others still play.")
        expect(watching.book).to_contain_text(f"can be checked: seed {SEED.hex()}")
        director.does("Award the places", sure="Award the places?")
        director.does("Pay the prizes", sure="Pay the prizes?", moves="wallet of ben$350.00")

    # $500 of fees, and two of three places taken: 50 % and 30 %, and half of the rest each.
    expect(rows(public).nth(1)).to_contain_text(re.compile(r"1\s+ben\s+\$350\.00"))
    expect(rows(public).nth(2)).to_contain_text(re.compile(r"2\s+ann\s+\$150\.00"))
    chart = public.page.get_by_role("img", name="Chips after each hand. In front: ben 875")
    expect(chart).to_be_visible()
    expect(chart).to_contain_text("+1")
    won = [floor.run(floor.house.wallet(one.name, fresh=True)).cents for one in (ann, ben)]
    assert [after - before for before, after in zip(purses, won, strict=True)] == [-10_000, 10_000]
    ben.goes_to(CUP)
    ben.sees("You finished 1st of 2")


def test_practice_with_automatic_players(floor: Floor, door: Door) -> None:
    """Machines take the other seats: one table plays by itself, ann's waits for her."""
    floor.run(open_tournaments(floor.house))
    cup = "/tournaments/practice-cup"
    director, ann = door.come(Director, "director"), door.come(Contestant, "ann", **PHONE)
    ann.enters(cup)
    director.logs_in(f"{cup}/direct")
    director.does("Be present")
    director.page.get_by_text("Entries", exact=True).click()
    director.clicks("Fill with automatic players")
    form = director.page.get_by_role("dialog", name="Fill with automatic players")
    form.get_by_label("How many").fill("1")
    form.get_by_role("button", name="Fill").click()
    expect(director.steps).to_contain_text("8 so far")
    director.does("Close entries")
    director.fills_in("Name the tables", "Tables, by their names", "P1, P2")
    director.does("Tell players how it is played")
    director.does("Hold the ballot for first round")
    expect(director.steps).to_contain_text("the start was announced for later 18.4.1(b)")
    director.steps.get_by_role("button", name="Move the start").click()
    expect(director.page.get_by_role("region", name="The book")).to_contain_text("another time")
    floor.time_passes(16)
    director.page.reload()
    director.does("Start table 1.1")
    director.does("Start table 1.2")
    seats = director.page.get_by_role("region", name="Tables and seats")
    expect(seats.get_by_role("listitem").filter(has_text="over")).to_have_count(1)
    ann.sits_down()
    ann.wagers(25, "Chips, 25 to 500")
    ann.stands_to_the_end()
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 390
    expect(director.page.get_by_role("img", name="Chips after each hand")).to_be_visible()


def test_a_whole_tournament_is_rehearsed(door: Door, floor: Floor) -> None:
    director = door.come(Person, "director")
    director.logs_in("/tournaments/new?example=crown")
    page = director.page
    page.get_by_text("As text").click()
    document = page.get_by_label("The document")
    terms = document.input_value()
    terms = terms.replace("{ percent = 50 }", '{ percent = 50, in_kind = "a cup" }')
    document.fill(terms.replace("[prizes]", '[prizes]\ntied_in_kind = "drawn by ballot"'))
    page.get_by_label("Entries", exact=True).fill("35")
    page.get_by_label("Seed").fill("2")
    result = page.get_by_role("region", name="Rehearse")
    with page.expect_response("**/api/tournaments/rehearse") as answer:
        director.clicks("Rehearse")
        expect(result.get_by_role("progressbar")).to_be_visible()
    assert answer.value.ok
    # 35 fees of $250, and whatever was bought again; all of it goes to the places.
    expect(result.get_by_role("row", name="qualifying 35 5 100")).to_be_visible()
    sums = result.locator("dd").all_inner_texts()
    assert sums[0] == sums[1]
    assert sums[0] != "$0.00"
    expect(result.get_by_role("listitem").first).to_contain_text(" and a cup")
    expect(result.get_by_role("img", name="Chips after each hand")).to_be_visible()
    result.get_by_label("Chips by hand").select_option("1.3")
    expect(result.get_by_role("img", name="Chips after each hand")).to_contain_text("20")


def test_terms_that_are_filled_in_are_the_terms_that_were_written(door: Door, floor: Floor) -> None:
    """Whatever stands in a document has a field, and comes out of it as it went in."""
    director = door.come(Person, "director")
    director.logs_in("/tournaments")
    page = director.page
    document = page.get_by_label("The document")

    def written() -> TournamentTerms:
        return read_document(document.input_value().encode())

    for path in sorted(EXAMPLES.glob("*.toml")):
        director.goes_to(f"/tournaments/new?example={path.stem}")
        page.get_by_text("As text").click()
        before = written()
        fields = page.locator("#terms-fields")
        fields.get_by_label("Title", exact=True).fill("Filled in")
        expect(document).to_have_value(re.compile("Filled in"))
        assert written() == replace(before, title="Filled in")
        fields.locator("summary").get_by_text("Stages").click()
        page.get_by_role("button", name="Add a stage").click()
        added = f"Stage {len(before.stages) + 1}"
        expect(page.get_by_role("group", name=added, exact=True)).to_be_visible()
        page.get_by_role("button", name=f"Remove {added}", exact=True).click()
        expect(page.get_by_role("group", name=added, exact=True)).to_have_count(0)
        for _ in range(6_000):  # the text comes by a request
            if written().stages == before.stages:
                break
            page.wait_for_timeout(50)
        assert written().stages == before.stages


def test_a_dealer_of_real_cards(floor: Floor, door: Door) -> None:
    """The dealer types the cards, and what ben says, who has no page; ann decides on her phone."""
    with floor.chance.seeded(SEED):
        cup = real_cards_are_ready(floor)
    dealer, ann = door.come(Dealer, "dealer"), door.come(Contestant, "ann", **PHONE)
    ann.logs_in(cup)
    ann.sits_down()
    dealer.logs_in(f"{cup}/tables/1.1")
    dealer.page.get_by_role("link", name="Dealer’s console").click()
    dealer.waits_for("Players take their seats")
    dealer.clicks("Start", exact=True)
    dealer.waits_for("Shuffle the cards")
    dealer.types("ok", "Offer the cut to ben")
    dealer.page.get_by_label("Cards from the front").fill("100")
    dealer.types("ok", "Put the cutting card in")
    dealer.page.get_by_label("Cards from the back").fill("100")
    dealer.types("ok", "Between hands")
    for order in ("Give the signal", "Call for wagers"):
        dealer.clicks(order)
    dealer.types("1 ben 50", "Ann wagers")
    ann.wagers(100, "Chips, 10 to 500")
    dealer.waits_for("Everybody has wagered")
    dealer.types("n", "A card to box 1")
    dealer.deals("th")
    above = door.come(Dealer, "director")
    above.logs_in(f"{cup}/tables/1.1/dealer")
    goes_to_the_wrong_box(dealer, above, "9d")
    dealer.deals("6c 7s 9c")
    dealer.waits_for("ben decides: box 1")
    dealer.types("s", "ann decides: box 2")
    ann.stands()
    dealer.waits_for("A card to the dealer")
    dealer.deals("kd jd")
    expect(ann.status).to_contain_text("your 18 wins")
    expect(ann.box(1)).to_contain_text("ten of hearts, seven of spades, total 17")
    expect(ann.box(1)).to_contain_text("+50")
    pay = dealer.page.get_by_role("tabpanel", name="Pay list")
    expect(pay).to_contain_text("To pay 150 · to collect 0")


def goes_to_the_wrong_box(dealer: Dealer, above: Dealer, card: str) -> None:
    """Dealt to the first box again: it is put right as the book has it, by whoever may."""
    dealer.types(f"{card} 1", "Put a card right")
    dealer.clicks("Put it where it belongs")
    dealer.sees(re.compile(r"clause 19\.4"))
    above.waits_for("Put a card right")
    above.clicks("Put it where it belongs")
    dealer.waits_for("A card to the dealer")


def real_cards_are_ready(floor: Floor) -> str:
    """A practice tournament of two, its table open; ben has sat down."""
    now, stream = int(floor.clock()), "tournament/real"
    example = Path(__file__).parents[2] / "examples/tournaments/tasmania-chips.toml"
    terms = dated(read_document(example.read_bytes()), closes=now + 60, starts=now + 120)
    terms = replace(
        terms,
        id="real",
        cards="scanned",
        entry=replace(terms.entry, least=2),
        dates=replace(terms.dates, withdraw_until=None),
    )
    floor.ask("director", stream, "make", terms=msgspec.to_builtins(terms))
    floor.ask("manager", stream, "name-director", name="director")
    floor.ask("director", stream, "practice")
    floor.ask("director", stream, "attend", present=True)
    floor.ask("director", stream, "confirm-conditions")
    floor.ask("manager", stream, "publish")
    for name in ("ann", "ben"):
        floor.ask(name, stream, "enter", player=name, agreed=True, copy=True)
    floor.time_passes(3)
    floor.ask("director", stream, "close-entries")
    floor.ask("director", stream, "name-tables", tables=[{"id": "T1"}])
    floor.ask("director", stream, "brief", understood=True)
    floor.ask("director", stream, "draw-seats", seed="")
    floor.ask("director", stream, "start-session", table=1)
    floor.ask("dealer", "session/real.1.1", "take-seat", player="ben")
    return "/tournaments/real"
