"""Line editing on a terminal by prompt_toolkit, imported only when a person is asked there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.renderer import CPR_Support
from prompt_toolkit.shortcuts import CompleteStyle

from .._files import make_private_folder


def question_session() -> PromptSession[str]:
    """Make a session for questions, without completion or history."""
    return _session(DummyHistory())


def command_session(history: Path | None) -> PromptSession[str]:
    """Make a session for commands, with a history in the file, or in memory without one."""
    return _session(InMemoryHistory() if history is None else _FileHistory(history))


def _session(history: History) -> PromptSession[str]:
    session: PromptSession[str] = PromptSession(
        history=history,
        # Tab works as in a shell, because a menu would move the text above.
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
        enable_history_search=True,
        key_bindings=_pasting_as_typing(),
    )
    # Only menus need the cursor's position, and not every terminal answers the question for it.
    session.app.renderer.cpr_support = CPR_Support.NOT_SUPPORTED
    return session


def _pasting_as_typing() -> KeyBindings:
    """Make each pasted line an answer, as if it was typed; otherwise all would be one line."""
    bindings = KeyBindings()

    @bindings.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        pasted = "\n".join(event.data.splitlines(keepends=False))
        text = f"{pasted}\n" if event.data.endswith(("\r", "\n")) else pasted
        event.key_processor.feed_multiple(
            [KeyPress(Keys.ControlM if sign == "\n" else sign) for sign in text], first=True
        )

    return bindings


class _FileHistory(FileHistory):
    """A history that ignores a file it cannot read or write, because the command can go on."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            make_private_folder(Path(self.filename).parent)  # type: ignore[arg-type]
            super().store_string(string)


class LineCompleter(Completer):
    """Complete the line with `words`, and the text after a mark in it with `parts`."""

    def __init__(self, words: Sequence[str], parts: Sequence[str], mark: str) -> None:
        self._words = words
        self._parts = parts
        self._mark = mark

    def get_completions(  # noqa: D102 (the library's)
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 (the library's signature)
    ) -> Iterable[Completion]:
        line = document.text_before_cursor.lstrip()
        before, _, part = line.rpartition(self._mark)
        pairs = [(line, word) for word in self._words]
        if before:
            pairs += [(part.lstrip(), word) for word in self._parts]
        for typed, word in pairs:
            if word.lower().startswith(typed.lower()):
                yield Completion(word, start_position=-len(typed))
