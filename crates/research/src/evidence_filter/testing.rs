//! Sample research for tests: `n` items of each kind; finding and entry `i` cite source `i`, and statuses alternate.

use domain::research::{OpenQuestion, TimelineEntry};
use domain::{ClaimStatus, Finding, Research, Source, Tier};

/// Time of every sample.
pub use domain::testing::when;

/// Research with `n` findings, entries, sources and open questions.
pub fn research(n: usize) -> Research {
    Research {
        summary: "A summary.".into(),
        findings: (1..=n).map(finding).collect(),
        timeline: (1..=n).map(entry).collect(),
        sources: (1..=n).map(source).collect(),
        open_questions: (1..=n).map(|i| OpenQuestion { id: format!("q{i}"), text: format!("What of {i}?") }).collect(),
        tools_used: vec!["web_search".into()],
        ..domain::testing::research()
    }
}

fn finding(i: usize) -> Finding {
    let statuses = [ClaimStatus::Supported, ClaimStatus::Contested, ClaimStatus::Unclear];
    Finding {
        id: format!("f{i}"),
        text: format!("Finding number {i}."),
        status: statuses[(i - 1) % 3],
        sources: vec![format!("s{i}")],
        ..domain::testing::finding()
    }
}

fn entry(i: usize) -> TimelineEntry {
    TimelineEntry {
        id: format!("t{i}"),
        at: when(),
        text: format!("Entry number {i}."),
        sources: vec![format!("s{i}")],
    }
}

fn source(i: usize) -> Source {
    Source {
        id: format!("s{i}"),
        url: format!("https://example.org/{i}"),
        title: format!("Page {i}"),
        tier: Tier::Other,
        tier_reason: String::new(),
        ..domain::testing::source()
    }
}

/// The task that the research answers.
pub fn task() -> domain::ResearchTask {
    domain::ResearchTask {
        subject: domain::Subject::Miss { query: "What of the numbers?".into(), context: String::new(), max_sources: 5 },
        ..domain::testing::task()
    }
}
