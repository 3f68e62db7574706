//! Shares the first reading of a page between the questions of a run and the todos of an episode. A second question
//! gets the claims of the first reading if they bear on it, and buys its own reading otherwise.
//!
//! I/O: calls the model, waits for the reading of another task.

use std::collections::BTreeSet;

use agent::{ToolError, Untrusted};
use domain::{JobId, MicroUsd, Source};
use retrieval::text;
use tools::session::{ReadClaims, ReadRequest};

use super::claims::TaskReader;

/// The first reading of a page in a run or episode.
pub(super) struct FirstReading {
    question: String,
    read: ReadClaims,
    /// Job and loop that have paid for it.
    payer: (JobId, String),
}

/// A reading that is not shared: the reader gave no usable reply, or failed.
struct Unshared(Result<ReadClaims, ToolError>);

impl TaskReader {
    /// Returns the claims of the page for the question of the task: those of the first reading of the run or episode if
    /// they bear on the question.
    pub(super) async fn read_once(
        &self,
        source: &Source,
        text: &Untrusted,
        wanted: &ReadRequest,
    ) -> Result<ReadClaims, ToolError> {
        let payer = (self.steps.job, self.steps.prefix.clone());
        let read = || async {
            match self.extract(source, text, wanted).await {
                Ok(read) if !read.is_unread => {
                    Ok(FirstReading { question: self.question.clone(), read, payer: payer.clone() })
                }
                unshared => Err(Unshared(unshared)),
            }
        };
        let first = match self.extractor.first.join(self.group_key(source), read).await {
            Ok(first) => first,
            Err(Unshared(outcome)) => return outcome,
        };
        if first.payer == payer {
            return Ok(first.read.clone());
        }
        match first.for_question(&self.question) {
            Some(read) => Ok(read),
            None => self.extract(source, text, wanted).await,
        }
    }

    /// Returns the key of the first reading: tenant, event, day, source and its bytes.
    fn group_key(&self, source: &Source) -> String {
        let event = self.event_job.to_string();
        let parts: [&str; 5] = [self.steps.tenant.as_str(), &event, &self.today, &source.id, &source.content_hash];
        web::content_hash(parts.join("\n").as_bytes())
    }
}

impl FirstReading {
    /// Returns the reading for a question, without cost; `None` if the question has to be read for itself: the claims
    /// do not hold most of the text, and fewer than three quarters of the words that only this question has occur in
    /// them.
    fn for_question(&self, question: &str) -> Option<ReadClaims> {
        let free = ReadClaims { cost: MicroUsd::default(), ..self.read.clone() };
        if self.question == question {
            return Some(free);
        }
        let own: BTreeSet<String> = stems(question).difference(&stems(&self.question)).cloned().collect();
        let claims: BTreeSet<String> =
            self.read.claims.iter().flat_map(|claim| stems(&format!("{} {}", claim.text, claim.quote))).collect();
        let has_words = own.intersection(&claims).count() * 4 >= own.len() * 3;
        let bears = self.read.is_exhaustive || !self.read.claims.is_empty() && has_words;
        bears.then(|| ReadClaims { read_for: Some(self.question.clone()), ..free })
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    text::stems(text).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use tools::notebook::{Claim, ClaimKind};

    use super::*;

    #[test]
    fn claims_serve_another_question_if_they_have_most_of_its_own_words() {
        let claim = Claim {
            id: "c1".into(),
            source: "s1".into(),
            text: "The plant in Ober opened in May; the council paid half of its cost.".into(),
            quote: String::new(),
            date: String::new(),
            page: None,
            kind: ClaimKind::Page,
        };
        let read = ReadClaims { claims: vec![claim], cost: MicroUsd(7), ..ReadClaims::default() };
        let question = "When did the plant in Ober open?".to_owned();
        let first = FirstReading { question: question.clone(), read, payer: (JobId::named(&["a"]), String::new()) };
        let same = first.for_question(&question).unwrap();
        assert_eq!((same.claims.len(), same.cost, same.read_for), (1, MicroUsd(0), None));
        let paid = first.for_question("Who paid the cost of the plant in Ober?").unwrap();
        assert_eq!(paid.read_for.as_deref(), Some(question.as_str()));
        let other = "How many people does the plant in Ober employ?";
        assert_eq!(first.for_question(other), None);
        let read = ReadClaims { is_exhaustive: true, ..first.read.clone() };
        let whole = FirstReading { read, ..first };
        assert!(whole.for_question(other).is_some(), "the page says no more");
    }
}
