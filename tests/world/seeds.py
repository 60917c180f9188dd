"""Seeds of worlds in which something went wrong once, and what it was."""

FAILED: dict[int, str] = {
    17: "a table was told of a loss limit set while a stake lay there, but not of what was left of"
    " it once that stake was counted: the log did not verify",
    41: "the same with a second player",
    116: "the only wager left with its player after the call: betting stayed closed for ever",
}
