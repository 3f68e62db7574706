//! Load and verdict for `tests/cluster`: publishes events to a fleet on Kubernetes, and checks the invariants of the
//! whole fleet.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod snapshot;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use domain::JobId;
use proto::event::Fact;
use proto::events::EventReceived;
use tests::publish::Publisher;
use tests::{Database, InvariantReport, events};

/// Publishes events and prints the id of each, or checks the invariants over published events.
#[derive(Parser)]
enum Command {
    /// Publishes questions, transactions and dust, which needs no model, each until it is confirmed; prints the id of
    /// each.
    Publish {
        #[arg(long)]
        nats: String,
        /// Number of the first event: equal numbers are equal events.
        #[arg(long)]
        first: usize,
        #[arg(long)]
        questions: usize,
        #[arg(long, default_value_t = 0)]
        transactions: usize,
        #[arg(long, default_value_t = 0)]
        dust: usize,
    },
    /// Publishes bytes that are not an event, which become a dead letter.
    Garbage {
        #[arg(long)]
        nats: String,
        #[arg(long)]
        id: String,
    },
    /// Waits until all work is done, then prints the verdict. Exit code 1 if an invariant is violated.
    Judge {
        #[arg(long)]
        nats: String,
        #[arg(long)]
        postgres: String,
        /// Address of the offline world.
        #[arg(long)]
        world: String,
        /// File with the ids that were published, one per line.
        #[arg(long)]
        jobs: PathBuf,
        /// Largest time to wait, in seconds.
        #[arg(long)]
        seconds: u64,
        /// Largest share of repeated model calls.
        #[arg(long, default_value_t = 1.0)]
        repeated: f64,
    },
    /// Waits until all work is done; exit code 1 if an event has no outcome. For a fleet whose newest model calls no
    /// backup has.
    Account {
        #[arg(long)]
        postgres: String,
        #[arg(long)]
        jobs: PathBuf,
        #[arg(long)]
        seconds: u64,
    },
    /// Writes a snapshot of every stream with its consumers.
    Save {
        #[arg(long)]
        nats: String,
        #[arg(long)]
        folder: PathBuf,
    },
    /// Restores every stream of a snapshot into a server without streams.
    Restore {
        #[arg(long)]
        nats: String,
        #[arg(long)]
        folder: PathBuf,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // For the request to the offline world.
    telemetry::http::install_tls();
    match Command::parse() {
        Command::Publish { nats, first, questions, transactions, dust } => {
            let asked = (first..first + questions).map(events::question);
            let traded = (first..first + transactions).map(events::transaction);
            let quiet = (first..first + dust).map(events::dust);
            let published: Vec<_> = asked.chain(traded).chain(quiet).collect();
            let jobs = Publisher::connect(&nats).await?.events(&published).await?;
            jobs.iter().for_each(|job| println!("{job}"));
        }
        Command::Garbage { nats, id } => {
            let subject = EventReceived(events::question(0)).subject();
            Publisher::connect(&nats).await?.bytes(&subject, &id, b"no event".to_vec()).await?;
        }
        Command::Judge { nats, postgres, world, jobs, seconds, repeated } => {
            let (database, jobs) = settled(&postgres, &jobs, seconds).await?;
            let publisher = Publisher::connect(&nats).await?;
            let verdict =
                InvariantReport::judge(&database, &publisher.jetstream, &jobs, &invoice(&world).await?).await?;
            println!("{verdict}");
            let share = InvariantReport::repeated(&database).await?;
            anyhow::ensure!(verdict.holds_all(), "an invariant is violated");
            anyhow::ensure!(share <= repeated, "{:.2} % of the model calls were paid twice", share * 100.0);
        }
        Command::Account { postgres, jobs, seconds } => {
            let (database, jobs) = settled(&postgres, &jobs, seconds).await?;
            let accounted = database.accounted(&jobs).await?;
            println!("{accounted} of {} events have an outcome", jobs.len());
            anyhow::ensure!(accounted == jobs.len(), "an event was lost");
        }
        Command::Save { nats, folder } => {
            let messages = snapshot::save(&Publisher::connect(&nats).await?.client, &folder).await?;
            println!("{messages} messages");
        }
        Command::Restore { nats, folder } => {
            snapshot::restore(&Publisher::connect(&nats).await?.client, &folder).await?;
        }
    }
    Ok(())
}

/// Waits until the work of all jobs in the file is done.
async fn settled(postgres: &str, file: &Path, seconds: u64) -> anyhow::Result<(Database, Vec<JobId>)> {
    let database = Database::connect_lazy(postgres)?;
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let jobs = text.lines().map(str::parse).collect::<Result<Vec<JobId>, _>>()?;
    database.settled(&jobs, Duration::from_secs(seconds)).await?;
    Ok((database, jobs))
}

/// Reads all lines of the offline world's invoice.
async fn invoice(world: &str) -> anyhow::Result<Vec<offline::Line>> {
    let reply = reqwest::get(format!("{world}/invoice")).await?.error_for_status()?;
    let bill: serde_json::Value = serde_json::from_slice(&reply.bytes().await?)?;
    Ok(serde_json::from_value(bill["lines"].clone())?)
}
