//! Pokes the real web (or, with a gateway, the offline world):
//!
//! ```sh
//! cargo run -p web --example poke -- fetch https://example.org/
//! cargo run -p web --example poke -- fetch https://example.org/ http://127.0.0.1:8900/web/
//! cargo run -p web --example poke -- search "central bank rate" http://127.0.0.1:8900/searxng
//! ```

use std::time::Duration;

use url::Url;
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
        _ => Err("usage: poke fetch URL [GATEWAY] | poke search WORDS [SEARXNG]".into()),
    }
}

async fn fetch(url: &str, gateway: Option<Url>) -> Result<(), Failed> {
    let page = Fetcher::new(FetchConfig { gateway, ..FetchConfig::default() })?.fetch(url).await?;
    println!("{} {} {} bytes, {}", page.url, page.content_type, page.body.len(), page.hash);
    let read = web::extract::extract_within(page, Duration::from_secs(10)).await?;
    println!("{:?} by {:?} of {:?} on {:?}\n\n{}", read.title, read.author, read.site, read.published, read.markdown);
    Ok(())
}

async fn search(query: &str, searxng: Option<Url>) -> Result<(), Failed> {
    let hits = match searxng {
        Some(base) => SearXng::new(base)?.ask(query, 10).await?,
        None => DuckDuckGo::new(Url::parse("https://api.duckduckgo.com/")?)?.ask(query, 10).await?,
    };
    for hit in hits {
        println!("{}\n  {}\n  {}", hit.title, hit.url, hit.snippet);
    }
    Ok(())
}
