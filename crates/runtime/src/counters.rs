//! Counters of incidents, which exist at zero before the first one. `increase` and `rate` compare two samples of a
//! series: a counter that appears with its first incident has not increased, and no alert fires.

use domain::port::DeadLetter;
use telemetry::metric;

/// Operations of the journal that are repeated while Postgres is away.
const JOURNAL_OPERATIONS: [&str; 5] = ["begin", "hand_back", "park", "commit", "commit_quiet"];

/// Events of the NATS connection that alerts count.
const CONNECTION_INCIDENTS: [&str; 2] = ["disconnected", "permissions"];

/// Registers the counters of a process.
pub(crate) fn register_process() {
    let service = telemetry::service();
    for counter in [metric::LEASE_LAPSES, metric::PUBLISH_FAILURES] {
        metrics::counter!(counter, "service" => service).increment(0);
    }
    for event in CONNECTION_INCIDENTS {
        metrics::counter!(metric::CONNECTION_EVENTS, "service" => service, "event" => event).increment(0);
    }
    for operation in JOURNAL_OPERATIONS {
        metrics::counter!(metric::JOURNAL_RETRIES, "service" => service, "operation" => operation).increment(0);
    }
}

/// Registers the counters of a consumer.
pub(crate) fn register_consumer(consumer: &'static str) {
    let service = telemetry::service();
    for counter in [metric::REDELIVERIES, metric::ACK_FAILURES] {
        metrics::counter!(counter, "service" => service, "consumer" => consumer).increment(0);
    }
    for class in DeadLetter::CLASSES {
        let labels = [("service", service), ("consumer", consumer), ("class", class)];
        for counter in [metric::DEAD_LETTERS, metric::DEAD_LETTERS_FOLDED] {
            metrics::counter!(counter, &labels).increment(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alert_sees_the_first_incident_as_an_increase() {
        metric::install();
        register_process();
        register_consumer("counted");
        let text = metric::render();
        let at_zero = |series: &str| {
            let found = text.lines().find(|line| line.starts_with(series) && line.ends_with("} 0"));
            assert!(found.is_some(), "{series} is not registered");
        };
        let service = telemetry::service();
        for class in ["undecodable", "rejected", "exhausted", "poisoned"] {
            at_zero(&format!(
                "auspex_dead_letters_total{{service=\"{service}\",consumer=\"counted\",class=\"{class}\"}}"
            ));
        }
        for counter in ["auspex_redeliveries_total", "auspex_ack_failures_total"] {
            at_zero(&format!("{counter}{{service=\"{service}\",consumer=\"counted\"}}"));
        }
        for event in ["disconnected", "permissions"] {
            at_zero(&format!("auspex_connection_events_total{{service=\"{service}\",event=\"{event}\"}}"));
        }
        for counter in ["auspex_lease_lapses_total", "auspex_publish_failures_total", "auspex_journal_retries_total"] {
            at_zero(&format!("{counter}{{service=\"{service}\""));
        }
    }
}
