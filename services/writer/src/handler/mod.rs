//! The writer's handlers, one file each.

mod against;
pub mod classifications;
pub mod endings;
pub mod evidence;
pub mod forecasts;

#[cfg(test)]
mod fakes;
