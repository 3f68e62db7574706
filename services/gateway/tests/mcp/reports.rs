//! Reports as resources: Markdown for models, PDF for people.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Tenant;
use rmcp::model::ReadResourceRequestParams;
use serde_json::Value;

use crate::client::{Client, connect};
use crate::support::{ALL, Copier, Options, mcp, start_with};
use crate::world::{MARKER, write};

const PAGE: &str = "<!doctype html><title>Report</title>";

async fn read(client: &Client, uri: &str) -> Result<Value, String> {
    let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(read).unwrap()["contents"][0].clone())
}

#[tokio::test]
async fn a_report_is_read_as_markdown_and_as_pdf() {
    let api = start_with(Options { printer: Some(Arc::new(Copier)), ..Options::default() }, mcp).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    api.store_page(&world.report, PAGE);
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let templates = client.list_all_resource_templates().await.unwrap();
    assert!(templates.iter().any(|template| template.uri_template == "auspex://report/{id}.pdf"), "{templates:?}");

    let markdown = read(&client, &format!("auspex://report/{}", world.report)).await.unwrap();
    assert!(markdown["text"].as_str().unwrap().contains(MARKER), "{markdown}");
    for uri in [
        format!("auspex://report/{}.pdf", world.report),
        format!("auspex://report/{}", world.report.replace(".md", ".pdf")),
        format!("auspex://report/{}.pdf", world.report.replace('/', "%2F")),
    ] {
        let pdf = read(&client, &uri).await.unwrap();
        assert_eq!((pdf["mimeType"].as_str(), pdf["uri"].as_str()), (Some("application/pdf"), Some(uri.as_str())));
        let bytes = STANDARD.decode(pdf["blob"].as_str().unwrap()).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("%PDF-{PAGE}"));
    }
    let missing = read(&client, "auspex://report/runs/nothing/report.pdf").await.unwrap_err();
    assert!(missing.contains("no such resource"), "{missing}");
    let other = connect(&api.url, &api.token("other", &ALL).await, None).await;
    let foreign = read(&other, &format!("auspex://report/{}.pdf", world.report)).await.unwrap_err();
    assert!(foreign.contains("no such resource"), "{foreign}");
}

#[tokio::test]
async fn without_a_browser_the_answer_names_the_setting() {
    let api = start_with(Options::default(), mcp).await;
    let world = write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    api.store_page(&world.report, PAGE);
    let client = connect(&api.url, &api.token("acme", &ALL).await, None).await;
    let refused = read(&client, &format!("auspex://report/{}.pdf", world.report)).await.unwrap_err();
    assert!(refused.contains("AUSPEX_BROWSER_URL"), "{refused}");
}
