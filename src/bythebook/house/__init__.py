"""The house: tables that run, the log they are written in, the people, the money, the clock."""
