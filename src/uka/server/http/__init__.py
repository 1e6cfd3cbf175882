"""The HTTP routes, and the middleware that every request passes first.

- ``club``: routes for the club that the server belongs to, and its members
- ``club_calendar``: routes for the events of a club: entries, check-in at the door, and the file for calendars
- ``coaching``: routes for hints and reviews
- ``days``: routes for the deals of a day
- ``guest_cookies``: signed cookies that identify guests
- ``health``: routes for health checks, metrics and information about the server
- ``identity``: routes to become a guest, change a guest's name, and delete a guest's cookie
- ``lessons``: routes for lessons
- ``matches``: routes for duplicate matches
- ``middleware``: checks host, origin and rate limits, and adds security headers
- ``options_route``: answers OPTIONS requests for a path that several route handlers share
- ``openapi``: generates and serves the OpenAPI document
- ``previews``: what other sites show beside a link to the web page
- ``puzzles``: routes for puzzles
- ``quick_games``: routes for quick games, in which the server finds the players, and for the number of people online
- ``records``: routes for the records of finished games: downloads, replays and verification
- ``request``: the request class, and the services that routes share
- ``routes``: the list of all routes of the API
- ``rulesets``: routes for the rulesets that Uka ships with, and for rulesets with a client's changes
- ``seasons``: the route for seasons, which the server does not keep
- ``static_page``: serves the files of the web page
- ``store_probe``: checks that the store can be written to
- ``tables``: routes for the lobby, tables and invitations
- ``tournaments``: routes for tournaments, their lists and printed sheets
- ``transfer_tokens``: the signed tokens by which a guest becomes the same person on a second device
- ``transfers``: routes that issue and accept transfer tokens
- ``used_tokens``: remembers in the store which transfer tokens have been used
"""
