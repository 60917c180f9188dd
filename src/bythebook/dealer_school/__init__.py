"""A school for dealers: lessons as data, shifts at a table, every act judged by its clause."""
