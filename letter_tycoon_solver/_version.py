"""The version, where the build and the command find it without importing the rest."""

__version__ = "0.1.0"
