//! Fakes shared by the handlers' tests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use domain::{Clock, FixedClock, JobId};
use futures::FutureExt;
use futures::future::BoxFuture;
use proto::event::{Envelope, Event};
use proto::events::ResultPublished;
use runtime::handler::{Attempt, Outcome};
use worker::Objects;
use worker::objects::{ContentHash, ObjectError};

use crate::sample::when;

/// Returns a delivery with the given number of failures.
pub(crate) fn attempt(failures: u32) -> Attempt {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(when()));
    Attempt { job: JobId::named(&["a", "delivery"]), failures, published_at: None, clock }
}

/// Returns the result that an outcome publishes, decoded from the wire format; checks that it is stored as well.
pub(crate) fn published(outcome: &Outcome) -> domain::effect::ResultRow {
    let [emitted] = outcome.facts.as_slice() else { panic!("one result: {}", outcome.facts.len()) };
    let decoded = ResultPublished::decode(&Envelope::default(), &emitted.fact.encode()).unwrap().0;
    let stored = outcome
        .effects
        .iter()
        .filter(|effect| matches!(effect, domain::Effect::ResultStored(row) if **row == decoded))
        .count();
    assert_eq!(stored, 1, "the published result is stored");
    decoded
}

/// In-memory object storage that can simulate a full disk.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) files: Mutex<HashMap<String, Vec<u8>>>,
    pub(crate) full: bool,
}

impl Objects for Files {
    fn put<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<ContentHash, ObjectError>> {
        let failed =
            || ObjectError::Failed { key: key.to_owned(), verb: "written", source: std::io::Error::other("disk full") };
        let answer = if self.full { Err(failed()) } else { Ok(ContentHash::from_bytes(bytes)) };
        if !self.full {
            self.files.lock().unwrap().insert(key.to_owned(), bytes.to_vec());
        }
        std::future::ready(answer).boxed()
    }

    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, ObjectError>> {
        std::future::ready(Ok(self.files.lock().unwrap().get(key).cloned())).boxed()
    }

    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), ObjectError>> {
        self.files.lock().unwrap().remove(key);
        std::future::ready(Ok(())).boxed()
    }

    fn location(&self, key: &str) -> String {
        key.to_owned()
    }
}
