//! Questions of one run share the first reading of a page where its claims bear on them, and the text always.

use std::sync::atomic::Ordering;

use domain::{JobId, ResearchTask};
use llm::{Block, Request, ToolChoice};

use crate::tests::{Bench, question, sensible};

fn readings(bench: &Bench) -> usize {
    let requests = bench.client.model.asked();
    requests.iter().filter(|(_, request)| request.tool_choice == ToolChoice::Tool("extract_claims".into())).count()
}

/// Returns true if a model received for which question a page was read.
fn was_told(bench: &Bench, asked: &str) -> bool {
    let told = |request: &Request| {
        let blocks = request.messages.iter().flat_map(|message| &message.blocks);
        blocks.into_iter().any(|block| matches!(block, Block::ToolResult { content, .. } if content.contains(&format!("\"readFor\":\"{asked}\""))))
    };
    bench.client.model.asked().iter().any(|(_, request)| told(request))
}

#[tokio::test]
async fn a_question_of_the_run_gets_the_claims_of_the_first_reading_if_they_bear_on_it() {
    let bench = Bench::new(sensible);
    let (first, _) = bench.done(&question("When was dogwifhat listed?"), "a").await;
    let (second, _) = bench.done(&question("Was dogwifhat listed in March?"), "b").await;
    assert_eq!((readings(&bench), second.findings.len()), (1, first.findings.len()));
    assert!(was_told(&bench, "When was dogwifhat listed?"), "the model knows for what the page was read");
    assert!(second.cost < first.cost);
    bench.done(&question("Who holds most of its supply?"), "c").await;
    assert_eq!(readings(&bench), 2, "the claims do not bear on it");
    assert_eq!(bench.web.fetched.load(Ordering::SeqCst), 1, "the text is shared");
}

#[tokio::test]
async fn a_question_of_another_event_reads_for_itself() {
    let bench = Bench::new(sensible);
    bench.done(&question("When was dogwifhat listed?"), "a").await;
    let other = ResearchTask { event_job: JobId::named(&["another"]), ..question("Was dogwifhat listed in March?") };
    bench.done(&other, "b").await;
    assert_eq!((readings(&bench), was_told(&bench, "When was dogwifhat listed?")), (2, false));
}
