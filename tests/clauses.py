"""Ties a test to the clauses of the rulebooks that it proves."""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as proving these clauses, each as `book clause`.

    >>> clause("crown-blackjack 8.5.6(c)(iv)", "crown-blackjack 8.5.6(d)").args
    ('crown-blackjack 8.5.6(c)(iv)', 'crown-blackjack 8.5.6(d)')
    """
    return pytest.mark.clause(*ids)
