"""Money: charges, refunds and what the payment provider reports."""

import hashlib
import hmac

import stripe

from auth import check_permission
from database import execute_query, run_in_transaction
from notification import send_receipt


def create_payment_intent(order, currency="eur"):
    """Create a Stripe charge for the total of an order."""
    amount = calculate_order_total(order)
    return stripe.PaymentIntent.create(amount=amount, currency=currency, metadata={"order": order.id})


def calculate_order_total(order):
    """Add up the lines of an order with tax and discount, in cents."""
    net = sum(line.price * line.quantity for line in order.lines)
    return round((net - order.discount) * (1 + order.tax_rate))


def process_checkout(cart, user):
    """Turn a cart into a paid order and send the receipt."""
    order = run_in_transaction(lambda: cart.to_order(user))
    intent = create_payment_intent(order)
    send_receipt(user, order, intent)
    return order


def process_refund(payment, user, amount=None):
    """Give a customer the money back, all of it or a part."""
    check_permission(user, "refund")
    return stripe.Refund.create(payment_intent=payment.intent, amount=amount)


def get_payment_history(user, limit=50):
    """List a user's past payments, newest first."""
    return execute_query("SELECT * FROM payments WHERE user_id = %s ORDER BY paid_at DESC LIMIT %s", (user.id, limit))


def verify_webhook_signature(body, header, secret):
    """Check that a webhook call really comes from the payment provider."""
    expected = hmac.new(secret, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)


def save_card(user, number):
    """Store a credit card with the provider; only its token is kept here."""
    return stripe.Customer.create_source(user.customer, source=number)
