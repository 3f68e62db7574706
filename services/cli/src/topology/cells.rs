//! `auspex topology cells`: the nats-server configuration of a deployment of several cells.

use std::num::NonZeroU32;
use std::process::ExitCode;

use domain::Tenant;
use runtime::topology::Cells;
use serde_json::json;

use crate::{Context, output};

/// Prints the configuration of the front and of each cell, and the cell of each of these tenants.
pub(super) fn print(count: NonZeroU32, tenants: &[Tenant], context: &Context) -> anyhow::Result<ExitCode> {
    let cells = Cells::new(count);
    if context.json {
        let of: serde_json::Map<_, _> =
            tenants.iter().map(|tenant| (tenant.to_string(), json!(cells.of(tenant)))).collect();
        let each: Vec<String> = cells.numbers().map(|cell| cells.cell(cell)).collect();
        output::json(&json!({ "front": cells.front(tenants), "cells": each, "cell_of": of }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!("# nats-server of the front, without JetStream\n{}", cells.front(tenants)))?;
    for cell in cells.numbers() {
        output::line(&format!(
            "# nats-server of cell {cell}, in addition to its own configuration\n{}",
            cells.cell(cell)
        ))?;
    }
    for tenant in tenants {
        output::line(&format!("# tenant {tenant}: cell {}", cells.of(tenant)))?;
    }
    Ok(ExitCode::SUCCESS)
}
