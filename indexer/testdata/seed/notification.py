"""Messages to users by mail, phone and push."""

import smtplib
from email.message import EmailMessage

from cache import get_cached_value, set_cached_value


def send_email(address, subject, body):
    """Send one mail over SMTP."""
    message = EmailMessage()
    message["To"], message["Subject"] = address, subject
    message.set_content(body)
    with smtplib.SMTP("localhost") as server:
        server.send_message(message)


def send_receipt(user, order, intent):
    """Mail a customer the receipt of a purchase."""
    send_email(user.email, f"Receipt for order {order.id}", render_template("receipt", order=order, intent=intent))


def render_template(name, **values):
    """Fill the placeholders of a message template."""
    template = get_cached_value("template:" + name)
    if template is None:
        with open(f"templates/{name}.txt") as file:
            template = file.read()
        set_cached_value("template:" + name, template)
    return template.format(**values)


def send_sms(number, text, gateway):
    """Send a text message to a phone, cut to 160 characters."""
    gateway.post("/messages", {"to": number, "text": text[:160]})


def push_to_devices(user, text, provider):
    """Push a notification to every device of a user."""
    for device in user.devices:
        provider.push(device.token, text)
