"""The house in a browser: pages, sockets, static files."""
