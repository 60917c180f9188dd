"""Who may do what at a table of a book, on the screen: by rank, with conditions and clauses."""

from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.conduct import Act, Conduct, Notice, Told, rank_of
from bythebook.rulebooks.plain import NAME
from bythebook.rulebooks.tables import ANYBODY, PLAYER, TableRules


def powers_page(rules: TableRules, role: str = "") -> str:
    """Each rank with what it is the lowest to be allowed; or all that one role may do."""
    conduct, about = rules.conduct, rules.book.about
    titles = _titles(conduct)
    if role and role not in titles:
        known = ", ".join(titles)
        raise Malformed(f"{rules.book.id} has no role {role!r}; it has {known}")
    lines = [f"{about.title}, {about.place}: who may do what", ""]
    if rules.plain:
        lines += [f"The book does not say it: its tables are run by {NAME}.", ""]
    lines.append(f"Ranks: {_ladder(conduct)}. Whoever is above may do what is below.")
    if conduct.beside:
        lines.append(f"Beside them: {', '.join(known.title for known in conduct.beside)}.")
    shown = allowed(conduct, role) if role else list(titles)
    for name in shown:
        acts = acts_of(conduct, name)
        if not acts:
            continue
        lines += ["", titles[name]]
        for act_name, act in acts:
            lines.append(f"  {act.says} ({act_name}) [{_clauses(act)}]")
            lines += [f"      {condition}" for condition in conditions(conduct, act, act_name)]
    return "\n".join(lines)


def _ladder(conduct: Conduct) -> str:
    text = conduct.ladder[0].title
    for role in conduct.ladder[1:]:
        text += f" {'=' if role.same_as else '<'} {role.title}"
    return text


def _titles(conduct: Conduct) -> dict[str, str]:
    titles = {ANYBODY: "Anybody", PLAYER: "Player (or the dealer for a player)"}
    return titles | {role.role: role.title for role in (*conduct.ladder, *conduct.beside)}


def allowed(conduct: Conduct, role: str) -> list[str]:
    """The roles whose powers this one has: its own and those of the ranks below."""
    own = rank_of(conduct, role)
    if own is None:
        return [ANYBODY, role] if role != ANYBODY else [ANYBODY]
    below = [r.role for r in conduct.ladder if (rank_of(conduct, r.role) or 0) <= own]
    return [ANYBODY, PLAYER, *below]


def acts_of(conduct: Conduct, role: str) -> list[tuple[str, Act]]:
    """The acts for which this is the lowest rank, or the role named beside it."""
    return [
        (name, act)
        for name, entries in conduct.acts.items()
        for act in entries
        if act.by == role or role in act.also_by
    ]


def _clauses(act: Act) -> str:
    return ", ".join(dict.fromkeys((act.clause, *act.also)))


_WHEN = {
    "between-rounds": "between rounds",
    "outside-rounds": "outside rounds, at an open table or a closed one",
    "in-round": "while a round is being dealt",
    "before-shuffle": "before the cards are shuffled",
    "before-cut": "just before the cut or the loading",
    "after-cutting-card": "after the round in which the cutting card came",
    "closed": "while the table is closed",
}


class Condition(msgspec.Struct, frozen=True):
    """What must be so for an act, in words, and the clause that asks for it, if one does."""

    says: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.says} [{self.clause}]" if self.clause else self.says


def conditions(conduct: Conduct, act: Act, name: str) -> list[Condition]:
    """What must be so, each with the clause that asks for it."""
    if name == "change-limits":
        return [*_conditions(conduct, act), *_raising(conduct)]
    return _conditions(conduct, act)


def _raising(conduct: Conduct) -> list[Condition]:
    """What a higher minimum (in one book: any other figure) needs."""
    limits = conduct.limits
    what = "another minimum or maximum" if limits.changes == "both" else "a higher minimum"
    first, *ways_round = _notice(limits.raise_minimum)
    found = [Condition(f"{what}: {first.says}", first.clause), *ways_round]
    if limits.protected is not None:
        at_once = "or at once, those playing keeping the old one"
        found.append(Condition(at_once, limits.protected.clause))
    return found


def _conditions(conduct: Conduct, act: Act) -> list[Condition]:
    titles = _titles(conduct)
    found: list[Condition] = []
    if act.when in _WHEN:
        found.append(Condition(f"only {_WHEN[act.when]}"))
    if act.dealing is not None:
        found.append(Condition(f"only where cards come from a {act.dealing}"))
    if act.games:
        found.append(Condition(f"only in {', '.join(act.games)}"))
    if act.asked is not None:
        who = f"the {titles[act.asked_by]}" if act.asked_by else "somebody"
        found.append(Condition(f"only when {who} asks for it", act.asked.clause))
    if act.approved is not None:
        found.append(Condition(f"approved by a {titles[act.approved.value]}", act.approved.clause))
    if act.second is not None:
        found.append(Condition(f"with a {titles[act.second.value]} signing too", act.second.clause))
    if act.after is not None:
        found.append(Condition(f"once this is recorded: {act.after.value}", act.after.clause))
    found += [_told("after telling", titles, told) for told in act.told]
    found += [_told("then tell", titles, told) for told in act.then_tell]
    if act.sign is not None:
        found.append(Condition(f"with a sign ({act.sign.value}) up", act.sign.clause))
    if act.notice is not None:
        found += _notice(act.notice)
    if act.reason:
        found.append(Condition("saying why"))
    return found


def _told(when: str, titles: dict[str, str], told: Told) -> Condition:
    within = f" within {told.minutes} minutes" if told.minutes is not None else ""
    return Condition(f"{when}: {titles[told.to]}{within}", told.clause)


def _notice(notice: Notice) -> list[Condition]:
    if notice.rounds:
        rounds = "one round's" if notice.rounds == 1 else f"{notice.rounds} rounds'"
        found = [Condition(f"after {rounds} notice", notice.clause)]
    elif notice.minutes:
        found = [Condition(f"after a sign has been up {notice.minutes} minutes", notice.clause)]
    else:
        found = [Condition("after telling the players", notice.clause)]
    if notice.nobody_there is not None:
        found.append(Condition("or at once when nobody is there", notice.nobody_there.clause))
    if notice.all_agree is not None:
        found.append(Condition("or when every player agrees", notice.all_agree.clause))
    return found


def powers_json(rules: TableRules, role: str = "") -> dict[str, Any]:
    """The same for programs."""
    conduct = rules.conduct
    titles = _titles(conduct)
    if role and role not in titles:
        raise Malformed(f"{rules.book.id} has no role {role!r}; it has {', '.join(titles)}")
    shown = set(allowed(conduct, role)) if role else set(titles)
    return {
        "book": rules.book.id,
        "plain": rules.plain,
        "ladder": [{"role": r.role, "title": r.title} for r in conduct.ladder],
        "beside": [{"role": r.role, "title": r.title} for r in conduct.beside],
        "powers": [
            {
                "act": name,
                "says": act.says,
                "by": act.by,
                "also_by": list(act.also_by),
                "clause": act.clause,
                "also": list(act.also),
                "conditions": [str(one) for one in conditions(conduct, act, name)],
            }
            for name, entries in conduct.acts.items()
            for act in entries
            if act.by in shown or shown & set(act.also_by)
        ],
    }
