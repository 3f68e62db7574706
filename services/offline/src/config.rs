//! Settings: flags or environment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use domain::MicroUsd;

use crate::{Fault, Prices};

/// What the world is made of.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The corpus' folder; without one there are no pages and no tokens.
    pub corpus: Option<PathBuf>,
    /// The invoice's file; without one it is kept in memory only.
    pub invoice: Option<PathBuf>,
    /// Milliseconds that every model call takes.
    pub latency_ms: u64,
    /// What a call costs.
    pub prices: Prices,
    /// Faults in force from the start.
    pub faults: Vec<Fault>,
}

impl Default for Config {
    /// A free port of this machine, no corpus, no latency, no faults.
    fn default() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        Self { listen, corpus: None, invoice: None, latency_ms: 0, prices: Prices::default(), faults: Vec::new() }
    }
}

/// The command line of `offline`.
#[derive(Debug, Parser)]
#[command(
    name = "offline",
    version,
    about = "A little world that needs no key and no network: model, web, search and services."
)]
pub struct Args {
    /// Where to listen; port 0 picks a free one.
    #[arg(long, env = "AUSPEX_OFFLINE_LISTEN", default_value = "127.0.0.1:8900")]
    listen: SocketAddr,
    /// Folder of documents, tokens and LEI records (README.md has its layout).
    #[arg(long, env = "AUSPEX_OFFLINE_CORPUS")]
    corpus: Option<PathBuf>,
    /// NDJSON file for the invoice, so that it survives a kill.
    #[arg(long, env = "AUSPEX_OFFLINE_INVOICE")]
    invoice: Option<PathBuf>,
    /// Milliseconds that every model call takes.
    #[arg(long = "latency", env = "AUSPEX_OFFLINE_LATENCY", default_value_t = 0)]
    latency_ms: u64,
    /// JSON list of faults, as POST /admin/faults takes it.
    #[arg(long, env = "AUSPEX_OFFLINE_FAULTS", default_value = "[]", value_parser = faults)]
    faults: FaultList,
    /// Dollars per million tokens in.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_IN", default_value = "0.30", value_parser = MicroUsd::parse_dollars)]
    price_in: MicroUsd,
    /// Dollars per million tokens written to the cache.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_WRITTEN", default_value = "0.375", value_parser = MicroUsd::parse_dollars)]
    price_written: MicroUsd,
    /// Dollars per million tokens read from the cache.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_CACHED", default_value = "0.03", value_parser = MicroUsd::parse_dollars)]
    price_cached: MicroUsd,
    /// Dollars per million tokens out.
    #[arg(long, env = "AUSPEX_OFFLINE_PRICE_OUT", default_value = "1.20", value_parser = MicroUsd::parse_dollars)]
    price_out: MicroUsd,
}

/// A list in one value: clap would take a bare `Vec` for a repeated flag.
#[derive(Debug, Clone)]
struct FaultList(Vec<Fault>);

fn faults(text: &str) -> Result<FaultList, String> {
    serde_json::from_str(text)
        .map(FaultList)
        .map_err(|error| format!("no list of faults like [{{\"route\":\"*\",\"mode\":\"slow\"}}]: {error}"))
}

impl From<Args> for Config {
    fn from(args: Args) -> Self {
        let prices = Prices {
            input: args.price_in,
            cache_write: args.price_written,
            cached: args.price_cached,
            output: args.price_out,
        };
        Self {
            listen: args.listen,
            corpus: args.corpus,
            invoice: args.invoice,
            latency_ms: args.latency_ms,
            prices,
            faults: args.faults.0,
        }
    }
}
