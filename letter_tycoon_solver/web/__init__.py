"""The page: hints, games, reviews and words in a browser.

`serve` in server.py starts it. From the request to the answer: guard.py looks whether it may be
answered, server.py finds who answers. Hint, Play, Track and Words are scripts of static/ and
table/, which know the rules and keep the games; they ask board.py in the JSON of schema.py. Review
and Practice are pages: review.py and practice.py hand objects of the library to templates/, and
static/live.js changes what differs. engine/ answers the scripts where there is no server, in the
site that static_site.py writes.
"""
