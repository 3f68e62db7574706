//! One server under guard: it is started again when it has ended, and a person is told when it answers nothing or when its disk is
//! full. Each server has a guard of its own: one that cannot come up keeps nobody waiting.

use std::time::{Duration, Instant};

use local_servers::Server;

use super::listing::Listing;
use super::post::pause;
use super::sparingly::Sparingly;
use crate::disk::{self, MEND};

/// How often it is looked whether it runs.
const LOOK: Duration = Duration::from_millis(200);
/// How often it is asked whether it answers, and whether there is room: each costs it a connection, or us a process.
const ASK: Duration = Duration::from_secs(2);
/// Whoever has made room shall not wait for longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// A server that answers nothing for so long is frozen, overloaded or waits for its disk. It is not killed: all three pass, and a
/// server that is killed while it waits begins again with its recovery.
const SILENT: Duration = Duration::from_secs(10);

/// Watches over `server` for ever.
pub(super) async fn watch(server: &Server, listing: &Listing) {
    let mut guard = Guard { server, listing, silence: Sparingly::default(), room: Sparingly::default() };
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut asked, mut answered) = (Instant::now(), Instant::now());
    loop {
        look.tick().await;
        if !server.is_running() {
            guard.revive().await;
            answered = Instant::now();
        } else if asked.elapsed() >= ASK {
            guard.ask(&mut answered).await;
            asked = Instant::now();
        }
    }
}

struct Guard<'a> {
    server: &'a Server,
    listing: &'a Listing,
    silence: Sparingly,
    room: Sparingly,
}

impl Guard<'_> {
    /// Starts it again until it runs.
    async fn revive(&mut self) {
        let (name, log) = (self.server.name(), self.server.log().display());
        let since = Instant::now();
        self.listing.note(&format!("{name} has ended (see {log}); starting it again"));
        let mut said = Sparingly::default();
        for failures in 0.. {
            let Err(error) = self.server.restart().await else { break };
            match disk::full(self.server.dir()).await {
                Some(full) => said.say(self.listing, "full", &format!("{name} cannot run: {full}; {MEND}")),
                None => said.say(
                    self.listing,
                    "failed",
                    &format!("{name} does not come up again, and is tried again: {error:#}"),
                ),
            }
            tokio::time::sleep(pause(failures).min(LONGEST_PAUSE)).await;
        }
        self.listing.note(&format!("{name} runs again after {:.1} s", since.elapsed().as_secs_f64()));
    }

    /// Does it answer, and has it room?
    async fn ask(&mut self, answered: &mut Instant) {
        let name = self.server.name();
        if self.server.answers().await {
            if self.silence.over() {
                self.listing.note(&format!("{name} answers again, after {} s", answered.elapsed().as_secs()));
            }
            *answered = Instant::now();
        } else if answered.elapsed() >= SILENT {
            let seconds = answered.elapsed().as_secs();
            let text = format!(
                "{name} has answered nothing for {seconds} s: it is frozen, overloaded or waits for its disk (see {}). Work waits for it, and goes on when it answers",
                self.server.log().display()
            );
            self.silence.say(self.listing, "silent", &text);
        }
        match disk::full(self.server.dir()).await {
            Some(full) => self.room.say(self.listing, "full", &format!("{name} may stop writing: {full}; {MEND}")),
            None if self.room.over() => self.listing.note(&format!("{name} has room on its disk again")),
            None => {}
        }
    }
}
