"""The computation of the tables of static evaluation, by a survey and by self-play."""
