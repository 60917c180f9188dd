"""The terms of a promotion: as a value, as a file, checked, and told to the public."""
