"""What the shop has on its shelves."""


class Article:
    """Something with a price."""

    def __init__(self, price):
        self.price = price


class Book(Article):
    """A book, new or used."""


class Atlas(Book):
    """A book of maps."""
