"""The demonstration house of a first start."""
