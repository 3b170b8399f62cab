"""The page: hints, advice and words in a browser, and the same as an API in JSON.

`serve` in server.py starts it. From the request to the answer: guard.py looks whether it may be
answered, app.py finds who answers (the `operations` of a room, such as board_api.py), schema.py
says what goes in and comes out, and hints.py, advice.py and words.py ask the library. review/
looks back at games, practice/ has hands of the day and one's own mistakes. Hint, Play, Track and
Words are the scripts of static/ and table/: these know the rules and keep the games. engine/
answers them where there is no server, in the site that static_site.py writes.
"""
