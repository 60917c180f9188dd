"""The people of the house: accounts, credentials, sessions."""
