"""What a customer wants to buy."""

from shop.pricing import discount, total


class Cart:
    """A customer's books on their way to the counter."""

    def __init__(self, customer):
        self.customer = customer
        self.lines = []

    def add(self, book, copies=1):
        self.lines.append((book, copies))

    def checkout(self):
        """Return what is to be paid, the discount taken off."""
        amount = total(self.lines)
        return amount - discount(self.customer, amount)
