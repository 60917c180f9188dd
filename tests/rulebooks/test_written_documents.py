"""What people write down, read and written again: the same document, as TOML."""

from pathlib import Path

import pytest

from bythebook.errors import Malformed
from bythebook.promotions.terms import beginning
from bythebook.promotions.terms.beginning import OWN, templates_for
from bythebook.promotions.terms.checks import check_terms
from bythebook.promotions.terms.files import document_of as promotion_document
from bythebook.promotions.terms.files import read_terms
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.promotions import find_promotion_rules, has_promotion_rules
from bythebook.rulebooks.documents import read_table, write_table
from bythebook.tournaments.terms.files import document_of, read_document

EXAMPLES = Path(__file__).parents[2] / "examples"
WRITTEN = [
    *sorted(EXAMPLES.glob("tournaments/*.toml")),
    *sorted(EXAMPLES.glob("promotions/*.toml")),
]
WHOLE = [path for path in WRITTEN if path.stem != "with-faults"]
PROMOTING = [name for name in built_in_books() if has_promotion_rules(find_book(name))]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_document_written_again_is_the_same(path: Path) -> None:
    data = path.read_bytes()
    text = write_table(read_table(data))
    assert not text.lstrip().startswith("{")
    assert read_table(text.encode()) == read_table(data)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_a_form_makes_of_it_says_the_same_as_text(path: Path) -> None:
    """A form has moments as text, as JSON does; as TOML they are moments again."""
    if path.parent.name == "promotions":
        terms = read_terms(path.read_bytes())
        assert read_terms(write_table(promotion_document(terms)).encode()) == terms
    else:
        document = document_of(read_document(path.read_bytes()))
        assert read_document(write_table(document).encode()) == read_document(path.read_bytes())


def test_moments_lines_and_gaps() -> None:
    text = write_table(
        {"at": "2027-06-01T02:00:00Z", "says": "one\ntwo", "open": None, "list": [{"a": 1}]}
    )
    assert "at = 2027-06-01 02:00:00+00:00" in text
    assert "open" not in text
    assert read_table(text.encode())["says"] == "one\ntwo"
    with pytest.raises(Malformed, match="a document has"):
        write_table({"what": object()})


@pytest.mark.parametrize("book", PROMOTING)
def test_a_template_leaves_open_only_what_is_each_promotions_own(book: str) -> None:
    rules = find_promotion_rules(book)
    offered = templates_for(rules)
    assert {"holiday", "present-in-person"} <= {one.name for one in offered}
    for one in offered:
        assert {problem.item for problem in check_terms(rules, one.terms)} <= OWN
        assert one.about
        assert one.terms.title


def test_what_a_book_forbids_is_not_offered_by_it() -> None:
    """The Star 22: no cash; elsewhere it may be."""
    names = {book: {one.name for one in templates_for(find_promotion_rules(book))}
             for book in PROMOTING}  # fmt: skip
    assert "cash-draw" not in names["star-blackjack-challenge"]
    assert "cash-draw" in names["crown-blackjack"]
    assert len(list(beginning.FOLDER.glob("*.toml"))) == 3
