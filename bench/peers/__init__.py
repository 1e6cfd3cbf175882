"""Uka's server beside two others, boardgame.io and Colyseus, each with the thinnest honest Euchre.

- ``euchre`` is what a client does in its turn at a peer's table.
- ``schema`` reads the state that Colyseus sends.
- ``swarms`` are the clients of each peer.
- ``servers`` installs the peers' npm packages and starts the servers.
- ``compare`` measures all servers in one run.

``boardgame/server.js`` and ``colyseus/server.js`` are the servers, and ``euchre.js`` the rules of both. Their packages
are pinned in ``package-lock.json``; Uka itself needs none of them. ``python -m bench.peers [TABLES] [RATE]`` compares.
"""
