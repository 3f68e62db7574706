//! Sends one request to a real model and prints the reply and its cost:
//!
//! ```sh
//! MINIMAX_API_KEY=… cargo run -p llm --example ask -- "What is JetStream?"
//! cargo run -p llm --example ask -- --url http://127.0.0.1:8080/v1 --api openai --model llama "What is JetStream?"
//! ```

use domain::{JobId, MicroUsd};
use llm::{ApiStyle, Endpoint, Model, Price, Request};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut endpoint = Endpoint::new(ApiStyle::Anthropic, "https://api.minimax.io/anthropic".parse()?, "MiniMax-M2");
    let mut question = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--url" => endpoint.base_url = args.next().ok_or("--url needs an address")?.parse()?,
            "--api" => endpoint.style = args.next().ok_or("--api needs anthropic or openai")?.parse()?,
            "--model" => endpoint.model = args.next().ok_or("--model needs a name")?,
            _ => question.push(arg),
        }
    }
    #[allow(clippy::disallowed_methods, reason = "an example has no configuration besides this variable")]
    let key = std::env::var("MINIMAX_API_KEY").ok();
    endpoint.key = key.map(Into::into);
    endpoint.price = Price {
        input: MicroUsd(300_000),
        output: MicroUsd(1_200_000),
        cache_read: MicroUsd(30_000),
        cache_write: MicroUsd(375_000),
        ..Price::default()
    };
    let model = llm::connect(endpoint, telemetry::http::client(telemetry::http::ClientConfig::default())?);
    ask(&*model, &question.join(" ")).await
}

async fn ask(model: &dyn Model, question: &str) -> Result<(), Box<dyn std::error::Error>> {
    let request = Request::new("Answer in two sentences.", question).with_max_tokens(1_000);
    println!("at most {}", model.max_cost(&request));
    let reply = model.complete(&request, JobId::named(&["example", question])).await?;
    println!("{}\n{}: {:?}, {}", reply.text(), reply.model, reply.usage, model.cost(&reply.usage));
    Ok(())
}
