"""Letters to customers."""

from shop.pricing import total


def invoice(customer, lines, amount):
    """Write what was bought, its full price, and what is to be paid."""
    text = "Dear " + customer.name + "\n"
    for book, copies in lines:
        text += f"{copies} x {book.title}\n"
    return text + f"Full price {total(lines)}, to be paid {amount}\n"
