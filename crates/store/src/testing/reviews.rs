//! `Reviews` without a database: the same state machine over maps.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::port::PortError;
use domain::review::{ResultState, ReviewEvent, ReviewedResult, Session, SessionId};
use domain::{Effect, JobId, Outgoing, Tenant, Time};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::reviews::{
    Announce, Decided, MAX_PAGE, ReviewCursor, ReviewLine, ReviewPage, ReviewQuery, ReviewTarget, Reviews,
};

#[derive(Debug, Default)]
struct Tables {
    sessions: BTreeMap<(Tenant, SessionId), Session>,
    results: BTreeMap<JobId, ReviewedResult>,
    messages: Vec<Outgoing>,
}

/// Sessions and results in memory.
#[derive(Debug, Default)]
pub struct FakeReviews {
    tables: Mutex<Tables>,
}

impl FakeReviews {
    /// Applies an effect as the journal would. Other effects change nothing.
    ///
    /// # Errors
    /// The reason, if the effect is stale.
    pub fn apply(&self, effect: &Effect) -> Result<(), String> {
        let Effect::MacroResulted { reviewed, version } = effect else { return Ok(()) };
        let mut tables = self.lock();
        if tables.results.contains_key(&reviewed.result.id) {
            return Ok(());
        }
        let session = tables.session(&reviewed.session.tenant, reviewed.session.id);
        session.check_version(*version).map_err(|conflict| conflict.to_string())?;
        tables.put(reviewed);
        Ok(())
    }

    /// Returns the messages of all decisions.
    pub fn messages(&self) -> Vec<Outgoing> {
        self.lock().messages.clone()
    }

    /// A panic in one test thread must not hide the other's assertion.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn results(&self, keep: impl Fn(&ReviewedResult) -> bool) -> Vec<ReviewedResult> {
        let tables = self.lock();
        let mut kept: Vec<ReviewedResult> =
            tables.results.values().filter(|result| keep(result)).map(|result| tables.with_session(result)).collect();
        kept.sort_by_key(|result| std::cmp::Reverse((result.result.at, result.result.id)));
        kept
    }
}

impl Tables {
    fn session(&self, tenant: &Tenant, id: SessionId) -> Session {
        let stored = self.sessions.get(&(tenant.clone(), id)).cloned();
        stored.unwrap_or_else(|| Session::new(tenant.clone(), id))
    }

    /// A stored result has the session of its last transition; readers get the present one.
    fn with_session(&self, result: &ReviewedResult) -> ReviewedResult {
        let session = self.session(&result.session.tenant, result.session.id);
        ReviewedResult { session, ..result.clone() }
    }

    fn put(&mut self, reviewed: &ReviewedResult) {
        let session = reviewed.session.clone();
        self.sessions.insert((session.tenant.clone(), session.id), session);
        self.results.insert(reviewed.result.id, reviewed.clone());
    }

    fn decide(&mut self, target: &ReviewTarget, event: &ReviewEvent, announce: Announce) -> Decided {
        let stored = self.results.get(&target.result).filter(|result| result.session.tenant == target.tenant);
        let Some(stored) = stored.map(|result| self.with_session(result)) else { return Decided::Unknown };
        if stored.is_result_of(event) {
            return Decided::Done(Box::new(stored));
        }
        if let Err(conflict) = stored.session.check_version(target.version) {
            return Decided::Conflict(conflict);
        }
        match stored.step(event) {
            Ok(next) => {
                self.messages.push(announce(&next, event.at()).1);
                self.put(&next);
                Decided::Done(Box::new(next))
            }
            Err(refused) => Decided::Refused(refused),
        }
    }
}

fn line(reviewed: &ReviewedResult) -> ReviewLine {
    ReviewLine {
        result: reviewed.result.id,
        session: reviewed.session.id,
        session_version: reviewed.session.version,
        name: reviewed.result.name.clone(),
        version: reviewed.result.version.clone(),
        subject: subject(&reviewed.result.parameters).to_owned(),
        state: reviewed.state,
        schema_valid: reviewed.result.schema_valid,
        made_at: reviewed.result.at,
        expires_at: reviewed.expires_at,
        decided_by: reviewed.review.as_ref().map(|review| review.by.clone()),
    }
}

fn subject(parameters: &serde_json::Map<String, serde_json::Value>) -> &str {
    let question = parameters.get("question").and_then(serde_json::Value::as_str);
    question.or_else(|| parameters.values().find_map(serde_json::Value::as_str)).unwrap_or_default()
}

fn cursor(reviewed: &ReviewedResult) -> ReviewCursor {
    ReviewCursor { made_at: reviewed.result.at, result: reviewed.result.id }
}

fn done<'a, T: Send + 'a>(value: T) -> BoxFuture<'a, Result<T, PortError>> {
    std::future::ready(Ok(value)).boxed()
}

impl Reviews for FakeReviews {
    fn session<'a>(&'a self, tenant: &'a Tenant, id: SessionId) -> BoxFuture<'a, Result<Session, PortError>> {
        done(self.lock().session(tenant, id))
    }

    fn show<'a>(
        &'a self,
        tenant: &'a Tenant,
        result: JobId,
    ) -> BoxFuture<'a, Result<Option<ReviewedResult>, PortError>> {
        done(self.results(|kept| kept.result.id == result && kept.session.tenant == *tenant).pop())
    }

    fn list<'a>(&'a self, query: &'a ReviewQuery) -> BoxFuture<'a, Result<ReviewPage, PortError>> {
        let size = usize::try_from(query.limit.clamp(1, MAX_PAGE)).unwrap_or(usize::MAX);
        let kept = self.results(|kept| {
            kept.session.tenant == query.tenant
                && (query.states.is_empty() || query.states.contains(&kept.state))
                && query.session.is_none_or(|session| session == kept.session.id)
                && query.after.is_none_or(|after| (kept.result.at, kept.result.id) < (after.made_at, after.result))
        });
        let next = (kept.len() > size).then(|| cursor(&kept[size - 1]));
        done(ReviewPage { lines: kept.iter().take(size).map(line).collect(), next })
    }

    fn due(&self, now: Time, limit: u32) -> BoxFuture<'_, Result<Vec<ReviewedResult>, PortError>> {
        let is_due = |kept: &ReviewedResult| kept.expires_at.is_some_and(|end| end <= now);
        let mut due = self.results(|kept| kept.state == ResultState::Pending && is_due(kept));
        due.sort_by_key(|kept| (kept.expires_at, kept.result.id));
        due.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        done(due)
    }

    fn approved<'a>(
        &'a self,
        tenant: &'a Tenant,
        session: SessionId,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReviewedResult>, PortError>> {
        let is_approved = |kept: &ReviewedResult| matches!(kept.state, ResultState::Approved | ResultState::Executed);
        let is_own = |kept: &ReviewedResult| kept.session.tenant == *tenant && kept.session.id == session;
        let mut approved = self.results(|kept| is_own(kept) && is_approved(kept));
        approved.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        done(approved)
    }

    fn decide<'a>(
        &'a self,
        target: &'a ReviewTarget,
        event: ReviewEvent,
        announce: Announce,
    ) -> BoxFuture<'a, Result<Decided, PortError>> {
        done(self.lock().decide(target, &event, announce))
    }
}
