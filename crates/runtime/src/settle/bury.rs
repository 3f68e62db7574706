//! Giving a job up: the dead letter, its message and whatever the handler has to say about it, in one commit.

use domain::port::{Committed, DeadLetter, Journal, Settled};
use domain::{Outgoing, Tenant};
use futures::FutureExt;
use futures::future::BoxFuture;
use proto::event::Event;

use super::journaled::Unjournaled;
use super::run::{Work, caught};
use super::{Settlement, outgoing};
use crate::handler::{Handler, Outcome};

/// All reasons together in bytes; a dead letter must itself fit a message.
const LONGEST_REASONS: usize = 32 * 1024;

impl<H: Handler, J: Journal> Work<'_, H, J> {
    /// Commits the dead letter of `class`. A handler's last words that cannot be said are left out and named among the
    /// errors: the dead letter itself must never fail for what a handler says. Boxed, so that the jobs that live, which are
    /// nearly all, hold no room for it.
    pub(super) fn bury(&self, class: &'static str, errors: Vec<String>, attempts: u32) -> BoxFuture<'_, Settlement> {
        self.buried(class, errors, attempts).boxed()
    }

    async fn buried(&self, class: &'static str, errors: Vec<String>, attempts: u32) -> Settlement {
        let mut errors = shortened(errors);
        let reason = errors.join(": ");
        let event = self.settler.decode(self.delivery).event.ok();
        let tenant = event.as_ref().map_or_else(|| self.delivery.tenant(), |event| event.tenant().clone());
        let outcome = event.map_or_else(|| Ok(Outcome::none()), |event| self.last_words(event, class, &reason));
        let outcome = outcome.unwrap_or_else(|panic| {
            errors.push(format!("the handler panicked over its last words: {panic}"));
            Outcome::none()
        });
        // Derived apart from the living outcome: after a redrive the job may still say its facts, under their own ids.
        let buried = self.job.id.derive(&format!("buried.{}", H::NAME), 0);
        let words = outgoing::encode::<H>(&outcome.facts, buried, &telemetry::current_traceparent());
        let mut outgoing = words.unwrap_or_else(|unsayable| {
            errors.push(unsayable.to_string());
            Vec::new()
        });
        let letter = self.letter(class, tenant, (errors, attempts));
        outgoing.push(message(&letter));
        let settled =
            Settled { job: self.job.clone(), effects: outcome.effects, outgoing, dead: Some(Box::new(letter)) };
        crate::crash::at("before_commit");
        let committed = self.commit_dead(settled).await;
        crate::crash::at("after_commit");
        match committed {
            Ok(Committed::New(outgoing)) => Settlement::Dead { class, outgoing, reason },
            Ok(Committed::Duplicate) => Settlement::Done { outcome: "duplicate", outgoing: Vec::new() },
            Ok(Committed::Stale(stale)) => {
                Settlement::Again { outcome: "retry", after: self.settler.rules.backoff.cap, reason: stale }
            }
            Err(settlement) => settlement,
        }
    }

    /// What the handler's last words would write may be what was refused or stale; then the letter is committed without.
    async fn commit_dead(&self, settled: Settled) -> Result<Committed, Settlement> {
        let wordless = settled.effects.is_empty();
        let plain = Settled { effects: Vec::new(), ..settled.clone() };
        match self.journal().commit(settled).await {
            Ok(Committed::Stale(_)) | Err(Unjournaled::Refused(_)) if !wordless => {
                self.journal().commit(plain).await.map_err(|error| error.hand_back())
            }
            other => other.map_err(|error| error.hand_back()),
        }
    }

    /// `Err` is what the handler said when it panicked over them.
    fn last_words(&self, event: H::In, class: &str, reason: &str) -> Result<Outcome, String> {
        let now = self.settler.clock.now();
        caught(|| self.settler.handler.bury(event, self.job.id, &format!("{class}: {reason}"), now))
    }

    fn letter(&self, class: &str, tenant: Tenant, (errors, attempts): (Vec<String>, u32)) -> DeadLetter {
        let delivery = self.delivery;
        DeadLetter {
            // Two consumers may hear the same job, so the consumer is part of the name.
            id: self.job.id.derive(&format!("dead.{}", H::NAME), 0),
            consumer: H::NAME.to_owned(),
            job: self.job.id,
            tenant,
            subject: delivery.subject.clone(),
            headers: delivery.headers.clone(),
            payload: delivery.payload.to_vec(),
            class: class.to_owned(),
            errors,
            attempts,
            trace_id: telemetry::propagate::trace_id(&tracing::Span::current()),
            at: self.settler.clock.now(),
        }
    }
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

fn shortened(errors: Vec<String>) -> Vec<String> {
    let mut left = LONGEST_REASONS;
    let cut = |error: String| {
        let end = error.floor_char_boundary(left.min(error.len()));
        left -= end;
        error[..end].to_owned()
    };
    errors.into_iter().map(cut).filter(|error| !error.is_empty()).collect()
}
