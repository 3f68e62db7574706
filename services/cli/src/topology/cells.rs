//! `auspex topology cells`: the nats-server configuration of a deployment of several cells.

use std::num::NonZeroU32;
use std::process::ExitCode;

use domain::Tenant;
use runtime::topology::Cells;
use serde_json::json;

use crate::Context;

/// Prints the configuration of the front and of each cell, and the cell of each of these tenants.
pub(super) fn print(count: NonZeroU32, tenants: &[Tenant], context: &Context) -> anyhow::Result<ExitCode> {
    let cells = Cells::new(count);
    let of: serde_json::Map<_, _> =
        tenants.iter().map(|tenant| (tenant.to_string(), json!(cells.of(tenant)))).collect();
    let each: Vec<String> = cells.numbers().map(|cell| cells.cell(cell)).collect();
    context.print(&json!({ "front": cells.front(tenants), "cells": each, "cell_of": of }), |_| {
        let mut lines = vec![format!("# nats-server of the front, without JetStream\n{}", cells.front(tenants))];
        lines.extend(cells.numbers().map(|cell| {
            format!("# nats-server of cell {cell}, in addition to its own configuration\n{}", cells.cell(cell))
        }));
        lines.extend(tenants.iter().map(|tenant| format!("# tenant {tenant}: cell {}", cells.of(tenant))));
        lines
    })?;
    Ok(ExitCode::SUCCESS)
}
