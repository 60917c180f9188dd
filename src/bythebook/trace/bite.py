"""Break one thing after another, and see whether the tests that claim its clause notice.

The tests are collected once. For each change this process forks: the child breaks the one thing,
in memory, runs the few tests, says what came of it and is gone. So the tree is never touched, and
a change costs what its tests cost.
"""

import contextlib
import gc
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from bythebook.errors import Malformed
from bythebook.rulebooks import editions, files, loader, shelf
from bythebook.rulebooks.chapters import chapter
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.chapters.jackpots import load_jackpot_rules
from bythebook.rulebooks.chapters.promotions import load_promotion_rules
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.chapters.tournament_play import load_play_rules
from bythebook.rulebooks.chapters.tournament_terms import load_terms_rules
from bythebook.rulebooks.loader import Book
from bythebook.rulebooks.tables import load_table_rules
from bythebook.trace.functions import CodeChange, break_code
from bythebook.trace.kept import Attempt, Outcome
from bythebook.trace.settings import Change, changed

AT_A_TIME = 2
SECONDS = 15  # of a core: what takes longer does not end
ENDLESS = "it does not end"
TOLD_TO_END = (signal.SIGINT, signal.SIGTERM)
UNKNOWN = 0.2  # what a test is thought to take before it was ever run
ROUNDS = "records/test_rounds.py"  # where cases are settled
RULEBOOKS = Path(editions.__file__).parent
OWN = "bythebook.trace"
LOADERS: dict[str, Callable[[Book], Any]] = {
    "table": load_table_rules,
    "jackpot": load_jackpot_rules,
    "promotion": load_promotion_rules,
    "tournament": load_tournament_rules,
    "tournament-play": load_play_rules,
    "tournament-terms": load_terms_rules,
}
OURS = ("bythebook", "tests")
Reader = Callable[[Path], dict[str, Any]]


class Said(msgspec.Struct, frozen=True):
    """What a child found."""

    outcome: Outcome
    told: str = ""
    test: str = ""  # who noticed
    seconds: dict[str, float] = {}  # what tests took


Done = Callable[[Attempt, Outcome, str], None]


def bite(attempts: Sequence[Attempt], tests: Path, done: Done) -> None:
    """Try them all; `done` hears of each as it ends, in no particular order."""
    if not attempts:
        return  # pytest would take no files for all of them
    wanted = {test.path for attempt in attempts for test in attempt.tests}
    paths = sorted({tests / ROUNDS if path.suffix == ".toml" else path for path in wanted})
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = f"{folder}/hypothesis"
        forks = _Forks(attempts, tests / ROUNDS, done, Path(folder))
        options = ["-o", "addopts=--import-mode=importlib", "-p", "no:terminal", "-p", "no:xdist"]
        options += ["-p", "no:cacheprovider", "-s", "--assert=plain", f"--rootdir={tests.parent}"]
        options += ["-p", "no:schemathesis"]  # no clause is proved by it, and it takes long to load
        pytest.main([*options, f"--basetemp={folder}/all", *map(str, paths)], [forks])
    if forks.ended_by is not None:
        raise forks.ended_by
    if not forks.ran:
        raise Malformed(f"the tests cannot be collected: {forks.problem or 'pytest says no more'}")


class _Child:
    """A process that tries one change."""

    def __init__(self, pid: int, pipe: int, folder: Path) -> None:
        self.pid, self.pipe, self.folder = pid, pipe, folder

    def hear(self) -> Said:
        """What it says before it ends; if nothing, it had to be stopped."""
        said = b""
        while more := os.read(self.pipe, 1 << 16):
            said += more
        self.end()
        return msgspec.json.decode(said, type=Said) if said else Said("bitten", ENDLESS)

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)  # with whatever its tests have started
        os.waitpid(self.pid, 0)
        os.close(self.pipe)
        shutil.rmtree(self.folder, ignore_errors=True)


class _Forks:
    """The plugin that tries changes where pytest would run tests."""

    def __init__(self, attempts: Sequence[Attempt], rounds: Path, done: Done, folder: Path) -> None:
        self.attempts, self.rounds, self.done, self.folder = attempts, rounds, done, folder
        self.problem = ""
        self.ran = False
        self.ended_by: BaseException | None = None  # pytest would take it for its own
        self.items: dict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.sound: dict[str, bool] = {}  # whether a test passes when nothing is broken
        self.failures: list[BaseException] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.problem:
            self.problem = str(report.longrepr)

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        if call.excinfo is not None:
            self.failures.append(call.excinfo.value)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.problem:
            for item in session.items:
                if not any(map(item.get_closest_marker, ("slow", "overnight"))):
                    for name in {getattr(item, "originalname", item.name), item.name}:
                        self.items[item.path, name].append(item)
            session.config.option.tbstyle = "value"  # nobody reads how tests fail
            _read_each_file_once()
            gc.unfreeze()  # what the tests' own settings put away: nothing kept may be overlooked
            _forget()
            gc.collect()
            gc.freeze()
            self.ran = True
            try:
                self._all()
            except BaseException as error:
                self.ended_by = error
        return True

    # The parent: as many children as there are cores

    def _all(self) -> None:
        waiting = list(reversed(self.attempts))
        running: dict[int, tuple[Attempt, _Child]] = {}
        before = signal.signal(signal.SIGTERM, _stop)  # who is told to end ends the children first
        signal.pthread_sigmask(signal.SIG_BLOCK, TOLD_TO_END)
        try:
            while waiting or running:
                while waiting and len(running) < AT_A_TIME:
                    attempt = waiting.pop()
                    child = self._fork(attempt, self._items(attempt))
                    running[child.pipe] = attempt, child
                for pipe in _ready(list(running)):
                    attempt, child = running.pop(pipe)
                    said = child.hear()
                    self.seconds |= said.seconds
                    if said.test and not self._is_sound(attempt, said.test):
                        waiting.append(attempt)  # once more, without that test
                    elif said.told == ENDLESS and not self._ends(attempt):
                        self.done(attempt, "survived", "its tests take too long to tell")
                    else:
                        self.done(attempt, said.outcome, said.told or said.test)
        finally:
            for _, child in running.values():
                child.end()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD_TO_END)
            signal.signal(signal.SIGTERM, before)

    def _items(self, attempt: Attempt) -> list[pytest.Item]:
        """The tests themselves: first those that name the clause, then the quickest."""
        found: list[pytest.Item] = []
        for test in attempt.tests:
            if test.case:
                found += self.items[self.rounds, f"{test.function}[{test.case}]"]
            else:
                found += self.items[test.path, test.function]

        def turn(item: pytest.Item) -> tuple[bool, float]:
            named = any(clause in item.name for _, clause in attempt.clauses)
            return not named, self.seconds.get(item.nodeid, UNKNOWN)

        return sorted((item for item in found if self.sound.get(item.nodeid, True)), key=turn)

    def _is_sound(self, attempt: Attempt, test: str) -> bool:
        """Whether a test that noticed something passes when nothing is broken."""
        if test not in self.sound:
            items = [item for item in self._items(attempt) if item.nodeid == test]
            self.sound[test] = self._fork(None, items).hear().outcome == "survived"
        return self.sound[test]

    def _ends(self, attempt: Attempt) -> bool:
        """Whether its tests are done in time when nothing is broken."""
        return self._fork(None, self._items(attempt)).hear().told != ENDLESS

    def _fork(self, attempt: Attempt | None, items: list[pytest.Item]) -> _Child:
        pipe, told = os.pipe()
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        pid = os.fork()
        if pid == 0:
            os.close(pipe)
            self._be_child(attempt, items, told, folder)
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        os.close(told)
        return _Child(pid, pipe, folder)

    # The child

    def _be_child(
        self, attempt: Attempt | None, items: list[pytest.Item], pipe: int, folder: Path
    ) -> NoReturn:
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD_TO_END)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            tempfile.tempdir = str(folder)
            try:
                said = self._try(attempt, items, folder)
            except Exception as error:  # whatever it is, no test has noticed anything
                said = Said("loading", repr(error))
            os.write(pipe, msgspec.json.encode(said))
        finally:
            os._exit(0)

    def _try(self, attempt: Attempt | None, items: list[pytest.Item], folder: Path) -> Said:
        made = ""
        if attempt is not None:
            if isinstance(attempt.change, CodeChange):
                break_code(attempt.change)
            elif (told := break_setting(attempt.change)) is None:
                return Said("illegal")
            else:
                made = told
        seconds: dict[str, float] = {}
        loading = ""
        for item in items:
            item.config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
            self.failures.clear()
            began = time.perf_counter()
            reports = runtestprotocol(item, log=False, nextitem=None)
            seconds[item.nodeid] = time.perf_counter() - began
            if any(report.failed for report in reports):
                if not all(map(_at_loading, self.failures)):
                    return Said("bitten", "", item.nodeid, seconds)
                loading = str(self.failures[0])
        return Said("loading" if loading else "survived", loading or made, "", seconds)


def _ready(pipes: list[int]) -> list[int]:
    """Which children have something to say. Only here is anybody told to end: not while it forks,
    where what is raised would be lost."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD_TO_END)
    found = select.select(pipes, [], [])[0]
    signal.pthread_sigmask(signal.SIG_BLOCK, TOLD_TO_END)
    return found


def _stop(*_: object) -> NoReturn:
    raise SystemExit(128 + signal.SIGTERM)


def _at_loading(failure: BaseException) -> bool:
    """Whether a book could not be read, or a module not be imported."""
    if isinstance(failure, ImportError):
        return True
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if not isinstance(failure, Malformed) or trace is None:
        return False
    return RULEBOOKS in Path(trace.tb_frame.f_code.co_filename).parents


# Books


def break_setting(change: Change) -> str | None:
    """Have the book say something else from now on, in this process; none where nothing fits."""
    read = files.read_toml
    file = editions.choose(editions.editions_of(change.book)).folder / f"{change.chapter}.toml"
    for value in change.instead:
        try:
            _read_by(_instead(file, changed(read(file), change.path, value), read))
            _forget()
            _load(change)
            _renew_games(loader.find_book(change.book))
        except Exception:  # whatever the loaders say to it
            continue
        return f"{change.was!r} is {value!r}"
    return None


def _load(change: Change) -> None:
    """Load what the change bears on; what it makes illegal is said here."""
    book = loader.find_book(change.book)
    if change.chapter in LOADERS:
        LOADERS[change.chapter](book)
        return
    chosen = _chosen(files.read_chapter(book.source, change.chapter), change)
    for name in book.games:
        options, readings = book.options_of(name), book.readings_of(name)
        decks = chosen.get("decks")
        book.game(
            name,
            int(decks) if decks else None,
            {key: said for key, said in chosen.items() if key in options and key != "decks"},
            {key: said for key, said in chosen.items() if key in readings},
        )
    if chapter.in_book(book, "table"):
        load_table_rules(book)


def _renew_games(book: Book) -> None:
    """Games of the book that a module of tests made for itself when it was imported."""
    for module in [sys.modules[name] for name in sys.modules if name.startswith("tests.")]:
        for name, old in list(vars(module).items()):
            if isinstance(old, Game) and old.book == book.id:
                chosen = {key: said for key, said in old.choices.items() if said}
                readings = {key: chosen.pop(key) for key in old.readings}
                decks = int(chosen.pop("decks"))
                setattr(module, name, book.game(old.name, decks, chosen, readings))


def _chosen(data: Any, change: Change) -> dict[str, str]:
    """The choices under which the changed setting is in force."""
    found = {}
    for part in change.path:
        if isinstance(data, dict) and "by" in data and part != "by":
            found[data["by"]] = str(part)
        try:
            data = data[part]
        except (KeyError, IndexError):
            break
    return found


def _instead(file: Path, data: dict[str, Any], read: Reader) -> Reader:
    return lambda path: data if path == file else read(path)


def _read_by(read: Reader) -> None:
    for module in (files, editions):
        module.read_toml = read  # type: ignore[attr-defined]


def _read_each_file_once() -> None:
    """Children are many, and read the same books."""
    _read_by(cache(files.read_toml))
    for path in shelf.BUILT_IN.rglob("*.toml"):
        if path.parent != shelf.BUILT_IN:
            files.read_toml(path)


def _forget() -> None:
    """Whatever was worked out of the books and kept."""
    chapter.forget()
    for kept in _caches():
        kept.cache_clear()


@cache
def _caches() -> tuple[Any, ...]:
    found = (thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper))
    ours = (thing for thing in found if thing.__module__.partition(".")[0] in OURS)
    return tuple(thing for thing in ours if not thing.__module__.startswith(OWN))
