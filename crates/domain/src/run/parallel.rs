//! Which questions of a round are researched now, if the number of questions that are researched at the same time is
//! limited.

use std::collections::BTreeSet;

use super::{Phase, Question, RunState, question_round};

/// Returns the questions that are requested when a round begins.
pub fn first_requests(questions: &[Question], parallel: usize) -> &[Question] {
    &questions[..parallel.min(questions.len())]
}

impl RunState {
    /// Returns the questions of the current round that may be researched once `answered` is answered too. A question
    /// starts in its order after all but `parallel` of those before it are answered, so at most `parallel` are
    /// researched at the same time.
    ///
    /// The result contains questions that were requested before: the request of a question has one id, so it is
    /// published once. Answers that arrive concurrently may not see each other. Each still returns the question that
    /// follows the requested ones, because at most `parallel` answers can arrive at the same time. Empty if the round
    /// is closed.
    pub fn next_requests(&self, answered: &str, parallel: usize) -> Vec<&Question> {
        if self.phase != Phase::Waiting || self.cancelled.is_some() || question_round(answered) != Some(self.iteration)
        {
            return Vec::new();
        }
        let asked = self.questions.iter().filter(|question| question_round(&question.id) == Some(self.iteration));
        let mut done: BTreeSet<&str> = self.answers.iter().map(|answer| answer.question.as_str()).collect();
        done.insert(answered);
        startable(&asked.collect::<Vec<_>>(), &done, parallel)
    }
}

/// Returns the open ones among the first `parallel` questions and as many more as are done.
fn startable<'a>(asked: &[&'a Question], done: &BTreeSet<&str>, parallel: usize) -> Vec<&'a Question> {
    let is_done = |question: &Question| done.contains(question.id.as_str());
    let started = parallel.saturating_add(asked.iter().filter(|question| is_done(question)).count());
    asked.iter().take(started).copied().filter(|question| !is_done(question)).collect()
}

#[cfg(test)]
#[path = "parallel_test.rs"]
mod tests;
