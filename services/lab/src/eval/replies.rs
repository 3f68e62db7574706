//! `lab eval replies`: the facts that the readers of token services find in recorded replies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::tokens::facts::geckoterminal::GeckoTerminalReplies;
use web::tokens::facts::{RawReply, TokenReply, birdeye, coingecko, dexscreener, geckoterminal, jupiter, rugcheck};

use super::{Answers, EvalReport, Files};

/// A recorded reply.
#[derive(Debug, Deserialize)]
struct Recorded {
    status: u16,
    #[serde(default)]
    body: Value,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    mint: &'a str,
    service: &'static str,
    facts: Value,
}

/// Reads the replies `mints/<mint>/<service>.json` of a folder and writes one row per mint and service.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("replies", "replies");
    let mut answers = Answers::create(&files.output)?;
    let mut outcomes = BTreeMap::<&'static str, f64>::new();
    for folder in folders(&files.input)? {
        let mint = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let replies = replies(&folder, &mut report)?;
        let read = report.time(0, || facts(&replies, &mint));
        for (service, facts) in read {
            *outcomes.entry(figure(&facts)).or_default() += 1.0;
            report.done += 1;
            answers.json(&Answer { mint: &mint, service, facts })?;
        }
    }
    report.figures.extend(outcomes);
    answers.finish()?;
    Ok(report)
}

fn folders(input: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mints = input.join("mints");
    let root = if mints.is_dir() { mints } else { input.to_owned() };
    let entries = std::fs::read_dir(&root).with_context(|| format!("reading {}", root.display()))?;
    let mut folders = Vec::new();
    for entry in entries {
        folders.push(entry.with_context(|| format!("reading {}", root.display()))?.path());
    }
    folders.retain(|path| path.is_dir());
    folders.sort();
    anyhow::ensure!(!folders.is_empty(), "there is no folder of a mint in {}", root.display());
    Ok(folders)
}

/// Reads the replies of a mint by name. A file of another form is refused.
fn replies(folder: &Path, report: &mut EvalReport) -> anyhow::Result<BTreeMap<String, Recorded>> {
    let mut replies = BTreeMap::new();
    for file in super::files_in(folder, "json")? {
        let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        match serde_json::from_str(&text) {
            Ok(recorded) => {
                replies.insert(name, recorded);
            }
            Err(error) => report.refuse(file.display().to_string(), error),
        }
    }
    Ok(replies)
}

/// Returns the facts of each service that has a reply.
fn facts(replies: &BTreeMap<String, Recorded>, mint: &str) -> Vec<(&'static str, Value)> {
    let raw = |name: &str| replies.get(name).map(|reply| RawReply { status: reply.status, body: &reply.body });
    let gecko = |token| GeckoTerminalReplies {
        token,
        info: raw("geckoterminal_info"),
        pools: raw("geckoterminal_pools"),
        ohlcv: raw("geckoterminal_ohlcv"),
    };
    let (contract, chart) = (raw("coingecko_contract"), raw("coingecko_market_chart"));
    let read = [
        ("birdeye", raw("birdeye").map(|reply| row(birdeye::read(reply)))),
        ("coingecko", contract.or(chart).map(|_| row(coingecko::read(contract, chart)))),
        ("dexscreener", raw("dexscreener").map(|reply| row(dexscreener::read(reply, mint)))),
        ("geckoterminal", raw("geckoterminal_token").map(|token| row(geckoterminal::read(gecko(token), mint)))),
        ("jupiter", raw("jupiter").map(|reply| row(jupiter::read(reply, mint)))),
        ("rugcheck", raw("rugcheck").map(|reply| rugcheck_row(rugcheck::read(reply)))),
    ];
    read.into_iter().filter_map(|(service, facts)| Some((service, facts?))).collect()
}

fn row<T: Serialize>(reply: TokenReply<T>) -> Value {
    let answer = reply.name();
    let mut facts = reply.found().map_or_else(|| json!({}), |facts| json!(facts));
    facts["answer"] = json!(answer);
    facts
}

/// Writes the risks as `level: name`.
fn rugcheck_row(reply: TokenReply<rugcheck::RugCheckFacts>) -> Value {
    let mut facts = row(reply);
    if let Some(risks) = facts.get_mut("risks").and_then(Value::as_array_mut) {
        for risk in risks {
            let part = |key: &str| risk[key].as_str().unwrap_or_default().to_owned();
            *risk = json!(format!("{}: {}", part("level"), part("name")));
        }
    }
    facts
}

fn figure(facts: &Value) -> &'static str {
    match facts["answer"].as_str() {
        Some("found") => "found",
        Some("not found") => "not_found",
        Some("limited") => "limited",
        _ => "failed",
    }
}
