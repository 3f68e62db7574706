//! What every fact of [`crate::events`] is on the wire: subject, tenant, bytes, id.

use domain::effect::ResultRow;
use domain::{JobId, Tenant};
use prost::Message;

use crate::convert::check;
use crate::decode;
use crate::event::{Envelope, Event, Fact, InvalidEvent};
use crate::events::{
    EventClassified, EventReceived, EvidenceFiltered, ForecastMade, ForecastRequested, ResearchGathered,
    ResearchRequested, ResultPublished, RunAnswered, RunEnded,
};
use crate::v1;

/// Both directions of a fact that is one message on one subject.
macro_rules! fact {
    ($fact:ident, $subject:literal, |$said:ident| $tenant:expr, $wire:ty, |$message:ident| $from:expr, $to:expr) => {
        impl Event for $fact {
            const SUBJECT: &'static str = $subject;

            fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
                let $message: $wire = decode::body(envelope, bytes)?;
                $from
            }

            fn tenant(&self) -> &Tenant {
                let $said = self;
                $tenant
            }
        }

        impl Fact for $fact {
            fn subject(&self) -> String {
                $subject.to_owned()
            }

            fn tenant(&self) -> &Tenant {
                Event::tenant(self)
            }

            fn encode(&self) -> Vec<u8> {
                let $said = self;
                let message: $wire = $to;
                message.encode_to_vec()
            }
        }
    };
}

fact!(
    EventClassified,
    "auspex.classification.made",
    |said| &said.0.event.tenant,
    v1::EventClassified,
    |message| message.try_into().map(Self),
    (&said.0).into()
);
fact!(
    ResearchRequested,
    "auspex.research.requested",
    |said| &said.0.tenant,
    v1::ResearchRequested,
    |message| check::required(message.task, "task").map(Self),
    v1::ResearchRequested { task: Some((&said.0).into()) }
);
fact!(
    ResearchGathered,
    "auspex.research.gathered",
    |said| &said.task.tenant,
    v1::ResearchGathered,
    |message| gathered(message),
    v1::ResearchGathered { task: Some((&said.task).into()), research: Some((&said.research).into()) }
);
fact!(
    EvidenceFiltered,
    "auspex.evidence.filtered",
    |said| &said.0.task.tenant,
    v1::EvidenceFiltered,
    |message| message.try_into().map(Self),
    (&said.0).into()
);
fact!(
    ForecastRequested,
    "auspex.forecast.requested",
    |said| &said.0.tenant,
    v1::ForecastRequested,
    |message| check::required(message.run, "run").map(Self),
    v1::ForecastRequested { run: Some((&said.0).into()) }
);
fact!(
    ForecastMade,
    "auspex.forecast.made",
    |said| &said.0.run.tenant,
    v1::ForecastMade,
    |message| message.try_into().map(Self),
    (&said.0).into()
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

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    fn job(&self) -> Option<JobId> {
        Some(self.0.job())
    }
}

impl Fact for EventReceived {
    fn subject(&self) -> String {
        format!("auspex.event.{}", self.0.kind.name())
    }

    fn tenant(&self) -> &Tenant {
        &self.0.tenant
    }

    fn encode(&self) -> Vec<u8> {
        v1::Event::from(&self.0).encode_to_vec()
    }

    /// A publisher's event is its own: whoever sends it again sends the same.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.0.job()
    }
}

impl Event for RunAnswered {
    const SUBJECT: &'static str = "auspex.run.answered";

    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        decode::body::<v1::RunAnswered>(envelope, bytes)?.try_into()
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }
}

impl Fact for RunAnswered {
    fn subject(&self) -> String {
        Self::SUBJECT.to_owned()
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    fn encode(&self) -> Vec<u8> {
        v1::RunAnswered::from(self).encode_to_vec()
    }

    /// Once per round, whoever says it: the last answer's job or the sweeper.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        JobId::named(&["run-answered", &self.run.to_string(), &self.iteration.to_string()])
    }
}

impl Event for RunEnded {
    const SUBJECT: &'static str = "auspex.run.ended";

    fn decode(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Self, InvalidEvent> {
        decode::body::<v1::RunEnded>(envelope, bytes)?.try_into()
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }
}

impl Fact for RunEnded {
    fn subject(&self) -> String {
        Self::SUBJECT.to_owned()
    }

    fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    fn encode(&self) -> Vec<u8> {
        v1::RunEnded::from(self).encode_to_vec()
    }

    /// Once per run, whoever says it: the forecaster or whoever cancelled it.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        JobId::named(&["run-ended", &self.run.to_string()])
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

    /// The row's own id, so that row and message are one thing.
    fn id(&self, _job: JobId, _ordinal: usize) -> JobId {
        self.0.id
    }
}
