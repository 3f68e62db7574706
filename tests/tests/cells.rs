//! Two cells behind one nats-server: each event is answered once, in the cell of its tenant.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::num::NonZeroU32;

use domain::{Event, JobId, Tenant};
use local_servers::{Nats, NatsOptions, Port};
use runtime::topology::Cells;
use tests::fault_setup::fast_setup;
use tests::publish::Publisher;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events};

const TENANTS: [&str; 6] = ["default", "acme", "beta", "gamma", "delta", "eps"];

/// Starts the front and a fleet per cell that is connected to it.
async fn start(cells: Cells) -> (Nats, Vec<Fleet>) {
    let port = Port::free().unwrap();
    let listen = format!("127.0.0.1:{}", port.number());
    let mut variables = format!("AUSPEX_CELLS_LISTEN: {listen:?}\nAUSPEX_PUBLISHER_PASSWORD: \"p\"\n");
    variables.extend(cells.numbers().map(|cell| format!("AUSPEX_CELL_{cell}_PASSWORD: \"c{cell}\"\n")));
    let extra_config = variables + &cells.front(&[]);
    let credentials = Some(("publisher".to_owned(), "p".to_owned()));
    let front = Nats::start(NatsOptions { extra_config, credentials, ..NatsOptions::default() }).await.unwrap();
    let mut fleets = Vec::new();
    for cell in cells.numbers() {
        let url = format!("AUSPEX_CELL_FRONT: \"nats-leaf://cell-{cell}:c{cell}@{listen}\"\n");
        let nats = NatsOptions { extra_config: url + &cells.cell(cell), ..NatsOptions::default() };
        fleets.push(Fleet::start(Setup { nats, ..fast_setup() }).await.unwrap());
    }
    (front, fleets)
}

fn event(n: usize, event: Event) -> Event {
    Event { tenant: Tenant::parse(TENANTS[n % TENANTS.len()]).unwrap(), ..event }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_cells_together_answer_each_event_once() {
    let cells = Cells::new(NonZeroU32::new(2).unwrap());
    let (front, fleets) = start(cells).await;
    let all: Vec<Event> = events::mixture(36).into_iter().enumerate().map(|(n, one)| event(n, one)).collect();
    // Confirmed by the streams of the cells: the front has none of these.
    Publisher::connect(&front.url()).await.unwrap().events(&all).await.unwrap();
    for (cell, fleet) in cells.numbers().zip(&fleets) {
        let jobs = |own: bool| -> Vec<JobId> {
            all.iter().filter(|event| (cells.of(&event.tenant) == cell) == own).map(Event::job).collect()
        };
        let (own, others) = (jobs(true), jobs(false));
        assert!(!own.is_empty() && !others.is_empty());
        fleet.settled(&own, PATIENCE).await.unwrap();
        fleet.assert_invariants(&own).await.unwrap();
        assert_eq!(fleet.database.accounted(&others).await.unwrap(), 0, "an event of another cell came to cell {cell}");
        let rows = "SELECT count(*) FROM (SELECT job FROM event UNION SELECT job FROM verdict) known";
        let count = fleet.database.count(rows).await.unwrap();
        assert_eq!(usize::try_from(count).unwrap(), own.len(), "of cell {cell}");
    }
}
