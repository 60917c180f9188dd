"""Tables live: sockets."""
