"""A check of `make api-check` beside those of schemathesis: no answer contains a secret."""

import os

import schemathesis

# The secret part of the token, and parts of addresses that contain passwords.
SECRETS = [os.environ["API_CHECK_SECRET"], "postgres://", "redis://", "nats://"]


@schemathesis.check
def no_secret(ctx, response, case):
    found = [secret for secret in SECRETS if secret and secret in response.text]
    # The client may have sent the text itself.
    sent = f"{case.path_parameters} {case.query} {case.headers} {case.body!r}"
    assert all(secret in sent for secret in found), "the answer contains a secret"
