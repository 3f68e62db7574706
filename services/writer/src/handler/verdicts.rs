//! **Consumes** `EventsClassified`.
//! **Emits** `VerdictsPublished`: the answer to quiet events, one result for all events of the group.
//! **Idempotent because** the result's id derives from the group.

use domain::Effect;
use proto::events::{EventsClassified, VerdictsPublished};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};

/// Publishes the verdicts about quiet events.
pub struct Verdicts;

impl Handler for Verdicts {
    const NAME: &'static str = "writer-verdicts";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = EventsClassified;

    async fn handle(&self, event: EventsClassified, _: &Attempt) -> Result<Outcome, Failure> {
        let group = event.0;
        let answered = Effect::VerdictsAnswered(group.id);
        Ok(Outcome::none().labelled("answered").write(answered).emit(VerdictsPublished(group)))
    }
}

#[cfg(test)]
mod tests {
    use domain::{EventId, JobId, QuietRule, Tenant, Time, Verdict, VerdictGroup};
    use proto::event::{Envelope, Event, Fact};
    use proto::events::ResultPublished;

    use super::*;
    use crate::handler::fakes::attempt;

    fn group() -> VerdictGroup {
        let verdict = |id: &str| {
            let event = EventId::parse(id).unwrap();
            Verdict { event, kind: "transaction", rule: QuietRule::BelowMinimum, score: 0.0 }
        };
        let (id, tenant) = (JobId::named(&["group"]), Tenant::parse("acme").unwrap());
        VerdictGroup { id, tenant, made_at: Time::UNIX_EPOCH, verdicts: vec![verdict("e1"), verdict("e2")] }
    }

    #[tokio::test]
    async fn a_group_is_published_as_one_result_with_the_same_id_each_time() {
        let first = Verdicts.handle(EventsClassified(group()), &attempt(0)).await.unwrap();
        let again = Verdicts.handle(EventsClassified(group()), &attempt(1)).await.unwrap();
        let [fact, repeated] = [&first, &again].map(|outcome| &outcome.facts[0].fact);
        assert_eq!(first.effects, [Effect::VerdictsAnswered(group().id)]);
        assert_eq!(fact.subject(), "auspex.result.classifications.acme");
        let id = |fact: &dyn Fact, job: &str| fact.id(JobId::named(&[job]), 0);
        assert_eq!(id(&**fact, "a"), id(&**repeated, "b"));
        let row = ResultPublished::decode(&Envelope::default(), &fact.encode()).unwrap().0;
        assert_eq!((row.id, row.kind.as_str(), row.event), (group().result(), "classifications", group().id));
        let events = row.body["classifications"]["verdicts"].as_array().unwrap();
        assert_eq!(events.iter().map(|one| one["eventId"].as_str().unwrap()).collect::<Vec<_>>(), ["e1", "e2"]);
    }
}
