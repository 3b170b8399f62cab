"""Practice: five hands a day, and the mistakes of one's own games until they are got right."""
