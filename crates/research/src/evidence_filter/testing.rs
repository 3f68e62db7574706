//! Sample research for tests: `n` items of each kind; finding and entry `i` cite source `i`, and statuses alternate.

use domain::research::{Ending, OpenQuestion, TimelineEntry};
use domain::{ClaimStatus, Finding, MicroUsd, Research, Source, Tier, Time};

/// Time of every sample.
pub fn when() -> Time {
    Time::from_timestamp(1_790_000_000, 0).unwrap_or_default()
}

/// Research with `n` findings, entries, sources and open questions.
pub fn research(n: usize) -> Research {
    Research {
        entity: None,
        summary: "A summary.".into(),
        findings: (1..=n).map(finding).collect(),
        timeline: (1..=n).map(entry).collect(),
        sources: (1..=n).map(source).collect(),
        open_questions: (1..=n).map(|i| OpenQuestion { id: format!("q{i}"), text: format!("What of {i}?") }).collect(),
        sentiment: None,
        confidence: 0.6,
        risks: vec![],
        opportunities: vec![],
        made_at: when(),
        expires_at: when(),
        ending: Ending::Complete,
        from_cache: false,
        tools_used: vec!["web_search".into()],
        cost: MicroUsd(1_000),
        model: "m".into(),
        prompt_version: "p".into(),
        left_out: Vec::new(),
    }
}

fn finding(i: usize) -> Finding {
    let statuses = [ClaimStatus::Supported, ClaimStatus::Contested, ClaimStatus::Unclear];
    Finding {
        id: format!("f{i}"),
        text: format!("Finding number {i}."),
        status: statuses[(i - 1) % 3],
        importance: 0.5,
        sources: vec![format!("s{i}")],
        contradictions: vec![],
        independent_sources: 1,
        quote: String::new(),
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
        publisher: String::new(),
        published_at: None,
        fetched_at: when(),
        tier: Tier::Other,
        content_hash: String::new(),
    }
}

/// The task that the research answers.
pub fn task() -> domain::ResearchTask {
    let event_job = domain::JobId::named(&["test", "event"]);
    domain::ResearchTask {
        tenant: domain::Tenant::default(),
        event: domain::EventId::parse("e1").expect("two plain characters"),
        event_job,
        subject: domain::Subject::Miss { query: "What of the numbers?".into(), context: String::new(), max_sources: 5 },
        reason: "a test".into(),
        profile: domain::Profile::Default,
        budget: MicroUsd::dollars(3),
        deadline: None,
        as_of: None,
        alarm: String::new(),
        can_wait: false,
    }
}
