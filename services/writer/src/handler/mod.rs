//! The writer's three handlers, one file each.

pub mod classifications;
pub mod evidence;
pub mod forecasts;

#[cfg(test)]
mod fakes;
