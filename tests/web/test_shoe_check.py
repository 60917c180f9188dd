"""The page that checks a shoe, in a real browser: it must say what Python says of the same shoe."""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, Route, expect

from bythebook.cards import CARDS, JOKER, Pack
from bythebook.errors import Malformed
from bythebook.house.cards.shoe_files import (
    RevealedShoe,
    Served,
    check_shoe,
    print_shoe,
    read_shoe,
    reveal,
)
from bythebook.web.app import handlers_in
from bythebook.web.pages import shoes
from bythebook.web.settings import Settings
from bythebook.web.show.assets import static_file
from tests.browser.browsers import KeptBrowser

SITE = "http://shoes.test"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"
SHOES = 100
IN_USE = hashlib.sha256(b"the shoe on the table").hexdigest()


def a_shoe(number: int = 1) -> RevealedShoe:
    """Six decks, cut, with three rounds."""
    runs = (Served(4, 2, 9), Served(5, 10, 15), Served(6, 17, 30))
    seed = hashlib.sha256(b"a shoe").digest()
    cards = Pack("none").cards(6)
    return reveal(seed, cards, table="felt 1", number=number, from_front=100, rounds=runs)


@pytest.fixture(scope="module")
def browser(kept_browser: KeptBrowser) -> Iterator[Browser]:
    with kept_browser.running() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose requests the application answers directly, without a network."""
    state = State({"house": None, "settings": Settings()})
    app = Litestar(
        [static_file, *handlers_in(shoes)], state=state, openapi_config=None, logging_config=None
    )
    known = {
        "/api/shoes/7": print_shoe(a_shoe(7)),
        "/api/shoes/crown.3": print_shoe(a_shoe(3)),
        "/api/tables/crown": json.dumps({"shoe": {"number": 4, "digest": IN_USE}}),
    }

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if path in known:
            route.fulfill(status=200, content_type="application/json", body=known[path])
            return
        got = client.get(path)
        headers = {
            "content-type": got.headers["content-type"],
            "content-security-policy": POLICY,
        }
        route.fulfill(status=got.status_code, headers=headers, body=got.content)

    with TestClient(app) as client:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(f"{line.type}: {line.text}"))
        page.route(f"{SITE}/**", answer)
        yield page
        context.close()
        # What is not there is also told on the console; it is a test's own affair.
        assert [told for told in complaints if "404" not in told] == []


def opened(page: Page, query: str = "") -> Page:
    page.goto(f"{SITE}/shoes/check{query}")
    return page


# The modules say what Python says


def in_browser(page: Page, module: str, call: str, argument: object) -> Any:
    """Call a function of one of our modules."""
    opened(page)
    return page.evaluate(
        f"async (given) => {{ const m = await import('{module}'); {call} }}", argument
    )


def test_the_stream_is_that_of_the_standard(page: Page) -> None:
    """RFC 8439, appendix A.1: the first two blocks of the zero key, and the third of 00 ff 00…"""
    take = """const stream = m.words(Uint8Array.from(given));
    return Array.from({length: 48}, () => stream.next().value)"""
    zero = in_browser(page, "/static/shoes/chacha20.js", take, [0] * 32)
    blocks = b"".join(word.to_bytes(4, "little") for word in zero).hex()
    assert blocks.startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
    assert blocks[128:].startswith(
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
    )
    other = in_browser(page, "/static/shoes/chacha20.js", take, [0, 255] + [0] * 30)
    third = b"".join(word.to_bytes(4, "little") for word in other[32:]).hex()
    assert third == (
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
    )


def test_digests_of_every_length_over_three_blocks(page: Page) -> None:
    texts = ["a" * length for length in range(200)] + ["é ♣ 😀", "abc"]
    call = "return given.map((text) => m.sha256(text))"
    found = in_browser(page, "/static/shoes/sha256.js", call, texts)
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    # FIPS 180-4's own example.
    assert found[-1] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("bound", "word", "number"),
    [
        (3, 4294967294, 2),
        (3, 4294967295, None),
        (312, 4294967039, 311),
        (312, 4294967040, None),
        (4, 4294967295, 3),
    ],
)
def test_words_that_are_too_many_are_passed_over(
    page: Page, bound: int, word: int, number: int | None
) -> None:
    call = "return m.numberBelow(given[0], [given[1], 1].values())"
    found = in_browser(page, "/static/shoes/shoe.js", call, [bound, word])
    assert found == (1 if number is None else number)


def random_shoe(chance: random.Random) -> RevealedShoe:
    """Any stack with a few jokers and any cut; one of two has been tampered with."""
    stack = chance.choices([*CARDS.values(), JOKER], k=chance.randint(0, 450))
    size = len(stack)
    ends = sorted(chance.sample(range(1, size + 1), k=min(size, chance.randint(0, 6))))
    runs = [Served(n, (ends[n - 1] if n else 0) + 1, end) for n, end in enumerate(ends)]
    shoe = reveal(
        chance.randbytes(32),
        tuple(stack),
        table="felt",
        number=chance.randint(1, 99),
        added=tuple(chance.randbytes(8).hex() for _ in range(chance.choice((0, 0, 1, 3)))),
        from_front=chance.randint(0, size),
        rounds=tuple(runs),
    )
    return tampered(shoe, chance) if chance.random() < 0.5 else shoe


def tampered(shoe: RevealedShoe, chance: random.Random) -> RevealedShoe:
    before, after = shoe.before.split(), shoe.after.split()
    what = chance.choice(["seed", "digest", "before", "after", "shorter", "rounds"])
    match what:
        case "seed" | "digest":
            other = chance.randbytes(32).hex()
            return msgspec.structs.replace(shoe, **{what: other})
        case "before":
            return msgspec.structs.replace(shoe, before=" ".join(["AC", *before[1:]]))
        case "after":
            chance.shuffle(after)
            return msgspec.structs.replace(shoe, after=" ".join(after))
        case "shorter":
            cut = min(shoe.cut, max(len(after) - 1, 0))
            return msgspec.structs.replace(shoe, after=" ".join(after[:-1]), cut=cut)
    return msgspec.structs.replace(shoe, rounds=(Served(9, 3, 2), *shoe.rounds))


def test_a_hundred_shoes_are_told_as_python_tells_them(page: Page) -> None:
    chance = random.Random(8439)
    shoes = [random_shoe(chance) for _ in range(SHOES)]
    texts = [print_shoe(shoe) for shoe in shoes]
    call = "return given.map((text) => m.checkShoe(m.readShoe(text), 'AB'))"
    found = in_browser(page, "/static/shoes/shoe.js", call, texts)
    expected = [check_shoe(read_shoe(text.encode()), "AB") for text in texts]
    assert found == [msgspec.to_builtins(steps) for steps in expected]
    # The digest that was "noted" is never right here; half of the shoes are well but for that.
    wrong = [sum(bool(step.wrong) for step in steps) for steps in expected]
    assert 30 < wrong.count(1) < 70


BAD = [
    "", "[]", "null", "1", '"text"', "{}", "{", '{"shoe": 1}',
]  # fmt: skip
CHANGES: list[dict[str, Any]] = [
    {"shoe": 3}, {"shoe": 2}, {"added": ["ab"]}, {"shoe": 2, "added": ["?"]},
    {"shoe": 2, "added": [3]}, {"shoe": 2, "added": "ab"}, {"cut": 313},
    {"cut": -1}, {"cut": 1.5}, {"cut": "1"}, {"digest": "A" * 64},
    {"digest": None}, {"seed": "00"}, {"before": "AC  2C"}, {"after": "AC 1C"}, {"table": 3},
    {"extra": 1}, {"rounds": 3}, {"rounds": [3]}, {"rounds": [{"round": 1}]}, {"before": "jk"},
    {"rounds": [{"round": 1, "first": 1, "last": 2, "more": 3}]}, {"number": 10**30},
    {"after": "AC " * 2000 + "AC"},
]  # fmt: skip


def test_what_python_cannot_read_the_browser_cannot(page: Page) -> None:
    good = json.loads(print_shoe(a_shoe()))
    texts = [*BAD, *(json.dumps(good | change) for change in CHANGES)]
    texts += [json.dumps({k: v for k, v in good.items() if k != key}) for key in ("seed", "after")]
    for text in texts:
        with pytest.raises(Malformed):
            read_shoe(text.encode())
    call = """return given.map((text) => {
      try { m.readShoe(text); return "read"; }
      catch (error) { return error instanceof m.Malformed ? "" : String(error); }
    })"""
    assert in_browser(page, "/static/shoes/shoe.js", call, texts) == [""] * len(texts)


# The page


def test_a_shoe_is_pasted_and_checked(page: Page) -> None:
    shoe = a_shoe()
    opened(page)
    expect(page.locator("#shoe-result")).to_be_hidden()
    page.get_by_label("or paste what is in it").fill(print_shoe(shoe))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#shoe-verdict")).to_contain_text("all 4 statements are so")
    expect(page.locator("#shoe-verdict")).to_contain_text("Compare the digest")
    expect(page.locator("#shoe-steps li")).to_have_count(4)
    expect(page.locator("#shoe-about")).to_contain_text(shoe.digest)
    stack = shoe.after.split()
    stack = stack[100:] + stack[:100]
    expect(page.locator("#shoe-rounds tbody tr")).to_have_count(3)
    expect(page.locator("#shoe-rounds tbody tr").first).to_contain_text(" ".join(stack[1:9]))
    committed = page.locator("#shoe-committed").text_content() or ""
    assert hashlib.sha256(committed.encode()).hexdigest() == shoe.digest


def test_the_digest_that_was_noted_makes_it_proof(page: Page) -> None:
    shoe = a_shoe()
    opened(page, f"?digest={shoe.digest}")
    page.get_by_label("or paste what is in it").fill(print_shoe(shoe))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#shoe-verdict")).to_contain_text("all 5 statements are so")
    expect(page.locator("#shoe-verdict")).not_to_contain_text("Compare")
    page.get_by_label("The digest that you noted").fill("0" * 64)
    page.keyboard.press("Enter")
    expect(page.locator("#shoe-verdict")).to_contain_text("1 of 5 statements are not so")
    expect(page.locator("#shoe-steps")).to_contain_text("another shoe")


def test_two_cards_changed_over_are_found(page: Page) -> None:
    shoe = a_shoe()
    after = shoe.after.split()
    after[10], after[20] = after[20], after[10]
    changed = msgspec.structs.replace(shoe, after=" ".join(after))
    opened(page)
    page.get_by_label("or paste what is in it").fill(print_shoe(changed))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#shoe-verdict")).to_contain_text("2 of 4 statements are not so")
    told = f"place 11 should be {after[20]}, and is {after[10]}"
    expect(page.locator("#shoe-steps")).to_contain_text(told)


def test_a_file_is_opened(page: Page, tmp_path: Path) -> None:
    (tmp_path / "one.shoe").write_text(print_shoe(a_shoe()))
    opened(page)
    page.get_by_label("Open a .shoe file").set_input_files(tmp_path / "one.shoe")
    expect(page.locator("#shoe-verdict")).to_contain_text("all 4 statements are so")


def test_a_shoe_of_the_house_is_fetched(page: Page) -> None:
    opened(page, "?shoe=7")
    expect(page.locator("#shoe-verdict")).to_contain_text("all 4 statements are so")
    expect(page.locator("#shoe-about")).to_contain_text("7")
    opened(page, "?shoe=../8")
    expect(page.locator("#shoe-problem")).to_contain_text("no such shoe")
    expect(page.locator("#shoe-result")).to_be_hidden()


@pytest.mark.parametrize("noted", [IN_USE, IN_USE.upper(), ""])
def test_the_digest_of_a_shoe_in_use_is_kept(page: Page, noted: str) -> None:
    opened(page, f"?shoe=crown.4&digest={noted}")
    expect(page.get_by_role("status")).to_contain_text("still in use")
    expect(page.get_by_label("The digest that you noted")).to_have_value(IN_USE)
    expect(page).to_have_url(f"{SITE}/shoes/check?shoe=crown.4&digest={IN_USE}")
    expect(page.locator("#shoe-problem")).to_be_hidden()
    page.get_by_label("or paste what is in it").fill(print_shoe(a_shoe()))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#shoe-waits")).to_be_hidden()


def test_a_shoe_in_use_whose_digest_is_another_now(page: Page) -> None:
    opened(page, f"?shoe=crown.4&digest={'0' * 64}")
    expect(page.get_by_role("alert")).to_contain_text(f"shows another digest: {IN_USE}")
    expect(page.get_by_label("The digest that you noted")).to_have_value("0" * 64)
    expect(page.locator("#shoe-waits")).to_be_hidden()


def test_an_earlier_shoe_of_a_table_is_fetched(page: Page) -> None:
    opened(page, "?shoe=crown.3")
    expect(page.locator("#shoe-verdict")).to_contain_text("all 4 statements are so")
    opened(page, "?shoe=crown.5")
    expect(page.locator("#shoe-problem")).to_contain_text("no such shoe")


def test_what_is_no_shoe_is_said_and_takes_the_result_away(page: Page) -> None:
    opened(page, "?shoe=7")
    expect(page.locator("#shoe-result")).to_be_visible()
    page.get_by_label("or paste what is in it").fill("<b>no</b>")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#shoe-problem")).to_contain_text("not the file of a shoe")
    expect(page.locator("#shoe-result")).to_be_hidden()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
