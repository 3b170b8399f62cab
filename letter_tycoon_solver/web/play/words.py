"""Words that a person would lay: what is for or against them."""

from __future__ import annotations

from ...errors import IllegalPlay, InvalidInputError, sentence
from ...game import AmbiguousWordsError, PlayWords, SeenState
from ...game.turns import read_words
from ...rules.notation import parse_words
from ...rules.ruleset import ChallengeMode
from .schema import Looked
from .views import play_json


def look_at(words: str, seen: SeenState, hints: bool) -> Looked:
    """Judge words before they are laid, also when it is the turn of another.

    Args:
        words: in the notation.
        seen: what the player sees.
        hints: whether the player may know more than the rules say.
    """
    mode = seen.ruleset.challenge.mode
    said = PlayWords(*parse_words(words))
    not_words = None
    if hints or mode is ChallengeMode.NONE:
        not_words = [word.word for word in said.words if word.word not in seen.lexicon]
    if not_words and mode is ChallengeMode.NONE:
        verb = "is" if len(not_words) == 1 else "are"
        why_not = f"{' and '.join(not_words)} {verb} not in the word list {seen.lexicon.name}."
        return Looked(why_not, None, "", not_words)
    try:
        play = read_words(seen, said, player=seen.viewer)
    except (IllegalPlay, InvalidInputError, AmbiguousWordsError) as error:
        return Looked(sentence(error), None, "", not_words)
    return Looked("", play_json(play, seen, seen.viewer), play.purchasable, not_words)
