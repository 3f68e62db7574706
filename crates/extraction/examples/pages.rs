//! Reads every page of a folder: `cargo run --release -p reader --example pages -- FOLDER OUT.json [ROUNDS]`.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, out, ..] = args.as_slice() else { return Err("usage: pages FOLDER OUT.json [ROUNDS]".into()) };
    let rounds: usize = args.get(3).map_or(Ok(1), |rounds| rounds.parse())?;
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(Path::new(folder))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if let Some(id) = name.strip_suffix(".html") {
            pages.insert(id.to_owned(), std::fs::read(&path)?);
        }
    }
    let mut answers = BTreeMap::new();
    let started = Instant::now();
    for _ in 0..rounds {
        for (id, bytes) in &pages {
            answers.insert(id.clone(), extraction::read(bytes, "text/html", "").unwrap_or_default());
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let count = pages.len() * rounds;
    eprintln!("{count} pages in {seconds:.3} s: {:.0} pages a second", count as f64 / seconds);
    let rows: BTreeMap<_, _> = answers
        .iter()
        .map(|(id, read)| {
            let row = serde_json::json!({"articleBody": read.text, "title": read.title, "author": read.author,
                "date": read.published, "site": read.site_name, "language": read.language, "markdown": read.markdown});
            (id, row)
        })
        .collect();
    std::fs::write(out, serde_json::to_vec(&rows)?)?;
    Ok(())
}
