"""The room in which people play, against computers and each other; nobody sees another's cards.

api.py says what can be asked, schema.py what goes in and comes out. hosting.py holds the games that
are open and who listens to them, hosted_game.py one of them; views.py and news.py say what one seat
may know of it. new_games.py begins games, words.py looks at words before they are laid.
"""
