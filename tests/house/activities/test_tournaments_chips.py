"""Chips bought while a tournament table plays: paid for and handed over in one append."""

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from tests.clauses import clause
from tests.house.activities.tournament_life import WALLET, Life, entered, lived, seated, small_terms
from tests.house.log.stores import Place


@clause("crown-blackjack 18.4.1(a)(ii)")
def test_a_re_buy_between_hands(place: Place) -> None:
    """Crown's example sells 2,000 chips for $100.00 once; here to whoever has lost some of them,
    until the second hand."""
    terms = small_terms("crown")
    fewer, rebuys = terms.stages[0].chips, terms.money.rebuys
    assert fewer is not None
    assert rebuys is not None
    sold = replace(terms.money, rebuys=replace(rebuys, fewer_than=fewer))
    terms = replace(terms, money=sold)

    async def play(life: Life) -> None:
        await entered(life)
        await life.to_the_tables()
        table = life.held.course.playing[0]
        name = life.run(table).session.terms.seats[0].player
        before = await life.wallets(name)
        with pytest.raises(Malformed, match="no command for people"):
            await life.give("director", "add-chips", table, player=name, chips=5000)
        with pytest.raises(Malformed, match="no command for people"):
            await life.give("director", "substitute", table, player=name, by="eve")
        with pytest.raises(Refused) as no:  # everybody begins with the same
            await life.give(name, "buy-chips", player=name, what="re-buy", money="wallet")
        assert no.value.clause == "18.4.3(b)"
        assert await life.wallets(name) == before
        await life.sit_down()
        for _ in range(1000):  # until somebody may, and somebody may not
            hand = life.run(table).session
            has = {each.player: each.chips for each in hand.active()}
            if hand.phase == "between" and min(has.values()) < fewer <= max(has.values()):
                break
            await life.move(table)
        assert min(has.values()) < fewer <= max(has.values())
        for name, chips in has.items():
            before = await life.wallets(name)
            buy = life.give(name, "buy-chips", player=name, what="re-buy", money="wallet")
            if chips >= fewer:
                with pytest.raises(Refused, match="fewer than"):
                    await buy
                assert await life.wallets(name) == before
                continue
            await buy
            assert life.run(table).session.players[name].chips == chips + 2000
            assert await life.wallets(name) == {name: before[name] - 10_000}
        other = max(has, key=lambda name: has[name])
        for _ in range(40):
            if life.run(table).session.phase not in ("seating", "between"):
                break
            await life.move(table)
        paid = await life.wallets(other)
        with pytest.raises(Refused, match="not now"):
            await life.give(other, "buy-chips", player=other, what="re-buy", money="wallet")
        assert await life.wallets(other) == paid  # nobody pays for what is not handed over
        assert paid == {other: WALLET - (terms.money.fee_cents or 0)}

    lived(place, terms, play, seed="one wins, one loses 2")


def test_whoever_the_desk_disqualifies_plays_no_further_hand(place: Place) -> None:
    terms = small_terms("crown")

    async def play(life: Life) -> None:
        await seated(life)
        table = life.held.course.playing[0]
        gone, stays = (seat.player for seat in life.run(table).session.terms.seats)
        for _ in range(60):
            if life.run(table).session.phase == "between":
                break
            await life.move(table)
        await life.order("disqualify", "took chips", player=gone, finding="deliberate")
        assert life.held.course.entrants[gone].standing == "disqualified"
        session = life.run(table).session
        assert not session.players[gone].active
        assert session.players[stays].active

    lived(place, terms, play)
