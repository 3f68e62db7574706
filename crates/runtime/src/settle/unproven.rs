//! Events that earlier versions of our own processes have published on a subject without a tenant.
//!
//! Such a message is accepted if the outbox has exactly this message for the tenant that its body names. An ordinary publisher cannot
//! write there, so the subject without a tenant means the tenant `default` to everybody else.

use domain::port::Journal;
use domain::{JobId, Tenant};
use proto::event::Event;
use tokio_util::sync::CancellationToken;

use super::journaled::AWAY_DELAY;
use super::run::catch_panic;
use super::{Decoded, Settlement, Settler};
use crate::delivery::Delivery;
use crate::handler::Handler;
use crate::policy::jittered;

/// The job and the tenant that a message claims without proof.
pub(super) struct Unproven {
    job: JobId,
    tenant: Tenant,
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Returns the claim of a message that its subject does not prove.
    pub(super) fn unproven(&self, delivery: &Delivery) -> Option<Unproven> {
        let event = catch_panic(|| H::In::unproven(&delivery.envelope(), &delivery.payload)).ok()??;
        Some(Unproven { job: event.job()?, tenant: event.tenant().clone() })
    }

    /// Settles the message as one on the tenant's own subject if the outbox has it; otherwise the message stays invalid.
    pub(super) async fn settle_unproven(
        &self,
        delivery: &Delivery,
        unproven: Unproven,
        invalid: Decoded<H::In>,
        interrupt: &CancellationToken,
    ) -> Settlement {
        let Unproven { job, tenant } = unproven;
        let journal = self.journaled(interrupt);
        match journal.emitted(job, &tenant, &delivery.payload).await {
            // No instance holds the job yet, so there is nothing to hand back.
            Err(error) => {
                let after = jittered(AWAY_DELAY, &mut rand::rng());
                Settlement::Redeliver { outcome: "retry", after, reason: error.reason() }
            }
            Ok(false) => self.settle_decoded(delivery, invalid, interrupt).await,
            Ok(true) => {
                let subject = proto::subject::with_tenant(&delivery.subject, &tenant).into_owned();
                let delivery = Delivery { subject, ..delivery.clone() };
                let decoded = self.decode(&delivery);
                self.settle_decoded(&delivery, decoded, interrupt).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::port::{Job, Settled};
    use domain::{FixedClock, Outgoing};
    use proto::events::EventReceived;

    use super::*;
    use crate::failure::Failure;
    use crate::handler::{Attempt, Outcome};
    use crate::settle::Rules;
    use crate::testing::FakeJournal;

    /// Accepts the events of `acme` and rejects those of other tenants.
    struct Accepts;

    impl Handler for Accepts {
        const NAME: &'static str = "classifier";
        const EMITS: &'static [&'static str] = &[];
        type In = EventReceived;

        async fn handle(&self, EventReceived(event): EventReceived, _: &Attempt) -> Result<Outcome, Failure> {
            match event.tenant.as_str() {
                "acme" => Ok(Outcome::none()),
                other => Err(Failure::reject(anyhow::anyhow!("an event of {other}"))),
            }
        }
    }

    fn older(tenant: &str) -> Delivery {
        let body = format!(r#"{{"id":"q1","tenant":"{tenant}","question":{{"text":"Will it?"}}}}"#);
        Delivery {
            subject: "auspex.event.question".to_owned(),
            headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
            payload: body.into(),
            ..Delivery::default()
        }
    }

    /// Returns a journal whose outbox has the message of the tenant, as an earlier version of the gateway wrote it.
    async fn journal(tenant: &str) -> Arc<FakeJournal> {
        let journal = Arc::new(FakeJournal::new());
        let tenant = Tenant::parse(tenant).unwrap();
        let id = JobId::for_event(&tenant, "question", &domain::EventId::parse("q1").unwrap());
        let row = Outgoing {
            id,
            subject: "auspex.event.question".to_owned(),
            payload: older(tenant.as_str()).payload,
            tenant,
            ..domain::testing::outgoing()
        };
        let job = Job { consumer: "gateway", id: JobId::named(&["request"]) };
        journal.commit(Settled { job, effects: Vec::new(), outgoing: vec![row], dead: None }).await.unwrap();
        journal
    }

    async fn settle(journal: &Arc<FakeJournal>, delivery: &Delivery) -> Settlement {
        let clock = Arc::new(FixedClock::at(domain::Time::default()));
        let settler = Settler::new(Arc::new(Accepts), Arc::clone(journal), clock, Rules::default());
        settler.settle(delivery, settler.decode(delivery), &CancellationToken::new()).await
    }

    #[tokio::test]
    async fn a_message_of_our_own_outbox_is_accepted_without_a_tenant_in_its_subject() {
        let done = settle(&journal("acme").await, &older("acme")).await;
        assert_eq!(done, Settlement::Done { outcome: "done", outgoing: Vec::new() });
    }

    #[tokio::test]
    async fn its_dead_letter_belongs_to_its_tenant_and_has_the_tenant_s_subject() {
        let journal = journal("other").await;
        let Settlement::Dead { class: "rejected", .. } = settle(&journal, &older("other")).await else { panic!() };
        let letter = journal.dead().remove(0);
        assert_eq!((letter.tenant.as_str(), letter.subject.as_str()), ("other", "auspex.event.question.other"));
    }

    #[tokio::test]
    async fn a_message_that_is_not_in_our_outbox_is_a_dead_letter_of_the_subject_s_tenant() {
        let journal = journal("acme").await;
        let changed = Delivery { payload: [&older("acme").payload[..], b" "].concat().into(), ..older("acme") };
        for delivery in [changed, older("other")] {
            let Settlement::Dead { class: "undecodable", reason, .. } = settle(&journal, &delivery).await else {
                panic!()
            };
            assert!(reason.contains("the subject belongs to the tenant default"), "{reason}");
        }
        assert!(journal.dead().iter().all(|letter| letter.tenant == Tenant::default()));
    }
}
