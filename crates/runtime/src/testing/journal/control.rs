//! What a test tells the journal to do, and what the journal has seen.

use domain::port::{DeadLetter, HandBackReason, Job, TenantLoad, Unconfirmed};
use domain::{Effect, Outgoing, RunId};

use super::{FakeJournal, Fault};

impl FakeJournal {
    /// Returns the number of starts of a server at which the redelivery of a consumer's messages was asked for.
    pub fn redeliveries(&self, consumer: &str) -> usize {
        self.state().servers.iter().filter(|(named, _)| *named == consumer).count()
    }

    /// Returns how often a lease was renewed.
    pub fn renewals(&self) -> u32 {
        self.state().renewals
    }

    /// Makes the journal unavailable for the next call of `operation`, the name of a method.
    pub fn away(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Away));
    }

    /// Refuses the next call of `operation` permanently.
    pub fn refuse(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Refused));
    }

    /// Panics in the next call of `operation`.
    pub fn panic(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Panic));
    }

    /// Makes the next `times` commits stale.
    pub fn stale(&self, times: u32) {
        self.state().stale = times;
    }

    /// Makes the next call of `alive` report a lapsed lease.
    pub fn lapse(&self) {
        self.state().lapses += 1;
    }

    /// Makes every commit that has effects fail as a statement that takes too long.
    pub fn slow_effects(&self) {
        self.state().slow_effects = true;
    }

    /// Returns the number of jobs with a verdict.
    pub fn verdicts(&self) -> usize {
        self.state().verdicts.len()
    }

    /// Returns how many instances ended cleanly.
    pub fn farewells(&self) -> u32 {
        self.state().farewells
    }

    /// Returns the last report about the work of tenants.
    pub fn loads(&self) -> Vec<TenantLoad> {
        self.state().loads.clone()
    }

    /// Returns how often a reconciler has looked for lost messages.
    pub fn looks(&self) -> u32 {
        self.state().looks
    }

    /// Returns the rows whose publication a relay or a reconciler has reported as not confirmed.
    pub fn unconfirmed(&self) -> Vec<Unconfirmed> {
        self.state().unconfirmed.clone()
    }

    /// Returns the number of messages that a reconciler has found lost, each round counted.
    pub fn found_lost(&self) -> u32 {
        self.state().rounds.values().sum()
    }

    /// Returns true if the job is parked.
    pub fn is_parked(&self, job: &Job) -> bool {
        self.state().parked.contains(job)
    }

    /// Ends the delay of a parked job.
    pub fn make_due(&self, job: &Job) {
        self.state().parked.remove(job);
    }

    /// Lets another instance hold the job, until [`FakeJournal::free`].
    pub fn hold(&self, job: &Job) {
        self.state().held.insert(job.clone());
    }

    /// Ends the other instance's hold.
    pub fn free(&self, job: &Job) {
        self.state().held.remove(job);
    }

    /// Simulates the death of an instance: the job is free, and its start without an outcome is counted.
    pub fn crash(&self, job: &Job) {
        self.state().jobs.entry(job.clone()).or_default().starts += 1;
    }

    /// Marks the run as ready, so that the next commit publishes facts that wait for it.
    pub fn make_ready(&self, run: RunId) {
        self.state().ready.insert(run);
    }

    /// Returns the effects written so far.
    pub fn effects(&self) -> Vec<Effect> {
        self.state().effects.iter().map(|(_, effect)| effect.clone()).collect()
    }

    /// Returns every outbox row so far, with whether it is confirmed.
    pub fn outbox(&self) -> Vec<(Outgoing, bool)> {
        self.state().outbox.clone()
    }

    /// Returns the dead letters so far.
    pub fn dead(&self) -> Vec<DeadLetter> {
        self.state().dead.clone()
    }

    /// Returns the jobs that were handed back, in order.
    pub fn hand_backs(&self) -> Vec<(Job, HandBackReason)> {
        self.state().hand_backs.clone()
    }

    /// Returns the number of jobs with an outcome.
    pub fn done(&self) -> usize {
        self.state().done
    }

    /// Elects another instance for the role, until [`FakeJournal::become_elected`].
    pub fn become_spare(&self, role: &'static str) {
        self.state().spares.insert(role);
    }

    /// Elects the caller for the role.
    pub fn become_elected(&self, role: &'static str) {
        self.state().spares.remove(role);
    }

    /// Returns how often an instance has asked to be elected for the role.
    pub fn elections(&self, role: &str) -> u32 {
        self.state().elections.get(role).copied().unwrap_or_default()
    }
}
