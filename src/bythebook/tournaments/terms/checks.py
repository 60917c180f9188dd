"""Whether terms are complete and keep to the rules, by the list of their book.

missing       a clause wants it stated: it is neither stated nor answered "not applicable"
contradicts   a clause forbids it: the rules prevail over terms, so such terms are not published
"""

import re
from collections.abc import Iterator
from pathlib import Path

from bythebook.errors import Malformed, Refused
from bythebook.rulebooks import Book, find_book
from bythebook.rulebooks.chapters.chapter import once
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from bythebook.rulebooks.chapters.tournament_terms import (
    Needed,
    TermsRequired,
    TermsRules,
    When,
    load_terms_rules,
)
from bythebook.rulebooks.chapters.words import Authority
from bythebook.rulebooks.law import played_by
from bythebook.tournaments.terms.bounds import Problem, beyond_bounds, contradicts
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.items import (
    CHOICES,
    ITEMS,
    STATEMENT,
    is_offered,
    is_stated,
    place_of,
    said_of,
)

__all__ = ["Problem", "check", "clauses_of", "load", "needed", "touched", "untold"]

BESIDE = 8  # rules that are shown beside a condition
_COMMON = {
    "player", "with", "that", "from", "this", "where", "when", "each", "other", "they", "than",
    "thi", "will", "every", "only", "must", "shall", "have", "hand", "round", "table", "casino",
}  # fmt: skip
_PAYS = re.compile(r"\bpays?\s+(?:at\s+)?(?:odds\s+of\s+)?([0-9]{1,4})\s*(?:to|:)\s*([0-9]{1,4})")


def load(terms: TournamentTerms, folder: Path | None = None) -> TermsRules:
    """What the book of these terms requires."""
    if folder is not None:
        return known_items(find_book(terms.book, terms.edition, folder=folder))
    return known_items(played_by(terms))


@once
def known_items(book: Book) -> TermsRules:
    """What a book requires; its items, choices and statements are ones that terms have."""
    rules = load_terms_rules(book)
    required = rules.required
    named = {entry.item for entry in required.requires} - ITEMS.keys()
    named |= {entry.item for entry in required.barred} - ITEMS.keys()
    named |= {entry.item for entry in required.only} - CHOICES.keys()
    if named:
        raise Malformed(f"{book.id} names no item of terms by {', '.join(sorted(named))}")
    return rules


def check(terms: TournamentTerms, folder: Path | None = None) -> tuple[Problem, ...]:
    """Everything that is missing or contradicts the rules; nothing: the terms may be published."""
    rules = load(terms, folder)
    found = [*_missing(rules.required, terms), *_said_twice(rules.required, terms)]
    found += _barred(rules.required, terms)
    found += _without_choice(rules.required, terms)
    found += _changes(rules.required, terms)
    try:
        game = rules.book.game(terms.game, terms.decks, terms.options, terms.readings)
    except Refused as refused:
        found.append(Problem(refused.clause, refused.where, refused.reason, "contradicts"))
        return tuple(found)
    found += beyond_bounds(rules, game, terms)
    found += _odds_in_words(rules.required, game, terms)
    return tuple(dict.fromkeys(found))


def touched(book: Book, text: str) -> tuple[str, ...]:
    """Rules of the book that speak of the same things as a condition, the nearest first.

    Nothing is judged by it: it is what somebody reads beside the condition.
    """
    said = _things(text)
    found = [
        (len(said & _things(clause.summary)), -number, clause.id)
        for number, clause in enumerate(book.clauses.values())
        if clause.kind == "rule"
    ]
    return tuple(id for common, _, id in sorted(found, reverse=True)[:BESIDE] if common)


def _things(text: str) -> set[str]:
    """Words that name something, in one form for one and for several."""
    words = re.findall(r"[a-z]{4,}", text.lower())
    return {word.rstrip("s") for word in words} - _COMMON


def applies(when: When, terms: TournamentTerms) -> bool:
    """Whether an entry is about these terms."""
    return (
        (not when.formats or terms.format in when.formats)
        and (not when.games or terms.game in when.games)
        and terms.game not in when.but_games
        and when.begins in ("", terms.structure.begins)
        and when.decided_by in ("", terms.structure.decided_by)
        and (not when.progression or when.progression in _progressions(terms))
        and when.ties in ("", terms.ties.prizes)
        and (not when.in_kind or any(prize.in_kind for prize in terms.prizes.places))
    )


def _progressions(terms: TournamentTerms) -> set[str]:
    """By knock-out, by points, or by both: as its stages are."""
    before_final = [stage for stage in terms.stages if stage.kind != "final"]
    knock_out = any(stage.goes_on == "best-of-table" for stage in before_final)
    points = any(stage.points for stage in terms.stages)
    return {name for name, so in (("knock-out", knock_out), ("points", points)) if so}


def needed(required: TermsRequired, terms: TournamentTerms) -> tuple[Needed, ...]:
    """Everything that these terms have to state, item by item and clause by clause."""
    sentences = (
        Needed(
            item=f"{STATEMENT}{name}", clause=said.clause, also=said.also, none=said.none,
            when=said.when,
        )
        for name, said in required.statements.items()
    )  # fmt: skip
    return tuple(entry for entry in (*required.requires, *sentences) if applies(entry.when, terms))


def clauses_of(required: TermsRequired, terms: TournamentTerms, item: str) -> tuple[str, ...]:
    """The clauses by which an item is stated."""
    entries = (entry for entry in needed(required, terms) if entry.item == item)
    return tuple(dict.fromkeys(c for entry in entries for c in (entry.clause, *entry.also)))


def untold(terms: TournamentTerms, item: str) -> bool:
    """Answered "not applicable"; a statement is answered by its name alone."""
    return item in terms.not_applicable or item.removeprefix(STATEMENT) in terms.not_applicable


def _missing(required: TermsRequired, terms: TournamentTerms) -> Iterator[Problem]:
    for entry in needed(required, terms):
        if is_stated(terms, entry.item):
            continue
        what = _wanted(required, entry.item)
        if not untold(terms, entry.item):
            reason = f"not stated: {what} ({_to_be_written(entry)})"
        elif not entry.none:
            reason = f'"not applicable" is no answer here: {what} ({place_of(entry.item)})'
        else:
            continue
        yield Problem(entry.clause, entry.item, reason, "missing", entry.also)


def _to_be_written(entry: Needed) -> str:
    if not entry.none:
        return place_of(entry.item)
    if entry.item.startswith(STATEMENT):
        return f"{place_of(entry.item)} or in not_applicable"
    return f'{place_of(entry.item)}, or "{entry.item}" in not_applicable'


def _wanted(required: TermsRequired, item: str) -> str:
    if item.startswith(STATEMENT):
        sentence = required.statements[item.removeprefix(STATEMENT)].says
        return f"“{sentence.removeprefix('- ')}”"
    return said_of(item)


def _said_twice(required: TermsRequired, terms: TournamentTerms) -> Iterator[Problem]:
    for name in dict.fromkeys(terms.not_applicable):
        item = f"{STATEMENT}{name}" if name in required.statements else name
        if item not in ITEMS and not item.startswith(STATEMENT):
            raise Malformed(f"{name!r} is no item of terms", "not_applicable")
        if is_offered(terms, item):
            clauses = clauses_of(required, terms, item) or (required.changes.other.clause,)
            reason = f'{said_of(item)} is stated and answered "not applicable"'
            yield contradicts(clauses[0], item, reason)


def _barred(required: TermsRequired, terms: TournamentTerms) -> Iterator[Problem]:
    for entry in required.barred:
        if applies(entry.when, terms) and is_offered(terms, entry.item):
            yield contradicts(
                entry.clause, entry.item, f"{said_of(entry.item)} cannot be: {entry.why}"
            )
    for wager in terms.play.side_wagers:
        if wager in required.side_wagers_barred:
            clause = required.side_wagers_barred[wager].clause
            yield contradicts(clause, "side-wagers", f"{wager} is not on offer here")


def _without_choice(required: TermsRequired, terms: TournamentTerms) -> Iterator[Problem]:
    for entry in required.only:
        if not applies(entry.when, terms):
            continue
        for chosen in CHOICES[entry.item](terms):
            if chosen not in entry.values:
                reason = f"{_named(entry.item)} cannot be {chosen!r}: {entry.why}"
                yield Problem(entry.clause, entry.item, reason, "contradicts", entry.also)


def _named(item: str) -> str:
    return said_of(item) if item in ITEMS else f"the {item.replace('-', ' ')}"


def _changes(required: TermsRequired, terms: TournamentTerms) -> Iterator[Problem]:
    for change in terms.changes:
        says: Authority = getattr(required.changes, change.about.replace("-", "_"))
        kind = change.about.replace("-", " ")
        reason = f"the rules prevail, and this changes them ({kind}): {change.says}"
        yield contradicts(says.clause, "changes", reason)


def _odds_in_words(
    required: TermsRequired, game: Game, terms: TournamentTerms
) -> Iterator[Problem]:
    """Odds for a blackjack that stand in a condition are those of the game."""
    if not isinstance(game.rules, BlackjackGame):
        return
    blackjack = game.rules.blackjack
    outcomes = (
        blackjack.at_once, blackjack.higher_ten, blackjack.equal_ten, blackjack.lower_ten,
    )  # fmt: skip
    paid = {str(outcome.odds) for outcome in outcomes if outcome is not None}
    for text in terms.conditions:
        if blackjack.name not in text.lower():
            continue
        for found in _PAYS.finditer(text.lower()):
            said = f"{int(found[1])} to {int(found[2])}"
            if said not in paid:
                reason = f"a {blackjack.name} is paid as the rules say, not {said}: {text}"
                yield contradicts(required.changes.odds.clause, "conditions", reason)
