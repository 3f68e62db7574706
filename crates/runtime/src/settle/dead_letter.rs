//! Dead letters: the letter, its message and the handler's own facts and effects about it, in one commit.

use domain::port::{Committed, DeadLetter, HandBackReason, Journal, Settled};
use domain::{JobId, Outgoing, Tenant};
use futures::FutureExt;
use futures::future::BoxFuture;
use proto::event::Event;

use super::journaled::{Unjournaled, error_chain};
use super::run::{Work, catch_panic};
use super::{Settlement, outgoing};
use crate::handler::{Handler, Outcome};

/// Maximum size of all errors in bytes; a dead letter must itself fit in a message.
const MAX_ERROR_BYTES: usize = 32 * 1024;

impl<H: Handler, J: Journal> Work<'_, H, J> {
    /// Commits a dead letter of `class`. Facts of the handler that cannot be published are left out and named among the
    /// errors: they must never prevent the dead letter. Boxed, so that successful jobs, nearly all, reserve no space
    /// for it.
    pub(super) fn dead_letter(
        &self,
        class: &'static str,
        errors: Vec<String>,
        attempts: u32,
    ) -> BoxFuture<'_, Settlement> {
        self.commit_letter(class, errors, attempts).boxed()
    }

    async fn commit_letter(&self, class: &'static str, errors: Vec<String>, attempts: u32) -> Settlement {
        let mut errors = shorten(errors);
        let reason = errors.join(": ");
        let event = self.settler.decode(self.delivery).event.ok();
        let tenant = event.as_ref().map_or_else(|| self.undecoded_tenant(), |event| event.tenant().clone());
        let outcome =
            event.map_or_else(|| Ok(Outcome::none()), |event| self.dead_letter_outcome(event, class, &reason));
        let outcome = outcome.unwrap_or_else(|panic| {
            errors.push(format!("the handler panicked in dead_letter: {panic}"));
            Outcome::none()
        });
        // The ids differ from those of a normal outcome: after a redrive the job may still emit the same subjects.
        let source = self.job.id.derive(&format!("buried.{}", H::NAME), 0);
        let facts = outgoing::encode::<H>(&outcome.facts, source, &telemetry::current_traceparent());
        let mut outgoing = facts.unwrap_or_else(|unpublishable| {
            errors.push(unpublishable.to_string());
            Vec::new()
        });
        let folded = self.settler.storms.exceeds(&tenant, class);
        let mut letter = DeadLetter { errors, attempts, ..self.letter(class, tenant) };
        if folded {
            letter.id = folded_id(&letter);
        } else {
            outgoing.push(message(&letter));
        }
        let settled =
            Settled { job: self.job.clone(), effects: outcome.effects, outgoing, dead: Some(Box::new(letter)) };
        crate::crash::at("before_commit");
        let committed = self.commit_or_drop_effects(settled).await;
        crate::crash::at("after_commit");
        match committed {
            Ok(Committed::New(outgoing)) => Settlement::Dead { class, folded, outgoing, reason },
            Ok(Committed::Duplicate) => Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
            // A stale commit leaves the job with this instance.
            Ok(Committed::Stale(stale)) => self.release_later(stale, HandBackReason::Shutdown),
            Err(settlement) => settlement,
        }
    }

    /// Commits the letter without the handler's effects if those were refused or stale, or always take too long.
    async fn commit_or_drop_effects(&self, settled: Settled) -> Result<Committed, Settlement> {
        let has_effects = !settled.effects.is_empty();
        let plain = Settled { effects: Vec::new(), ..settled.clone() };
        match self.journal().commit(settled).await {
            Err(Unjournaled::Away(error)) if error.is_down() => {
                Err(self.release_later(error_chain(&error), HandBackReason::Shutdown))
            }
            Ok(Committed::Stale(_)) | Err(_) if has_effects => self
                .journal()
                .commit(plain)
                .await
                .map_err(|error| self.release_later(error.reason(), HandBackReason::Shutdown)),
            other => other.map_err(|error| self.release_later(error.reason(), HandBackReason::Shutdown)),
        }
    }

    /// Returns the handler's facts and effects about the dead letter, or the message of its panic.
    fn dead_letter_outcome(&self, event: H::In, class: &str, reason: &str) -> Result<Outcome, String> {
        let now = self.settler.clock.now();
        catch_panic(|| self.settler.handler.dead_letter(event, self.job.id, &format!("{class}: {reason}"), now))
    }

    /// Returns the tenant of a message that cannot be decoded: that of the subject for a publisher's message, whose
    /// headers prove nothing.
    fn undecoded_tenant(&self) -> Tenant {
        H::In::publisher(&self.delivery.subject).unwrap_or_else(|| self.delivery.tenant())
    }

    fn letter(&self, class: &str, tenant: Tenant) -> DeadLetter {
        let delivery = self.delivery;
        DeadLetter {
            // Two consumers may receive the same job, so the consumer is part of the name.
            id: self.job.id.derive(&format!("dead.{}", H::NAME), 0),
            consumer: H::NAME.to_owned(),
            job: self.job.id,
            tenant,
            subject: delivery.subject.clone(),
            headers: delivery.headers.clone(),
            payload: delivery.payload.to_vec(),
            class: class.to_owned(),
            errors: Vec::new(),
            attempts: 0,
            trace_id: telemetry::propagate::trace_id(&tracing::Span::current()),
            at: self.settler.clock.now(),
        }
    }
}

/// Returns the id that the letters of a storm share: the journal stores the first and counts the others.
fn folded_id(letter: &DeadLetter) -> JobId {
    JobId::named(&["dead letters", &letter.consumer, letter.tenant.as_str(), &letter.class])
}

fn message(letter: &DeadLetter) -> Outgoing {
    Outgoing {
        id: letter.id,
        subject: proto::dead_letter::subject(letter),
        tenant: letter.tenant.clone(),
        payload: proto::dead_letter::encode(letter).into(),
        traceparent: telemetry::current_traceparent(),
        when: domain::effect::When::Always,
    }
}

fn shorten(errors: Vec<String>) -> Vec<String> {
    let mut left = MAX_ERROR_BYTES;
    let cut = |error: String| {
        let end = error.floor_char_boundary(left.min(error.len()));
        left -= end;
        error[..end].to_owned()
    };
    errors.into_iter().map(cut).filter(|error| !error.is_empty()).collect()
}
