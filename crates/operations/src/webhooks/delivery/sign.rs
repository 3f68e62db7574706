//! Signatures of deliveries, and new secrets.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::webhook::WebhookSecret;
use ring::hmac;

use crate::random::random;

/// Returns the value of the header `webhook-signature`: one signature for each secret, so that a receiver may have
/// either during a rotation.
pub(super) fn signatures(secrets: &[WebhookSecret], id: &str, timestamp: i64, body: &[u8]) -> String {
    let mut signed = format!("{id}.{timestamp}.").into_bytes();
    signed.extend_from_slice(body);
    let sign = |secret: &WebhookSecret| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.key());
        format!("v1,{}", STANDARD.encode(hmac::sign(&key, &signed)))
    };
    secrets.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// Returns a random number in 0 to 1, for jitter; 0 if the system has none.
pub(super) fn random_unit() -> f64 {
    random().map_or(0.0, |bytes| f64::from(u32::from_be_bytes(bytes)) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use domain::Clock;
    use runtime::SystemClock;

    use super::*;
    use crate::random::new_secret;

    #[test]
    fn the_example_of_the_specification_has_its_signature() {
        // From the Standard Webhooks reference libraries; their secret has 24 bytes, so the key is used directly.
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let signed = b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";
        assert_eq!(STANDARD.encode(hmac::sign(&key, signed)), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn the_official_library_verifies_a_signature_of_every_secret() {
        let secrets = [new_secret().unwrap(), new_secret().unwrap()];
        let now = SystemClock.now().timestamp();
        let header = signatures(&secrets, "msg_1", now, b"{}");
        let headers = |signature: &str| {
            let pairs =
                [("webhook-id", "msg_1"), ("webhook-timestamp", &now.to_string()), ("webhook-signature", signature)];
            let mut headers = reqwest::header::HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(reqwest::header::HeaderName::try_from(name).unwrap(), value.parse().unwrap());
            }
            headers
        };
        for secret in &secrets {
            let library = standardwebhooks::Webhook::new(&secret.reveal()).unwrap();
            assert!(library.verify(b"{}", &headers(&header)).is_ok());
            assert!(library.verify(b"{ }", &headers(&header)).is_err());
            let other = signatures(&[new_secret().unwrap()], "msg_1", now, b"{}");
            assert!(library.verify(b"{}", &headers(&other)).is_err());
        }
    }
}
