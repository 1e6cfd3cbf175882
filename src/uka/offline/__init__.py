"""Uka without a server: this process alone hosts the tables of one person, in a page or on a laptop.

- ``table``: a table with its clock and its bots
- ``host``: the host of one person's tables, which keeps their logs in a storage
- ``requests``: answers what the page asks of a server
- ``worker``: the host in a worker of a browser
- ``site``: writes the page with the engine as a folder of files
"""
