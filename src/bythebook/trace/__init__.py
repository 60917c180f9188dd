"""Where each clause lives, which tests prove it, and whether they notice when it is broken."""
