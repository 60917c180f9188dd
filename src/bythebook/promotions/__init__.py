"""Promotions: terms that are complete, prizes that are allowed, draws that can be proved.

terms ──check_terms──▶ problems                    what is missing or forbidden, by clause
order ──decide──▶ events ──evolve──▶ Promotion     from the draft to the last prize
Promotion ──duties──▶ what is due, until when
"""

from bythebook.promotions.duties import Duty, duties
from bythebook.promotions.promotion import acts, decide, evolve, payments
from bythebook.promotions.state import Promotion
from bythebook.promotions.terms.checks import Problem, check_terms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.files import document_of, read_terms, terms_of
from bythebook.promotions.terms.text import print_terms

__all__ = [
    "Duty",
    "Problem",
    "Promotion",
    "PromotionTerms",
    "acts",
    "check_terms",
    "decide",
    "document_of",
    "duties",
    "evolve",
    "payments",
    "print_terms",
    "read_terms",
    "terms_of",
]
