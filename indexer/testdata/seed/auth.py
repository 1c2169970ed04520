"""Who a user is and what they may do."""

import hashlib
import hmac
import secrets
import time

import jwt

SECRET = "change me"
SESSIONS = {}


def validate_jwt_token(token):
    """Decode a JWT, check its signature and expiry, and return the claims."""
    claims = jwt.decode(token, SECRET, algorithms=["HS256"])
    if claims["exp"] < time.time():
        raise PermissionError("token expired")
    return claims


def verify_password(user, password):
    """Tell whether a password is the user's, in constant time."""
    digest = hash_password(password, user.salt)
    return hmac.compare_digest(digest, user.password_hash)


def hash_password(password, salt):
    """Derive the digest of a password that is stored instead of it."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 200_000)


def login_user(user, password):
    """Sign a user in: a wrong password is refused, a right one opens a session."""
    if not verify_password(user, password):
        raise PermissionError("wrong user or password")
    return create_session(user)


def create_session(user):
    """Open a session and return its random identifier."""
    session_id = secrets.token_hex(16)
    SESSIONS[session_id] = user.id
    return session_id


def check_permission(user, action):
    """Raise unless one of the user's roles allows an action."""
    if not any(action in role.actions for role in user.roles):
        raise PermissionError(action)
