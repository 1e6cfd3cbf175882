"""Builds the documentation site from the pages in ``docs/`` and from the code: ``make docs``.

- ``api``: the pages of the Python API, one for each public package.
- ``command_line``: the reference of the ``uka`` command, from its own options.
- ``json_types``: JSON Schemas as tables of fields.
- ``sockets``: the messages of the sockets, as an AsyncAPI document and as pages.
- ``message_examples``: an example of each message and body that a client sends.
- ``bot_protocol``: the lines between an arena and a program, as a JSON Schema and as a page.
- ``http_routes``: the page of the HTTP routes, from the OpenAPI document.
- ``rulebooks``: the rulebook of each shipped ruleset.
- ``measurements``: what the project claims and has measured, one claim after another.
- ``repository_files``: the examples and the host's kit, to read and to download.
- ``contents``: which pages the site has, and in which order.
- ``links``: links between pages, and between the site and the repository.
- ``source``: the folder of Markdown files and the settings from which Zensical builds the site.
- ``griffe_fences``: puts the examples of docstrings into fences.
- ``picture_names``: which pictures there are, and where a page shows one.
- ``pictures``: screenshots and printed sheets.
- ``checks``: finds broken links and other hosts in the built site.
"""
