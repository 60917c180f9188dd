"""Terms to begin with: templates, by a book that allows what they promise."""

from functools import lru_cache
from pathlib import Path

import msgspec

from bythebook.promotions.terms.checks import check_terms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.files import KIND, terms_of
from bythebook.rulebooks.chapters.promotions import PromotionRules
from bythebook.rulebooks.documents import parse_toml

FOLDER = Path(__file__).parent / "templates"
# What no template can know.
OWN = frozenset({"starts_at", "closes_at", "awarded_at", "value_at", "value_source"})


class Template(msgspec.Struct, frozen=True):
    name: str
    about: str  # the first line of the file, which says what it is
    terms: PromotionTerms


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))}


def templates_for(rules: PromotionRules) -> tuple[Template, ...]:
    """Those in which this book would only want what is each promotion's own."""
    found = []
    for name, text in _texts().items():
        document = {"kind": KIND, "book": rules.book.id, **parse_toml(text)}
        about = text.partition("\n")[0].lstrip("# ").rstrip()
        template = Template(name, about, terms_of(document))
        if {problem.item for problem in check_terms(rules, template.terms)} <= OWN:
            found.append(template)
    return tuple(found)
