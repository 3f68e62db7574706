//! The Lua scripts, hashed once.

use std::sync::LazyLock;

use redis::Script;

pub(super) static ACQUIRE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("acquire.lua")));
pub(super) static RENEW: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("renew.lua")));
pub(super) static LOOK_UP: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("look_up.lua")));
pub(super) static COOL_DOWN: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("cool_down.lua")));
pub(super) static RESERVE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("reserve.lua")));
pub(super) static SETTLE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("settle.lua")));
pub(super) static ENTER: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("enter.lua")));
