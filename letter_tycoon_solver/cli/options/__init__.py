"""Options that several commands take, and how they become values of the package."""
