"""The door: every request and socket passes it; headers, visitors, errors."""
