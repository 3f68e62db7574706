//! Wire representation of the facts in [`crate::events`]: subject, tenant, bytes and id.

use domain::effect::ResultRow;
use domain::{JobId, Tenant};
use prost::Message;

use crate::convert::check;
use crate::event::{Envelope, Event, Fact, InvalidEvent};
use crate::events::{
    EventClassified, EventReceived, EventsClassified, EvidenceFiltered, ForecastMade, ForecastRequested,
    MacroResearched, ResearchGathered, ResearchRequested, ResultPublished, RunAnswered, RunEnded, VerdictsPublished,
};
use crate::{decode, subject, v1};

/// Subject of the results about quiet events, without the tenant.
const VERDICT_RESULTS: &str = "auspex.result.classifications.";

/// Implements [`Event`] and [`Fact`] for a fact that is one message on one subject. The optional last clause replaces
/// the id.
macro_rules! fact {
    ($type:ident, $subject:literal, |$fact:ident| $tenant:expr, $wire:ty, |$message:ident| $from:expr, $to:expr $(, id: $id:expr)?) => {
        impl Event for $type {
            const SUBJECT: &'static str = $subject;

            fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
                let $message: $wire = decode::body(envelope, bytes)?;
                $from
            }

            fn tenant(&self) -> &Tenant {
                let $fact = self;
                $tenant
            }
        }

        impl Fact for $type {
            fn subject(&self) -> String {
                $subject.to_owned()
            }

            fn tenant(&self) -> &Tenant {
                Event::tenant(self)
            }

            fn encode(&self) -> Vec<u8> {
                let $fact = self;
                let message: $wire = $to;
                message.encode_to_vec()
            }

            $(fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
                let $fact = self;
                $id
            })?
        }
    };
}

fact!(
    EventClassified,
    "auspex.classification.made",
    |fact| &fact.0.event.tenant,
    v1::EventClassified,
    |message| message.try_into().map(Self),
    (&fact.0).into()
);
fact!(
    EventsClassified,
    "auspex.classification.grouped",
    |fact| &fact.0.tenant,
    v1::VerdictGroup,
    |message| message.try_into().map(Self),
    (&fact.0).into(),
    // A group is written by no job: its id derives from its members.
    id: fact.0.id
);
fact!(
    ResearchRequested,
    "auspex.research.requested",
    |fact| &fact.0.tenant,
    v1::ResearchRequested,
    |message| check::required(message.task, "task").map(Self),
    v1::ResearchRequested { task: Some((&fact.0).into()) }
);
fact!(
    ResearchGathered,
    "auspex.research.gathered",
    |fact| &fact.task.tenant,
    v1::ResearchGathered,
    |message| gathered(message),
    v1::ResearchGathered { task: Some((&fact.task).into()), research: Some((&fact.research).into()) }
);
fact!(
    EvidenceFiltered,
    "auspex.evidence.filtered",
    |fact| &fact.0.task.tenant,
    v1::EvidenceFiltered,
    |message| message.try_into().map(Self),
    (&fact.0).into()
);
fact!(
    ForecastRequested,
    "auspex.forecast.requested",
    |fact| &fact.0.tenant,
    v1::ForecastRequested,
    |message| check::required(message.run, "run").map(Self),
    v1::ForecastRequested { run: Some((&fact.0).into()) }
);
fact!(
    ForecastMade,
    "auspex.forecast.made",
    |fact| &fact.0.run.tenant,
    v1::ForecastMade,
    |message| message.try_into().map(Self),
    (&fact.0).into()
);
fact!(
    RunAnswered,
    "auspex.run.answered",
    |fact| &fact.tenant,
    v1::RunAnswered,
    |message| message.try_into(),
    fact.into(),
    // One fact per round, emitted by the job of the last answer or by the sweeper.
    id: JobId::named(&["run-answered", &fact.run.to_string(), &fact.iteration.to_string()])
);
fact!(
    RunEnded,
    "auspex.run.ended",
    |fact| &fact.tenant,
    v1::RunEnded,
    |message| message.try_into(),
    fact.into(),
    // One fact per run, emitted by the forecaster or at cancellation.
    id: JobId::named(&["run-ended", &fact.run.to_string()])
);
fact!(
    MacroResearched,
    "auspex.macro.researched",
    |fact| &fact.task.tenant,
    v1::MacroResearched,
    |message| message.try_into(),
    fact.into()
);

fn gathered(message: v1::ResearchGathered) -> Result<ResearchGathered, InvalidEvent> {
    let v1::ResearchGathered { task, research } = message;
    Ok(ResearchGathered { task: check::required(task, "task")?, research: check::required(research, "research")? })
}

impl Event for EventReceived {
    const SUBJECT: &'static str = "auspex.event.>";

    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        decode::published(envelope, bytes).map(Self)
    }

    fn publisher(subject: &str) -> Option<Tenant> {
        subject::tenant(subject)
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    fn job(&self) -> Option<JobId> {
        Some(self.0.job())
    }

    fn again(&self, job: JobId) -> Option<domain::Outgoing> {
        Some(self.message(job))
    }
}

impl Fact for EventReceived {
    fn subject(&self) -> String {
        subject::event(self.0.kind.name(), &self.0.tenant)
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    fn encode(&self) -> Vec<u8> {
        v1::Event::from(&self.0).encode_to_vec()
    }

    /// Derives the id from the event, so that a repetition has the same id.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.0.job()
    }
}

impl Fact for VerdictsPublished {
    fn subject(&self) -> String {
        format!("{VERDICT_RESULTS}{}", self.0.tenant)
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    /// Builds the message directly: the row of a result would convert each verdict to JSON and back.
    fn encode(&self) -> Vec<u8> {
        crate::result::verdicts(&self.0).encode_to_vec()
    }

    /// Derives the id from the group.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.0.result()
    }
}

impl Event for ResultPublished {
    const SUBJECT: &'static str = "auspex.result.>";

    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        ResultRow::try_from(decode::body::<v1::Result>(envelope, bytes)?).map(Self)
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }
}

impl Fact for ResultPublished {
    fn subject(&self) -> String {
        format!("auspex.result.{}.{}", self.0.kind, self.0.tenant)
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    fn encode(&self) -> Vec<u8> {
        v1::Result::from(&self.0).encode_to_vec()
    }

    /// Uses the id of the row.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.0.id
    }
}
