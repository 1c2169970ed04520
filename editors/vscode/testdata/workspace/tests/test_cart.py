from shop.cart import Cart
from shop.pricing import total


def test_total_of_nothing():
    assert total([]) == 0


def test_checkout(customer, book):
    cart = Cart(customer)
    cart.add(book, 2)
    assert cart.checkout() == 2 * book.price
