"""Every legal play of a position, and the best turns: what Python calls of the kernels."""
