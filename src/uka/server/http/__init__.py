"""The HTTP routes, and the middleware before them.

- ``coaching``: hints and reviews
- ``guest_cookies``: signed cookies that say who a guest is
- ``health``: health, metrics, and what the server offers
- ``identity``: become a guest, take another name
- ``middleware``: checks host, origin and rate, and adds headers
- ``openapi``: the OpenAPI document
- ``records``: records of finished games, replays, verification
- ``request``: the request class, and the services that routes share
- ``routes``: all routes of the API
- ``rulesets``: shipped rulesets, and changes to them
- ``static_page``: the files of the page
- ``store_probe``: whether the store takes what is written
- ``tables``: the lobby, tables, invitations
- ``tournaments``: tournaments, their lists and sheets
"""
