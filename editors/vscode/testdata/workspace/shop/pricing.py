"""What things cost."""

REGULAR = 10  # orders after which a customer is a regular one


def total(lines):
    """Add up the prices of all books in a cart."""
    amount = 0
    for book, copies in lines:
        amount += book.price * copies
    return amount


def discount(customer, amount):
    """Regular customers pay five percent less."""
    if customer.orders > REGULAR:
        return amount * 0.05
    return 0
