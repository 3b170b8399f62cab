"""Practice: the hands of a day, and the owner's mistakes until they are got right."""
