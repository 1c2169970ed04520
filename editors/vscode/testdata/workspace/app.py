"""The bookshop's counter: takes orders and prints what is to be paid."""

from shop.cart import Cart
from shop.mail import invoice
from shop.sessions import purge_stale


def main(orders, visitors, now):
    for customer, books in orders:
        print(handle_order(customer, books))
    purge_stale(visitors, now)


def handle_order(customer, books):
    """Fill a cart, let the customer pay, and return the invoice."""
    cart = Cart(customer)
    for book in books:
        cart.add(book)
    return invoice(customer, cart.lines, cart.checkout())
