"""Promotions in the house: who sees and may what; a whole one from its draft to the last prize."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import Response

from bythebook.draws import digest_of, drawn_order, with_public_value
from bythebook.house.log.store import Store
from bythebook.house.people import people as p
from bythebook.house.verify.verifying import verify
from bythebook.promotions import PromotionTerms, document_of
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, CROWN, HOUR, NONE_OF, STAR, VALUE, prize, terms
from tests.web.floor_of_two import STRANGER, Floor, floor_at, text_of
from tests.web.visitors import PASSWORD

START = 1_800_200_000
TIMES = {
    "starts_at": START,
    "closes_at": START + HOUR,
    "value_at": START + HOUR + 60,
    "awarded_at": START + 2 * HOUR,
}
NEXT = {"unclaimed": "next-drawn"}
TRIP = prize("travel", dollars=500, cash_alternative_cents=40_000)


class Stage(Floor):
    """The floor, with orders to promotions."""

    def order(self, name: str, id: str, command: dict[str, Any], why: str = "") -> Response:
        self.sent += 1
        body = {"id": f"order-{self.sent}", "command": command, "why": why}
        return self.post(name, f"/api/affairs/promotion/{id}/commands", body)

    def done(self, name: str, id: str, act: str, why: str = "", **fields: Any) -> None:
        answer = self.order(name, id, {"type": act, **fields}, why)
        assert answer.status_code == 200, answer.text

    def refused(self, name: str, id: str, act: str, why: str = "", **fields: Any) -> str:
        answer = self.order(name, id, {"type": act, **fields}, why)
        assert answer.status_code == 409, answer.text
        return str(answer.json()["refused"]["clause"])

    def draft(self, id: str, given: PromotionTerms) -> None:
        self.done("manager", id, "draft", terms=msgspec.to_builtins(given))

    def wait_until(self, moment: int) -> None:
        """Later; whoever was logged in comes anew."""
        self.clock.now = moment
        self.visits.clear()

    def close(self, id: str) -> None:
        """No more entries; the public value is known."""
        self.done("manager", id, "close")
        self.done("manager", id, "enter-value", value=VALUE)

    def publish(self, id: str) -> None:
        self.done("manager", id, "confirm", none_of=list(NONE_OF))
        self.done("manager", id, "publish", means=["website"], marketing="the poster")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with floor_at(tmp_path / "house") as floor:
        floor.__class__ = Stage
        assert isinstance(floor, Stage)
        floor.do(floor.house.accounts.order(p.HOUSE, p.OpenAccount("sue"), floor.clock.now))
        role = p.GrantRole("sue", STAR, "scrutineer")
        floor.do(floor.house.accounts.order(p.HOUSE, role, floor.clock.now))
        floor.do(floor.house.accounts.credentials.set_password("sue", PASSWORD))
        yield floor


def test_a_whole_promotion_from_its_draft_to_the_last_prize(stage: Stage) -> None:
    dear = prize("vehicle", dollars=30_000)
    given = terms(STAR, TRIP, dear, paid_by="transfer", **TIMES)
    stage.draft("winter", given)
    digest = stage.json("manager", "/api/promotions/winter")["digest"]
    assert len(digest) == 64
    stage.done("manager", "winter", "lodge")
    stage.publish("winter")
    assert stage.refused("manager", "winter", "open") == "22.7.7"
    assert "Not yet: " in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.wait_until(START)
    assert "Not yet: " not in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.done("manager", "winter", "open")
    assert stage.refused("dealer", "winter", "enter", person="zoe") == "22.7.3"
    stage.done("ann", "winter", "enter", person="ann")
    assert stage.refused("ann", "winter", "enter", person="zoe") == "22.7.3"
    for person in ("yan", "zoe"):
        stage.done("manager", "winter", "enter", person=person, entries=2)
    stage.wait_until(START + HOUR)
    assert stage.refused("manager", "winter", "enter-value", value=VALUE) == "22.7.1"
    stage.done("manager", "winter", "close")
    assert "It is not known yet" in text_of(stage.get(STRANGER, "/promotions/winter"))
    assert "Write down the public value" in stage.get("manager", "/promotions/winter/desk").text
    stage.wait_until(START + 2 * HOUR)
    stage.done("manager", "winter", "enter-value", value="8 9 10")
    assert "Correct the public value" not in stage.get("manager", "/promotions/winter/desk").text
    assert "Correct the public value" in stage.get("sue", "/promotions/winter/desk").text
    stage.done("sue", "winter", "correct-value", "those of last week", value=VALUE)
    shown = text_of(stage.get(STRANGER, "/promotions/winter"))
    assert "corrected: those of last week" in shown
    assert "sue" not in shown
    assert stage.refused("manager", "winter", "draw") == "22.2"
    stage.done("manager", "winter", "nominate", scrutineer="sue")
    stage.done("sue", "winter", "attend")
    stage.done("manager", "winter", "draw")

    seen = stage.json("ann", "/api/promotions/winter")
    assert digest_of(seen["seed"]) == digest
    assert [value["value"] for value in seen["values"]] == ["8 9 10", VALUE]
    order = drawn_order(with_public_value(seen["seed"], VALUE), range(1, 6))
    assert seen["results"][0]["entry"] == order[0]
    owner = {1: "ann", 2: "yan", 3: "yan", 4: "zoe", 5: "zoe"}
    paid = 0
    for result in seen["results"]:
        winner, number = owner[result["entry"]], result["prize"]
        assert result["yours"] is (winner == "ann")
        stage.done("manager", "winter", "tell-winner", prize=number, method="mail")
        wants = "cash" if number == 1 else "prize"
        by = "ann" if winner == "ann" else "manager"
        stage.done(by, "winter", "claim", prize=number, person=winner, wants=wants)
        money = [{"by": "transfer", "cents": 40_000}] if number == 1 else []
        stage.done("manager", "winter", "award", prize=number, paid=money)
        paid += 40_000 if number == 1 and winner == "ann" else 0
    stage.done("manager", "winter", "publish-results")
    stage.done("manager", "winter", "end")
    assert stage.do(stage.house.wallet("ann", fresh=True)).cents == paid
    checked(stage)


def checked(stage: Stage) -> None:
    """Everything that was written can be decided again, and every cent is somewhere."""
    store: Store = stage.house.store
    report = verify(store)
    assert report.clean, report


def test_a_draft_is_for_its_staff_alone(stage: Stage) -> None:
    stage.draft("winter", terms(CROWN, **TIMES))
    staff = ("manager", "supervisor", "dealer", "inspector")
    for name in (*staff, "ann", "cashier", "elsewhere", STRANGER):
        listed = "Winter draw" in stage.get(name, "/promotions").text
        assert listed is (name in staff), name
        status = 200 if name in staff else 404
        assert stage.get(name, "/promotions/winter").status_code == status
        answer = stage.get(name, "/promotions/winter/desk")
        if name in staff:
            assert answer.status_code == 200
        else:
            assert answer.status_code in (303, 403, 404)
    stage.publish("winter")
    for name in ("ann", STRANGER, "elsewhere"):
        assert "Winter draw" in stage.get(name, "/promotions").text
        assert stage.get(name, "/promotions/winter").status_code == 200
        assert stage.get(name, "/promotions/winter/desk").status_code in (303, 403)
        assert stage.get(name, "/promotions/winter/edit").status_code in (303, 403)


def test_nobody_learns_a_seed_or_a_name_before_its_time(stage: Stage) -> None:
    stage.draft("winter", terms(CROWN, **TIMES))
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    stage.done("manager", "winter", "enter", person="Zoe Quill")
    seed = stage.house.affairs.families["promotion/winter"].seeds["promotion/winter"][1]
    for name in ("manager", "inspector", "ann", STRANGER):
        for path in ("/promotions/winter", "/promotions/winter/desk", "/api/promotions/winter"):
            assert seed not in stage.get(name, path).text
    for name in ("ann", STRANGER):
        for path in ("/promotions", "/promotions/winter", "/api/promotions/winter"):
            assert "Zoe" not in stage.get(name, path).text
    stage.wait_until(START + 2 * HOUR)
    stage.close("winter")
    stage.done("manager", "winter", "draw")
    assert "Zoe" not in stage.get("ann", "/promotions/winter").text
    assert seed in stage.get("ann", "/promotions/winter").text
    assert "Zoe Quill" in stage.get("manager", "/promotions/winter/desk").text


def test_who_may_write_terms(stage: Stage) -> None:
    for name, status in (("manager", 200), ("dealer", 403), ("inspector", 403), ("ann", 403)):
        assert stage.get(name, "/promotions/drafts/new").status_code == status
    assert stage.get(STRANGER, "/promotions/drafts/new").status_code == 303
    assert "22.7.1" in stage.get("manager", f"/promotions/drafts/new?book={STAR}").text
    assert "19.5.1" in stage.get("manager", f"/promotions/drafts/new?book={CROWN}").text
    assert stage.get("manager", "/promotions/drafts/new?book=../x").status_code == 200
    given = msgspec.to_builtins(terms(STAR, **TIMES))
    assert stage.refused("dealer", "winter", "draft", terms=given) == "22.6"
    answer = stage.order("inspector", "winter", {"type": "draft", "terms": given})
    assert answer.json()["refused"]["clause"] == "house:inspector"
    assert stage.order("ann", "winter", {"type": "draft", "terms": given}).status_code == 409
    for id in ("Winter", "w", "a.b", "a" * 41):
        answer = stage.order("manager", id, {"type": "draft", "terms": given})
        assert answer.status_code == 400, id
    assert stage.json("manager", "/api/promotions") == []


def test_terms_are_checked_as_they_are_written(stage: Stage) -> None:
    document = document_of(terms(STAR, results="", **TIMES))
    answer = stage.post("manager", "/api/promotions/check", document)
    assert [(p["clause"], p["item"]) for p in answer.json()["problems"]] == [("22.7.10", "results")]
    assert stage.post("ann", "/api/promotions/check", document).status_code == 403
    for wrong in ({}, {"kind": "promotion"}, {**document, "book": "nowhere"},
                  {**document, "starts_at": "soon"}, {**document, "prizes": [3]}):  # fmt: skip
        assert stage.post("manager", "/api/promotions/check", wrong).status_code == 400


@clause("star-blackjack-challenge 22.11")
def test_the_desk_shows_what_is_due_and_what_is_wrong(stage: Stage) -> None:
    stage.draft("winter", terms(STAR, prize(), results="", **TIMES))
    words = text_of(stage.get("manager", "/promotions/winter/desk"))
    assert "1 to put right" in words
    assert "Cancel the draw" in words  # by 22.11 the draw, where other books say the promotion
    assert "Give the NICC the terms" in words
    assert "Not yet: " in words  # it cannot begin before anybody has the terms
    assert stage.refused("manager", "winter", "lodge") == "22.7.10"
    stage.done("manager", "winter", "amend", terms=msgspec.to_builtins(terms(STAR, **TIMES)))
    stage.done("manager", "winter", "lodge")
    stage.publish("winter")
    assert "to begin" in text_of(stage.get("ann", "/promotions/winter"))
    stage.done("manager", "winter", "postpone", why="in doubt")
    words = text_of(stage.get("inspector", "/promotions/winter/desk"))
    assert "Tell an Inspector that it was postponed" in words
    assert "data-act" not in stage.get("inspector", "/promotions/winter/desk").text
    stage.wait_until(stage.clock.now + 48 * HOUR)
    assert "overdue" not in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.wait_until(stage.clock.now + 1)
    assert "overdue" in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.done("manager", "winter", "tell-inspector", notice=1, inspector="ivy")
    assert "late" in text_of(stage.get("manager", "/promotions/winter/desk"))


def cited_at(page: str, act: str) -> list[str]:
    """The clauses of Crown's rule 19 that stand beside an order of the desk."""
    form = page[page.index(f"""data-act='{{"type": "{act}"}}'""") :].split("</form>")[0]
    return re.findall(r">(19[.\d]*)<", form)


@clause("crown-blackjack 19.1", "crown-blackjack 19.3", "crown-blackjack 19.10")
def test_the_desk_names_who_answered_for_the_prizes_on_offer(stage: Stage) -> None:
    role = p.GrantRole("sue", CROWN, "casino-manager")
    stage.do(stage.house.accounts.order(p.HOUSE, role, stage.clock.now))
    first, other = (terms(CROWN, prize(nature=nature), **TIMES) for nature in ("a hat", "a tie"))
    stage.draft("winter", first)
    confirmed_by = []
    for name, given in (("manager", other), ("sue", first)):
        stage.done(name, "winter", "confirm", none_of=list(NONE_OF))
        stage.done("manager", "winter", "amend", terms=msgspec.to_builtins(given))
        told = re.search(r"Prizes [^<]*", stage.get("manager", "/promotions/winter/desk").text)
        confirmed_by.append(" ".join(told[0].split()) if told else "")
    assert confirmed_by == [
        "Prizes confirmed by manager: others than those of today",
        "Prizes confirmed by manager",
    ]
    assert "Cancel the promotion" in text_of(stage.get("manager", "/promotions/winter/desk"))


@clause("star-baceball 15.12")
def test_the_desk_of_a_book_without_rules_of_law_for_prizes_asks_who_answers_too(
    stage: Stage,
) -> None:
    role = p.GrantRole("manager", BACEBALL, "gaming-manager")
    stage.do(stage.house.accounts.order(p.HOUSE, role, stage.clock.now))
    stage.visits.clear()
    stage.draft("winter", terms(BACEBALL, **TIMES))
    answer = stage.get("manager", "/promotions/winter/desk")
    assert answer.status_code == 200
    assert "Answer for the prizes" in text_of(answer)
    assert "Cancel the draw" in text_of(answer)


@clause("crown-blackjack 20.2.3")
def test_whoever_is_kept_out_is_not_entered_by_the_staff_either(stage: Stage) -> None:
    stage.draft("winter", terms(CROWN, prize(name="A hat"), unclaimed="next-drawn", **TIMES))
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    out = {"type": "exclude", "patron": "ann", "book": CROWN}
    body = {"id": "out", "command": out, "why": "a brawl"}
    assert stage.post("manager", "/api/affairs/patron/ann/commands", body).status_code == 200
    for name in ("ann", "ANN"):
        assert stage.refused("manager", "winter", "enter", person=name) == "20.2.3"
    stage.done("manager", "winter", "enter", person="zoe")


def excluded(stage: Stage, name: str, book: str = CROWN) -> None:
    out = {"type": "exclude", "patron": name, "book": book}
    body = {"id": f"out-{name}", "command": out, "why": "a brawl"}
    answer = stage.post("manager", f"/api/affairs/patron/{name}/commands", body)
    assert answer.status_code == 200, answer.text


@clause("crown-blackjack 20.2.3", "crown-blackjack 19.8")
def test_an_entry_of_who_is_excluded_before_the_draw_is_passed_over(stage: Stage) -> None:
    """Ann has 200 entries and zoe one, for two prizes: whatever is drawn, ann gets neither, and is
    to be told so, once."""
    stage.draft("winter", terms(CROWN, prize(name="A hat", number=2), **TIMES, **NEXT))
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    stage.done("manager", "winter", "enter", person="ann", entries=200)
    stage.done("manager", "winter", "enter", person="zoe")
    stage.wait_until(START + 2 * HOUR)
    stage.close("winter")
    excluded(stage, "ann")
    stage.done("manager", "winter", "draw", kept_out=["zoe"])  # which is the casino's to say
    view = stage.json("manager", "/api/promotions/winter")
    assert [result["entry"] for result in view["results"]] == [201, 0]
    assert len(view["passed_over"]) == 200
    assert "Drawn and passed over" in text_of(stage.get(STRANGER, "/promotions/winter"))
    desk = text_of(stage.get("manager", "/promotions/winter/desk"))
    assert "excluded from the casino" in desk
    stage.done("manager", "winter", "tell-refused", denial=1, method="mail")
    # Refused to zoe as well, there is nobody whom it goes to.
    stage.done("manager", "winter", "deny", "not there", prize=1, person="zoe", address="1 Hill St")
    assert stage.refused("manager", "winter", "pass-on", prize=1) == "19.5.1"
    checked(stage)


@clause("crown-blackjack 20.2.3")
def test_a_refused_prize_goes_to_nobody_who_is_excluded_by_then(stage: Stage) -> None:
    stage.draft("winter", terms(CROWN, prize(name="A hat"), **TIMES, **NEXT))
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    for name in ("ann", "dealer"):
        stage.done("manager", "winter", "enter", person=name)
    stage.wait_until(START + 2 * HOUR)
    stage.close("winter")
    stage.done("manager", "winter", "draw")
    [slot] = stage.json("manager", "/api/promotions/winter")["results"]
    first, other = ("ann", "dealer") if slot["entry"] == 1 else ("dealer", "ann")
    excluded(stage, other)
    refusal = {"prize": 1, "person": first, "address": "1 Hill St"}
    stage.done("manager", "winter", "deny", "not there", **refusal)
    assert stage.refused("manager", "winter", "pass-on", prize=1) == "19.5.1"
    # So nothing is left to do with it.
    stage.done("manager", "winter", "tell-winner", prize=1, method="mail")
    stage.done("manager", "winter", "tell-refused", denial=1, method="mail")
    stage.done("manager", "winter", "publish-results")
    stage.done("manager", "winter", "end")
    checked(stage)


@clause("star-baceball 15.4", "star-baceball 14.3.3")
def test_what_was_won_before_an_exclusion_is_claimed_and_paid_through_the_staff(
    stage: Stage,
) -> None:
    """Ann cannot come in any more; how $20,000 are paid is hers to say all the same."""
    for name, held in (("manager", "gaming-manager"), ("sue", "scrutineer")):
        role = p.GrantRole(name, BACEBALL, held)
        stage.do(stage.house.accounts.order(p.HOUSE, role, stage.clock.now))
    stage.visits.clear()
    money = prize("cash", value_cents=2_000_000)
    stage.draft("winter", terms(BACEBALL, money, **TIMES))
    stage.done("manager", "winter", "lodge")
    stage.done("manager", "winter", "nominate", scrutineer="sue")
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    stage.done("ann", "winter", "enter", person="ann")
    stage.wait_until(START + 2 * HOUR)
    stage.close("winter")
    stage.done("sue", "winter", "attend")
    stage.done("manager", "winter", "draw")
    chosen: dict[str, Any] = {
        "prize": 1,
        "person": "ann",
        "paid": [{"by": "cheque", "cents": 2_000_000}],
    }
    stage.done("manager", "winter", "claim", prize=1, person="ann", wants="prize")
    assert stage.refused("manager", "winter", "choose-payment", **chosen) == "15.4"
    excluded(stage, "ann", BACEBALL)
    assert "choose-payment" in stage.get("manager", "/promotions/winter/desk").text
    stage.done("manager", "winter", "choose-payment", **chosen)
    stage.done("manager", "winter", "award", prize=1, paid=chosen["paid"])
    checked(stage)


def test_refusals_and_disputes_on_the_pages(stage: Stage) -> None:
    given = terms(CROWN, prize(name="A hat"), unclaimed="next-drawn", **TIMES)
    stage.draft("winter", given)
    orders = stage.get("manager", "/promotions/winter/desk").text
    assert (cited_at(orders, "open"), cited_at(orders, "confirm")) == (["19.1"], ["19.3"])
    assert "Cancel the promotion" in orders
    stage.publish("winter")
    stage.wait_until(START)
    stage.done("manager", "winter", "open")
    assert "Enter" in text_of(stage.get("ann", "/promotions/winter"))
    assert "Log in to enter" in text_of(stage.get(STRANGER, "/promotions/winter"))
    stage.done("ann", "winter", "enter", person="ann")
    stage.wait_until(START + 2 * HOUR)
    stage.close("winter")
    stage.done("manager", "winter", "draw")
    stage.done("cashier", "winter", "claim", prize=1, person="cashier")
    assert "claims it too" in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.done("manager", "winter", "deny", "excluded", prize=1, person="ann", address="1 Hill St")
    desk = stage.get("manager", "/promotions/winter/desk")
    assert "1 Hill St" in desk.text
    assert "1 Hill St" not in stage.get("ann", "/promotions/winter").text
    stage.done("ann", "winter", "dispute", person="ann", about="<b>I am not excluded</b>")
    desk = stage.get("manager", "/promotions/winter/desk")
    assert "&lt;b&gt;I am not excluded" in desk.text
    stage.done("manager", "winter", "rule", dispute=1, decision="You are, since May.")
    assert "You are, since May." in stage.get("ann", "/promotions/winter").text
    stage.done("ann", "winter", "object", dispute=1)
    assert "right to complain" in text_of(stage.get("manager", "/promotions/winter/desk"))
    stage.done("manager", "winter", "advise", dispute=1)
    checked(stage)


@pytest.mark.parametrize(
    "command",
    [
        {"type": "draft"},
        {"type": "enter", "person": "ann", "entries": -1},
        {"type": "enter", "person": 5},
        {"type": "seal", "number": 1, "digest": "00" * 32},
        {"type": "award", "prize": 1, "paid": [{"by": "gold", "cents": 1}]},
        {"type": "award", "prize": 10**30},
        {"type": "nothing"},
        {},
    ],
)
def test_what_cannot_be_understood_is_answered(stage: Stage, command: dict[str, Any]) -> None:
    stage.draft("winter", terms(CROWN, **TIMES))
    assert stage.order("manager", "winter", command).status_code == 400
    assert stage.order("manager", "nowhere", {"type": "open"}).status_code == 400
    assert stage.get("manager", "/promotions/nowhere").status_code == 404
    assert stage.get("manager", f"/promotions/{'x' * 200}").status_code == 404


def test_terms_may_hold_anything_that_can_be_written(stage: Stage) -> None:
    """What people type comes back as text, on every page, and in the editor's own data."""
    nasty = "'\"><script>alert(1)</script>{{ 7 * 7 }} ' data-x='"
    trip = prize("travel", name=nasty, nature=nasty)
    given = terms(STAR, trip, title=nasty, manner=nasty, **TIMES)
    stage.draft("winter", given)
    stage.done("manager", "winter", "lodge")
    stage.publish("winter")
    for path in ("/promotions/winter", "/promotions/winter/desk", "/promotions/winter/edit"):
        answer = stage.get("manager", path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "7 * 7" in answer.text
        assert "' data-x='" not in answer.text
