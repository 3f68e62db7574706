//! Replaces prometheus-nats-exporter, which is a separate program: the same names, labels and sources (its options
//! `-jsz=all -varz`).

use std::fmt::Write;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Serves the metrics of a nats-server and returns the address.
pub(crate) async fn serve(monitor: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request).await;
            let body = metrics(&http, &monitor).await.unwrap_or_default();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + &body).as_bytes()).await;
        }
    });
    address
}

async fn metrics(http: &reqwest::Client, monitor: &str) -> anyhow::Result<String> {
    let get = async |path: &str| -> anyhow::Result<Value> {
        Ok(http.get(format!("{monitor}{path}")).send().await?.json().await?)
    };
    let (varz, jsz) = (get("/varz").await?, get("/jsz?accounts=true&streams=true&consumers=true").await?);
    let mut text = String::new();
    let js = &varz["jetstream"];
    writeln!(text, "gnatsd_varz_jetstream_stats_storage {}", js["stats"]["storage"])?;
    writeln!(text, "gnatsd_varz_jetstream_config_max_storage {}", js["config"]["max_storage"])?;
    writeln!(text, "jetstream_server_max_storage {}", jsz["config"]["max_storage"])?;
    let accounts = jsz["account_details"].as_array().into_iter().flatten();
    for stream in accounts.flat_map(|account| account["stream_detail"].as_array().into_iter().flatten()) {
        let labels = format!("stream_name={},is_stream_leader=\"true\"", stream["name"]);
        writeln!(text, "jetstream_stream_total_bytes{{{labels}}} {}", stream["state"]["bytes"])?;
        for consumer in stream["consumer_detail"].as_array().into_iter().flatten() {
            let labels = format!("{labels},consumer_name={},is_consumer_leader=\"true\"", consumer["name"]);
            writeln!(text, "jetstream_consumer_num_pending{{{labels}}} {}", consumer["num_pending"])?;
            writeln!(text, "jetstream_consumer_num_ack_pending{{{labels}}} {}", consumer["num_ack_pending"])?;
        }
    }
    Ok(text)
}
