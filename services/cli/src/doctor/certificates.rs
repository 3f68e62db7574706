//! Certificates of TLS to the servers: whether they have expired or will soon.

use std::path::Path;

use chrono::TimeDelta;
use domain::{Time, TlsFiles, TlsServer};
use runtime::config::expiry;

use super::finding::Finding;
use crate::Context;

/// Time before the expiry from which a certificate is notable.
const SOON: TimeDelta = TimeDelta::days(14);

pub(super) fn check(context: &Context) -> Vec<Finding> {
    let servers = [
        (TlsServer::Nats, &context.config.nats_tls),
        (TlsServer::Postgres, &context.postgres_tls),
        (TlsServer::Redis, &context.redis_tls),
    ];
    let now = context.clock.now();
    servers.into_iter().flat_map(|(server, files)| of_server(server, files, now)).collect()
}

fn of_server(server: TlsServer, files: &TlsFiles, now: Time) -> Vec<Finding> {
    let names = server.settings();
    let cert = files.client.as_ref().map(|client| (names.cert, client.cert.as_path()));
    let files = files.ca.as_deref().map(|ca| (names.ca, ca)).into_iter().chain(cert);
    files.filter_map(|(name, file)| Some(describe(name, file, expiry(file)? - now))).collect()
}

/// `left` is the time until the expiry.
fn describe(name: &str, file: &Path, left: TimeDelta) -> Finding {
    let (what, file, days) = ("certificates", file.display(), left.num_days());
    let mend = "replace the file; running processes use it for their next connection";
    if left <= TimeDelta::zero() {
        return Finding::broken(what, format!("{name}: {file} has expired {} days ago", -days), mend);
    }
    let detail = format!("{name}: {file} expires in {days} days");
    if left < SOON { Finding::notable(what, detail, mend) } else { Finding::fine(what, detail) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_certificate_is_notable_two_weeks_before_it_expires() {
        let state = |days| describe("AUSPEX_NATS_CERT_FILE", Path::new("/c"), TimeDelta::days(days)).state;
        assert_eq!([state(15), state(13), state(0)], [State::Fine, State::Notable, State::Broken]);
    }
}
