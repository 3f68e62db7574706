//! Prints the assessment of each row.
fn main() {
    let file = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let evidence: Vec<research::support::Evidence> = row["quotes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|quote| research::support::Evidence {
                text: quote.as_str().unwrap().to_owned(),
                title: text("title"),
                publisher: text("publisher"),
                published: text("published").parse().ok(),
            })
            .collect();
        let got = research::support::assess(&text("finding"), &evidence);
        println!(
            "{}",
            serde_json::json!({"id": row["id"], "label": got.verdict, "coverage": got.coverage, "why": format!("{:?}", got.agreement)})
        );
    }
}
