"""As at every table of a test: the record of every round settles as the table did."""

from tests.table.conftest import every_round_is_a_record as every_round_is_a_record
