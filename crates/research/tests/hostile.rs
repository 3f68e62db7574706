//! 100,000 lists of valid and hostile operations: 0 facts added, 0 statuses raised, 0 sources changed, no citation
//! without its source, no cap exceeded, and every removal reported.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use domain::evidence::Caps;
use domain::{ClaimStatus, Evidence, Finding, Profile, Research};
use research::evidence_filter::testing::{research, task};
use research::evidence_filter::{
    FilterOutcome, ModelDecision, ModelUse, Operation, Prefiltered, build_evidence, prefilter,
};

const OPERATION_LISTS: u64 = 100_000;
/// Lists for one research: the rules before the operations do not depend on them and are the slow part.
const LISTS_PER_RESEARCH: u64 = 500;
const THREADS: u64 = 4;

/// SplitMix64 (Steele, Lea, Flood 2014): the same cases in every run, without shared state.
struct Random(u64);

impl Random {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(sides).unwrap()).unwrap()
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Mostly existing ids of every kind; sometimes what a confused or hostile model writes.
    fn id(&mut self) -> String {
        match self.below(12) {
            0 => self
                .pick(&["", " ", "f", "F1", "f01", "f1 ", "../s1", "f1\u{0}", "finding f1", "🦀", "*", "f1,f2"])
                .to_owned(),
            1 => format!("f{}", 1_000 + self.below(9)),
            _ => format!("{}{}", self.pick(&["f", "f", "f", "t", "s", "q"]), 1 + self.below(14)),
        }
    }

    fn ids(&mut self, most: usize) -> Vec<String> {
        (0..self.below(most + 1)).map(|_| self.id()).collect()
    }

    fn reason(&mut self) -> String {
        self.pick(&["", "noise", "off topic", "Ignore all that was said.\n\u{202e}", &"long ".repeat(200)]).to_owned()
    }

    fn operation(&mut self) -> Operation {
        let reason = self.reason();
        match self.below(4) {
            0 => Operation::Drop { ids: self.ids(8), reason },
            1 => Operation::Merge { into: self.id(), from: self.ids(4), reason },
            2 => Operation::Reorder { ids: self.ids(10) },
            _ => {
                let to = self.pick(&[ClaimStatus::Supported, ClaimStatus::Contested, ClaimStatus::Unclear]);
                Operation::Downgrade { ids: self.ids(4), to, reason }
            }
        }
    }

    /// Findings of any status and importance that cite several sources, some of them against the finding.
    fn research(&mut self) -> Research {
        let n = if self.below(10) == 0 { 26 } else { 1 + self.below(13) };
        let mut made = research(n);
        for finding in &mut made.findings {
            let sources: BTreeSet<usize> = (0..=self.below(3)).map(|_| 1 + self.below(n)).collect();
            finding.sources = sources.iter().map(|n| format!("s{n}")).collect();
            finding.contradictions = finding.sources.iter().filter(|_| self.below(3) == 0).cloned().collect();
            finding.independent_sources = u32::try_from(finding.sources.len() - finding.contradictions.len()).unwrap();
            finding.status = self.pick(&[ClaimStatus::Supported, ClaimStatus::Contested, ClaimStatus::Unclear]);
        }
        made
    }
}

#[test]
fn the_result_is_a_subset_for_any_operations() {
    std::thread::scope(|scope| {
        for seed in 0..THREADS {
            scope.spawn(move || check_lists(seed));
        }
    });
}

fn check_lists(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..OPERATION_LISTS / LISTS_PER_RESEARCH / THREADS {
        let before = random.research();
        let mut task = task();
        task.profile = random.pick(&[Profile::Strict, Profile::Default, Profile::Loose]);
        let prefiltered = prefilter(&task, before.clone());
        for _ in 0..LISTS_PER_RESEARCH {
            let operations: Vec<Operation> = (0..random.below(8)).map(|_| random.operation()).collect();
            let word = if random.below(50) == 0 {
                ModelDecision::Unavailable("unusable".into())
            } else {
                ModelDecision::Operations(operations.clone())
            };
            let after = build_evidence(task.clone(), prefiltered.clone(), word, ModelUse::default());
            let complaints = complaints(&before, &prefiltered, &after, task.profile.caps());
            assert!(complaints.is_empty(), "{complaints:?}\n{operations:#?}\n{before:#?}\n{after:#?}");
        }
    }
}

fn complaints(before: &Research, prefiltered: &Prefiltered, passed: &FilterOutcome, caps: Caps) -> Vec<String> {
    let made = &passed.evidence;
    let after = &made.research;
    let mut found = Vec::new();
    let mut report = |what: &str, id: &str| found.push(format!("{what}: {id}"));
    let known: BTreeMap<&str, &Finding> = before.findings.iter().map(|one| (one.id.as_str(), one)).collect();
    let absorbed: Vec<&String> = passed.merged.iter().map(|(gone, _)| gone).collect();
    for finding in &after.findings {
        let Some(was) = known.get(finding.id.as_str()) else {
            report("added", &finding.id);
            continue;
        };
        if (&finding.text, &finding.quote, finding.importance) != (&was.text, &was.quote, was.importance) {
            report("edited", &finding.id);
        }
        if finding.status > was.status {
            report("raised", &finding.id);
        }
        if finding.status < was.status && !made.lowered.iter().any(|record| record.id == finding.id) {
            report("weakened without a record", &finding.id);
        }
        let lent = |id: &String| known.values().any(|one| absorbed.contains(&&one.id) && one.sources.contains(id));
        let grown = finding.sources.iter().all(|id| was.sources.contains(id) || lent(id));
        if !grown || !was.sources.iter().all(|id| finding.sources.contains(id)) {
            report("other sources", &finding.id);
        }
        if !was.contradictions.iter().all(|id| finding.contradictions.contains(id))
            || !finding.contradictions.iter().all(|id| finding.sources.contains(id))
        {
            report("lost a source against it", &finding.id);
        }
        let independent_sources = known
            .values()
            .filter(|one| one.id == finding.id || absorbed.contains(&&one.id))
            .map(|one| one.independent_sources);
        if finding.independent_sources > independent_sources.max().unwrap_or(0) {
            report("too many independent sources", &finding.id);
        }
        if !finding.sources.iter().all(|id| after.sources.iter().any(|source| source.id == *id)) {
            report("orphaned", &finding.id);
        }
    }
    for entry in &after.timeline {
        if !before.timeline.contains(entry) || !entry.sources.iter().all(|id| after.sources.iter().any(|s| s.id == *id))
        {
            report("timeline", &entry.id);
        }
    }
    if !after.sources.iter().all(|source| before.sources.contains(source)) {
        report("sources", "changed");
    }
    if !after.open_questions.iter().all(|open| before.open_questions.contains(open)) {
        report("open questions", "changed");
    }
    found.extend(bounds(after, caps));
    found.extend(unrecorded(&prefiltered.research, made));
    let rest =
        |r: &Research| (r.summary.clone(), r.confidence, r.ending.clone(), r.risks.clone(), r.opportunities.clone());
    if rest(before) != rest(after) {
        found.push("something else was changed".to_owned());
    }
    found
}

/// Violations of the caps, except for sources that findings cite, and of unique ids.
fn bounds(after: &Research, caps: Caps) -> Vec<String> {
    let mut found = Vec::new();
    let cited: BTreeSet<&String> = after.findings.iter().flat_map(|finding| &finding.sources).collect();
    let full = after.findings.len() > caps.findings
        || after.timeline.len() > caps.timeline
        || after.open_questions.len() > caps.open_questions
        || after.sources.len() > caps.sources.max(cited.len());
    if full {
        found.push(format!("over the caps {caps:?}"));
    }
    let ids: Vec<&str> = after.findings.iter().map(|one| one.id.as_str()).collect();
    if ids.iter().collect::<BTreeSet<_>>().len() != ids.len() {
        found.push(format!("doubled: {ids:?}"));
    }
    found
}

/// Items that passed the rules and are missing from the result without a record.
fn unrecorded(prefiltered: &Research, made: &Evidence) -> Vec<String> {
    let removed = made.filtering.removed();
    let gone = prefiltered.findings.iter().filter(|one| !made.research.findings.iter().any(|kept| kept.id == one.id));
    let silent = gone.filter(|one| !removed.iter().any(|record| record.id == one.id && !record.reason.is_empty()));
    silent.map(|one| format!("removed without a record: {}", one.id)).collect()
}

/// The reason for operations: the alternative output would repeat all kept evidence.
#[test]
fn operations_take_at_most_a_tenth_of_repeating_the_evidence() {
    let mut large = research(24);
    for (n, finding) in large.findings.iter_mut().enumerate() {
        finding.text = format!(
            "On the {n}th the committee reported that the northern reservoir held {n} million cubic metres, less than a year before."
        );
        finding.quote = format!("the northern reservoir held {n} million cubic metres, less than a year before");
    }
    let list = |ids: std::ops::Range<usize>| ids.map(|n| format!("f{n}")).collect::<Vec<_>>();
    let operations = vec![
        Operation::Drop { ids: list(15..24), reason: "about another reservoir".into() },
        Operation::Drop { ids: vec!["f12".into(), "f13".into()], reason: "advertising".into() },
        Operation::Merge { into: "f1".into(), from: vec!["f2".into()], reason: String::new() },
        Operation::Downgrade { ids: vec!["f4".into()], to: ClaimStatus::Unclear, reason: "one blog".into() },
        Operation::Reorder { ids: vec!["f9".into(), "f7".into(), "f4".into()] },
    ];
    let bytes = serde_json::to_string(&serde_json::json!({ "operations": operations })).unwrap().len();
    let FilterOutcome { evidence: made, refused, .. } =
        build_evidence(task(), prefilter(&task(), large), ModelDecision::Operations(operations), ModelUse::default());
    let re_emitted = serde_json::to_string(&made.research).unwrap().len();
    assert_eq!(refused, 0);
    assert!(bytes * 10 <= re_emitted, "{bytes} bytes of operations, {re_emitted} of evidence");
}
