//! Settings from flags or environment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use domain::MicroUsd;

use crate::{Fault, Prices, Profile};

/// Default duration of a batch in milliseconds: long enough that a caller has to wait for it.
const BATCH_DELAY_MS: u64 = 1_000;

/// Settings of an offline world.
#[derive(Debug, Clone)]
pub struct OfflineConfig {
    /// Listening address; port 0 selects a free one.
    pub listen: SocketAddr,
    /// Folder of the corpus; without one there are no pages and no tokens.
    pub corpus: Option<PathBuf>,
    /// Invoice file; without one the invoice is kept in memory only.
    pub invoice: Option<PathBuf>,
    /// Duration of every model call in milliseconds.
    pub latency_ms: u64,
    /// Time from the submission of a batch to its end in milliseconds.
    pub batch_delay_ms: u64,
    /// Prices of model calls in the generic profile; the other profiles have those of their models.
    pub prices: Prices,
    /// The provider whose rules are enforced.
    pub profile: Profile,
    /// Thinking tokens of every reply of a thinking model; 300 if absent, and 0 in the generic profile.
    pub thinking_tokens: Option<u64>,
    /// Output tokens per second; a reply arrives at once if absent.
    pub tokens_per_second: Option<u64>,
    /// Overloads, pauses, refusals, broken streams and cut replies happen at a low rate; never in the generic profile.
    pub incidents: bool,
    /// Faults that are active from the start.
    pub faults: Vec<Fault>,
}

impl Default for OfflineConfig {
    /// Returns settings with a free port, no corpus, no latency and no faults.
    fn default() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        Self {
            listen,
            corpus: None,
            invoice: None,
            latency_ms: 0,
            batch_delay_ms: BATCH_DELAY_MS,
            prices: Prices::default(),
            profile: Profile::default(),
            thinking_tokens: None,
            tokens_per_second: None,
            incidents: false,
            faults: Vec::new(),
        }
    }
}

impl Args {
    /// Returns the address to check, for `--healthy`.
    pub fn checked_address(&self) -> Option<SocketAddr> {
        self.healthy.then_some(self.listen)
    }
}

/// Command line of `offline`.
#[derive(Debug, Parser)]
#[command(
    name = "offline",
    version,
    about = "A little world that needs no key and no network: model, web, search and services."
)]
pub struct Args {
    /// Listening address; port 0 selects a free one.
    #[arg(long, env = "AUSPEX_OFFLINE_LISTEN", default_value = "127.0.0.1:8900")]
    listen: SocketAddr,
    /// Ends at once: with success if an offline world listens at this address. For health checks of containers.
    #[arg(long)]
    healthy: bool,
    /// Folder of documents, tokens and LEI records (layout: README.md).
    #[arg(long, env = "AUSPEX_OFFLINE_CORPUS")]
    corpus: Option<PathBuf>,
    /// NDJSON file for the invoice, which then survives a kill.
    #[arg(long, env = "AUSPEX_OFFLINE_INVOICE")]
    invoice: Option<PathBuf>,
    /// Duration of every model call, such as 1s or 250ms; a number without a unit is milliseconds.
    #[arg(long = "latency", env = "AUSPEX_OFFLINE_LATENCY", default_value = "0ms", value_parser = milliseconds)]
    latency_ms: u64,
    /// Time from the submission of a batch to its end, such as 1s; a number without a unit is milliseconds.
    #[arg(long = "batch-delay", env = "AUSPEX_OFFLINE_BATCH_DELAY", default_value = "1s", value_parser = milliseconds)]
    batch_delay_ms: u64,
    /// JSON list of faults, in the format of POST /admin/faults.
    #[arg(long, env = "AUSPEX_OFFLINE_FAULTS", default_value = "[]", value_parser = faults)]
    faults: FaultList,
    /// The provider whose rules are enforced: minimax, claude, gpt, deepseek or generic.
    #[arg(long, env = "AUSPEX_OFFLINE_PROFILE", default_value_t)]
    profile: Profile,
    /// Thinking tokens of every reply of a thinking model [default: 300; generic: 0].
    #[arg(long = "thinking-tokens", env = "AUSPEX_OFFLINE_THINKING")]
    thinking_tokens: Option<u64>,
    /// Output tokens per second, as of a slow server; a reply arrives at once if absent.
    #[arg(long = "tokens-per-second", env = "AUSPEX_OFFLINE_TOKENS_PER_SECOND", value_parser = clap::value_parser!(u64).range(1..))]
    tokens_per_second: Option<u64>,
    /// Whether overloads, pauses, refusals, broken streams and cut replies happen at a low rate (not in the generic
    /// profile).
    #[arg(long, env = "AUSPEX_OFFLINE_INCIDENTS", default_value_t = true, action = clap::ArgAction::Set)]
    incidents: bool,
    /// Dollars per million input tokens.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_IN", default_value = "0.30", value_parser = MicroUsd::parse_dollars)]
    price_in: MicroUsd,
    /// Dollars per million tokens written to the cache.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_WRITTEN", default_value = "0.375", value_parser = MicroUsd::parse_dollars)]
    price_written: MicroUsd,
    /// Dollars per million tokens read from the cache.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_CACHED", default_value = "0.03", value_parser = MicroUsd::parse_dollars)]
    price_cached: MicroUsd,
    /// Dollars per million output tokens.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_OUT", default_value = "1.20", value_parser = MicroUsd::parse_dollars)]
    price_out: MicroUsd,
}

/// A list in one value; clap would treat a bare `Vec` as a repeated flag.
#[derive(Debug, Clone)]
struct FaultList(Vec<Fault>);

fn faults(text: &str) -> Result<FaultList, String> {
    serde_json::from_str(text)
        .map(FaultList)
        .map_err(|error| format!("not a list of faults like [{{\"route\":\"*\",\"mode\":\"slow\"}}]: {error}"))
}

/// Parses a duration such as `1s`, as the workers' settings have it, or a number of milliseconds.
fn milliseconds(text: &str) -> Result<u64, String> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map_err(|_| format!("{text:?} is not a number of milliseconds"));
    }
    let duration = humantime::parse_duration(text)
        .map_err(|_| format!("{text:?} is not a duration such as 250ms, 1s or 2m, nor a number of milliseconds"))?;
    u64::try_from(duration.as_millis()).map_err(|_| format!("{text:?} is too long"))
}

impl From<Args> for OfflineConfig {
    fn from(args: Args) -> Self {
        let prices = Prices {
            input: args.price_in,
            cache_write: args.price_written,
            cache_write_1h: args.price_written,
            cached: args.price_cached,
            output: args.price_out,
        };
        Self {
            listen: args.listen,
            corpus: args.corpus,
            invoice: args.invoice,
            latency_ms: args.latency_ms,
            batch_delay_ms: args.batch_delay_ms,
            prices,
            profile: args.profile,
            thinking_tokens: args.thinking_tokens,
            tokens_per_second: args.tokens_per_second,
            incidents: args.incidents,
            faults: args.faults.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_or_is_a_number_of_milliseconds() {
        let parsed = |latency: &str, delay: &str| {
            let args = Args::try_parse_from(["offline", "--latency", latency, "--batch-delay", delay]);
            args.map(OfflineConfig::from).map(|config| (config.latency_ms, config.batch_delay_ms))
        };
        assert_eq!(parsed("1s", "2m").unwrap(), (1_000, 120_000));
        assert_eq!(parsed("250ms", "1500").unwrap(), (250, 1_500));
        assert_eq!(parsed("0", "0s").unwrap(), (0, 0));
        assert!(parsed("soon", "1s").unwrap_err().to_string().contains("such as 250ms, 1s"));
        assert!(parsed("", "1s").is_err());
        let usual = OfflineConfig::from(Args::try_parse_from(["offline"]).unwrap());
        assert_eq!((usual.latency_ms, usual.batch_delay_ms), (0, BATCH_DELAY_MS));
    }
}
