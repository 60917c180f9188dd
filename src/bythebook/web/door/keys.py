"""Keys of the browser's (WebAuthn): what a key is asked, and whether it answered rightly."""

from typing import Any

from bythebook.errors import Malformed
from bythebook.house.people.factors import LABEL_MAX, Factors, Key
from bythebook.web.door.security import settings_of
from bythebook.web.door.visits import Asked

TITLE = "By the Book"


def _here(request: Asked) -> tuple[str, str]:
    """The name by which keys know this house, and where its pages come from."""
    if not (host := request.headers.get("host", "")):
        raise Malformed("it must be said which house is asked", "host")
    https = settings_of(request.scope).https or request.url.scheme == "https"
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return bare, f"{'https' if https else 'http'}://{host}"


def to_make(request: Asked, name: str, factors: Factors, challenge: bytes) -> str:
    """What a browser is asked, to make a new key."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    options = generate_registration_options(
        rp_id=_here(request)[0],
        rp_name=TITLE,
        user_name=name,
        user_id=name.casefold().encode(),
        challenge=challenge,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=key.id) for key in factors.keys],
    )
    return options_to_json(options)


def to_prove(request: Asked, factors: Factors, challenge: bytes) -> str:
    """What a browser is asked, to use one."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    options = generate_authentication_options(
        rp_id=_here(request)[0],
        challenge=challenge,
        allow_credentials=[PublicKeyCredentialDescriptor(id=key.id) for key in factors.keys],
    )
    return options_to_json(options)


def made(request: Asked, credential: dict[str, Any], challenge: bytes, label: str, now: int) -> Key:
    """A new key, as the browser says that it was made."""
    from webauthn import verify_registration_response

    rp_id, origin = _here(request)
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=rp_id,
            expected_origin=origin,
        )
    except Exception as error:  # whatever the library makes of what a stranger sent
        raise _not_right(error) from None
    label = " ".join(label.split())[:LABEL_MAX] or "a key"
    return Key(found.credential_id, found.credential_public_key, found.sign_count, label, now)


def proved(
    request: Asked, credential: dict[str, Any], challenge: bytes, factors: Factors
) -> tuple[Key, int]:
    """Which key answered, and how often it has done so by its own count."""
    from webauthn import base64url_to_bytes, verify_authentication_response

    rp_id, origin = _here(request)
    try:
        id = base64url_to_bytes(str(credential.get("rawId", "")))
        key = next((one for one in factors.keys if one.id == id), None)
        if key is None:
            raise Malformed("this key is not one of yours", "key")
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=rp_id,
            expected_origin=origin,
            credential_public_key=key.public,
            credential_current_sign_count=key.count,
        )
    except Exception as error:  # whatever the library makes of what a stranger sent
        raise _not_right(error) from None
    return key, found.new_sign_count


def _not_right(error: Exception) -> Malformed:
    if isinstance(error, Malformed):
        return error
    return Malformed("the key did not answer right", "key")
