//! Whether anybody still wants an answer, asked before the research begins.
//!
//! I/O: looks whether the run that asked still waits.

use domain::{ResearchTask, Time};
use runtime::Failure;
use store::Awaited;

/// Why nobody wants the answer any more; `None`: somebody does. Cheap: one indexed read, and only for a run's question.
pub(crate) async fn unwanted(
    awaited: &dyn Awaited,
    task: &ResearchTask,
    now: Time,
) -> Result<Option<&'static str>, Failure> {
    if task.deadline.is_some_and(|deadline| deadline <= now) {
        return Ok(Some("the deadline had passed before the research began"));
    }
    let Some((run, _)) = task.subject.waiting() else { return Ok(None) };
    let waits = awaited.is_awaited(run).await?;
    Ok((!waits).then_some("the run was cancelled or done before the research began"))
}

/// Every run waits; for the tests of everything else.
#[cfg(test)]
pub(crate) struct Waiting(pub(crate) bool);

#[cfg(test)]
impl Awaited for Waiting {
    fn is_awaited(&self, _run: domain::RunId) -> futures::future::BoxFuture<'_, Result<bool, domain::port::PortError>> {
        Box::pin(std::future::ready(Ok(self.0)))
    }
}

#[cfg(test)]
mod tests {
    use domain::run::{Priority, Question};
    use domain::{JobId, RunId, Subject};

    use super::*;
    use crate::bench_test::task;

    fn of_run() -> ResearchTask {
        let question = Question {
            id: "i1q1".into(),
            topic: String::new(),
            text: "Who votes?".into(),
            priority: Priority::Critical,
            expected_sources: vec![],
        };
        let run = RunId::of_event(JobId::named(&["a run"]));
        task(Subject::Question { run, question, context: String::new() })
    }

    #[tokio::test]
    async fn nobody_researches_for_a_run_that_waits_no_more() {
        let asked = |waits, task: ResearchTask| async move { unwanted(&Waiting(waits), &task, Time::UNIX_EPOCH).await };
        assert_eq!(asked(true, of_run()).await.unwrap(), None);
        assert!(asked(false, of_run()).await.unwrap().is_some_and(|why| why.contains("cancelled")));
        let look_up = task(Subject::Identifier { identifier: "M".into(), symbol: String::new() });
        assert_eq!(asked(false, look_up).await.unwrap(), None, "no run waits for it");
        let late = ResearchTask { deadline: Some(Time::UNIX_EPOCH), ..of_run() };
        assert!(asked(true, late).await.unwrap().is_some_and(|why| why.contains("deadline")));
    }
}
