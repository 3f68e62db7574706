//! Settings and client of the sites with prediction markets.

use std::sync::Arc;

use coordination::{Coordination, SharedCoolDowns};
use domain::Clock;
use domain::port::CoolDowns;
use runtime::config::Env;
use secrecy::ExposeSecret;
use web::Route;
use web::markets::{MarketConfig, MarketData, MarketSites};
use worker::config::MarketSettings;

/// The sites, and the way to them.
#[derive(Debug, Clone)]
pub struct MarketAccess {
    settings: MarketSettings,
    route: Route,
}

impl MarketAccess {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let gateway = env.optional_url(
            "AUSPEX_WEB_GATEWAY",
            "Replaces the web: https://host/path is fetched as <gateway>/host/path, and nothing else is reached.",
        );
        Self { settings: MarketSettings::read(env, gateway.is_some()), route: route(env) }
    }

    /// Creates the client. It sends nothing.
    ///
    /// # Errors
    /// The HTTP client cannot be created.
    pub fn connect(
        &self,
        shared: &Arc<dyn Coordination>,
        clock: &Arc<dyn Clock>,
    ) -> anyhow::Result<Arc<dyn MarketData>> {
        let MarketSettings { polymarket, kalshi, manifold, metaculus, metaculus_token } = self.settings.clone();
        let config = MarketConfig { polymarket, kalshi, manifold, metaculus, metaculus_token };
        let cool_downs: Arc<dyn CoolDowns> = Arc::new(SharedCoolDowns::web(Arc::clone(shared), Arc::clone(clock)));
        Ok(Arc::new(MarketSites::new(config, &self.route, cool_downs, Arc::clone(clock))?))
    }
}

/// Reads the forward proxy.
fn route(env: &mut Env) -> Route {
    let name = "AUSPEX_WEB_PROXY";
    let doc = "Forward proxy of all fetching, `http://[user:password@]host:port`: pages, robots.txt, search, public services, readers and \
               MCP servers over HTTP are reached through it only, by CONNECT or in absolute form. It resolves the names.";
    let text = env.secret_text(name, "", doc);
    if text.expose_secret().is_empty() {
        return Route::Direct;
    }
    text.expose_secret().parse().map_or_else(
        |error: web::InvalidProxy| {
            env.mistake(name, &error.to_string());
            Route::Direct
        },
        Route::Proxy,
    )
}
