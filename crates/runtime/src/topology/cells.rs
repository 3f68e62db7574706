//! Cells: independent fleets, each with its own nats-server, Postgres and Valkey, behind one nats-server that assigns
//! events to them.
//!
//! The front maps the subject of an event to that of a cell by a hash of the tenant, and each cell maps it back. Cells
//! connect to the front as leaf nodes, so that a cell is a fleet like any other and the front stores nothing: the
//! confirmation of an event comes from the stream of its cell.

use std::fmt::Write;
use std::num::NonZeroU32;

use domain::Tenant;

/// The cells of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    count: NonZeroU32,
}

impl Cells {
    /// Describes this number of cells.
    pub fn new(count: NonZeroU32) -> Self {
        Self { count }
    }

    /// Returns the cell of a tenant, as the front computes it: FNV-1a of the name (`partition` of nats-server).
    pub fn of(self, tenant: &Tenant) -> u32 {
        let hash = tenant
            .as_str()
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        hash % self.count.get()
    }

    /// Returns the configuration of the front: its leaf nodes, mappings and users. The user `publisher` publishes for
    /// every tenant, and `publisher-TENANT` for one. Passwords are variables of nats-server.
    pub fn front(self, tenants: &[Tenant]) -> String {
        let mut text = String::from("leafnodes { listen: $AUSPEX_CELLS_LISTEN }\naccounts { AUSPEX {\n  users: [\n");
        let everywhere = ["auspex.event.>".to_owned(), "auspex.cell.*.event.>".to_owned()];
        let inbox = ["_INBOX.>".to_owned()];
        user(&mut text, "publisher", [&everywhere, &inbox]);
        for tenant in tenants {
            let own = [format!("auspex.event.*.{tenant}"), format!("auspex.cell.{}.event.*.{tenant}", self.of(tenant))];
            user(&mut text, &format!("publisher-{tenant}"), [&own, &inbox]);
        }
        for cell in 0..self.count.get() {
            // A cell receives its own events only, and sends their confirmations and its results.
            let sends = ["_INBOX.>".to_owned(), "auspex.result.>".to_owned()];
            user(&mut text, &format!("cell-{cell}"), [&sends, &[format!("auspex.cell.{cell}.>")]]);
        }
        let count = self.count;
        // An event without a tenant in its subject belongs to the tenant `default`.
        let (home, usual) = (self.of(&Tenant::default()), Tenant::default());
        let _ = write!(
            text,
            "  ]\n  mappings: {{\n    \
             \"auspex.event.*.*\": \"auspex.cell.{{{{partition({count},2)}}}}.event.{{{{wildcard(1)}}}}.{{{{wildcard(2)}}}}\"\n    \
             \"auspex.event.*\": \"auspex.cell.{home}.event.{{{{wildcard(1)}}}}.{usual}\"\n  }}\n}} }}\n"
        );
        text
    }

    /// Returns what the configuration of a cell's nats-server contains in addition: the connection to the front, whose
    /// URL with user `cell-N` and password is the variable `AUSPEX_CELL_FRONT`, and the mapping back.
    pub fn cell(self, cell: u32) -> String {
        format!(
            "leafnodes {{ remotes: [ {{ url: $AUSPEX_CELL_FRONT }} ] }}\n\
             mappings: {{ \"auspex.cell.{cell}.event.*.*\": \"auspex.event.{{{{wildcard(1)}}}}.{{{{wildcard(2)}}}}\" }}\n"
        )
    }

    /// Returns the numbers of the cells.
    pub fn numbers(self) -> std::ops::Range<u32> {
        0..self.count.get()
    }
}

/// Writes a user with the subjects that it may publish and subscribe to.
fn user(text: &mut String, name: &str, [publish, subscribe]: [&[String]; 2]) {
    let variable = format!("AUSPEX_{}_PASSWORD", name.to_uppercase().replace(['-', '.'], "_"));
    let _ = writeln!(
        text,
        "    {{ user: {name:?}, password: ${variable}, permissions: {{ publish: {publish:?}, subscribe: {subscribe:?} }} }}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenant_has_one_cell_and_its_publisher_reaches_no_other() {
        let cells = Cells::new(NonZeroU32::new(2).unwrap());
        let tenant = |name| Tenant::parse(name).unwrap();
        // Values that nats-server 2.15.1 computed.
        let of = ["default", "acme", "beta", "gamma", "delta", "eps"].map(|name| cells.of(&tenant(name)));
        assert_eq!(of, [0, 1, 1, 0, 1, 1]);
        let front = cells.front(&[tenant("acme")]);
        let line = front.lines().find(|line| line.contains("\"publisher-acme\"")).unwrap();
        assert!(line.contains(r#"publish: ["auspex.event.*.acme", "auspex.cell.1.event.*.acme"]"#), "{line}");
        assert!(
            front.contains("partition(2,2)") && front.contains("auspex.cell.0.event.{{wildcard(1)}}.default"),
            "{front}"
        );
    }
}
