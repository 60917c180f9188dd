"""What follows from an order at a table: due, refused until it is done, told to somebody."""

from bythebook.rulebooks.chapters.conduct import AT_CONSOLE, BEFORE_ROUND, Act, Conduct, Need, Told


def follows(conduct: Conduct, name: str, act: Act) -> list[str]:
    """In words, what an act of the table's chapter makes due, closes or is asked for by."""
    found = [_told(conduct, told) for told in act.then_tell]
    for due in conduct.duties:
        if due.after == name:
            found.append(f"`{due.act}` is due{_until(due.blocks)}")
        if due.act == name:
            found.append(f"it is due after `{due.after}`{_until(due.blocks)}")
    found += [_needed(need) for need in conduct.opening.needs if name in (need.act, need.or_act)]
    if any(need.act == name for need in conduct.opening.before_closing):
        found.append("the table does not close without it")
    found += [
        f"`{other}` is refused before it"
        for other, entries in conduct.acts.items()
        if any(entry.after is not None and entry.after.value == name for entry in entries)
    ]
    found += [
        f"`{other}` is refused after it"
        for other, entries in conduct.acts.items()
        if any(name in entry.since for entry in entries)
    ]
    found += [f"closes {wager}" for wager in act.closes]
    found += [f"opens {wager}" for wager in act.opens]
    if conduct.console is not None and name in AT_CONSOLE:
        found.append("no new wagers before it, once a jackpot was won")
    if name in BEFORE_ROUND:
        found.append("no card before it, once such a wager lies there")
    return list(dict.fromkeys(found))


def _told(conduct: Conduct, told: Told) -> str:
    titles = {role.role: role.title for role in (*conduct.ladder, *conduct.beside)}
    within = f" within {told.minutes} minutes" if told.minutes is not None else ""
    return f"the {titles.get(told.to, told.to)} is to be told{within}"


def _until(blocks: str) -> str:
    return {
        "round": ", and no round begins before",
        "closing": ", and the table does not close before",
        "wagers": ", and that player wagers nothing before",
    }.get(blocks, "")


def _needed(need: Need) -> str:
    return f"no {'round begins' if need.again else 'table opens'} without it"
