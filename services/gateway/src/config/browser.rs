//! The browser that prints reports.

use runtime::config::Env;
use web::browser::BrowserConfig;

/// Reads its address; `None` without one.
pub(super) fn read(env: &mut Env) -> Option<BrowserConfig> {
    let url = env.optional_url(BrowserConfig::SETTING, BrowserConfig::DOC);
    let total = env.duration(BrowserConfig::TIME_SETTING, "20s", BrowserConfig::TIME_DOC);
    let checked = BrowserConfig::checked(url?, total);
    checked.map_err(|mistake| env.mistake(BrowserConfig::SETTING, mistake)).ok()
}
