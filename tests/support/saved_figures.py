"""The matplotlib figures that a test saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def saved_figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """A list to which every figure is added when it is saved."""
    from matplotlib.figure import Figure

    saved: list[Figure] = []
    save = Figure.savefig

    def keep(figure: Figure, *args: Any, **options: Any) -> None:
        saved.append(figure)
        save(figure, *args, **options)

    monkeypatch.setattr(Figure, "savefig", keep)
    return saved
