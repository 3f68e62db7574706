//! Table of the sets. A new capability of `lab eval` needs one row here.

use super::peers::{PYPDF, Peer, TRAFILATURA, TRAFILATURA_FAST};

/// One set. In commands, `{data}` is replaced by the data folder, `{in}` and `{out}` by the input and output of the
/// set.
#[derive(Debug)]
pub(super) struct Set {
    /// First column of its row in the README of the data folder.
    pub(super) row: &'static str,
    /// Subcommand of `lab eval` that evaluates the set.
    pub(super) capability: &'static str,
    /// File or folder in the data folder.
    pub(super) input: &'static str,
    /// File or folder name of the answers.
    pub(super) output: &'static str,
    /// `auspex` commands that prepare the set.
    pub(super) before: &'static [&'static [&'static str]],
    /// Python script and its arguments.
    pub(super) scorer: &'static [&'static str],
    /// Peers whose speed is measured in the same run.
    pub(super) peers: &'static [Peer],
}

/// Defaults of a set: no preparation, no peer.
const PLAIN: Set = Set { row: "", capability: "", input: "", output: "", before: &[], scorer: &[], peers: &[] };

pub(super) const SETS: &[Set] = &[
    Set {
        row: "tokens",
        capability: "tokens",
        input: "tokens/bench_dev.ndjson",
        output: "tokens.ndjson",
        before: &[&["import", "tokens", "{data}/tokens/tokens.ndjson", "--json"]],
        scorer: &["{data}/tokens/score.py", "{in}", "{out}"],
        ..PLAIN
    },
    Set {
        row: "html",
        capability: "html",
        input: "html",
        output: "html.json",
        scorer: &["{data}/html/score.py", "{out}"],
        peers: &[TRAFILATURA, TRAFILATURA_FAST],
        ..PLAIN
    },
    Set {
        row: "html2",
        capability: "html",
        input: "html2",
        output: "html2.json",
        scorer: &["{data}/html2/score.py", "{out}"],
        peers: &[TRAFILATURA, TRAFILATURA_FAST],
        ..PLAIN
    },
    Set {
        row: "pdf/truth",
        capability: "pdf",
        input: "pdf",
        output: "pdf",
        scorer: &["{data}/pdf/score.py", "auspex={out}"],
        peers: &[PYPDF],
        ..PLAIN
    },
    Set {
        row: "ir/cranfield",
        capability: "retrieval",
        input: "ir/cranfield",
        output: "cranfield.tsv",
        scorer: &["{data}/ir/score.py", "cranfield", "{out}"],
        ..PLAIN
    },
    Set {
        row: "ir/hotpot500_threshold",
        capability: "retrieval",
        input: "ir/hotpot500_threshold",
        output: "hotpot.tsv",
        scorer: &["{data}/ir/score.py", "hotpot500_threshold", "{out}"],
        ..PLAIN
    },
    Set {
        row: "ir/hotpot500_threshold",
        capability: "confidence",
        input: "ir/hotpot500_threshold",
        output: "confidence.tsv",
        scorer: &["{data}/ir/threshold_score.py", "{out}"],
        ..PLAIN
    },
    Set {
        row: "jsonrepair",
        capability: "json",
        input: "jsonrepair/cases.ndjson",
        output: "json.ndjson",
        scorer: &["{data}/jsonrepair/score.py", "{out}"],
        ..PLAIN
    },
    Set {
        row: "gleif",
        capability: "lei",
        input: "gleif/lei_checksum.ndjson",
        output: "lei.ndjson",
        scorer: &["{data}/gleif/score.py", "{out}"],
        ..PLAIN
    },
    Set {
        row: "claims/climate_fever_dev",
        capability: "claims",
        input: "claims/climate_fever_dev.ndjson",
        output: "claims.ndjson",
        scorer: &["{data}/claims/status_score.py", "{in}", "{out}"],
        ..PLAIN
    },
    Set {
        row: "claims/filter_dev",
        capability: "filter",
        input: "claims/filter_dev.ndjson",
        output: "filter.ndjson",
        scorer: &["{data}/claims/filter_score.py", "{in}", "{out}"],
        ..PLAIN
    },
];
