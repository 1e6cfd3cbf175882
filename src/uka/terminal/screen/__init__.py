"""The screen of the terminal client: drawings, lines of text, dialogs and keys.

- ``contents``: everything that the screen shows at one moment
- ``widgets``: the parts of the screen, as Textual widgets
- ``canvas``: a grid of styled characters to draw on
- ``cards``: drawings of cards and score markers
- ``table``: the drawing of the table
- ``layout``: the cards in front of each seat, and the role of each seat
- ``score``: the score, the contract and the result as lines of text
- ``prompts``: the line of text that says what the person must do now
- ``keys``: the action that each key chooses
- ``dialogs``: dialogs over the table
- ``advice``: hints, reviews and explanations as lines of text
- ``past_choices``: the calls and cards of others in a finished deal, to ask why
- ``options``: the options of the client
"""
