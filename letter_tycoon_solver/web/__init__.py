"""The page: hints, advice and words in a browser, and the same as an API in JSON.

`serve` in server.py starts it. From the request to the answer: guard.py looks whether it may be
answered, app.py finds who answers (the `operations` of a room, such as board_api.py), schema.py
says what goes in and comes out, and hints.py, advice.py and words.py ask the library. links.py
keeps the secret links to games. play/ is the room of games that are played here, track/ that of
games that people play at a table, review/ looks back at both. The page itself, static/, knows
nothing but the API.
"""
