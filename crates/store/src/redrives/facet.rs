//! Access to redrives, and what all of its statements share.

use std::sync::Arc;

use domain::redrive::RedriveState;
use domain::{Tenant, Time};
use uuid::Uuid;

use crate::database::Database;
use crate::rows::row;

/// Access to redrives; see [`crate::Store::redrives`].
#[derive(Clone)]
pub struct PgRedrives {
    pub(crate) database: Arc<Database>,
}

/// Selects open dead letters of a tenant, up to a time. Without a class, undecodable letters are not selected: they die
/// again unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedriveSelection {
    /// The tenant of the letters.
    pub tenant: Tenant,
    /// Only those of this consumer.
    pub consumer: Option<String>,
    /// Only those of this class.
    pub class: Option<String>,
    /// Only those with this reason, in the form of a group.
    pub reason: Option<String>,
    /// Only those that were written until then.
    pub until: Time,
}

/// A redrive of many letters, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redrive {
    /// Id of the redrive.
    pub id: Uuid,
    /// The letters; `until` is the time at which the redrive was created.
    pub selection: RedriveSelection,
    /// Number of letters that were selected at the start; not more are redriven.
    pub letters: u32,
    /// Maximum letters that are redriven in a second.
    pub per_second: u32,
    /// State of the redrive when it was read.
    pub state: RedriveState,
    /// Why it is paused; empty in other states.
    pub note: String,
    /// Name of the token that created it.
    pub created_by: String,
    /// Time of the last change of its state.
    pub updated_at: Time,
}

macro_rules! redrive_columns {
    () => {
        "id, tenant, consumer, class, reason, letters, per_second, state, note, created_by, created_at, updated_at"
    };
}

macro_rules! redrivable {
    ($columns:literal, $end:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM dead_letter
WHERE tenant = $1 AND redriven_at IS NULL AND dropped_at IS NULL AND at <= $5 AND ($2::text IS NULL OR consumer = $2)
  AND CASE WHEN $3::text IS NULL THEN class <> 'undecodable' ELSE class = $3 END AND ($4::text IS NULL OR ",
            reason!(),
            " = $4) ",
            $end
        )
    };
}
pub(super) use {redrivable, redrive_columns};

/// Counts the letters that a redrive has redriven.
pub(super) const REDRIVEN: &str = "SELECT count(*) FROM redrive_letter WHERE redrive = $1";

row! {
    pub(super) struct RedriveRow {
        id: Uuid,
        tenant: String,
        consumer: Option<String>,
        class: Option<String>,
        reason: Option<String>,
        letters: i32,
        per_second: i32,
        state: String,
        note: String,
        created_by: String,
        created_at: Time,
        updated_at: Time,
    }
}

pub(super) fn redrive(row: RedriveRow) -> Redrive {
    let RedriveRow {
        id,
        tenant,
        consumer,
        class,
        reason,
        letters,
        per_second,
        state,
        note,
        created_by,
        created_at,
        updated_at,
    } = row;
    let tenant = Tenant::parse(&tenant).unwrap_or_default();
    Redrive {
        id,
        selection: RedriveSelection { tenant, consumer, class, reason, until: created_at },
        letters: u32::try_from(letters).unwrap_or(0),
        per_second: u32::try_from(per_second).unwrap_or(0),
        // The table permits no other state.
        state: RedriveState::parse(&state).unwrap_or(RedriveState::Paused),
        note,
        created_by,
        updated_at,
    }
}
