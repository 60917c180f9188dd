"""What those who run tables and those who inspect them see and may order."""
