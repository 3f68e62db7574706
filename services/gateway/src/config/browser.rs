//! The browser that prints reports.

use runtime::config::Env;
use web::browser::BrowserConfig;

/// Reads its address; `None` without one.
pub(super) fn read(env: &mut Env) -> Option<BrowserConfig> {
    let url = env.optional_url(BrowserConfig::SETTING, BrowserConfig::DOC);
    let total = env.duration(BrowserConfig::TIME_SETTING, "20s", BrowserConfig::TIME_DOC);
    let url = url?;
    if url.scheme() != "http" {
        env.mistake(BrowserConfig::SETTING, "needs an address with http, as Chromium serves it");
        return None;
    }
    Some(BrowserConfig { total, ..BrowserConfig::at(url) })
}
