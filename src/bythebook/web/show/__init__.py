"""How values get on the screen: templates, static files, links, and views of records and
rulebooks."""
