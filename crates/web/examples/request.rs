//! Sends one request to the real web or, with a gateway, to the offline world:
//!
//! ```sh
//! cargo run -p web --example request -- fetch https://example.org/
//! cargo run -p web --example request -- fetch https://example.org/ http://127.0.0.1:8900/web/
//! cargo run -p web --example request -- search "central bank rate" http://127.0.0.1:8900/searxng
//! ```

use std::sync::Arc;

use coordination::SharedCoolDowns;
use domain::Clock;
use url::Url;
use web::Route;
use web::search::{DuckDuckGo, Provider, SearXng};
use web::{Fetch, FetchConfig, Fetcher};

type Failed = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let base = arguments.get(2).map(|text| Url::parse(text)).transpose()?;
    match (arguments.first().map(String::as_str), arguments.get(1)) {
        (Some("fetch"), Some(url)) => fetch(url, base).await,
        (Some("search"), Some(query)) => search(query, base).await,
        _ => Err("usage: request fetch URL [GATEWAY] | request search WORDS [SEARXNG]".into()),
    }
}

async fn fetch(url: &str, gateway: Option<Url>) -> Result<(), Failed> {
    let page = fetcher(gateway)?.fetch(url).await?;
    println!("{} {} {} bytes, {}", page.url, page.content_type, page.body.len(), page.hash);
    let read = extraction::read(&page.body, &page.content_type, page.url.as_str())?;
    println!(
        "{:?} by {:?} of {:?} on {:?}\n\n{}",
        read.title, read.author, read.site_name, read.published, read.markdown
    );
    Ok(())
}

fn fetcher(gateway: Option<Url>) -> Result<Fetcher, Failed> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let config = FetchConfig { gateway, ..FetchConfig::default() };
    Ok(Fetcher::new(config, Arc::new(SharedCoolDowns::local(Arc::clone(&clock))), clock)?)
}

/// A clock for a single request.
struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "a program of its own, which no test holds a clock against")]
    fn now(&self) -> domain::Time {
        std::time::SystemTime::now().into()
    }
}

async fn search(query: &str, searxng: Option<Url>) -> Result<(), Failed> {
    let query = web::search::WebQuery::new(query, 10);
    let hits = match searxng {
        Some(base) => SearXng::new(base, &Route::Direct)?.ask(&query).await?,
        None => DuckDuckGo::new(Url::parse("https://api.duckduckgo.com/")?, &Route::Direct)?.ask(&query).await?,
    };
    for hit in hits {
        println!("{}\n  {}\n  {}", hit.title, hit.url, hit.snippet);
    }
    Ok(())
}
