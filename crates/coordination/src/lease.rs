//! Who works on a topic now. For efficiency only: the fence that Postgres checks is what keeps a zombie from writing.

use std::time::Duration;

use domain::effect::Fence;

use crate::{Answer, Topic};

/// A claim on a topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// What is held.
    pub topic: Topic,
    /// Who holds it: unique per job, since two jobs of one worker must exclude one another too.
    pub holder: String,
    /// The number that Postgres gave with its own lease. A higher one was given later, so it takes the lease over.
    pub fence: Fence,
}

/// What Redis says to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acquired {
    /// It is yours; it was free, yours already, or held under an older fence.
    Yours,
    /// Another holds it.
    Held(Held),
}

/// Another's lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Its fence.
    pub fence: Fence,
    /// When it lapses, if it is not renewed.
    pub lapses_in: Duration,
}

/// Leases on topics. Cheap look first ([`Leases::held`]), then the lease row in Postgres, which gives the fence, then
/// [`Leases::acquire`] so that others see it.
pub trait Leases: Send + Sync + 'static {
    /// Takes or extends.
    fn acquire<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> Answer<'a, Acquired>;

    /// Extends if it is still yours; `false` means that it lapsed, was flushed or was taken over.
    fn renew<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> Answer<'a, bool>;

    /// Gives it back if it is still yours.
    fn surrender<'a>(&'a self, lease: &'a Lease) -> Answer<'a, ()>;

    /// Whether somebody holds it.
    fn held<'a>(&'a self, topic: &'a Topic) -> Answer<'a, Option<Held>>;
}
