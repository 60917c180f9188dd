"""A whole tournament in memory, played by automatic players out of one seed."""
