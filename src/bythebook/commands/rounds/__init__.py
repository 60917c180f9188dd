"""Commands about rounds that were written down."""
