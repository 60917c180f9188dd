"""The same for programs, and what machines ask about."""
