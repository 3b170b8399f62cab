"""Training of the networks that estimate the value of positions; see ../learned_value.py."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ..._kernels.value_layout import FINAL_LEAD_UNIT, MOST_LOG_ODDS, Singles
from ..estimates import Floats
from .value_games import Samples

UNITS: Final = 64
EPOCHS: Final = 8
BATCH: Final = 256
RATE: Final = 2e-3
"""The learning rate of the first steps; it falls to 0 along half a cosine."""
DECAY: Final = 2e-5
"""The decay of the inner layer's weights."""
LEAD_SHARE: Final = 0.3
"""The weight of the final lead in the loss, beside the victory."""
MOST_OFF: Final = 1.5
"""The largest error of a lead that counts, in its unit; larger ones count as this."""
_MEMORY: Final = 0.9, 0.999
_TINY: Final = 1e-8

Weights = tuple[Singles, Singles, Singles, Singles]
"""The parts of a LearnedValue: inner, inner_bias, outer, outer_bias."""


def trained(positions: Samples, seed: int, units: int = UNITS, epochs: int = EPOCHS) -> Weights:
    """Train weights that make the results of the positions most likely.

    Args:
        positions: the positions to learn from, at least BATCH.
        seed: the seed of the first weights and of the order of positions.
        units: the size of the hidden layer.
        epochs: how many times each position is used.
    """
    random = np.random.default_rng(seed)
    weights = _first(positions.features.shape[1], units, random)
    n_batches = len(positions.wins) // BATCH
    adam = _Adam(weights, epochs * n_batches)
    for _ in range(epochs):
        order = random.permutation(len(positions.wins))
        for taken in order[: n_batches * BATCH].reshape(n_batches, BATCH):
            features = positions.features[taken].astype(np.float32)
            adam.step(_gradient(weights, features, positions.wins[taken], positions.leads[taken]))
    return weights


class _Adam:
    """Adam: move weights against the mean of the last gradients, divided by their size."""

    def __init__(self, weights: Weights, n_steps: int) -> None:
        self._weights = weights
        self._n_steps = n_steps
        self._means = [np.zeros_like(part) for part in weights]
        self._squares = [np.zeros_like(part) for part in weights]
        self._step = 0

    def step(self, gradient: Weights) -> None:
        """Change the weights in place."""
        self._step += 1
        rate = RATE * 0.5 * (1 + math.cos(math.pi * self._step / self._n_steps))
        of_mean, of_square = (1 - memory**self._step for memory in _MEMORY)
        for at, slope in enumerate(gradient):
            self._means[at] += (1 - _MEMORY[0]) * (slope - self._means[at])
            self._squares[at] += (1 - _MEMORY[1]) * (slope * slope - self._squares[at])
            size = np.sqrt(self._squares[at] / of_square) + _TINY
            self._weights[at][...] -= rate / of_mean * self._means[at] / size


def _first(n_features: int, units: int, random: np.random.Generator) -> Weights:
    return (
        random.normal(scale=0.13, size=(n_features, units)).astype(np.float32),
        np.zeros(units, np.float32),
        random.normal(scale=0.3 / np.sqrt(units), size=(2, units)).astype(np.float32),
        np.zeros(2, np.float32),
    )


def _gradient(weights: Weights, features: Singles, wins: Singles, leads: Singles) -> Weights:
    """Return the gradient of a batch's loss by each weight."""
    inner, inner_bias, outer, outer_bias = weights
    hidden = np.maximum(0, features @ inner + inner_bias)
    out = hidden @ outer.T + outer_bias
    chances = 1 / (1 + np.exp(-np.clip(out[:, 0], -MOST_LOG_ODDS, MOST_LOG_ODDS)))
    off = np.clip(out[:, 1] - leads / FINAL_LEAD_UNIT, -MOST_OFF, MOST_OFF)
    by_out = np.stack([chances - wins, LEAD_SHARE * off], axis=1) / len(wins)
    by_hidden = (by_out @ outer) * (hidden > 0)
    return (
        features.T @ by_hidden + DECAY * inner,
        by_hidden.sum(axis=0),
        by_out.T @ hidden,
        by_out.sum(axis=0),
    )


def log_loss(chances: Floats, wins: Singles) -> float:
    """Return the log-loss of chances for victories: 0.69 for a coin."""
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(wins * np.log(chances) + (1 - wins) * np.log(1 - chances)).mean())
