"""The editing of lines on a terminal, by prompt_toolkit: imported when a person is asked there."""

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

from ..._files import make_private_folder


def question_session() -> PromptSession[str]:
    """For questions: nothing is completed or remembered."""
    return _session(DummyHistory())


def command_session(history: Path | None) -> PromptSession[str]:
    """For commands, remembered in the file, or without one as long as the session lives."""
    return _session(InMemoryHistory() if history is None else _FileHistory(history))


def completer_of(words: Sequence[str], parts: Sequence[str], mark: str) -> Completer:
    """Completes the line with `words`, and what follows a mark in it with `parts`."""
    return _Completer(words, parts, mark)


def _session(history: History) -> PromptSession[str]:
    session: PromptSession[str] = PromptSession(
        history=history,
        # Tab as in a shell: no menu that moves what stands above.
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
        enable_history_search=True,
        key_bindings=_pasting_as_typing(),
    )
    # Where the cursor is matters for menus only, and not every terminal answers.
    session.app.renderer.cpr_support = CPR_Support.NOT_SUPPORTED
    return session


def _pasting_as_typing() -> KeyBindings:
    """Each line that is pasted is an answer, as if it was typed: else all would be one line."""
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
    """A file that cannot be read or written is no reason to stop."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            make_private_folder(Path(self.filename).parent)  # type: ignore[arg-type]
            super().store_string(string)


class _Completer(Completer):
    def __init__(self, words: Sequence[str], parts: Sequence[str], mark: str) -> None:
        self._words = words
        self._parts = parts
        self._mark = mark

    def get_completions(
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
